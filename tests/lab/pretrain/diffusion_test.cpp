// The loss on the partition: what it rewards, and its gradient.
#include "pretrain/diffusion.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "pretrain/batch.h"

namespace gnac::detail {
namespace {

/// A small problem with several clusters and noise, laid out for a rule.
Prepared small_problem() {
  PretrainOptions options;
  options.hidden = 4;
  options.width = 4;
  options.standardisation = 3;
  options.problems = {.least_points = 60, .most_points = 90, .large_share = 0};
  options.iterations = options.validate_every = options.validation = 1;
  options.partition = 1;
  Team team(1);
  const Rule rule = pretrain(options, {}, team).rule;
  for (std::uint64_t index = 0;; ++index) {
    Prepared problem = prepare(3, index, rule, options);
    const auto& cluster = problem.diffusion.cluster;
    if (problem.diffusion.clusters >= 3 && std::ranges::count(cluster, -1) > 0) return problem;
  }
}

double loss_of(const Prepared& problem, const std::vector<float>& logit, float* d_logit = nullptr) {
  return diffusion_loss(d_logit, logit.data(), problem.cells, problem.diffusion, 1);
}

TEST(Diffusion, LossIsSmallWhereEdgesBetweenClustersAreClosed) {
  const Prepared problem = small_problem();
  std::vector<float> open(problem.targets.same.size(), 3), right = open, wrong = open;
  for (std::size_t e = 0; e < open.size(); ++e) {
    right[e] = problem.targets.same[e] > 0 ? 3 : -9;
    wrong[e] = problem.targets.same[e] > 0 ? -9 : 3;
  }
  EXPECT_LT(loss_of(problem, right), 0.6 * loss_of(problem, open));
  EXPECT_GT(loss_of(problem, wrong), loss_of(problem, open));
}

TEST(Diffusion, GradientIsThatOfTheLoss) {
  const Prepared problem = small_problem();
  std::vector<float> logit(problem.targets.same.size()), gradient(logit.size(), 0);
  for (std::size_t e = 0; e < logit.size(); ++e)
    logit[e] = static_cast<float>(static_cast<int>(e * 7 % 11) - 5) * 0.5f;
  loss_of(problem, logit, gradient.data());
  constexpr float kStep = 1.0f / 64;
  double largest = 0;
  for (std::size_t e = 0; e < logit.size(); e += 5) {
    std::vector<float> up = logit, down = logit;
    up[e] += kStep;
    down[e] -= kStep;
    const double slope = (loss_of(problem, up) - loss_of(problem, down)) / (2.0 * kStep);
    EXPECT_NEAR(gradient[e], slope, 1e-3 * std::abs(slope) + 1e-6) << e;
    largest = std::max(largest, std::abs(slope));
  }
  EXPECT_GT(largest, 1e-4);
}

TEST(Diffusion, ASingleClusterHasNoLoss) {
  Prepared problem = small_problem();
  problem.diffusion.clusters = 1;
  EXPECT_EQ(loss_of(problem, std::vector<float>(problem.targets.same.size(), 0)), 0);
}

}  // namespace
}  // namespace gnac::detail
