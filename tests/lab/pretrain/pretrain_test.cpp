// Pre-training: a pure function of its options, even if killed, and at any number of threads.
#include "pretrain/pretrain.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <limits>

#include "automaton/draws.h"
#include "gnac/error.h"
#include "gnac/rule_file.h"
#include "pretrain/batch.h"
#include "pretrain/checkpoint.h"

namespace gnac::detail {
namespace {

PretrainOptions small_options() {
  PretrainOptions o;
  o.hidden = 6;
  o.width = 8;
  o.steps = 3;
  o.step_spread = 1;
  o.standardisation = 6;
  o.validation = 5;
  o.validate_every = 3;
  o.iterations = 9;
  o.batch = 2;
  o.problems.large_share = 0;
  o.problems.most_points = 200;
  return o;
}

class Folder {
 public:
  Folder()
      : path_(std::filesystem::temp_directory_path() /
              ("gnac-pretrain-" + std::to_string(::getpid()))) {
    std::filesystem::remove_all(path_);
    std::filesystem::create_directory(path_);
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  std::string file(const char* name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

std::string text_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST(Pretrain, TheRuleDoesNotDependOnTheNumberOfThreads) {
  Team one(1);
  Team three(3, {}, Team::Size::exact);
  const Pretrained a = pretrain(small_options(), {}, one);
  const Pretrained b = pretrain(small_options(), {}, three);
  EXPECT_EQ(rule_bytes(a.rule), rule_bytes(b.rule));
  ASSERT_EQ(a.records.size(), 3U);
  for (std::size_t r = 0; r < 3; ++r) {
    EXPECT_EQ(a.records[r].iteration, 3 * (static_cast<int>(r) + 1));
    EXPECT_EQ(a.records[r].training_loss, b.records[r].training_loss);
    EXPECT_EQ(a.records[r].validation_loss, b.records[r].validation_loss);
    EXPECT_EQ(a.records[r].work, b.records[r].work);
  }
}

// Stopped after each iteration and resumed: every kill leaves the last checkpoint, and what came
// after it is repeated.
TEST(Pretrain, AResumedRunEndsInTheSameBytes) {
  const Folder folder;
  const PretrainOptions o = small_options();
  Team plain(1);
  const Pretrained whole = pretrain(o, {}, plain);
  const PretrainFiles files{folder.file("rule"), folder.file("checkpoint"), folder.file("log"), 2};
  for (int stop = 1; stop < o.iterations; ++stop) {
    Team team(2, [&](const Progress& p) { return p.epoch != stop; });
    try {
      pretrain(o, files, team);
    } catch (const Cancelled&) {
    }
  }
  const Pretrained resumed = pretrain(o, files, plain);
  EXPECT_EQ(rule_bytes(resumed.rule), rule_bytes(whole.rule));
  EXPECT_EQ(text_of(files.rule), rule_bytes(whole.rule));
  ASSERT_EQ(resumed.records.size(), whole.records.size());
  for (std::size_t r = 0; r < whole.records.size(); ++r) {
    EXPECT_EQ(resumed.records[r].training_loss, whole.records[r].training_loss);
    EXPECT_EQ(resumed.records[r].validation_loss, whole.records[r].validation_loss);
    EXPECT_EQ(resumed.records[r].work, whole.records[r].work);
  }
  std::string log;
  for (const PretrainRecord& r : resumed.records) log += record_line(r);
  EXPECT_EQ(text_of(files.log), log);
  PretrainFiles elsewhere = files;  // nothing is left to train, but the rule is asked for again
  elsewhere.rule = folder.file("another");
  pretrain(o, elsewhere, plain);
  EXPECT_EQ(text_of(elsewhere.rule), rule_bytes(whole.rule));
}

// A batch says what its problems say, each by itself and each as loud.
TEST(Pretrain, ABatchLearnsTheMeanOfItsProblems) {
  PretrainOptions o = small_options();
  o.iterations = 1;
  o.validate_every = 1;
  o.step_spread = 0;
  Team team(2);
  const Pretrained trained = pretrain(o, {}, team);
  Rule rule = trained.rule;
  rule.values = initial_values(rule.shape, o.seed);
  std::vector<Lesson> lessons;
  PretrainWork work;
  Tape tape;
  for (std::uint64_t p = 0; p < 2; ++p) {
    const Prepared problem = prepare(o.seed, p, rule, o);
    lessons.push_back(learn(problem, rule, o.steps, tape));
    EXPECT_NEAR(lessons.back().loss, loss_of(problem, rule), 1e-6);
    work.points += static_cast<double>(problem.cells.n);
    work.edges += static_cast<double>(problem.cells.edge_count);
    work.edge_steps += static_cast<double>(problem.cells.edge_count) * (o.steps + 1);
  }
  EXPECT_EQ(trained.records.front().work, work);
  EXPECT_EQ(trained.records.front().training_loss, (lessons[0].loss + lessons[1].loss) / 2);
  const Lesson both = mean(lessons);
  ASSERT_EQ(both.gradient.size(), rule.values.size());
  for (std::size_t v = 0; v < both.gradient.size(); ++v) {
    EXPECT_DOUBLE_EQ(both.gradient[v], (lessons[0].gradient[v] + lessons[1].gradient[v]) / 2);
  }
}

TEST(Pretrain, ACheckpointOfOtherOptionsIsRefused) {
  const Folder folder;
  PretrainOptions o = small_options();
  o.iterations = 1;
  Team team(1);
  PretrainFiles files;
  files.checkpoint = folder.file("checkpoint");
  pretrain(o, files, team);
  o.seed = 8;
  try {
    pretrain(o, files, team);
    FAIL() << "resumed a run with another seed";
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find("seed = 7"), std::string::npos) << e.what();
  }
}

TEST(Pretrain, ATamperedCheckpointIsRefused) {
  const PretrainOptions o = small_options();
  PretrainState state;
  state.rule.values = {1, 2, 3};
  state.optimiser = AdamW(3);
  const auto refused = [&](const PretrainState& tampered) {
    try {
      parse_checkpoint(checkpoint_bytes(tampered, o), "f", o);
    } catch (const Error& e) {
      return std::string(e.what()).find("is damaged") != std::string::npos;
    }
    return false;
  };
  EXPECT_FALSE(refused(state));
  PretrainState tampered = state;
  tampered.optimiser.first.resize(1);  // would be read beyond its end
  EXPECT_TRUE(refused(tampered));
  tampered = state;
  tampered.optimiser.second.resize(4);
  EXPECT_TRUE(refused(tampered));
  tampered = state;
  tampered.iteration = -1;
  EXPECT_TRUE(refused(tampered));
  tampered = state;
  tampered.loss_sum = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(refused(tampered));
  // Right in itself, and of another rule: found when a run would go on from it.
  const Folder folder;
  PretrainFiles files;
  files.checkpoint = folder.file("checkpoint");
  std::ofstream(files.checkpoint, std::ios::binary) << checkpoint_bytes(state, o);
  Team team(1);
  EXPECT_THROW(pretrain(o, files, team), Error);
}

TEST(Pretrain, LowersTheLossOnProblemsItNeverSaw) {
  PretrainOptions o = small_options();
  o.hidden = 8;
  o.width = 16;
  o.iterations = 60;
  o.validate_every = 20;
  o.validation = 20;
  o.standardisation = 30;
  o.batch = 4;
  Team team(2);
  const Pretrained trained = pretrain(o, {}, team);
  // An edge function that knows nothing has 2·log 2 on problems with kept and cut edges.
  EXPECT_LT(trained.records.back().validation_loss, 1.0);
  EXPECT_LT(trained.records.back().validation_loss, trained.records.front().validation_loss);
}

TEST(Pretrain, ARuleForGraphsWithoutCoordinatesIsTrainedAlike) {
  PretrainOptions o = small_options();
  o.features = FeatureSet::graph;
  o.steps = 0;
  o.step_spread = 0;
  Team team(1);
  const Rule rule = pretrain(o, {}, team).rule;
  EXPECT_EQ(rule.feature_set, "graph");
  EXPECT_EQ(rule.shape.features, std::ssize(cell_feature_names(FeatureSet::graph)));
  EXPECT_EQ(rule.shape.edge_features, std::ssize(edge_feature_names(FeatureSet::graph)));
}

TEST(Pretrain, AHiddenFeatureHasNoSay) {
  PretrainOptions o = small_options();
  o.hide = {"length", "ball", "degree"};
  Team team(1);
  const Rule blind = pretrain(o, {}, team).rule;
  o.hide.clear();
  const Rule seeing = pretrain(o, {}, team).rule;
  // The loss of a problem whose hidden features are shuffled is the same to the blind rule only.
  const auto loss = [&](const Rule& rule, bool shuffled) {
    MeasuredProblem m = measure_problem(o.seed, 3, o);
    const auto reverse = [&](std::vector<float>& rows, std::span<const std::string_view> names,
                             std::string_view hide) {
      const auto columns = names.size();
      const auto last = rows.size() / columns - 1;
      for (std::size_t c = 0; c < columns; ++c) {
        if (!names_feature(hide, names[c])) continue;
        for (std::size_t r = 0; 2 * r < last; ++r)
          std::swap(rows[r * columns + c], rows[(last - r) * columns + c]);
      }
    };
    if (shuffled) {
      reverse(m.features.edge, edge_feature_names(o.features), "length");
      reverse(m.features.edge, edge_feature_names(o.features), "ball");
      reverse(m.features.cell, cell_feature_names(o.features), "degree");
    }
    Prepared problem;
    problem.cells = lay_out(m.graph, FeatureView{m.features.cell, m.features.edge}, rule, team);
    problem.targets = edge_targets(problem.cells, m.problem.labels);
    return loss_of(problem, rule);
  };
  EXPECT_EQ(loss(blind, true), loss(blind, false));
  EXPECT_NE(loss(seeing, true), loss(seeing, false));
  o.hide = {"lenght"};
  EXPECT_THROW(validate(o), Error);
  o.hide = {""};
  EXPECT_THROW(validate(o), Error);
}

TEST(Pretrain, FeaturesAreStandardisedOverTheFirstProblems) {
  PretrainOptions o = small_options();
  o.standardisation = 20;
  o.iterations = 1;
  Team team(2);
  const Rule rule = pretrain(o, {}, team).rule;
  const int columns = rule.shape.features;
  std::vector<double> sum(columns), square(columns);
  double rows = 0;
  for (int p = 0; p < o.standardisation; ++p) {
    const MeasuredProblem m = measure_problem(o.seed, static_cast<std::uint64_t>(p), o);
    for (std::size_t q = 0; q < m.features.cell.size(); ++q) {
      const auto c = q % columns;
      const double x = (m.features.cell[q] - rule.cell.mean[c]) / rule.cell.deviation[c];
      sum[c] += x;
      square[c] += x * x;
    }
    rows += static_cast<double>(m.graph.nodes);
  }
  for (int c = 0; c < columns; ++c) {
    EXPECT_NEAR(sum[c] / rows, 0, 1e-4);
    EXPECT_LT(square[c] / rows, 1.001);
    EXPECT_GT(square[c] / rows, 0.8);  // a little is added to each deviation
  }
}

TEST(Pretrain, NeighboursAreDrawnPerProblem) {
  std::vector<int> seen(40);
  for (std::uint64_t index = 0; index < 3000; ++index) ++seen[problem_neighbors(7, index)];
  int within = 0;
  for (int k = 8; k <= 20; ++k) {
    EXPECT_GT(seen[k], 100) << k;
    within += seen[k];
  }
  EXPECT_NEAR(within, 2700, 100);
  EXPECT_EQ(seen[4], 0);
  EXPECT_EQ(seen[31], 0);
}

TEST(Pretrain, OptionsOutOfRangeAreRefused) {
  PretrainOptions o;
  o.batch = 0;
  EXPECT_THROW(validate(o), Error);
  o = {};
  o.step_spread = 9;
  EXPECT_THROW(validate(o), Error);
  o = {};
  o.seed = o.validation_seed;
  EXPECT_THROW(validate(o), Error);
  Team team(1);
  PretrainFiles files;
  files.checkpoint_every = 0;
  EXPECT_THROW(pretrain(small_options(), files, team), Error);
}

}  // namespace
}  // namespace gnac::detail
