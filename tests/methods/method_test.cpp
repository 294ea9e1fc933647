#include "methods/method.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <set>
#include <string>

#include "gnac/error.h"
#include "methods/cases.h"

namespace gnac::detail {
namespace {

/// Cheap settings, so that every odd case of every method runs quickly.
MethodOptions quick() {
  MethodOptions o;
  o.gnac.epochs = 3;
  o.gnac.burn_in = 1;
  o.gnac.max_steps = 8;
  return o;
}

void expect_exactly(int clusters, const MethodRun& run, std::int64_t n, const std::string& what) {
  ASSERT_EQ(std::ssize(run.labels), n) << what;
  std::int32_t next = 0;
  for (const auto label : run.labels) {
    ASSERT_TRUE(label >= 0 && label <= next) << what;
    next += label == next;
  }
  EXPECT_EQ(next, clusters) << what;
}

class EveryMethod : public testing::TestWithParam<std::string> {};

TEST_P(EveryMethod, GivesExactlyKOnOddCases) {
  const Points constant{.values = std::vector<double>(20, 3.5), .n = 10, .d = 2};
  Points column = normal_points(30, 3, 5);
  for (std::int64_t i = 0; i < column.n; ++i) column.values[i * 3 + 1] = -2;
  Points far = group_points(40, 2, 4, 1000, 3);
  for (auto& v : far.values) v = v * 1e3 + 1e6;
  const std::vector<std::pair<std::string, Points>> cases{
      {"two points", normal_points(2, 2, 1)},
      {"two equal points", {.values = {1, 1}, .n = 2, .d = 1}},
      {"all equal", constant},
      {"duplicates", normal_points(40, 2, 2, 1.0)},
      {"one column", normal_points(25, 1, 3)},
      {"a constant column", column},
      {"more columns than points", normal_points(6, 20, 4)},
      {"far from the origin", far},
  };
  Team team(2);
  for (const auto& [name, points] : cases) {
    for (const std::int64_t k : {std::int64_t{1}, std::int64_t{2}, points.n - 1, points.n}) {
      const int clusters = static_cast<int>(std::max<std::int64_t>(1, k));
      const std::string what = name + ", K=" + std::to_string(clusters);
      MethodRun run;
      ASSERT_NO_THROW(run = run_method(GetParam(), points, clusters, quick(), 7, team)) << what;
      expect_exactly(clusters, run, points.n, what);
    }
  }
}

TEST_P(EveryMethod, SameLabelsAtAnyThreadCountAndAgain) {
  const Points p = group_points(3000, 3, 4, 1.2, 9);
  Team one(1);
  const auto expected = run_method(GetParam(), p, 4, quick(), 17, one);
  expect_exactly(4, expected, p.n, "four groups");
  for (const int threads : {1, 2, 5}) {
    Team team(threads, {}, Team::Size::exact);
    EXPECT_EQ(run_method(GetParam(), p, 4, quick(), 17, team).labels, expected.labels)
        << threads << " threads";
  }
}

TEST_P(EveryMethod, FindsGroupsThatLieFarApart) {
  const Points p = group_points(400, 2, 3, 12, 6);
  Team team(2);
  Labels expected;
  for (std::int64_t i = 0; i < p.n; ++i) expected.push_back(static_cast<std::int32_t>(i % 3));
  MethodOptions options;
  options.gnac.epochs = 45;
  EXPECT_EQ(run_method(GetParam(), p, 3, options, 7, team).labels, expected);
}

TEST_P(EveryMethod, RefusesWhatCannotBeClustered) {
  Team team(1);
  Points p = normal_points(5, 2, 1);
  EXPECT_THROW(run_method(GetParam(), p, -1, {}, 7, team), Error);
  EXPECT_THROW(run_method(GetParam(), p, 6, {}, 7, team), Error);
  EXPECT_THROW(run_method(GetParam(), normal_points(1, 2, 1), 1, {}, 7, team), Error);
  p.values[7] = std::numeric_limits<double>::quiet_NaN();
  try {
    run_method(GetParam(), p, 2, {}, 7, team);
    FAIL() << "a NaN was accepted";
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find("row 4, column 2"), std::string::npos) << e.what();
  }
  p.values[7] = 1e200;  // its square is infinite
  EXPECT_THROW(run_method(GetParam(), p, 2, {}, 7, team), Error);
}

std::vector<std::string> names() {
  std::vector<std::string> all;
  for (const auto& info : method_table()) {
    if (info.takes_clusters) all.emplace_back(info.name);
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(Methods, EveryMethod, testing::ValuesIn(names()), [](const auto& test) {
  std::string name = test.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

TEST(MethodTable, DeterministicMethodsDoNotDependOnTheSeed) {
  const Points p = normal_points(300, 2, 12);
  Team team(2);
  for (const auto& info : method_table()) {
    if (info.stochastic || !info.takes_clusters) continue;
    std::set<Labels> seen;
    for (const std::uint64_t seed : {1, 2, 3}) {
      seen.insert(run_method(info.name, p, 7, quick(), seed, team).labels);
    }
    EXPECT_EQ(seen.size(), 1U) << info.name;
  }
}

TEST(MethodTable, EveryOptionReadsBackAndRefusesNonsense) {
  for (const auto& info : method_table()) {
    for (const auto& option : info.options) {
      MethodOptions options;
      const std::string value = method_option_text(options, option);
      set_method_option(options, info, option.name, value);
      EXPECT_EQ(method_option_text(options, option), value) << info.name << "." << option.name;
      EXPECT_THROW(set_method_option(options, info, option.name, "nonsense"), Error);
      EXPECT_THROW(set_method_option(options, info, option.name, ""), Error);
      EXPECT_THROW(set_method_option(options, info, option.name, "-1e300"), Error) << option.name;
      EXPECT_FALSE(option.help.empty());
    }
    MethodOptions options;
    EXPECT_THROW(set_method_option(options, info, "no_such_option", "1"), Error);
  }
}

TEST(MethodTable, OptionsOfGnacHaveTheWordsOfItsOwnTable) {
  MethodOptions options;
  const MethodInfo& gnac = method_info("gnac");
  for (const OptionInfo& info : option_table()) {
    if (info.name == "seed" || info.name == "threads" || info.name == "scale") continue;
    set_method_option(options, gnac, info.name, option_text(Options{}, info));
    for (const std::string_view word : info.choices) {
      set_method_option(options, gnac, info.name, word);
      EXPECT_EQ(option_text(options.gnac, info), word);
    }
  }
}

TEST(MethodTable, ErrorsSayWhatToDo) {
  MethodOptions options;
  const auto message = [&](auto&& call) -> std::string {
    try {
      call();
    } catch (const Error& e) {
      return e.what();
    }
    return "no error";
  };
  EXPECT_EQ(message([] { method_info("kmean"); }),
            "there is no method 'kmean'; did you mean 'kmeans'?");
  EXPECT_EQ(message([&] { set_method_option(options, method_info("kmeans"), "start", "3"); }),
            "the method kmeans has no option 'start'; it has starts, max_iterations, tolerance and "
            "max_clusters");
  EXPECT_EQ(message([&] { set_method_option(options, method_info("gnac"), "neighbours", "3"); }),
            "the method gnac has no option 'neighbours'; did you mean 'neighbors'?");
  EXPECT_EQ(message([&] { set_method_option(options, method_info("kmeans"), "starts", "2.5"); }),
            "option starts of kmeans cannot be '2.5'; give a whole number from 1 to 1048576");
  EXPECT_EQ(message([&] { set_method_option(options, method_info("ward"), "starts", "2"); }),
            "the method ward has no option 'starts'; it has no options");
}

TEST(MethodTable, SquareMemoryIsRefusedBeforehand) {
  const Points p = normal_points(600, 2, 1);
  MethodOptions options;
  options.gnac.memory_limit_gib = 1e-3;
  Team team(1);
  const auto refuses = [&](std::string_view name) {
    try {
      run_method(name, p, 2, options, 7, team);
    } catch (const MemoryError& e) {
      return std::string(e.what()).find("600 points needs about") != std::string::npos;
    }
    return false;
  };
  EXPECT_TRUE(refuses("average"));
  EXPECT_TRUE(refuses("complete"));
  EXPECT_FALSE(refuses("ward"));
  EXPECT_FALSE(refuses("spectral"));
  options.spectral.affinity = Affinity::rbf;
  EXPECT_TRUE(refuses("spectral"));
}

}  // namespace
}  // namespace gnac::detail
