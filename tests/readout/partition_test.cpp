#include "readout/partition.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "gnac/error.h"
#include "readout/affinity.h"
#include "readout/graphs.h"
#include "support/relabel.h"

namespace gnac::detail {
namespace {

using namespace testing_graphs;

Partition partition(const Graph& graph, PointsView points, const std::vector<double>& distance,
                    int clusters, const Options& options = {}, const Observer& observer = {}) {
  Team team(options.threads, observer, Team::Size::exact);
  return partition_graph(graph, points, distance, clusters, options, team);
}

// Points that keep the graph's own nodes apart: node i at (i, 0).
Points on_a_line(std::int64_t n) {
  Points points{std::vector<double>(2 * n, 0.0), n, 2};
  for (std::int64_t i = 0; i < n; ++i) points.values[2 * i] = static_cast<double>(i);
  return points;
}

// Distances whose ranking gives the edges the order of their affinities, largest first.
std::vector<double> distances(const WeightedGraph& g) {
  std::vector<double> d;
  for (const double a : g.affinity) d.push_back(1 - a);
  return d;
}

void expect_exactly(const std::vector<std::int32_t>& labels, int clusters) {
  std::set<std::int32_t> seen;
  for (const auto l : labels) {
    if (!seen.contains(l)) {
      ASSERT_EQ(l, std::ssize(seen)) << "labels are numbered by first appearance";
    }
    seen.insert(l);
  }
  EXPECT_EQ(std::ssize(seen), clusters);
}

Points blobs(std::int64_t n, int centres, std::int64_t d, double radius, std::uint64_t seed) {
  Draws draws(seed, Stream::study);
  std::vector<double> centre;
  for (int c = 0; c < centres; ++c) {
    std::vector<double> direction;
    for (std::int64_t k = 0; k < d; ++k) direction.push_back(draws.normal());
    const double norm =
        std::sqrt(std::inner_product(direction.begin(), direction.end(), direction.begin(), 0.0));
    for (const double x : direction) centre.push_back(radius * x / norm);
  }
  Points points{{}, n, d};
  for (std::int64_t i = 0; i < n; ++i) {
    for (std::int64_t k = 0; k < d; ++k) {
      points.values.push_back(centre[i % centres * d + k] + draws.normal());
    }
  }
  return points;
}

// Whether two labellings are the same partition.
bool same_partition(std::vector<std::int32_t> a, std::vector<std::int32_t> b) {
  relabel_by_appearance(a, std::ssize(a));
  relabel_by_appearance(b, std::ssize(b));
  return a == b;
}

TEST(Partition, ComponentsAreTheClustersWhenThereAreAsMany) {
  const auto g = make_graph(7, {{0, 4}, {4, 5}, {1, 2}, {3, 6}});
  const auto result = partition(g.graph, on_a_line(7), distances(g), 3);
  EXPECT_EQ(result.labels, (std::vector<std::int32_t>{0, 1, 1, 2, 0, 0, 2}));
  EXPECT_TRUE(result.by_components);
  EXPECT_EQ(result.solver, "components");
  EXPECT_EQ(result.eigenvalues, (std::vector<double>{0, 0, 0}));
}

TEST(Partition, ClosestComponentsAreJoinedWhenThereAreMore) {
  const auto g = make_graph(8, {{0, 1}, {2, 3}, {4, 5}, {6, 7}});
  Points points = on_a_line(8);
  points.values = {0, 0, 1, 0, 3, 0, 4, 0, 9, 0, 10, 0, 11.5, 0, 12, 0};
  const auto three = partition(g.graph, points, distances(g), 3);
  EXPECT_EQ(three.labels, (std::vector<std::int32_t>{0, 0, 1, 1, 2, 2, 2, 2}));
  EXPECT_FALSE(three.by_components);
  EXPECT_EQ(three.eigenvalues, (std::vector<double>{0, 0, 0}));
  const auto two = partition(g.graph, points, distances(g), 2);
  EXPECT_EQ(two.labels, (std::vector<std::int32_t>{0, 0, 0, 0, 1, 1, 1, 1}));
}

TEST(Partition, FindsPlantedGroups) {
  const auto g = planted_graph(5, 120, 8, 1);
  // Edges within a group come first in the ranking, as a trained rule would have it.
  std::vector<double> distance;
  for (const auto& e : g.graph.edges) distance.push_back(e.i % 5 == e.j % 5 ? 0.0 : 1.0);
  const auto result = partition(g.graph, on_a_line(600), distance, 5);
  for (std::size_t i = 0; i < 600; ++i) EXPECT_EQ(result.labels[i], static_cast<int>(i % 5));
  EXPECT_LT(result.residual, 1e-6);
  ASSERT_EQ(result.eigenvalues.size(), 5U);
  EXPECT_EQ(result.eigenvalues[0], 0.0);
  EXPECT_EQ(result.affinity.size(), g.graph.edges.size());
}

TEST(Partition, ComponentsAreDividedByTheirOwnSmallestEigenvalues) {
  // Two components: a chain of three cliques, loosely joined, and one large clique. The two
  // smallest eigenvalues beside the zeros are the chain's.
  std::vector<WeightedEdge> edges;
  const auto clique = [&](std::int32_t first, std::int32_t size) {
    for (std::int32_t i = 0; i < size; ++i) {
      for (std::int32_t j = i + 1; j < size; ++j) edges.push_back({first + i, first + j});
    }
  };
  clique(0, 10);
  clique(10, 10);
  clique(20, 10);
  clique(30, 40);
  edges.push_back({9, 10, 0.001});
  edges.push_back({19, 20, 0.001});
  const auto g = make_graph(70, edges);
  const auto result = partition(g.graph, on_a_line(70), distances(g), 4);
  for (int i = 0; i < 70; ++i) EXPECT_EQ(result.labels[i], i < 30 ? i / 10 : 3);
  EXPECT_EQ(result.eigenvalues[0], 0.0);
  EXPECT_EQ(result.eigenvalues[1], 0.0);
  EXPECT_GT(result.eigenvalues[2], 0.0);
}

TEST(Partition, EqualEigenvaluesOfTwoComponentsGoToTheLarger) {
  Team team(1);
  Spectrum s;
  s.clusters = 4;
  s.components.resize(3);
  s.components[0] = {{0, 1}, {0.0, 0.25}, {}};
  s.components[1] = {{2, 3, 4}, {0.0, 0.25 + 1e-13}, {}};
  s.components[2] = {{5, 6, 7, 8}, {0.0, 0.75}, {}};
  EXPECT_EQ(clusters_per_component(s, 3), (std::vector<int>{1, 1, 1}));
  EXPECT_EQ(clusters_per_component(s, 4), (std::vector<int>{1, 2, 1}));
}

TEST(Partition, ExactlyKLabelsForAnyGraphAndAnyK) {
  EXPECT_TRUE(rc::check([] {
    const auto n = *rc::gen::inRange<std::int64_t>(2, 90);
    const auto most = *rc::gen::inRange<std::int64_t>(0, 4 * n);
    Draws draws(*rc::gen::arbitrary<std::uint64_t>(), Stream::study);
    std::set<std::pair<std::int32_t, std::int32_t>> pairs;
    for (std::int64_t e = 0; e < most; ++e) {
      const auto i = static_cast<std::int32_t>(draws.below(n));
      const auto j = static_cast<std::int32_t>(draws.below(n));
      if (i != j) pairs.insert(std::minmax(i, j));
    }
    const bool tied = *rc::gen::arbitrary<bool>();
    std::vector<WeightedEdge> edges;
    std::vector<double> distance;
    for (const auto& [i, j] : pairs) {
      edges.push_back({i, j});
      distance.push_back(tied ? 1.0 : draws.uniform());
    }
    const auto g = make_graph(n, edges);
    Points points{{}, n, 2};
    for (std::int64_t k = 0; k < 2 * n; ++k)
      points.values.push_back(static_cast<double>(draws.below(tied ? 3 : 1000)));
    const auto clusters = *rc::gen::inRange<int>(1, static_cast<int>(n) + 1);
    Options options;
    options.threads = 1;
    options.kmeans_starts = 3;
    const auto result = partition(g.graph, points, distance, clusters, options);
    expect_exactly(result.labels, clusters);
    RC_ASSERT(!::testing::Test::HasFailure());
  }));
}

TEST(Partition, OddCases) {
  Options options;
  options.threads = 1;
  const auto labels = [&](const WeightedGraph& g, int clusters) {
    const auto r = partition(g.graph, on_a_line(g.graph.nodes), distances(g), clusters, options);
    expect_exactly(r.labels, clusters);
    return r;
  };
  for (const int k : {1, 2}) labels(path(2), k);
  for (const int k : {1, 2, 7, 29, 30}) labels(complete(30), k);
  for (const int k : {1, 3, 49, 50}) labels(star(50), k);
  labels(make_graph(4, {}), 2);                // nodes without edges
  labels(make_graph(5, {{0, 1}, {1, 2}}), 4);  // and some with
  EXPECT_EQ(labels(ring(2000), 2000).solver, "singletons");
}

// Every row is nearest to the mean of its own cluster: k-means ran on those very rows.
TEST(Partition, ClustersAreThoseOfTheChosenRows) {
  Team team(1);
  const auto points = blobs(300, 5, 2, 1.5, 5);
  std::vector<std::vector<std::int32_t>> both;
  for (const Embedding embedding : {Embedding::unit, Embedding::degree}) {
    Options options;
    options.embedding = embedding;
    const Graph graph = build_graph(points, options);
    ASSERT_EQ(graph.components, 1);
    const auto affinity = rank_affinity(graph.distance, team);
    const int k = 5;
    const Spectrum found = spectrum(graph, affinity, k, options, team);
    const auto& part = found.components.front();
    std::vector<std::vector<double>> row(points.n);
    for (std::int64_t i = 0; i < points.n; ++i) {
      auto& r = row[part.node[i]];
      r.assign(part.embedding.begin() + i * k, part.embedding.begin() + (i + 1) * k);
      const double length = std::sqrt(std::inner_product(r.begin(), r.end(), r.begin(), 0.0));
      if (embedding == Embedding::unit) {
        for (double& v : r) v /= length;
      }
    }
    const auto labels = partition_graph(graph, points, graph.distance, k, options, team).labels;
    std::vector<std::vector<double>> mean(k, std::vector<double>(k, 0.0));
    std::vector<double> size(k, 0.0);
    for (std::int64_t i = 0; i < points.n; ++i) {
      ++size[labels[i]];
      for (int c = 0; c < k; ++c) mean[labels[i]][c] += row[i][c];
    }
    for (int l = 0; l < k; ++l) {
      for (double& v : mean[l]) v /= size[l];
    }
    for (std::int64_t i = 0; i < points.n; ++i) {
      std::vector<double> square(k, 0.0);
      for (int l = 0; l < k; ++l) {
        for (int c = 0; c < k; ++c)
          square[l] += (row[i][c] - mean[l][c]) * (row[i][c] - mean[l][c]);
      }
      EXPECT_EQ(std::min_element(square.begin(), square.end()) - square.begin(), labels[i]) << i;
    }
    both.push_back(labels);
  }
  EXPECT_FALSE(same_partition(both[0], both[1])) << "this sample tells the two apart";
}

TEST(Partition, OneSpectrumServesEveryK) {
  Team team(2);
  Options options;
  const auto points = blobs(600, 4, 2, 6.0, 3);
  const Graph graph = build_graph(points, options);
  const auto affinity = rank_affinity(graph.distance, team);
  const Spectrum all = spectrum(graph, affinity, 9, options, team);
  for (int k = 1; k <= 9; ++k) {
    const auto once = partition_spectrum(all, graph, points, k, options, team);
    expect_exactly(once.labels, k);
    const auto alone = partition_graph(graph, points, graph.distance, k, options, team);
    EXPECT_TRUE(same_partition(once.labels, alone.labels)) << k;
    for (std::size_t e = 0; e < alone.eigenvalues.size(); ++e) {
      EXPECT_NEAR(once.eigenvalues[e], alone.eigenvalues[e], 1e-10);
    }
  }
}

TEST(Partition, DoesNotDependOnTheOrderOfThePoints) {
  Options options;
  options.neighbors = 12;
  const auto points = blobs(900, 6, 3, 9.0, 5);
  const Graph graph = build_graph(points, options);
  const auto expected = partition(graph, points, graph.distance, 6, options);
  std::vector<std::int64_t> order(points.n);
  std::iota(order.begin(), order.end(), 0);
  Draws draws(8, Stream::study);
  for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[draws.below(i)]);
  Points shuffled{{}, points.n, points.d};
  for (const auto i : order) {
    const auto row = points.row(i);
    shuffled.values.insert(shuffled.values.end(), row.begin(), row.end());
  }
  const Graph other = build_graph(shuffled, options);
  const auto result = partition(other, shuffled, other.distance, 6, options);
  std::vector<std::int32_t> back(points.n);
  for (std::size_t k = 0; k < order.size(); ++k) back[order[k]] = result.labels[k];
  EXPECT_TRUE(same_partition(back, expected.labels));
}

TEST(Partition, DoesNotChangeUnderAStrictlyIncreasingMapOfDistances) {
  const auto points = blobs(500, 5, 2, 5.0, 6);
  const Graph graph = build_graph(points);
  const auto expected = partition(graph, points, graph.distance, 5);
  auto mapped = graph.distance;
  for (auto& d : mapped) d = std::exp(3 * d);
  const auto result = partition(graph, points, mapped, 5);
  EXPECT_EQ(result.labels, expected.labels);
  EXPECT_EQ(result.affinity, expected.affinity);
}

TEST(Partition, SameBytesAtAnyThreadCount) {
  const auto points = blobs(9000, 8, 6, 4.0, 7);
  Options options;
  options.threads = 1;
  const Graph graph = build_graph(points, options);
  const auto expected = partition(graph, points, graph.distance, 8, options);
  EXPECT_EQ(expected.solver, "chebyshev");
  for (const int threads : {2, 3}) {
    options.threads = threads;
    const auto result = partition(graph, points, graph.distance, 8, options);
    EXPECT_EQ(result.labels, expected.labels);
    EXPECT_EQ(result.eigenvalues, expected.eigenvalues);
    EXPECT_EQ(result.residual, expected.residual);
  }
}

TEST(Partition, WrongArgumentsAreRefused) {
  const auto g = path(5);
  const Points points = on_a_line(5);
  const auto d = distances(g);
  EXPECT_THROW(partition(g.graph, points, d, 0), Error);
  EXPECT_THROW(partition(g.graph, points, d, 6), Error);
  EXPECT_THROW(partition(g.graph, points, {1.0}, 2), Error);
  EXPECT_THROW(partition(g.graph, on_a_line(4), d, 2), Error);
}

TEST(Partition, AnObserverSeesTheStageAndCanStopIt) {
  const auto g = planted_graph(4, 400, 8, 2);
  std::vector<double> fractions;
  const auto watch = [&](const Progress& p) {
    EXPECT_EQ(p.stage, Stage::readout);
    fractions.push_back(p.fraction);
    return true;
  };
  partition(g.graph, on_a_line(1600), distances(g), 4, {}, watch);
  EXPECT_TRUE(std::is_sorted(fractions.begin(), fractions.end()));
  EXPECT_EQ(fractions.front(), 0.0);
  EXPECT_EQ(fractions.back(), 1.0);
  int calls = 0;
  const auto stop = [&](const Progress&) { return ++calls < 3; };
  EXPECT_THROW(partition(g.graph, on_a_line(1600), distances(g), 4, {}, stop), Cancelled);
}

}  // namespace
}  // namespace gnac::detail
