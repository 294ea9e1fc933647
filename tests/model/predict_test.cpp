#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "automaton/draws.h"
#include "automaton/train.h"
#include "gnac/error.h"
#include "gnac/model.h"
#include "graph/attach.h"
#include "graph/knn.h"
#include "graph/nearest.h"
#include "graph/symmetrise.h"
#include "io/message.h"
#include "io/safetensors.h"
#include "io/table_recipe.h"
#include "methods/cases.h"
#include "model/fit.h"
#include "model/joined_cells.h"
#include "model/vote.h"
#include "twins/twin.h"

namespace gnac::detail {
namespace {

Options quick_options() {
  Options options = Options::paper();
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

Model fit_quickly(const Points& points, int clusters, Options options = quick_options()) {
  options.scale = ScaleMode::none;
  return fit(points, clusters, options);
}

Prediction predict(const Model& model, PointsView points, const Observer& observer = {}) {
  return Predictor(model, observer).predict(points, observer);
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
    const Metric metric = *rc::gen::element(Metric::euclidean, Metric::manhattan);
    const NeighborLists lists = nearest(of, index_fitted(among, {}, metric), k, team);
    for (std::int64_t i = 0; i < of.n; ++i) {
      std::vector<std::pair<double, std::int32_t>> all;
      for (std::int64_t j = 0; j < n; ++j) {
        all.emplace_back(separation(metric, of.row(i).data(), among.row(j).data(), d),
                         static_cast<std::int32_t>(j));
      }
      std::sort(all.begin(), all.end());
      RC_ASSERT(lists.size(i) == std::min<std::int64_t>(k, n));
      for (std::int64_t a = 0; a < lists.size(i); ++a) {
        RC_ASSERT(lists.indices(i)[a] == all[a].second);
        RC_ASSERT(lists.distances(i)[a] == distance_of(metric, all[a].first));
      }
    }
  }));
}

TEST(Attach, OnePointHasTheTiesOfTheGraphThatHoldsIt) {
  const int k = 5;
  Options options = Options::paper();
  options.neighbors = k;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Points all = normal_points(40, 2, seed);
    const Points fitted{{all.values.begin(), all.values.end() - 2}, 39, 2};
    const Points one{{all.values.end() - 2, all.values.end()}, 1, 2};
    Team team(1);
    const NeighborLists lists = knn(fitted, k, team);
    const NeighborLists ties = nearest(one, index_fitted(fitted, {}, Metric::euclidean), k, team);
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
  Team team(2);
  Model model;
  model.options = options;
  model.points = fitted;
  model.graph = symmetrise(knn(fitted, options.neighbors, team), team);
  model.rule = initial_rule(options, 3);
  model.rule.values = initial_values(model.rule.shape, 5);
  model.evolution.steps = 1;
  const Rule& rule = model.rule;
  const NeighborLists ties =
      nearest(points, index_fitted(fitted, {}, Metric::euclidean), options.neighbors, team);
  const Attachment attachment =
      attach(fitted, model.graph.lists, points, ties, options.neighbors, team);
  Trajectory known;
  known.columns = rule.shape.hidden + rule.shape.domain;
  replay_published(model, team,
                   [&](int, const std::vector<float>& states) { known.steps.push_back(states); });
  const std::vector<float> found = join_published(model, known, attachment, team);

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
  const std::vector<std::int32_t> labels{0, 0, 1, 1, 1};
  NeighborLists ties;
  ties.offset = {0, 3, 5};
  ties.index = {0, 2, 3, 1, 2};
  ties.distance = {1, 1, 1, 1, 1};
  // The first: 0 with 3/4 against 1 with 1 + 1/4. The second: a tie that goes to the nearer, listed
  // first.
  const std::vector<double> affinity{0.75, 1, 0.25, 1, 1};
  Team team(1);
  EXPECT_EQ(vote(ties, affinity, labels, team), (Labels{1, 0}));
}

TEST(Vote, RanksAsTheReadoutDoes) {
  const std::vector<double> known{1, 2, 3, 4, 5};
  const Ranking ranking(known);
  EXPECT_EQ(ranking.affinity(0.5), 1);
  EXPECT_EQ(ranking.affinity(3), 0.5);
  EXPECT_EQ(ranking.affinity(9), 1e-6);
}

/// Every promise must hold for a rule trained on the points and for the one that ships.
class Predict : public ::testing::TestWithParam<RuleSource> {
 protected:
  static Options options() {
    Options options = quick_options();
    options.rule = GetParam();
    return options;
  }
};

TEST_P(Predict, FittedPointsHaveTheirLabelsAndStates) {
  const Points points = group_points(200, 3, 4, 3, 1);
  const Model model = fit_quickly(points, 4, options());
  const Prediction found = predict(model, points);
  EXPECT_EQ(found.labels, model.labels());
  EXPECT_EQ(found.states, model.evolution.states);
  const Prediction some = predict(model, chosen(points, {5, 199, 5}));
  EXPECT_EQ(some.labels, (Labels{model.labels()[5], model.labels()[199], model.labels()[5]}));
}

TEST_P(Predict, DuplicatesWithDifferentLabelsKeepTheirOwn) {
  const Points points{std::vector<double>(12, 1.0), 6, 2};
  const Model model = fit_quickly(points, 4, options());
  EXPECT_EQ(predict(model, points).labels, model.labels());
}

TEST_P(Predict, AskingInPartsOrInAnotherOrderChangesNothing) {
  const Model model = fit_quickly(group_points(300, 4, 3, 4, 1), 3, options());
  const Points points = group_points(20, 4, 3, 4, 2);
  const Predictor predictor(model);
  const Prediction whole = predictor.predict(points);
  const auto columns = std::ssize(whole.states) / points.n;
  for (std::int64_t i = 0; i < points.n; ++i) {
    const Prediction one = predictor.predict(chosen(points, {i}));
    EXPECT_EQ(one.labels[0], whole.labels[i]);
    for (std::int64_t c = 0; c < columns; ++c)
      EXPECT_NEAR(one.states[c], whole.states[i * columns + c], 1e-4);
  }
}

TEST_P(Predict, ThreadsDoNotMatter) {
  if (processors() < 2) GTEST_SKIP() << "there is one processor, so there is one thread";
  Model model = fit_quickly(group_points(400, 4, 3, 4, 1), 3, options());
  const Points points = group_points(300, 4, 3, 4, 2);
  model.options.threads = 1;
  const Prediction one = predict(model, points);
  model.options.threads = 2;
  const Prediction two = predict(model, points);
  ASSERT_EQ(std::ssize(one.labels), points.n);
  EXPECT_EQ(one.labels, two.labels);
  EXPECT_EQ(one.states, two.states);
}

TEST_P(Predict, GroupsFarApartAreNeverMixed) {
  const Model model = fit_quickly(group_points(120, 2, 3, 50, 1), 3, options());
  const Points points = shifted(group_points(60, 2, 3, 50, 9), 0.5);
  const Prediction found = predict(model, points);
  for (std::int64_t i = 0; i < points.n; ++i) EXPECT_EQ(found.labels[i], model.labels()[i % 3]);
}

TEST_P(Predict, RefusesWhatDoesNotFit) {
  const Model model = fit_quickly(group_points(30, 2, 3, 9, 1), 3, options());
  EXPECT_THROW(predict(model, normal_points(5, 3, 1)), Error);
  Points bad = normal_points(5, 2, 1);
  bad.values[3] = std::nan("");
  EXPECT_THROW(predict(model, bad), Error);
}

TEST_P(Predict, StopsOnRequest) {
  const Model model = fit_quickly(group_points(100, 2, 3, 9, 1), 3, options());
  const auto stop = [](const Progress& progress) { return progress.stage == Stage::graph; };
  EXPECT_THROW(predict(model, group_points(10, 2, 3, 9, 2), stop), Cancelled);
}

TEST_P(Predict, AModelFromItsFilePredictsTheSame) {
  const Model model = fit_quickly(group_points(150, 3, 3, 4, 1), 3, options());
  const Model read = parse_model(model_bytes(model), "a file");
  EXPECT_EQ(read.labels(), model.labels());
  EXPECT_EQ(read.graph.edges, model.graph.edges);
  EXPECT_EQ(read.graph.geometry, model.graph.geometry);
  EXPECT_EQ(read.evolution.conductance, model.evolution.conductance);
  EXPECT_EQ(read.training.history.size(), model.training.history.size());
  EXPECT_EQ(model_bytes(read), model_bytes(model));
  const Points points = group_points(40, 3, 3, 4, 2);
  EXPECT_EQ(predict(read, points).labels, predict(model, points).labels);
}

INSTANTIATE_TEST_SUITE_P(Rules, Predict,
                         ::testing::Values(RuleSource::train, RuleSource::universal),
                         [](const auto& rule) { return std::string(to_string(rule.param)); });

TEST(Model, AnotherNumberOfClustersNeedsNoNewFit) {
  const Points points = group_points(200, 2, 4, 4, 3);
  for (const RuleSource rule : {RuleSource::universal, RuleSource::none}) {
    Options options = quick_options();
    options.rule = rule;
    const Model model = fit_quickly(points, 4, options);
    for (const int k : {1, 2, 7, 200})
      EXPECT_EQ(partition(model, k).labels, fit_quickly(points, k, options).labels()) << k;
  }
}

TEST(Model, AnAlteredFileIsRefused) {
  const Model model = fit_quickly(group_points(40, 2, 2, 9, 1), 2);
  const std::string bytes = model_bytes(model);
  for (std::size_t size : {std::size_t{0}, bytes.size() / 3, bytes.size() - 1})
    EXPECT_THROW(parse_model(bytes.substr(0, size), "a file"), Error);
  std::string wrong = bytes;
  wrong.replace(wrong.find("gnac-model"), 10, "gnac-modem");
  EXPECT_THROW(parse_model(wrong, "a file"), Error);
}

TEST(Model, KeepsItsCategories) {
  Points points = group_points(40, 3, 2, 9, 1);
  for (std::int64_t i = 0; i < points.n; ++i) {  // the last two columns are indicators
    points.values[3 * i + 1] = i % 2 == 0 ? 1 : 0;
    points.values[3 * i + 2] = i % 2 == 0 ? 0 : 1;
  }
  TableRecipe table{.named = true};
  table.columns.push_back({.name = "size", .place = 1, .mean = 0.1, .median = 1e-300});
  table.columns.push_back({.name = "kind",
                           .place = 0,
                           .kind = ColumnKind::category,
                           .values = {"<a>", "ü"},
                           .mode = "ü"});
  table.rows = {0.5, 1, 0, kNoValue, 0, 1};  // by which gaps are filled
  const Model model = fit({.points = points, .table = table}, 2);
  EXPECT_GE(model.scaling.divisor[1], 1);
  EXPECT_EQ(model.scaling.divisor[1], model.scaling.divisor[2]);
  EXPECT_EQ(model.scaling.centre[2], 0);
  const std::string bytes = model_bytes(model);
  EXPECT_EQ(parse_model(bytes, "a file").table, table);
  std::string wrong = bytes;  // no longer in order
  wrong.replace(wrong.find("<a>"), 3, "\xc3\xbf>");
  EXPECT_THROW(parse_model(wrong, "a file"), Error);
  table.rows.pop_back();
  EXPECT_THROW(model_bytes(fit({.points = points, .table = table}, 2)), Error);
  table.rows.clear();
  table.columns[1].values = {"a", "b", "c", "d"};
  EXPECT_THROW(fit({.points = points, .table = table}, 2), Error);
}

// A flipped bit in a coordinate or an option would otherwise only change answers.
TEST(Model, AnAlteredByteIsRefused) {
  const std::string bytes = model_bytes(fit(group_points(40, 2, 2, 9, 1), 2));
  for (std::size_t at = 0; at < bytes.size(); at += 97) {
    std::string wrong = bytes;
    wrong[at] = static_cast<char>(wrong[at] ^ 4);
    EXPECT_THROW(parse_model(wrong, "a file"), Error) << "byte " << at;
  }
  std::string last = bytes;
  last.back() = static_cast<char>(last.back() ^ 1);
  EXPECT_EQ(message_of([&] { parse_model(last, "m"); }),
            "m was altered after gnac wrote it: its checksum does not match; copy it again, or fit "
            "again");
}

// Files of before recipes name their categories and nothing else.
TEST(Model, OlderFilesAreReadWithTheirCategories) {
  Points points = group_points(40, 3, 2, 9, 1);
  for (std::int64_t i = 0; i < points.n; ++i) {
    points.values[3 * i + 1] = i % 2 == 0 ? 1 : 0;
    points.values[3 * i + 2] = i % 2 == 0 ? 0 : 1;
  }
  TableRecipe table;
  table.columns.emplace_back();
  table.columns.push_back({.name = "kind", .kind = ColumnKind::category, .values = {"a", "b"}});
  const Model model = fit({.points = points, .table = table}, 2);
  TensorFile file = parse_safetensors(model_bytes(model), "a file");
  file.metadata.erase("checksum");
  file.metadata.erase("table");
  file.metadata.erase("confidence.open");
  file.metadata["categories"] = R"([["kind",["a","b"]]])";
  const Model old = parse_model(safetensors_bytes(file), "a file");
  EXPECT_EQ(old.table, table);
  EXPECT_EQ(Predictor(old).predict(points).labels, model.labels());
  file.metadata.erase("categories");
  const Model older = parse_model(safetensors_bytes(file), "a file");
  EXPECT_EQ(older.table.columns.size(), 3u);
  EXPECT_FALSE(older.table.named);
}

TEST(Model, OfAnotherVersionIsRefused) {
  TensorFile file = parse_safetensors(model_bytes(fit(group_points(40, 2, 2, 9, 1), 2)), "a file");
  file.metadata["version"] = "999";
  EXPECT_EQ(message_of([&] {
              parse_model(safetensors_bytes(file), "a file");
            }).find("a file is a model file of version '999', but this program reads version "),
            0U);
}

TEST(Model, AGraphWithoutCoordinatesIsEnough) {
  EdgeList list{.nodes = 40, .from = {}, .to = {}, .distance = {}};
  for (int i = 0; i < 40; ++i) {
    for (int j = 0; j < 40; ++j) {
      if (i == j || (i < 20) != (j < 20)) continue;
      list.from.push_back(i);
      list.to.push_back(j);
      list.distance.push_back(1 + 0.01 * std::abs(i - j));
    }
  }
  list.from.push_back(19);
  list.to.push_back(20);
  list.distance.push_back(3);
  const Model model = fit({.points = {nullptr, 40, 0}, .edges = &list}, 2);
  for (int i = 0; i < 40; ++i) EXPECT_EQ(model.labels()[i], i < 20 ? 0 : 1);
  EXPECT_THROW(Predictor{model}, Error) << "a new point has no place in a graph of its own";
}

TEST(Model, LabelsAloneNeedNoRuleWhereComponentsAreTheAnswer) {
  const Points points = group_points(60, 2, 3, 1000, 1);
  Team team(1);
  const Model model = fit_on({.points = points}, 3, quick_options(), team, {.labels_only = true});
  EXPECT_TRUE(model.training.history.empty());
  EXPECT_TRUE(model.partition.by_components);
  EXPECT_EQ(model.labels(), fit(points, 3, quick_options()).labels());
}

}  // namespace
}  // namespace gnac::detail
