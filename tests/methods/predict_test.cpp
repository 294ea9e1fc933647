#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "automaton/draws.h"
#include "automaton/twin.h"
#include "gnac/cluster.h"
#include "gnac/error.h"
#include "graph/attach.h"
#include "graph/knn.h"
#include "graph/nearest.h"
#include "graph/symmetrise.h"
#include "methods/cases.h"
#include "methods/predict/join.h"
#include "methods/predict/vote.h"

namespace gnac {
namespace {

Options quick_options() {
  Options options;
  options.neighbors = 6;
  options.hidden = 8;
  options.width = 8;
  options.epochs = 6;
  options.burn_in = 2;
  options.rollout = 4;
  options.tail = 2;
  options.max_steps = 8;
  options.kmeans_starts = 3;
  options.threads = 1;
  return options;
}

struct Fit {
  Points points;
  Options options;
  Result result;
  Fitted fitted() const {
    return {points, result.labels, result.evolution.domain, result.evolution.steps};
  }
  const Rule& rule() const { return result.training.rule; }
};

Fit fit(Points points, int clusters, const Options& options = quick_options()) {
  Fit out{std::move(points), options, {}};
  out.result = cluster(out.points, clusters, options);
  return out;
}

Points shifted(const Points& points, double by) {
  Points out = points;
  for (double& value : out.values) value += by;
  return out;
}

Points chosen(const Points& points, const std::vector<std::int64_t>& rows) {
  Points out{{}, std::ssize(rows), points.d};
  for (const std::int64_t row : rows) {
    out.values.insert(out.values.end(), points.row(row).begin(), points.row(row).end());
  }
  return out;
}

TEST(Nearest, EqualsBruteForceWithTiesAndDuplicates) {
  EXPECT_TRUE(rc::check([] {
    const auto n = *rc::gen::inRange<std::int64_t>(1, 120);
    const auto d = *rc::gen::inRange<std::int64_t>(1, 6);
    const int k = *rc::gen::inRange(1, 30);
    const Points among = normal_points(n, d, *rc::gen::inRange(0, 1000), 0.5);
    const Points of = normal_points(20, d, *rc::gen::inRange(0, 1000), 0.5);
    Team team(2);
    const NeighbourLists lists = nearest(of, index_fitted(among, {}), k, team);
    for (std::int64_t i = 0; i < of.n; ++i) {
      std::vector<std::pair<double, std::int32_t>> all;
      for (std::int64_t j = 0; j < n; ++j) {
        all.emplace_back(squared_distance(of.row(i).data(), among.row(j).data(), d),
                         static_cast<std::int32_t>(j));
      }
      std::sort(all.begin(), all.end());
      RC_ASSERT(lists.size(i) == std::min<std::int64_t>(k, n));
      for (std::int64_t a = 0; a < lists.size(i); ++a) {
        RC_ASSERT(lists.indices(i)[a] == all[a].second);
        RC_ASSERT(lists.distances(i)[a] == std::sqrt(all[a].first));
      }
    }
  }));
}

TEST(Attach, OnePointHasTheTiesOfTheGraphThatHoldsIt) {
  const int k = 5;
  Options options;
  options.neighbors = k;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Points all = normal_points(40, 2, seed);
    const Points fitted{{all.values.begin(), all.values.end() - 2}, 39, 2};
    const Points one{{all.values.end() - 2, all.values.end()}, 1, 2};
    Team team(1);
    const NeighbourLists lists = knn(fitted, k, team);
    const NeighbourLists ties = nearest(one, index_fitted(fitted, {}), k, team);
    const Attachment found = attach(fitted, lists, one, ties, k, team);
    ASSERT_EQ(std::ssize(found.graph.edges), k);
    const Graph whole = build_graph(all, options);
    for (std::size_t e = 0; e < found.graph.edges.size(); ++e) {
      const Edge edge{found.hosts[found.graph.edges[e].i], 39};
      const auto at = std::lower_bound(whole.edges.begin(), whole.edges.end(), edge);
      ASSERT_TRUE(at != whole.edges.end() && *at == edge);
      const auto w = at - whole.edges.begin();
      EXPECT_EQ(found.graph.distance[e], whole.distance[w]);
      EXPECT_EQ(found.graph.geometry[e][2], whole.geometry[w][2]) << "mutual";
    }
  }
}

TEST(Join, OneStepEqualsTheTwin) {
  Options options = quick_options();
  options.rollout = 1;
  options.tail = 1;
  const Points fitted = normal_points(60, 3, 1);
  const Points points = normal_points(17, 3, 2);
  Rule rule;
  rule.shape = {3, options.hidden, options.domain, options.seed_dim, options.width};
  rule.values = initial_values(rule.shape, 5);
  Team team(2);
  const NeighbourLists lists = knn(fitted, options.neighbors, team);
  const NeighbourLists ties = nearest(points, index_fitted(fitted, {}), options.neighbors, team);
  const Attachment attachment = attach(fitted, lists, points, ties, options.neighbors, team);
  const std::vector<float> found =
      evolve_joined(rule, fitted, symmetrise(lists, team), attachment, 1, options, team);

  // Hosts start from the seeds that they have in the fit, new cells from zero.
  std::vector<std::int32_t> all(60);
  std::iota(all.begin(), all.end(), 0);
  std::vector<float> drawn(60 * rule.shape.seed_dim);
  draw_seeds(drawn.data(), all, rule.shape.seed_dim, options.seed, Stream::inference, 0, team);
  std::vector<double> xi(attachment.points.n * rule.shape.seed_dim, 0.0);
  for (std::size_t h = 0; h < attachment.hosts.size(); ++h) {
    for (int c = 0; c < rule.shape.seed_dim; ++c) {
      xi[h * rule.shape.seed_dim + c] = drawn[attachment.hosts[h] * rule.shape.seed_dim + c];
    }
  }
  const std::vector<double> values(rule.values.begin(), rule.values.end());
  const TwinEpoch twin =
      twin_epoch(rule.shape, values, attachment.graph, attachment.points, xi, {}, options);
  const std::size_t skip = attachment.hosts.size() * rule.shape.domain;
  ASSERT_EQ(found.size() + skip, twin.states[1].z.size());
  for (std::size_t v = 0; v < found.size(); ++v) {
    EXPECT_NEAR(found[v], twin.states[1].z[skip + v], 1e-5);
  }
}

TEST(Vote, TheLabelWithTheLargestSumOfAffinityWins) {
  // Fitted edges of domain length 1, 2, 3, 4: a tie of length t has affinity 1 - (shorter ones)/4.
  Graph graph;
  graph.edges = {{0, 1}, {1, 2}, {2, 3}, {3, 4}};
  const std::vector<float> line{0, 1, 3, 6, 10};
  const std::vector<std::int32_t> labels{0, 0, 1, 1, 1};
  NeighbourLists ties;
  ties.offset = {0, 3, 5};
  ties.index = {0, 2, 3, 1, 2};
  ties.distance = {1, 1, 1, 1, 1};
  // The first, at 2: 0 (length 2, affinity 3/4) against 1 (lengths 1 and 4, 1 + 1/4).
  // The second, at 2: 0 and 1 both of length 1, a tie that goes to the nearer, listed first.
  const std::vector<float> states{2, 2};
  Team team(1);
  EXPECT_EQ(vote(graph, {line, 1}, labels, ties, {states, 1}, team), (Labels{1, 0}));
}

TEST(Predict, FittedPointsHaveTheirLabelsAndStates) {
  const Fit f = fit(group_points(200, 3, 4, 3, 1), 4);
  const Prediction found = predict(f.rule(), f.fitted(), f.points, f.options);
  EXPECT_EQ(found.labels, f.result.labels);
  EXPECT_EQ(found.domain, f.result.evolution.domain);
  const Prediction some = predict(f.rule(), f.fitted(), chosen(f.points, {5, 199, 5}), f.options);
  EXPECT_EQ(some.labels, (Labels{f.result.labels[5], f.result.labels[199], f.result.labels[5]}));
}

TEST(Predict, DuplicatesWithDifferentLabelsKeepTheirOwn) {
  const Fit f = fit(Points{std::vector<double>(12, 1.0), 6, 2}, 4);
  EXPECT_EQ(predict(f.rule(), f.fitted(), f.points, f.options).labels, f.result.labels);
}

TEST(Predict, AskingInPartsOrInAnotherOrderChangesNothing) {
  const Fit f = fit(group_points(300, 4, 3, 4, 1), 3);
  const Points points = group_points(20, 4, 3, 4, 2);
  const Prediction whole = predict(f.rule(), f.fitted(), points, f.options);
  for (std::int64_t i = 0; i < points.n; ++i) {
    const Prediction one = predict(f.rule(), f.fitted(), chosen(points, {i}), f.options);
    EXPECT_EQ(one.labels[0], whole.labels[i]);
    for (int c = 0; c < 8; ++c) EXPECT_NEAR(one.domain[c], whole.domain[i * 8 + c], 1e-4);
  }
}

TEST(Predict, ThreadsDoNotMatter) {
  Fit f = fit(group_points(400, 4, 3, 4, 1), 3);
  const Points points = group_points(300, 4, 3, 4, 2);
  f.options.threads = 1;
  const Prediction one = predict(f.rule(), f.fitted(), points, f.options);
  f.options.threads = 3;
  const Prediction three = predict(f.rule(), f.fitted(), points, f.options);
  EXPECT_EQ(one.labels, three.labels);
  EXPECT_EQ(one.domain, three.domain);
}

TEST(Predict, GroupsFarApartAreNeverMixed) {
  const Fit f = fit(group_points(120, 2, 3, 50, 1), 3);
  const Points points = shifted(group_points(60, 2, 3, 50, 9), 0.5);
  const Prediction found = predict(f.rule(), f.fitted(), points, f.options);
  for (std::int64_t i = 0; i < points.n; ++i) {
    EXPECT_EQ(found.labels[i], f.result.labels[i % 3]);
  }
}

TEST(Predict, RefusesWhatDoesNotFit) {
  const Fit f = fit(group_points(30, 2, 3, 9, 1), 3);
  EXPECT_THROW(predict(f.rule(), f.fitted(), normal_points(5, 3, 1), f.options), Error);
  Points bad = normal_points(5, 2, 1);
  bad.values[3] = std::nan("");
  EXPECT_THROW(predict(f.rule(), f.fitted(), bad, f.options), Error);
  Fitted short_of_labels = f.fitted();
  short_of_labels.labels = short_of_labels.labels.first(3);
  EXPECT_THROW(predict(f.rule(), short_of_labels, f.points, f.options), Error);
}

TEST(Predict, StopsOnRequest) {
  const Fit f = fit(group_points(100, 2, 3, 9, 1), 3);
  const Points points = group_points(10, 2, 3, 9, 2);
  const auto stop = [](const Progress& progress) { return progress.stage == Stage::graph; };
  EXPECT_THROW(predict(f.rule(), f.fitted(), points, f.options, stop), Cancelled);
}

}  // namespace
}  // namespace gnac
