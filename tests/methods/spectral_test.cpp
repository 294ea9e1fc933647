#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>

#include "gnac/error.h"
#include "methods/cases.h"
#include "methods/method.h"
#include "samples/generators.h"

namespace gnac::detail {
namespace {

double fact(const MethodRun& run, std::string_view name) {
  for (const auto& f : run.facts) {
    if (f.name == name) return f.value;
  }
  return NAN;
}

TEST(Spectral, TheNeighbourCountIncludesThePointItself) {
  // Pairs far from each other: with k = 2 every point has one neighbour beside itself.
  Points p{.values = {}, .n = 12, .d = 1};
  for (int pair = 0; pair < 6; ++pair) {
    p.values.push_back(10.0 * pair * pair);
    p.values.push_back(10.0 * pair * pair + 0.1);
  }
  Team team(1);
  MethodOptions options;
  options.spectral.neighbors = 2;
  const MethodRun run = run_method("spectral", p, 6, options, 7, team);
  EXPECT_EQ(fact(run, "components"), 6);
  EXPECT_EQ(run.labels, (Labels{0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5}));
}

// The edges between more points than that are more than 32 bits can number.
TEST(Spectral, RbfRefusesMorePointsThanItsEdgesCanBeNumberedFor) {
  const Points p = normal_points(65'537, 1, 1);
  Team team(1);
  MethodOptions options;
  options.spectral.affinity = Affinity::rbf;
  options.gnac.memory_limit_gib = 1e6;
  try {
    run_method("spectral", p, 2, options, 7, team);
    FAIL() << "it should have been refused";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("at most 65536 points"), std::string::npos)
        << error.what();
  }
}

TEST(Spectral, RbfSeparatesWhatNoStraightLineCan) {
  const Sample circles = generate("circles", {.n = 400, .noise = 0.02, .seed = 3});
  Team team(2);
  MethodOptions options;
  set_method_option(options, method_info("spectral"), "affinity", "rbf");
  options.spectral.gamma = 100;
  const MethodRun run = run_method("spectral", circles.points, 2, options, 7, team);
  EXPECT_EQ(canonical(run.labels), canonical(circles.labels));
  EXPECT_LT(fact(run, "residual"), 1e-6);
}

// For two clusters the answer is the sign of the second eigenvector of the normalised Laplacian,
// here by a dense solver, up to points whose entry is all but zero.
TEST(Spectral, RbfOfTwoClustersFollowsTheSecondEigenvector) {
  const Points p = group_points(80, 2, 2, 3.0, 11);
  const double gamma = 0.5;
  Eigen::MatrixXd a(p.n, p.n);
  for (std::int64_t i = 0; i < p.n; ++i) {
    for (std::int64_t j = 0; j < p.n; ++j) {
      a(i, j) = i == j ? 0.0 : std::exp(-gamma * std::pow(euclidean(p, i, j), 2));
    }
  }
  const Eigen::VectorXd scale = a.rowwise().sum().cwiseSqrt().cwiseInverse();
  const Eigen::MatrixXd normalised = scale.asDiagonal() * a * scale.asDiagonal();
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(normalised);
  const Eigen::VectorXd second = solver.eigenvectors().col(p.n - 2);

  Team team(1);
  MethodOptions options;
  options.spectral.affinity = Affinity::rbf;
  options.spectral.gamma = gamma;
  const MethodRun run = run_method("spectral", p, 2, options, 7, team);
  Labels by_sign;
  for (std::int64_t i = 0; i < p.n; ++i) by_sign.push_back(second[i] > 0 ? 1 : 0);
  EXPECT_EQ(canonical(run.labels), canonical(by_sign));
}

}  // namespace
}  // namespace gnac::detail
