// Real-life tables: missing values, and the input table with the answer added.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "metrics/agreement.h"
#include "samples.h"
#include "support/random.h"

namespace gnac::detail::test {
namespace {

class Tables : public testing::Test {
 protected:
  Folder folder;
  std::string data = folder.write("t.csv",
                                  "name,x,y\n\"a, b\",0,0\nc,1,NA\nd,0,1\ne,50,0\nf,51,\ng,nan,1\n"
                                  "h,52,3\ni,49,2\nj,1,1\n");
  std::string truth = folder.write("truth", "0\n0\n0\n1\n1\n1\n1\n1\n0\n");

  Outcome fit(Args more) const {
    Args args = {"fit", data, "-k", "2", "--id-column", "name"};
    args.insert(args.end(), more.begin(), more.end());
    return gnac(args);
  }
};

TEST_F(Tables, MissingValuesCanBeRefused) {
  const Outcome run = fit({"--missing", "refuse"});
  EXPECT_EQ(run.code, 2);
  EXPECT_NE(run.err.find("row 3, column 3 ('y'): 'NA' is missing"), std::string::npos) << run.err;
  EXPECT_NE(run.err.find("--missing drop"), std::string::npos) << run.err;
  const Outcome typo =
      gnac({"fit", folder.write("u.csv", "1,2\n3,4x\n5,6\n7,8\n"), "--missing", "mean"});
  EXPECT_EQ(typo.code, 2) << "a slip is not a missing value";
  EXPECT_EQ(fit({"--missing", "zero"}).code, 2);
}

TEST_F(Tables, RowsWithoutAValueCanBeLeftOut) {
  const Outcome run = fit({"--missing", "drop", "--scale", "global", "--reference", truth});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(run.out, "id,label\n\"a, b\",0\nd,0\ne,1\nh,1\ni,1\nj,0\n");
  EXPECT_NE(run.err.find("3 rows with missing values left out"), std::string::npos) << run.err;
  EXPECT_NE(run.err.find("1.0000 against the known answer"), std::string::npos) << run.err;
}

TEST_F(Tables, RowsWithoutAKnownAnswerCanBeLeftOut) {
  const std::string table =
      folder.write("known.csv", "x,y,kind\n0,0,a\n1,0,\n0,1,a\n50,0\n51,1,b\n50,2,b\n");
  const Outcome run =
      gnac({"fit", table, "-k", "2", "--label-column", "kind", "--missing", "drop"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(run.out, "0\n0\n1\n1\n");
  EXPECT_NE(run.err.find("2 rows with missing values left out"), std::string::npos) << run.err;
  EXPECT_NE(run.err.find("1.0000 against the known answer"), std::string::npos) << run.err;
}

TEST_F(Tables, MissingValuesCanBeFilled) {
  for (const char* how : {"mean", "median", "nearest"}) {
    const Outcome run = fit({"--missing", how, "--reference", truth});
    EXPECT_EQ(run.code, 0) << run.err;
    EXPECT_NE(run.err.find("3 missing values filled"), std::string::npos) << run.err;
    EXPECT_EQ(std::count(run.out.begin(), run.out.end(), '\n'), 10);
  }
}

// A plan that is right in nine of ten rows once tore the tenth off its cluster, so that four clear
// kinds of customers became one cluster or thirteen.
TEST(Mixed, CategoriesThatAreMostlyRightLeaveClustersWhole) {
  const Folder folder;
  Draws draws(3, Stream::generator);
  constexpr std::array kAge = {24, 38, 53, 21};
  constexpr std::array kIncome = {18000, 42000, 88000, 6000};
  constexpr std::array kOrders = {2, 9, 25, 5};
  constexpr std::array kPlan = {"Basic", "Plus", "Premium", "Student"};
  constexpr std::array kChannel = {"Web", "Store", "Phone", "Web"};
  std::string text = "plan,income,age,orders,discount,newsletter,channel\n";
  std::vector<std::int32_t> truth;
  const auto usually = [&](const auto& values, int kind, std::size_t distinct) {
    return values[draws.below(8) == 0 ? draws.below(distinct) : static_cast<std::size_t>(kind)];
  };
  for (int i = 0; i < 500; ++i) {
    const int k = static_cast<int>(draws.below(4));
    truth.push_back(k);
    text += fmt::format("{},{:.0f},{:.0f},{:.0f},{:.0f},{},{}\n", usually(kPlan, k, 4),
                        kIncome[k] * (1 + draws.normal() / 8), kAge[k] + 2.5 * draws.normal(),
                        std::max(0.0, kOrders[k] + 1.3 * draws.normal()),
                        std::max(0.0, 5 + 8 * k + 2 * draws.normal()),
                        draws.below(2) == 0 ? "yes" : "no", usually(kChannel, k, 3));
  }
  const Outcome run = gnac({"fit", folder.write("customers.csv", text)});
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_GT(adjusted_rand(contingency(truth, parse_lines(run.out))), 0.97) << run.err;
}

// One value in all gaps of a column would be what their rows have in common, and a cluster.
TEST(Gaps, DoNotMakeClusters) {
  const Folder folder;
  Draws draws(7, Stream::generator);
  std::string text = "height,weight,member\n";
  std::vector<std::int32_t> truth;
  for (int i = 0; i < 300; ++i) {
    const int kind = i % 3;
    truth.push_back(kind);
    const std::string height = fmt::format("{:.1f}", 150 + 20 * kind + 3 * draws.normal());
    text += fmt::format("{},{:.1f},{}\n", i % 16 < 2 ? "" : height,
                        50 + 20 * kind + 3 * draws.normal(), i % 2 == 0 ? "yes" : "no");
  }
  const std::string table = folder.write("people.csv", text);
  const Outcome run = gnac({"fit", table, "--model", folder.path("m")});
  ASSERT_EQ(run.code, 0) << run.err;
  const std::vector<std::int32_t> labels = parse_lines(run.out);
  EXPECT_GT(adjusted_rand(contingency(truth, labels)), 0.95) << run.err;
  EXPECT_EQ(gnac({"predict", folder.path("m"), table, "-q"}).out, run.out)
      << "filled as in the fit";
}

TEST(Gaps, AClusterThatTheyMayHaveMadeIsNamed) {
  const Folder folder;
  const auto table = [](bool together) {
    Draws draws(5, Stream::generator);
    std::string text = "x,y\n";
    for (int i = 0; i < 120; ++i) {
      const double at = i % 2 == 0 ? 0 : 10;
      const bool gap = together ? i < 20 : i % 6 == 0;
      const double x = at + draws.normal();
      const std::string y = gap ? "" : fmt::format("{:.3f}", at + 0.1 * draws.normal());
      text += fmt::format("{:.3f},{}\n", together && gap ? 40 + draws.normal() : x, y);
    }
    return text;
  };
  const Outcome made = gnac({"fit", folder.write("a.csv", table(true)), "-k", "3"});
  ASSERT_EQ(made.code, 0) << made.err;
  EXPECT_NE(made.err.find("20 of 20 rows had no 'y'"), std::string::npos) << made.err;
  EXPECT_NE(made.err.find("--exclude 'y'"), std::string::npos) << made.err;
  const Outcome spread = gnac({"fit", folder.write("b.csv", table(false)), "-k", "2"});
  ASSERT_EQ(spread.code, 0) << spread.err;
  EXPECT_EQ(spread.err.find("rows had no"), std::string::npos) << spread.err;
}

TEST_F(Tables, TheClusterIsAppendedToTheTableAsItStands) {
  const Outcome run = fit({"--missing", "drop", "--scale", "global", "--quiet", "--one-based", "-o",
                           folder.path("l"), "--append", folder.path("out.csv")});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(folder.read("out.csv"),
            "name,x,y,cluster\n\"a, b\",0,0,1\nc,1,NA,\nd,0,1,1\ne,50,0,2\nf,51,,\ng,nan,1,\n"
            "h,52,3,2\ni,49,2,2\nj,1,1,1\n");
  const Outcome score = gnac({"score", folder.path("l"), folder.path("l")});
  EXPECT_EQ(score.code, 0) << score.err;
  const Outcome piped = gnac({"fit", "-", "--append", folder.path("x.csv")}, "1\n2\n3\n");
  EXPECT_EQ(piped.code, 2);
  EXPECT_NE(piped.err.find("standard input"), std::string::npos) << piped.err;
}

enum class Extra { none, words, numbers };

/// Customers of four kinds that four numbers tell apart, with a plan and a newsletter that have
/// nothing to do with the kind, in words, or with two columns of 0 and 1.
std::string customers(Extra extra, std::vector<std::int32_t>& kind) {
  constexpr std::array<std::array<double, 4>, 4> kCentres{
      {{24, 300, 2, 40}, {35, 2500, 12, 25}, {52, 900, 6, 90}, {66, 4800, 20, 8}}};
  constexpr std::array<double, 4> kSpread{3, 150, 1.2, 5};
  Draws draws(31, Stream::generator);
  std::string text = "age,spend,orders,days_since";
  text += extra == Extra::none ? "\n" : ",plan,newsletter\n";
  kind.clear();
  for (int i = 0; i < 600; ++i) {
    kind.push_back(static_cast<std::int32_t>(draws.below(4)));
    const char* plan = std::array{"free", "basic", "premium"}[draws.below(3)];
    const char* news = draws.below(2) == 0 ? "no" : "yes";
    for (int c = 0; c < 4; ++c)
      text += fmt::format("{}{:.2f}", c == 0 ? "" : ",",
                          kCentres[kind.back()][c] + kSpread[c] * draws.normal());
    if (extra == Extra::words) text += fmt::format(",{},{}", plan, news);
    if (extra == Extra::numbers)
      text += fmt::format(",{},{}", *plan == 'f' ? 2 : 1, *news == 'y' ? 1 : 0);
    text += '\n';
  }
  return text;
}

TEST_F(Tables, CategoriesThatSayNothingLeaveClearGroupsAsTheyAre) {
  std::vector<std::int32_t> kind;
  for (const Extra extra : {Extra::none, Extra::words, Extra::numbers}) {
    const std::string table = folder.write("customers.csv", customers(extra, kind));
    for (const Args& number : {Args{"-k", "4"}, Args{}}) {
      Args args{"fit", table, "--quiet"};
      args.insert(args.end(), number.begin(), number.end());
      const Outcome run = gnac(args);
      ASSERT_EQ(run.code, 0) << run.err;
      EXPECT_GT(adjusted_rand(contingency(parse_lines(run.out), kind)), 0.98)
          << (extra == Extra::none    ? "numbers alone"
              : extra == Extra::words ? "with plan and newsletter"
                                      : "with plan and newsletter as numbers")
          << (number.empty() ? ", the number chosen" : ", the number given");
    }
  }
}

}  // namespace
}  // namespace gnac::detail::test
