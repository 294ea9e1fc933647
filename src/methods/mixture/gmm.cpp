#include <cmath>
#include <limits>

#include "gnac/model.h"
#include "methods/baselines.h"
#include "methods/exactly_k.h"
#include "methods/mixture/mixture.h"
#include "readout/kmeans.h"

namespace gnac::detail {
namespace {

struct Fit {
  std::vector<std::int32_t> labels;
  double log_likelihood = -std::numeric_limits<double>::infinity();  ///< mean per point
  int iterations = 0;
};

Fit run_em(PointsView points, int clusters, const GmmSettings& o, std::uint64_t seed, int start,
           Team& team) {
  const auto hard = kmeans(points, clusters,
                           {.starts = 1,
                            .seed = seed,
                            .stream = Stream::method,
                            .part = static_cast<std::uint32_t>(start)},
                           team);
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const Eigen::MatrixXd centres =
      Eigen::Map<const RowMajor>(hard.centres.data(), clusters, points.d);
  const auto n = static_cast<double>(points.n);
  Mixture mixture = maximisation(hard_sums(points, hard.labels, centres, o.covariance), centres, n,
                                 o.covariance, o.ridge);

  Fit fit;
  std::vector<std::int32_t> unasked;
  double last = -std::numeric_limits<double>::infinity();
  for (fit.iterations = 1; fit.iterations <= o.max_iterations; ++fit.iterations) {
    const MixtureSums sums = expectation(mixture, points, unasked, team);
    mixture = maximisation(sums, mixture.mean, n, o.covariance, o.ridge);
    const double now = sums.log_likelihood / n;
    if (std::abs(now - last) < o.tolerance) break;
    last = now;
    team.advance((start + static_cast<double>(fit.iterations) / o.max_iterations) / o.starts);
  }
  fit.labels.resize(static_cast<std::size_t>(points.n));
  fit.log_likelihood = expectation(mixture, points, fit.labels, team).log_likelihood / n;
  return fit;
}

MethodRun into(PointsView points, int clusters, const GmmSettings& o, std::uint64_t seed,
               Team& team) {
  Fit best;
  for (int start = 0; start < o.starts; ++start) {
    Fit fit = run_em(points, clusters, o, seed, start, team);
    if (start == 0 || fit.log_likelihood > best.log_likelihood) best = std::move(fit);
  }
  split_to(points, clusters, best.labels);
  return {.labels = std::move(best.labels),
          .facts = {{"log_likelihood", best.log_likelihood},
                    {"iterations", static_cast<double>(best.iterations)}}};
}

/// Numbers that a mixture of K components in d dimensions has to fit.
double free_parameters(int clusters, std::int64_t columns, Covariance kind) {
  const double k = clusters;
  const auto d = static_cast<double>(columns);
  const double matrix = d * (d + 1) / 2;
  const double shape = kind == Covariance::full   ? k * matrix
                       : kind == Covariance::tied ? matrix
                       : kind == Covariance::diag ? k * d
                                                  : k;
  return k * d + shape + k - 1;
}

/// Schwarz's criterion (1978): the lowest is best.
MethodRun by_bic(PointsView points, const GmmSettings& o, std::uint64_t seed, Team& team) {
  constexpr int kPatience = 5;
  const auto n = static_cast<double>(points.n);
  const auto most = static_cast<int>(std::min<std::int64_t>(o.max_clusters, points.n));
  MethodRun best;
  double lowest = std::numeric_limits<double>::infinity();
  for (int k = 1, at = 1; k <= most && k - at <= kPatience; ++k) {
    MethodRun run = into(points, k, o, seed, team);
    const double bic =
        -2 * n * run.facts.front().value + free_parameters(k, points.d, o.covariance) * std::log(n);
    if (k > 1 && !(bic < lowest)) continue;
    lowest = bic;
    at = k;
    best = std::move(run);
    best.facts.push_back({"bic", bic});
  }
  return best;
}

}  // namespace

MethodRun run_gmm(PointsView points, int clusters, const MethodOptions& options, std::uint64_t seed,
                  Team& team) {
  if (clusters == kChooseClusters) return by_bic(points, options.gmm, seed, team);
  return into(points, clusters, options.gmm, seed, team);
}

}  // namespace gnac::detail
