#include "gnac/explain.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "explain/intervals.h"
#include "explain/terms.h"
#include "gnac/error.h"
#include "methods/cases.h"
#include "support/random.h"

namespace gnac::detail {
namespace {

/// Two groups of people: one earns about 30,000, the other about 70,000; age says nothing.
struct People {
  Points table;
  Model model;
  TextColumn colour;
  std::vector<std::string> texts;
};

People people() {
  constexpr std::int64_t kPeople = 200;
  Draws draws(5, Stream::generator);
  People out{.table = {{}, kPeople, 2}, .model = {}, .colour = {"colour", {}}, .texts = {}};
  for (std::int64_t i = 0; i < kPeople; ++i) {
    const bool rich = i % 2 == 1;
    out.table.values.push_back(40 + 5 * draws.normal());
    out.table.values.push_back((rich ? 70'000 : 30'000) + 3'000 * draws.normal());
    const bool red = rich == (draws.uniform() < 0.9);
    out.colour.values.emplace_back(red ? "red" : "blue");
    out.texts.emplace_back(rich ? "the yacht of the owner" : "the bus to the town");
  }
  Options options;
  options.scale = ScaleMode::standard;
  out.model = fit(out.table, 2, options);
  return out;
}

TEST(Explain, TellsWhatSetsAClusterApart) {
  const People p = people();
  const auto stories =
      explain(p.model, {.points = p.table, .columns = {"age", "income"}, .categories = {p.colour}});
  ASSERT_EQ(stories.size(), 2U);
  const ClusterStory& rich = stories[p.model.labels()[1]];
  EXPECT_EQ(rich.size, 100);
  ASSERT_GE(rich.traits.size(), 2U);
  EXPECT_EQ(rich.traits[0].condition.column, "income");
  EXPECT_EQ(condition_text(rich.traits[0].condition), "income above 50,000");
  EXPECT_EQ(rich.traits[0].share, 1.0);
  EXPECT_EQ(rich.traits[0].rest, 0.0);
  EXPECT_GT(rich.traits[0].strength, 5.0);
  EXPECT_EQ(condition_text(rich.traits[1].condition), "colour is red");
  EXPECT_NEAR(rich.traits[1].share, 0.9, 0.08);
  EXPECT_NEAR(rich.traits[1].strength, 1.8, 0.3) << "lift";
  for (const Trait& trait : rich.traits) EXPECT_NE(trait.condition.column, "age");
  ASSERT_EQ(rich.rule.size(), 1U);
  EXPECT_EQ(rich.precision, 1.0);
  EXPECT_EQ(rich.recall, 1.0);
  EXPECT_EQ(rich.name, "income above 50,000");
}

// A model remembers its table: the same words come without it, in the units of the table.
TEST(Explain, NeedsNoTableToSpeakOfItsUnits) {
  const People p = people();
  Points wide{{}, p.table.n, 4};
  for (std::int64_t i = 0; i < wide.n; ++i) {
    const bool red = p.colour.values[i] == "red";
    wide.values.insert(wide.values.end(),
                       {p.table.row(i)[0], p.table.row(i)[1], red ? 0.0 : 1.0, red ? 1.0 : 0.0});
  }
  TableRecipe recipe{.named = true};
  recipe.columns = {{.name = "age"},
                    {.name = "income"},
                    {.name = "colour", .kind = ColumnKind::category, .values = {"blue", "red"}}};
  for (const ScaleMode mode : {ScaleMode::table, ScaleMode::rank, ScaleMode::standard}) {
    Options options;
    options.scale = mode;
    const Model model = fit({.points = wide, .table = recipe}, 2, options);
    const ClusterStory rich = explain(model)[model.labels()[1]];
    ASSERT_GE(rich.traits.size(), 2U);
    std::vector<std::string> texts;
    for (const Trait& trait : rich.traits) texts.push_back(condition_text(trait.condition));
    EXPECT_EQ(std::ranges::count(texts, "income above 50,000"), 1) << to_string(mode);
    EXPECT_EQ(std::ranges::count(texts, "colour is red"), 1) << to_string(mode);
  }
}

// Outliers count for no cluster: the poor man's yacht and its words disappear from the rich.
TEST(Explain, RowsOfNoClusterAreOthers) {
  People p = people();
  std::vector<std::int32_t> labels = p.model.labels();
  for (int i = 1; i < 40; i += 2) {
    labels[i] = -1;
    p.texts[i] = "odd words";
  }
  const ClusterStory rich =
      explain(p.model, {.points = p.table, .texts = p.texts, .labels = labels})[labels[41]];
  EXPECT_EQ(rich.size, 80);
  EXPECT_NEAR(rich.traits[0].rest, 20.0 / 120, 1e-9);
  for (const std::int32_t row : rich.typical) EXPECT_GE(labels[row], 0);
  for (const Term& term : rich.terms) EXPECT_EQ(term.text.find("odd"), std::string::npos);
  EXPECT_THROW(explain(p.model, {.labels = std::vector<std::int32_t>(200, -1)}), Error);
}

TEST(Explain, WritesNumbersAndDatesAsPeopleDo) {
  EXPECT_EQ(condition_text({.column = "a", .low = 1234}), "a above 1234");
  EXPECT_EQ(condition_text({.column = "a", .high = -1234567.5}), "a below -1,234,567.5");
  EXPECT_EQ(condition_text({.column = "a", .low = 0.5, .high = 12000}), "a between 0.5 and 12,000");
  EXPECT_EQ(condition_text({.column = "joined", .low = 18687, .is_date = true}),
            "joined above 2021-03-01");
  EXPECT_EQ(trait_text({.condition = {.column = "plan", .category = "Premium", .is_category = true},
                        .share = 1,
                        .rest = 0.13}),
            "plan is Premium (100 %, rest 13 %)");
}

TEST(Explain, NamesTheMedoidAndDoubtfulRows) {
  const Points points = group_points(200, 2, 2, 4, 3);
  const Model model = fit(points, 2);
  const auto stories = explain(model);
  ASSERT_EQ(stories.size(), 2U);
  std::size_t doubtful = 0;
  for (const ClusterStory& story : stories) {
    std::int32_t medoid = -1;
    double least = 1e300;
    for (std::int32_t i = 0; i < 200; ++i) {
      if (model.labels()[i] != story.label) continue;
      double sum = 0;
      for (std::int32_t j = 0; j < 200; ++j) {
        const double d = euclidean(points, i, j);
        if (model.labels()[j] == story.label) sum += d * d;
      }
      if (sum < least) least = sum, medoid = i;
    }
    EXPECT_EQ(story.typical.front(), medoid);
    EXPECT_EQ(story.typical.size(), 3U);
    doubtful += story.doubtful.size();
    for (const std::int32_t row : story.doubtful) EXPECT_EQ(model.labels()[row], story.label);
  }
  EXPECT_GT(doubtful, 0U);
}

// A rule needs two conditions where one does not do: the middle square of nine.
TEST(Explain, JoinsConditionsToARule) {
  Points points{{}, 900, 2};
  Draws draws(2, Stream::generator);
  for (int i = 0; i < 900; ++i) {
    points.values.push_back(10 * (i % 3) + draws.uniform());
    points.values.push_back(10 * (i / 3 % 3) + draws.uniform());
  }
  const Model model = fit(points, 9);
  const auto stories = explain(model, {.points = points});
  const ClusterStory& middle = stories[model.labels()[4]];
  EXPECT_EQ(middle.rule.size(), 2U);
  EXPECT_EQ(middle.precision, 1.0);
  EXPECT_EQ(middle.recall, 1.0);
}

TEST(Explain, FindsWordsWithoutAListOfStopWords) {
  const People p = people();
  const auto stories = explain(p.model, {.texts = p.texts});
  const ClusterStory& rich = stories[p.model.labels()[1]];
  ASSERT_FALSE(rich.terms.empty());
  for (const Term& term : rich.terms) {
    EXPECT_EQ(term.text.find("the"), std::string::npos) << term.text;
    EXPECT_EQ(term.share, 1.0);
    EXPECT_EQ(term.rest, 0.0);
  }
  EXPECT_NE(rich.name.find("yacht"), std::string::npos) << rich.name;
}

TEST(Explain, WorksForOneClusterAndForGraphs) {
  const Points points = group_points(60, 3, 1, 0, 3);
  const auto one = explain(fit(points, 1));
  ASSERT_EQ(one.size(), 1U);
  EXPECT_TRUE(one[0].traits.empty());
  EXPECT_TRUE(one[0].rule.empty());
  const EdgeList ring = ring_edges(30);
  const auto stories = explain(fit({.points = {nullptr, 30, 0}, .edges = &ring}, 2));
  EXPECT_EQ(stories[0].size + stories[1].size, 30);
}

TEST(Explain, RefusesATableOfOtherRows) {
  const People p = people();
  const Points fewer = group_points(10, 2, 1, 0, 1);
  EXPECT_THROW(explain(p.model, {.points = fewer}), Error);
  EXPECT_THROW(explain(p.model, {.texts = {"one"}}), Error);
  EXPECT_THROW(explain(p.model, {.points = p.table, .columns = {"one"}}), Error);
  EXPECT_THROW(explain(p.model, {.labels = std::vector<std::int32_t>(200, 2)}), Error);
  EXPECT_THROW(explain(Model{}), Error);
  Points gap = p.table;
  gap.values[7] = std::numeric_limits<double>::quiet_NaN();  // it did not end
  EXPECT_THROW(explain(p.model, {.points = gap}), Error);
}

TEST(BestInterval, HasTheLargestSumAndShortEnds) {
  const std::vector<double> value{1, 2, 3, 4, 5, 6};
  const std::vector<std::int32_t> order{0, 1, 2, 3, 4, 5};
  const Interval middle = best_interval(order, value, std::vector<double>{-1, -1, 1, 1, -1, -1});
  EXPECT_TRUE(middle.low > 2 && middle.low <= 3) << middle.low;
  EXPECT_TRUE(middle.high > 4 && middle.high <= 5) << middle.high;
  const Interval above = best_interval(order, value, std::vector<double>{-1, -1, -1, 1, 1, 1});
  EXPECT_TRUE(std::isinf(above.high));
  EXPECT_EQ(short_number(49'321.7, 52'411.3), 50'000.0);
  EXPECT_EQ(short_number(0.1, std::nextafter(0.1, 1)), std::nextafter(0.1, 1));
}

TEST(Words, AreInLowerCaseAndKeepLettersBeyondAscii) {
  EXPECT_EQ(words_of("The Ärzte, a 2nd band!"),
            (std::vector<std::string>{"the", "Ärzte", "2nd", "band"}));
}

}  // namespace
}  // namespace gnac::detail
