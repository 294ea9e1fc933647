#include "readout/laplacian.h"

#include <gtest/gtest.h>

#include "readout/block.h"
#include "readout/graphs.h"

namespace gnac::detail {
namespace {

using namespace testing_graphs;

Block random_block(std::int64_t rows, int cols, std::uint64_t seed) {
  Block block(rows, cols);
  Draws draws(seed, Stream::study);
  for (std::int64_t i = 0; i < rows; ++i) {
    for (int c = 0; c < cols; ++c) block.row(i)[c] = draws.normal();
  }
  return block;
}

Eigen::MatrixXd dense(const Block& block) {
  return block.map(0, block.rows());
}

TEST(Laplacian, ProductEqualsTheDefinition) {
  Team team(2);
  const auto g = random_graph(150, 700, 6, 1);
  const auto l = laplacian_of(g, team);
  const Eigen::MatrixXd expected = dense_laplacian(g);
  for (const int cols : {1, 3, 4, 7, 8, 13, 21}) {
    const Block x = random_block(l.rows(), cols, 2);
    Block y;
    multiply(l, x, y, team);
    for (std::int64_t i = 0; i < l.rows(); ++i) {
      for (int c = 0; c < cols; ++c) {
        double sum = 0;
        for (std::int64_t j = 0; j < l.rows(); ++j)
          sum += expected(l.node[i], l.node[j]) * x.row(j)[c];
        ASSERT_NEAR(y.row(i)[c], sum, 1e-13);
      }
    }
  }
}

TEST(Laplacian, RootOfDegreeIsItsNullVector) {
  Team team(1);
  const auto l = laplacian_of(random_graph(500, 2000, 6, 3), team);
  Block x(l.rows(), 1);
  for (std::int64_t i = 0; i < l.rows(); ++i) x.row(i)[0] = l.root[i];
  EXPECT_LT(residuals(l, x, Eigen::VectorXd::Zero(1), team)[0], 1e-13);
}

TEST(Laplacian, CoversItsComponentOnly) {
  Team team(1);
  const auto g = make_graph(6, {{0, 3}, {3, 5}, {1, 2}, {2, 4}});
  const auto l = laplacian_of(g, team);
  EXPECT_EQ(l.rows(), 3);
  EXPECT_EQ(l.levels, 3);
  EXPECT_EQ(l.width, 1) << "a path is one node wide from its end";
  for (const auto v : l.node) EXPECT_EQ(g.graph.component[v], 0);
}

TEST(Block, ProductsEqualTheDenseOnesAndDoNotDependOnThreads) {
  const Block a = random_block(70'001, 11, 4);
  const Block b = random_block(70'001, 5, 5);
  const Eigen::MatrixXd y = Eigen::MatrixXd::Random(11, 5);
  Team one(1);
  const Eigen::MatrixXd product = gram(a, b, one);
  EXPECT_LT((product - dense(a).transpose() * dense(b)).norm(), 1e-8);
  const Block combined = combine(a, y, one);
  EXPECT_LT((dense(combined) - dense(a) * y).norm(), 1e-10);
  EXPECT_LT((norms(a, one) - dense(a).colwise().norm().transpose()).norm(), 1e-9);
  for (const int threads : {2, 3, 5}) {
    Team team(threads, {}, Team::Size::exact);
    EXPECT_EQ(gram(a, b, team), product);
    EXPECT_EQ(dense(combine(a, y, team)), dense(combined));
    EXPECT_EQ(norms(a, team), norms(a, one));
  }
}

TEST(Block, RecombineAppendSelectAndSubtract) {
  Team team(2);
  Block a(5000, 3, 8);
  const Block b = random_block(5000, 3, 6);
  a.map(0, 5000) = b.map(0, 5000);
  const Eigen::MatrixXd start = dense(b);
  append(a, b, team);
  ASSERT_EQ(a.cols(), 6);
  EXPECT_EQ(dense(a).rightCols(3), start);
  const Eigen::MatrixXd y = Eigen::MatrixXd::Random(6, 2);
  const Eigen::MatrixXd expected = dense(a) * y;
  recombine(a, y, team);
  ASSERT_EQ(a.cols(), 2);
  EXPECT_LT((dense(a) - expected).norm(), 1e-12);
  EXPECT_EQ(dense(select(b, {2, 0}, team)).col(0), start.col(2));
  subtract_product(a, b, Eigen::MatrixXd::Ones(3, 2), team);
  EXPECT_LT((dense(a) - expected + start * Eigen::MatrixXd::Ones(3, 2)).norm(), 1e-11);
}

}  // namespace
}  // namespace gnac::detail
