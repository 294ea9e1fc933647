#include <cmath>
#include <limits>

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

}  // namespace

MethodRun run_gmm(PointsView points, int clusters, const MethodOptions& options, std::uint64_t seed,
                  Team& team) {
  Fit best;
  for (int start = 0; start < options.gmm.starts; ++start) {
    Fit fit = run_em(points, clusters, options.gmm, seed, start, team);
    if (start == 0 || fit.log_likelihood > best.log_likelihood) best = std::move(fit);
  }
  split_to(points, clusters, best.labels);
  return {.labels = std::move(best.labels),
          .facts = {{"log_likelihood", best.log_likelihood},
                    {"iterations", static_cast<double>(best.iterations)}}};
}

}  // namespace gnac::detail
