// What gaps are filled with.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "io/table_recipe.h"
#include "parse.h"

namespace gnac::detail {
namespace {

/// Two kinds of rows, of which every third lacks a value of y and every seventh its kind.
std::vector<std::string> two_kinds() {
  std::vector<std::string> rows;
  for (int i = 0; i < 84; ++i) {
    const int k = i % 2;
    const double x = 100 * k + i % 10;
    const std::string y = i % 3 == 1 ? "" : std::to_string(1000 - 500 * k + i % 9);
    const std::string kind = i % 7 == 3 ? "" : k == 1 ? "red" : "blue";
    rows.push_back(std::to_string(x) + "," + y + "," + kind + "\n");
  }
  return rows;
}

std::string joined(const std::vector<std::string>& rows) {
  std::string text = "x,y,kind\n";
  for (const std::string& row : rows) text += row;
  return text;
}

TEST(Gaps, AreFilledFromTheNearestRows) {
  const PointTable table = parse(joined(two_kinds()));
  ASSERT_EQ(table.names, (Names{"x", "y", "kind=blue", "kind=red"}));
  EXPECT_EQ(table.filled, 28 + 12);
  EXPECT_EQ(table.gaps.size(), 40U);
  for (std::int64_t i = 0; i < table.points.n; ++i) {
    const auto row = table.points.row(i);
    EXPECT_NEAR(row[1], row[0] < 50 ? 1004 : 504, 5) << "row " << i;
    EXPECT_EQ(row[2], row[0] < 50 ? 1 : 0) << "row " << i;
    EXPECT_EQ(row[3], row[0] < 50 ? 0 : 1) << "row " << i;
  }
  const PointTable median = parse(joined(two_kinds()), {.missing = Missing::median});
  EXPECT_NEAR(median.points.row(1)[1], 750, 260) << "one value for all";
  EXPECT_EQ(median.points.row(1)[1], median.points.row(4)[1]);
}

TEST(Gaps, AreFilledAlikeInAnyOrderOfTheRows) {
  std::vector<std::string> rows;
  for (int i = 0; i < 700; ++i)  // more than are remembered
    rows.push_back(std::to_string(i * 37 % 101) + "," +
                   (i % 5 == 2 ? "" : std::to_string(i * 37 % 101 + i % 3)) + "," +
                   std::to_string(i * 11 % 13) + ".5\n");
  const auto filled = [](const std::vector<std::string>& lines) {
    const PointTable table = parse(joined(lines));
    std::vector<std::vector<double>> points;
    for (std::int64_t i = 0; i < table.points.n; ++i)
      points.emplace_back(table.points.row(i).begin(), table.points.row(i).end());
    std::ranges::sort(points);
    return std::pair(points, table.recipe.rows);
  };
  const auto before = filled(rows);
  EXPECT_EQ(before.second.size(), 3U * 500U);
  std::ranges::reverse(rows);
  EXPECT_EQ(filled(rows), before);
}

TEST(Gaps, OfNewRowsDoNotDependOnCompanions) {
  const PointTable fitted = parse(joined(two_kinds()));
  const auto read = [&](const std::string& text) {
    return parse(text, {.fitted = &fitted.recipe}).points;
  };
  const Points alone = read("x,y,kind\n3,,blue\n");
  const Points among = read("x,y,kind\n3,,blue\n3,90000,blue\n4,80000,blue\n");
  EXPECT_TRUE(std::ranges::equal(alone.row(0), among.row(0)));
  EXPECT_EQ(read(joined(two_kinds())).values, fitted.points.values) << "filled as in the fit";
}

TEST(Gaps, WithoutAnythingToCompareAreFilledWithTheMedian) {
  const PointTable fitted = parse("x,y\n1,10\n2,20\n3,30\n,\n", {.fills = true});
  EXPECT_EQ(fitted.points.row(3)[0], 2);
  EXPECT_EQ(fitted.points.row(3)[1], 20);
  TableRecipe older = fitted.recipe;  // of a model that remembers no rows
  older.rows.clear();
  EXPECT_EQ(parse("x,y\n1,\n", {.fitted = &older}).points.row(0)[1], 20);
}

TEST(Gaps, AnUnknownKindIsAKind) {
  const PointTable table =
      parse("x,y,smoker\n1,2,Y\n2,unknown,N\n3,4,unknown\n4,5,unknown\n5,6,Y\n6,7,N\n",
            {.summaries = true});
  EXPECT_EQ(table.names, (Names{"x", "y", "smoker=N", "smoker=Y", "smoker=unknown"}));
  EXPECT_EQ(table.summaries.at(1).missing, 1);
  EXPECT_EQ(table.summaries.at(2).missing, 0);
}

TEST(Gaps, ARowOfARecipeKnowsWhatItLacks) {
  const PointTable fitted = parse("x,y\n1,10\n2,\n3,30\n");
  ASSERT_EQ(fitted.recipe.rows.size(), 6U);
  EXPECT_EQ(std::ranges::count(fitted.recipe.rows, kNoValue), 1);
}

}  // namespace
}  // namespace gnac::detail
