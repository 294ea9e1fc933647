#include "readout/elimination.h"

#include <gtest/gtest.h>

#include <limits>

#include "readout/graphs.h"

namespace gnac::detail {
namespace {

using namespace testing_graphs;

constexpr double kNoLimit = std::numeric_limits<double>::infinity();

// Columns orthogonal to √d.
Block right_hand_sides(const Laplacian& l, int cols) {
  Draws draws(9, Stream::study);
  Block r(l.rows(), cols);
  double volume = 0;
  for (const double root : l.root) volume += root * root;
  for (int c = 0; c < cols; ++c) {
    double along = 0;
    for (std::int64_t i = 0; i < l.rows(); ++i) {
      r.row(i)[c] = draws.normal();
      along += r.row(i)[c] * l.root[i];
    }
    for (std::int64_t i = 0; i < l.rows(); ++i) r.row(i)[c] -= along / volume * l.root[i];
  }
  return r;
}

// Largest entry of L·x - r, against the largest of x or r.
double solution_error(const Elimination& g, const Laplacian& l, int cols, Team& team) {
  const Block r = right_hand_sides(l, cols);
  const Block x = solve(g, l, r, team);
  Block lx;
  multiply(l, x, lx, team);
  const Eigen::MatrixXd error = lx.map(0, l.rows()) - r.map(0, l.rows());
  const double scale = std::max(1.0, Eigen::MatrixXd(x.map(0, l.rows())).cwiseAbs().maxCoeff());
  return error.cwiseAbs().maxCoeff() / scale;
}

TEST(Elimination, ExactFactorSolvesForAnyNumberOfColumns) {
  Team team(2);
  const auto l = laplacian_of(random_graph(400, 1500, 6, 1), team);
  const auto g = ExactElimination::plan(l, kNoLimit, team)->factor(team);
  for (const int cols : {1, 2, 3, 5, 8, 19}) EXPECT_LT(solution_error(g, l, cols, team), 1e-12);
}

TEST(Elimination, ExactFactorOfANearlyDisconnectedChainSolves) {
  Team team(1);
  const auto l = laplacian_of(clique_chain(40, 10, 1e-6), team);
  const auto g = ExactElimination::plan(l, kNoLimit, team)->factor(team);
  EXPECT_LT(solution_error(g, l, 3, team), 1e-12);
}

TEST(Elimination, CountsEigenvaluesBelowAShift) {
  Team team(1);
  const auto weighted = random_graph(120, 300, 4, 2);
  const auto plan = ExactElimination::plan(laplacian_of(weighted, team), kNoLimit, team);
  const Eigen::VectorXd values =
      Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(dense_laplacian(weighted)).eigenvalues();
  for (Eigen::Index k = 0; k + 1 < values.size(); ++k) {
    if (values[k + 1] - values[k] < 1e-9) continue;
    EXPECT_EQ(plan->eigenvalues_below(0.5 * (values[k] + values[k + 1]), team), k + 1);
  }
}

TEST(Elimination, CountsMultipleEigenvalues) {
  Team team(1);
  const auto plan = ExactElimination::plan(laplacian_of(hypercube(6), team), kNoLimit, team);
  EXPECT_EQ(plan->eigenvalues_below(0.30, team), 1);       // 0
  EXPECT_EQ(plan->eigenvalues_below(0.40, team), 1 + 6);   // 1/3, six times
  EXPECT_EQ(plan->eigenvalues_below(0.70, team), 7 + 15);  // 2/3
  EXPECT_EQ(plan->eigenvalues_below(1.99, team), 63);      // 2, once
}

TEST(Elimination, ExactPlanIsRefusedWhereItWouldFillIn) {
  Team team(1);
  EXPECT_FALSE(
      ExactElimination::plan(laplacian_of(random_graph(2000, 20'000, 0, 3), team), 1e6, team));
  EXPECT_TRUE(ExactElimination::plan(laplacian_of(ring(2000), team), 1e6, team));
}

TEST(Elimination, SampledFactorOfATreeIsExact) {
  Team team(2);
  const auto l = laplacian_of(random_graph(3000, 0, 6, 4), team);
  EXPECT_LT(solution_error(sampled_elimination(l, 7, team), l, 4, team), 1e-12);
}

// The eigenvalues of M·L, M the sampled inverse, beside the 0: within a modest range of 1 even
// where affinities span six orders of magnitude, or the preconditioner is not one.
TEST(Elimination, SampledFactorIsAGoodPreconditioner) {
  Team team(2);
  for (const double decades : {0.0, 6.0}) {
    const auto l = laplacian_of(random_graph(300, 2500, decades, 5), team);
    const auto g = sampled_elimination(l, 7, team);
    EXPECT_LE(std::ssize(g.step), 2 * std::ssize(l.neighbor)) << "fill is bounded by edges";
    const auto n = static_cast<int>(l.rows());
    const Eigen::Map<const Eigen::VectorXd> root(l.root.data(), n);
    const Eigen::MatrixXd project =
        Eigen::MatrixXd::Identity(n, n) - root * root.transpose() / root.squaredNorm();
    Block identity(n, n);
    identity.map(0, n) = project;
    Block lx;
    multiply(l, identity, lx, team);
    const Block mlx = solve(g, l, lx, team);
    const Eigen::MatrixXd product = project * Eigen::MatrixXd(mlx.map(0, n));
    const Eigen::VectorXcd values = product.eigenvalues();
    double least = 1e9, most = 0;
    int zeros = 0;
    for (Eigen::Index k = 0; k < values.size(); ++k) {
      if (std::abs(values[k]) < 1e-6) {
        ++zeros;
        continue;
      }
      least = std::min(least, values[k].real());
      most = std::max(most, values[k].real());
    }
    EXPECT_EQ(zeros, 1);
    EXPECT_GT(least, 0.05);
    EXPECT_LT(most, 20.0);
  }
}

TEST(Elimination, SolutionsDoNotDependOnThreads) {
  Team one(1);
  const auto l = laplacian_of(random_graph(5000, 30'000, 6, 6), one);
  const auto g = sampled_elimination(l, 7, one);
  const Block r = right_hand_sides(l, 13);
  const Eigen::MatrixXd expected = solve(g, l, r, one).map(0, l.rows());
  for (const int threads : {2, 3, 7}) {
    Team team(threads, {}, Team::Size::exact);
    const auto again = sampled_elimination(l, 7, team);
    EXPECT_EQ(again.multiplier, g.multiplier);
    EXPECT_EQ(Eigen::MatrixXd(solve(g, l, r, team).map(0, l.rows())), expected);
  }
}

}  // namespace
}  // namespace gnac::detail
