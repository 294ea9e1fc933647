#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "samples/sample_draws.h"
#include "samples/samples.h"

namespace gnac::detail {
namespace {

using Matrix = std::vector<std::vector<double>>;  // one row per cluster

double distance2(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t c = 0; c < a.size(); ++c) sum += (a[c] - b[c]) * (a[c] - b[c]);
  return sum;
}

std::vector<double> random_direction(Draws& draws, int d) {
  std::vector<double> v(static_cast<std::size_t>(d));
  double norm2 = 0;
  while (norm2 < 1e-20) {
    norm2 = 0;
    for (double& x : v) {
      x = draws.normal();
      norm2 += x * x;
    }
  }
  for (double& x : v) x /= std::sqrt(norm2);
  return v;
}

/// A unit vector at right angles to `axis`; d >= 2.
std::vector<double> direction_across(const std::vector<double>& axis, Draws& draws) {
  for (;;) {
    std::vector<double> v = random_direction(draws, static_cast<int>(axis.size()));
    double dot = 0;
    for (std::size_t c = 0; c < v.size(); ++c) dot += axis[c] * v[c];
    if (1 - dot * dot < 1e-6)
      continue;  // nearly parallel: the remainder would be all rounding error
    for (std::size_t c = 0; c < v.size(); ++c)
      v[c] = (v[c] - dot * axis[c]) / std::sqrt(1 - dot * dot);
    return v;
  }
}

/// Each centre is the one of 64 candidates that is farthest from the centres before it.
template <class Candidate>
Matrix spread_centres(int clusters, Candidate&& candidate) {
  constexpr int kCandidates = 64;
  Matrix centres;
  while (centres.size() < static_cast<std::size_t>(clusters)) {
    std::vector<double> best;
    double best_gap = -1;
    for (int trial = 0; trial < kCandidates; ++trial) {
      std::vector<double> point = candidate();
      double gap = std::numeric_limits<double>::max();
      for (const auto& centre : centres) gap = std::min(gap, distance2(point, centre));
      if (gap <= best_gap) continue;
      best_gap = gap;
      best = std::move(point);
    }
    centres.push_back(std::move(best));
  }
  return centres;
}

Matrix centres_on_sphere(const SampleOptions& options, Draws& draws) {
  return spread_centres(options.clusters, [&] {
    std::vector<double> point = random_direction(draws, options.d);
    for (double& x : point) x *= options.radius;
    return point;
  });
}

Matrix centres_in_cube(const SampleOptions& options, Draws& draws) {
  return spread_centres(options.clusters, [&] {
    std::vector<double> point(static_cast<std::size_t>(options.d));
    for (double& x : point) x = options.radius * (2 * draws.uniform() - 1);
    return point;
  });
}

Draws shape_draws(const SampleOptions& options) {
  return {options.seed, Stream::generator, static_cast<std::uint32_t>(SamplePart::shape)};
}

/// Row = centre of its cluster + deviation of its cluster and column × a standard normal.
void fill_normals(const SampleOptions& options, const Matrix& centres, const Matrix& deviations,
                  Sample& out) {
  BalancedLabels labels(options.seed, options.clusters);
  double* value = out.points.values.data();
  for (std::int64_t i = 0; i < options.n; ++i) {
    const auto label = labels.of(i);
    out.labels[i] = label;
    RowDraws draws(options.seed, i);
    std::array<double, 2> pair{};
    for (int c = 0; c < options.d; ++c) {
      if (c % 2 == 0) pair = draws.normals();
      *value++ = centres[label][c] + deviations[label][c] * pair[c % 2];
    }
  }
}

Matrix equal_deviations(const SampleOptions& options) {
  return Matrix(static_cast<std::size_t>(options.clusters),
                std::vector<double>(static_cast<std::size_t>(options.d), options.noise));
}

/// Step i of n on a geometric scale from `first` to `last`.
double geometric(double first, double last, int i, int n) {
  return n == 1 ? first : first * std::pow(last / first, static_cast<double>(i) / (n - 1));
}

}  // namespace

void fill_blobs(const SampleOptions& options, Sample& out) {
  Draws draws = shape_draws(options);
  fill_normals(options, centres_in_cube(options, draws), equal_deviations(options), out);
}

void fill_gaussian_mixture(const SampleOptions& options, Sample& out) {
  Draws draws = shape_draws(options);
  fill_normals(options, centres_on_sphere(options, draws), equal_deviations(options), out);
}

// The paper names a family "noisy blobs" (d=16, K=8) and reports figures of it, but not its
// definition. Here the deviation of a cluster differs from column to column, from noise/√2.5 to
// noise·√2.5, in an order drawn for each cluster: k-means, blind to shape, falls behind the
// neighbourhood graph. The defaults were chosen to meet the paper's controls (k=20; paper against
// ours, mean of seeds 7, 17, …, 47):
//   mean kNN distance, 1,000 points       5.83   5.80
//   mean kNN distance, 100,000 points     4.00   4.01
//   crossing neighbours, 1,000 points     0.386  0.375
//   crossing neighbours, 100,000 points   0.189  0.190
//   ARI of k-means, 100,000 points        0.662  0.658
//   ARI of graph-only spectral, 100,000   0.767  0.774 and 0.791 (seeds 17 and 7)
void fill_noisy_blobs(const SampleOptions& options, Sample& out) {
  constexpr double kStretch = 2.5;  // widest column over narrowest
  Draws draws = shape_draws(options);
  const Matrix centres = centres_on_sphere(options, draws);
  Matrix deviations = equal_deviations(options);
  const double narrow = options.noise / std::sqrt(kStretch);
  for (auto& row : deviations) {
    for (int c = 0; c < options.d; ++c) row[c] = geometric(narrow, narrow * kStretch, c, options.d);
    for (std::size_t c = row.size(); c > 1; --c) std::swap(row[c - 1], row[draws.below(c)]);
  }
  fill_normals(options, centres, deviations, out);
}

// Parallel stretched clouds, one unit apart: `noise` is their deviation across, `radius` along.
void fill_anisotropic(const SampleOptions& options, Sample& out) {
  Draws draws = shape_draws(options);
  const std::vector<double> along = random_direction(draws, options.d);
  const std::vector<double> across = direction_across(along, draws);
  SampleOptions standard = options;
  standard.noise = 1;
  const Matrix origin(static_cast<std::size_t>(options.clusters),
                      std::vector<double>(static_cast<std::size_t>(options.d)));
  fill_normals(options, origin, equal_deviations(standard), out);
  for (std::int64_t i = 0; i < options.n; ++i) {
    double* const row = out.points.values.data() + i * options.d;
    const double place = out.labels[i] - 0.5 * (options.clusters - 1);
    double share = 0;
    for (int c = 0; c < options.d; ++c) share += along[c] * row[c];
    for (int c = 0; c < options.d; ++c) {
      row[c] = options.noise * row[c] + (options.radius - options.noise) * share * along[c] +
               place * across[c];
    }
  }
}

void fill_varied_density(const SampleOptions& options, Sample& out) {
  constexpr double kRange = 6;  // widest cluster over tightest
  Draws draws = shape_draws(options);
  const Matrix centres = centres_in_cube(options, draws);
  Matrix deviations = equal_deviations(options);
  for (int k = 0; k < options.clusters; ++k) {
    const double own = geometric(options.noise, options.noise * kRange, k, options.clusters);
    std::fill(deviations[k].begin(), deviations[k].end(), own);
  }
  fill_normals(options, centres, deviations, out);
}

}  // namespace gnac::detail
