#include "graph/knn/reduction.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "graph/knn/kernels.h"
#include "support/random.h"

namespace gnac::detail::knn_detail {
namespace {

// Measured on images and text embeddings of 512 to 784 columns: with this share of the variance a
// few hundred of 10,000 points remain to be compared in all columns.
constexpr double kKept = 0.9;
constexpr std::int64_t kFewestDirections = 32;
constexpr std::int64_t kMostDirections = 128;
constexpr std::int64_t kFewestColumns = 64;  // fewer are not worth a second look
constexpr std::int64_t kSample = 768;        // rows
constexpr int kIterations = 2;
constexpr std::uint64_t kSeed = 2;  // fixed: the user's seed does not change the neighbours

using Matrix = std::vector<double>;  // row by row

// A sample of the points, centred.
struct Sample {
  std::int64_t n = 0;
  std::vector<double> centre;
  Matrix rows;  // n×d
  double variance = 0;
};

Sample take_sample(PointsView points) {
  Sample out;
  out.n = std::min(points.n, kSample);
  out.centre.assign(static_cast<std::size_t>(points.d), 0);
  for (std::int64_t i = 0; i < out.n; ++i) {
    const auto row = points.row(i * points.n / out.n);
    out.rows.insert(out.rows.end(), row.begin(), row.end());
    for (std::int64_t c = 0; c < points.d; ++c) out.centre[c] += row[c];
  }
  for (double& c : out.centre) c /= static_cast<double>(out.n);
  for (std::int64_t i = 0; i < out.n; ++i) {
    for (std::int64_t c = 0; c < points.d; ++c) {
      double& value = out.rows[i * points.d + c];
      value -= out.centre[c];
      out.variance += value * value;
    }
  }
  return out;
}

// out += xᵀ·basis for one x of d values; `basis` is d×m.
void add_product(const double* x, const Matrix& basis, std::int64_t d, std::int64_t m,
                 double* out) {
  for (std::int64_t c = 0; c < d; ++c) {
    const double* row = basis.data() + c * m;
    for (std::int64_t j = 0; j < m; ++j) out[j] += x[c] * row[j];
  }
}

// S·V: n×m.
Matrix project(const Sample& sample, const Matrix& basis, std::int64_t d, std::int64_t m,
               Team& team) {
  Matrix out(static_cast<std::size_t>(sample.n * m));
  team.for_blocks(sample.n, 16, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i)
      add_product(sample.rows.data() + i * d, basis, d, m, out.data() + i * m);
  });
  return out;
}

// SᵀY: d×m.
Matrix pull_back(const Sample& sample, const Matrix& y, std::int64_t d, std::int64_t m,
                 Team& team) {
  Matrix out(static_cast<std::size_t>(d * m));
  team.for_blocks(d, 16, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = 0; i < sample.n; ++i) {
      for (std::int64_t c = begin; c < end; ++c) {
        const double x = sample.rows[i * d + c];
        for (std::int64_t j = 0; j < m; ++j) out[c * m + j] += x * y[i * m + j];
      }
    }
  });
  return out;
}

// Makes the columns orthonormal (Gram and Schmidt, twice); one without a direction of its own
// becomes zeros. Works on the transpose, whose rows are contiguous.
void orthonormalise(Matrix& basis, std::int64_t d, std::int64_t m) {
  Matrix columns(basis.size());
  for (std::int64_t c = 0; c < d; ++c) {
    for (std::int64_t j = 0; j < m; ++j) columns[j * d + c] = basis[c * m + j];
  }
  const auto dot = [d](const double* a, const double* b) {
    double sum[4]{};
    std::int64_t c = 0;
    for (; c + 4 <= d; c += 4) {
      for (int l = 0; l < 4; ++l) sum[l] += a[c + l] * b[c + l];
    }
    for (; c < d; ++c) sum[0] += a[c] * b[c];
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
  };
  for (std::int64_t j = 0; j < m; ++j) {
    double* own = columns.data() + j * d;
    const double before = std::sqrt(dot(own, own));
    for (int pass = 0; pass < 2; ++pass) {
      for (std::int64_t e = 0; e < j; ++e) {
        const double* other = columns.data() + e * d;
        const double share = dot(own, other);
        for (std::int64_t c = 0; c < d; ++c) own[c] -= share * other[c];
      }
    }
    const double length = std::sqrt(dot(own, own));
    const bool fresh = length > 1e-10 * before && length > 0;
    for (std::int64_t c = 0; c < d; ++c) own[c] = fresh ? own[c] / length : 0;
  }
  for (std::int64_t c = 0; c < d; ++c) {
    for (std::int64_t j = 0; j < m; ++j) basis[c * m + j] = columns[j * d + c];
  }
}

// About the leading directions of the sample, d×m, the strongest first.
Matrix leading_directions(const Sample& sample, std::int64_t d, std::int64_t m, Team& team) {
  Matrix basis(static_cast<std::size_t>(d * m));
  Draws draws(kSeed, Stream::neighbours);
  for (double& value : basis) value = draws.normal();
  for (int i = 0; i < kIterations; ++i) {
    basis = pull_back(sample, project(sample, basis, d, m, team), d, m, team);
    orthonormalise(basis, d, m);
  }
  return basis;
}

// The directions that a reduction uses.
struct Needed {
  std::int64_t count = 0;  // a multiple of 8
  double kept = 0;         // share of the sample's variance
};

// As many as keep kKept of the variance, or all.
Needed directions_needed(const Sample& sample, const Matrix& basis, std::int64_t d, std::int64_t m,
                         Team& team) {
  const Matrix y = project(sample, basis, d, m, team);
  double kept = 0;
  for (std::int64_t j = 0; j < m; ++j) {
    if (j >= kFewestDirections && j % 8 == 0 && kept >= kKept * sample.variance)
      return {j, kept / sample.variance};
    for (std::int64_t i = 0; i < sample.n; ++i) kept += y[i * m + j] * y[i * m + j];
  }
  return {m, kept / sample.variance};
}

}  // namespace

std::optional<Reduction> reduce(PointsView points, Team& team) {
  const std::int64_t d = points.d;
  if (d < kFewestColumns) return std::nullopt;
  const Sample sample = take_sample(points);
  const std::int64_t most = std::min(kMostDirections, d / 16 * 8);
  Matrix basis = leading_directions(sample, d, most, team);
  const auto needed = directions_needed(sample, basis, d, most, team);
  const std::int64_t m = needed.count;
  Matrix narrow(static_cast<std::size_t>(d * m));
  for (std::int64_t c = 0; c < d; ++c) std::copy_n(&basis[c * most], m, &narrow[c * m]);

  Reduction out;
  out.kept = needed.kept;
  out.rows = {Matrix(static_cast<std::size_t>(points.n * (m + 1))), points.n, m + 1};
  constexpr std::int64_t kBlock = 64;
  std::vector<double> longest(static_cast<std::size_t>((points.n + kBlock - 1) / kBlock));
  const Kernels kernels = best_kernels();
  team.for_blocks(points.n, kBlock, [&](std::int64_t begin, std::int64_t end) {
    Matrix centred(static_cast<std::size_t>(kProjectRows * d));
    Matrix kept(static_cast<std::size_t>(kProjectRows * m));
    for (std::int64_t first = begin; first < end; first += kProjectRows) {
      const std::int64_t count = std::min<std::int64_t>(kProjectRows, end - first);
      for (std::int64_t i = 0; i < count; ++i) {
        const double* x = points.row(first + i).data();
        for (std::int64_t c = 0; c < d; ++c) centred[i * d + c] = x[c] - sample.centre[c];
      }
      kernels.project(centred.data(), narrow.data(), d, m, kept.data());
      for (std::int64_t i = 0; i < count; ++i) {
        double whole = 0;
        double inside = 0;
        for (std::int64_t c = 0; c < d; ++c) whole += centred[i * d + c] * centred[i * d + c];
        double* row = out.rows.values.data() + (first + i) * (m + 1);
        for (std::int64_t j = 0; j < m; ++j) {
          row[j] = kept[i * m + j];
          inside += row[j] * row[j];
        }
        row[m] = std::sqrt(std::max(whole - inside, 0.0));
        longest[begin / kBlock] = std::max(longest[begin / kBlock], whole);
      }
    }
  });
  // Sums of d products are off by at most d·2⁻⁵³ of ‖x - c‖², and so is s²: s by the root of that.
  const double far = std::sqrt(*std::max_element(longest.begin(), longest.end()));
  out.slack = 4 * std::sqrt(static_cast<double>(d) * 0x1.0p-52) * far;
  return out;
}

}  // namespace gnac::detail::knn_detail
