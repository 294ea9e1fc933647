#include "readout/eigen.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "readout/chebyshev.h"
#include "readout/graphs.h"

namespace gnac::detail {
namespace {

using namespace testing_graphs;

constexpr double kPi = std::numbers::pi;

const char* name(EigenSolver solver) {
  switch (solver) {
    case EigenSolver::dense:
      return "dense";
    case EigenSolver::factor:
      return "factor";
    case EigenSolver::chebyshev:
      return "chebyshev";
    case EigenSolver::sampled:
      return "sampled";
    case EigenSolver::automatic:
      break;
  }
  return "automatic";
}

Eigen::MatrixXd vectors(const EigenResult& r, std::int64_t rows) {
  return Eigen::Map<const Eigen::MatrixXd>(r.vectors.data(), rows, std::ssize(r.values));
}

// What holds for every result: orthonormal vectors, residuals as promised and as reported, fixed
// signs.
void expect_eigenpairs(const Laplacian& l, const EigenResult& r, int count, Team& team) {
  ASSERT_EQ(std::ssize(r.values), count);
  const Eigen::MatrixXd u = vectors(r, l.rows());
  EXPECT_LT((u.transpose() * u - Eigen::MatrixXd::Identity(count, count)).cwiseAbs().maxCoeff(),
            1e-10);
  Block block(l.rows(), count);
  block.map(0, l.rows()) = u;
  const Eigen::Map<const Eigen::VectorXd> values(r.values.data(), count);
  const double residual = residuals(l, block, values, team).maxCoeff();
  EXPECT_LT(residual, 1e-6);
  EXPECT_NEAR(residual, r.residual, 1e-13);
  EXPECT_EQ(r.values[0], 0.0);
  EXPECT_TRUE(std::is_sorted(r.values.begin(), r.values.end()));
  for (int c = 0; c < count; ++c) {
    Eigen::Index largest = 0;
    u.col(c).cwiseAbs().maxCoeff(&largest);
    EXPECT_GT(u(largest, c), 0.0);
  }
}

void expect_values(const EigenResult& r, std::vector<double> expected, double tolerance) {
  std::sort(expected.begin(), expected.end());
  for (std::size_t k = 0; k < r.values.size(); ++k)
    EXPECT_NEAR(r.values[k], expected[k], tolerance) << k;
}

class EachSolver : public ::testing::TestWithParam<EigenSolver> {
 protected:
  EigenResult solve(const Laplacian& l, int count, Team& team) {
    auto r = smallest_eigenpairs(l, count, {.solver = GetParam(), .goal = {}}, team);
    EXPECT_EQ(r.solver, name(GetParam()));
    expect_eigenpairs(l, r, count, team);
    return r;
  }
};

INSTANTIATE_TEST_SUITE_P(Eigen, EachSolver,
                         ::testing::Values(EigenSolver::dense, EigenSolver::factor,
                                           EigenSolver::chebyshev, EigenSolver::sampled),
                         [](const auto& each) { return name(each.param); });

TEST_P(EachSolver, AgreesWithTheDenseDefinitionOnRandomGraphs) {
  Team team(2);
  for (const double decades : {0.0, 3.0}) {
    const auto g = random_graph(260, 1200, decades, 1);
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> dense(dense_laplacian(g));
    for (const int count : {2, 9, 30}) {
      const auto l = laplacian_of(g, team);
      const auto r = solve(l, count, team);
      for (int k = 0; k < count; ++k) EXPECT_NEAR(r.values[k], dense.eigenvalues()[k], 1e-8);
    }
  }
}

TEST_P(EachSolver, ANarrowBasisFindsTheSame) {
  Team team(2);
  const auto l = laplacian_of(random_graph(400, 2400, 1.0, 3), team);
  const auto wide = solve(l, 25, team);
  const auto narrow =
      smallest_eigenpairs(l, 25, {.solver = GetParam(), .goal = {}, .narrow = true}, team);
  expect_eigenpairs(l, narrow, 25, team);
  expect_values(narrow, wide.values, 1e-8);
}

TEST(Chebyshev, FewColumnsAtATimeGiveTheSameBytes) {
  Team team(2);
  const auto l = laplacian_of(random_graph(300, 900, 2.0, 4), team);
  Block x(300, 13);
  for (std::int64_t i = 0; i < 300; ++i) {
    for (int c = 0; c < 13; ++c) x.row(i)[c] = std::sin(static_cast<double>(17 * i + c));
  }
  const Block whole = chebyshev_filter(as_operator(l, team), x, 0.1, 12, team, 13);
  for (const int at_a_time : {1, 5, 8}) {
    const Block parts = chebyshev_filter(as_operator(l, team), x, 0.1, 12, team, at_a_time);
    for (std::int64_t i = 0; i < 300; ++i)
      ASSERT_TRUE(std::equal(whole.row(i), whole.row(i) + 13, parts.row(i))) << at_a_time;
  }
}

TEST_P(EachSolver, FindsPairsOfEqualValuesOnARing) {
  Team team(1);
  const int n = 400;
  std::vector<double> expected;
  for (int k = 0; k < n; ++k) expected.push_back(1 - std::cos(2 * kPi * k / n));
  expect_values(solve(laplacian_of(ring(n), team), 8, team), expected, 1e-8);
}

TEST_P(EachSolver, FindsTheSpectrumOfAPath) {
  Team team(1);
  const int n = 300;
  std::vector<double> expected;
  for (int k = 0; k < n; ++k) expected.push_back(1 - std::cos(kPi * k / (n - 1)));
  expect_values(solve(laplacian_of(path(n), team), 10, team), expected, 1e-8);
}

TEST_P(EachSolver, FindsTheMultipleValueOfAStar) {
  Team team(1);
  std::vector<double> expected(500, 1.0);
  expected.front() = 0;
  expected.back() = 2;
  expect_values(solve(laplacian_of(star(500), team), 12, team), expected, 1e-8);
}

TEST_P(EachSolver, FindsTheMultipleValueOfACompleteGraph) {
  Team team(1);
  std::vector<double> expected(200, 200.0 / 199.0);
  expected.front() = 0;
  expect_values(solve(laplacian_of(complete(200), team), 7, team), expected, 1e-8);
}

TEST_P(EachSolver, FindsEveryCopyOfAHypercubesValues) {
  Team team(2);
  const int d = 9;  // 2k/d, as often as d choose k
  std::vector<double> expected{0};
  expected.insert(expected.end(), 9, 2.0 / d);
  expected.insert(expected.end(), 36, 4.0 / d);
  expect_values(solve(laplacian_of(hypercube(d), team), 20, team), expected, 1e-8);
}

TEST_P(EachSolver, FindsTheFourfoldValuesOfATorus) {
  Team team(2);
  const int n = 24;
  std::vector<double> expected;
  for (int x = 0; x < n; ++x) {
    for (int y = 0; y < n; ++y) {
      expected.push_back(1 - 0.5 * (std::cos(2 * kPi * x / n) + std::cos(2 * kPi * y / n)));
    }
  }
  expect_values(solve(laplacian_of(torus(n, n), team), 22, team), expected, 1e-8);
}

// Twelve cliques joined by almost nothing: twelve eigenvalues of order 1e-8, then a wide gap. The
// chain's small values are those of a weighted path with one node a clique.
TEST_P(EachSolver, SeparatesTinyValuesOfNearlyDisconnectedCliques) {
  Team team(2);
  const auto g = clique_chain(12, 25, 1e-6);
  const auto r = solve(laplacian_of(g, team), 12, team);
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> dense(dense_laplacian(g));
  for (int k = 1; k < 12; ++k) EXPECT_NEAR(r.values[k], dense.eigenvalues()[k], 1e-4 * r.values[k]);
  // Within a clique the embedding u/√d is constant, and no two cliques have the same.
  const auto l = laplacian_of(g, team);
  const Eigen::MatrixXd u = vectors(r, l.rows());
  std::vector<Eigen::VectorXd> first(12);
  for (std::int64_t i = 0; i < l.rows(); ++i) {
    const auto clique = l.node[i] / 25;
    const Eigen::VectorXd y = u.row(i).transpose() / l.root[i];
    if (first[clique].size() == 0) first[clique] = y;
    EXPECT_LT((y - first[clique]).norm(), 1e-4 * first[clique].norm());
  }
  for (int a = 0; a < 12; ++a) {
    for (int b = a + 1; b < 12; ++b) EXPECT_GT((first[a] - first[b]).norm(), 0.5 * first[a].norm());
  }
}

// More nearly separate parts than eigenpairs asked for: the smallest of many tiny values must be
// told from the others. A filter cannot do that in reasonable time and is not meant to.
class EachInverse : public EachSolver {};
INSTANTIATE_TEST_SUITE_P(Eigen, EachInverse,
                         ::testing::Values(EigenSolver::factor, EigenSolver::sampled,
                                           EigenSolver::automatic),
                         [](const auto& each) { return name(each.param); });

TEST_P(EachInverse, FindsTheSmallestOfManyTinyValues) {
  Team team(2);
  const std::int32_t cliques = 1000, size = 20;  // 20,000 nodes
  const auto l = laplacian_of(clique_chain(cliques, size, 1e-4), team);
  const auto r = smallest_eigenpairs(l, 6, {.solver = GetParam(), .goal = {}}, team);
  expect_eigenpairs(l, r, 6, team);
  // A path of `cliques` nodes of volume size·(size-1) with links of 1e-4, in series with the
  // cliques' own small resistance (2/size each): λ_k ≈ 4·c/volume·sin²(πk/2·cliques).
  const double conductance = 1 / (1e4 + 2.0 / size);
  const double volume = size * (size - 1.0);
  for (int k = 1; k < 6; ++k) {
    const double sine = std::sin(kPi * k / (2.0 * cliques));
    const double expected = 4 * conductance / volume * sine * sine;
    EXPECT_NEAR(r.values[k], expected, 2e-3 * expected) << k;
  }
}

// The inverse enlarges the vectors of tiny values so much that the first directions hold nothing
// else; the other pairs must be looked for again.
TEST(Eigen, TinyValuesDoNotHideTheOthers) {
  Team team(1);
  std::vector<WeightedEdge> edges;
  for (std::int32_t v = 0; v + 1 < 600; ++v)
    edges.push_back({v, v + 1, v == 199 || v == 399 ? 1e-11 : 1.0});
  const auto l = laplacian_of(make_graph(600, edges), team);
  const auto r = smallest_eigenpairs(l, 20, {.solver = EigenSolver::factor, .goal = {}}, team);
  expect_eigenpairs(l, r, 20, team);
  // Three paths of 200 nodes each: every value of one of them three times.
  for (int k = 3; k < 18; ++k)
    EXPECT_NEAR(r.values[k], 1 - std::cos(kPi * (k / 3) / 199.0), 1e-6) << k;
}

TEST(Eigen, AutomaticChoosesByTheGraph) {
  Team team(2);
  const auto solver = [&](const WeightedGraph& g, int count) {
    const auto l = laplacian_of(g, team);
    const auto r = smallest_eigenpairs(l, count, {}, team);
    expect_eigenpairs(l, r, count, team);
    return r.solver;
  };
  EXPECT_EQ(solver(complete(40), 5), "dense");
  EXPECT_EQ(solver(torus(40, 40), 9), "factor");
  EXPECT_EQ(solver(planted_graph(6, 1500, 8, 5), 6), "chebyshev");
}

TEST(Eigen, EdgeCases) {
  Team team(1);
  const auto two = laplacian_of(path(2), team);
  const auto both = smallest_eigenpairs(two, 2, {}, team);
  expect_values(both, {0, 2}, 1e-14);
  expect_eigenpairs(two, both, 2, team);
  const auto one = smallest_eigenpairs(laplacian_of(ring(1000), team), 1, {}, team);
  EXPECT_EQ(one.values, std::vector<double>{0});
  const auto l = laplacian_of(random_graph(60, 100, 6, 8), team);
  expect_eigenpairs(l, smallest_eigenpairs(l, 60, {}, team), 60, team);
}

// Sums over this many rows are divided into several pieces; elimination stays cheap on the thin
// torus.
WeightedGraph graph_of_many_pieces(EigenSolver solver) {
  if (solver == EigenSolver::dense) return random_graph(150, 800, 6, 9);
  if (solver == EigenSolver::factor) return torus(10, 700);
  return planted_graph(6, 1200, 8, 9);
}

TEST_P(EachSolver, GivesTheSameBytesAtAnyThreadCount) {
  Team one(1);
  const auto l = laplacian_of(graph_of_many_pieces(GetParam()), one);
  const auto expected = solve(l, 6, one);
  for (const int threads : {2, 5}) {
    Team team(threads, {}, Team::Size::exact);
    const auto again = smallest_eigenpairs(l, 6, {.solver = GetParam(), .goal = {}}, team);
    EXPECT_EQ(again.vectors, expected.vectors);
    EXPECT_EQ(again.values, expected.values);
  }
}

}  // namespace
}  // namespace gnac::detail
