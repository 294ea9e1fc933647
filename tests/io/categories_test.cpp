#include <gtest/gtest.h>

#include "gnac/scaling.h"
#include "io/read_points.h"
#include "message.h"

namespace gnac::detail {
namespace {

using Values = std::vector<double>;
using Names = std::vector<std::string>;

PointTable parse(const std::string& text, const ReadOptions& options) {
  return parse_points(text, "f", options);
}

std::string fails(const std::string& text, const ReadOptions& options) {
  return message_of([&] { parse(text, options); });
}

const std::string kShapes = "x,colour,y\n1,red,2\n3,blue,4\n5,red,6\n";

TEST(Categories, BecomeColumnsOfZeroAndOneInAscendingOrder) {
  const PointTable table = parse(kShapes, {.categorical = {"colour"}});
  EXPECT_EQ(table.names, (Names{"x", "y", "colour=blue", "colour=red"}));
  EXPECT_EQ(table.points.values, (Values{1, 2, 0, 1, 3, 4, 1, 0, 5, 6, 0, 1}));
  EXPECT_EQ(table.recipe.columns[2].name, "colour");
  EXPECT_EQ(table.recipe.columns[2].values, (Names{"blue", "red"}));
  EXPECT_EQ(indicator_count(table.recipe), 2);
}

TEST(Categories, TheirOrderIsNotThatOfTheRows) {
  const PointTable one = parse("x,c\n1,b\n2,a\n", {.categorical = {"c"}});
  const PointTable other = parse("x,c\n2,a\n1,b\n", {.categorical = {"c"}});
  EXPECT_EQ(one.names, other.names);
  EXPECT_EQ(one.recipe, other.recipe);
}

TEST(Categories, AllMeansEveryFeatureWithAText) {
  const PointTable table = parse("a,b,c\n1,u,1\n2,v,w\n", {.categorical = {"all"}});
  EXPECT_EQ(table.names, (Names{"a", "b=u", "b=v", "c=1", "c=w"}));
  EXPECT_EQ(parse("a,b\n1,2\n3,4\n", {.categorical = {"all"}}).names, (Names{"a", "b"}));
  // Id and label columns are not features.
  EXPECT_EQ(parse(kShapes, {.id_column = "colour", .categorical = {"all"}}).names,
            (Names{"x", "y"}));
}

TEST(Categories, ByNumberWithoutAHeader) {
  const PointTable table = parse("1,red\n2,blue\n", {.categorical = {"1"}});
  EXPECT_EQ(table.points.values, (Values{1, 0, 1, 2, 1, 0}));
  EXPECT_EQ(table.names, (Names{"x0", "x1=blue", "x1=red"}));
}

TEST(Categories, NumbersMayBeKindsToo) {
  const PointTable table = parse("x,zip\n1,10115\n2,20095\n", {.categorical = {"zip"}});
  EXPECT_EQ(table.names, (Names{"x", "zip=10115", "zip=20095"}));
}

TEST(Categories, BesideChosenColumns) {
  const ReadOptions options{.columns = {"y"}, .categorical = {"colour"}};
  EXPECT_EQ(parse(kShapes, options).names, (Names{"y", "colour=blue", "colour=red"}));
}

TEST(Categories, ATableOfNothingElseHasAHeader) {
  const PointTable table = parse("a,b\nu,v\nw,v\n", {.categorical = {"all"}});
  EXPECT_EQ(table.points.n, 2);
  EXPECT_EQ(table.names, (Names{"a=u", "a=w", "b=v"}));
}

TEST(Categories, TooManyAreNames) {
  std::string text = "x,name\n";
  for (int i = 0; i < 101; ++i) text += std::to_string(i) + ",n" + std::to_string(i) + "\n";
  const std::string message = fails(text, {.categorical = {"name"}});
  EXPECT_NE(message.find("column 'name' of f"), std::string::npos) << message;
  EXPECT_NE(message.find("more than 100 categories"), std::string::npos) << message;
}

TEST(Categories, WithoutTheOptionATextThatRepeatsIsOne) {
  EXPECT_EQ(parse(kShapes + "7,blue,8\n", {}).names,
            (Names{"x", "y", "colour=blue", "colour=red"}));
  const PointTable names = parse("x,who\n1,Ann\n2,Bob\n3,Cleo\n", {});
  EXPECT_EQ(names.names, Names{"x"});
  EXPECT_EQ(names.recipe.columns[1].reason, "names or ids");
}

TEST(Categories, RareOnesAreOneColumn) {
  std::string text = "x,c\n";
  for (int i = 0; i < 120; ++i)
    text += std::to_string(i * i % 37) + (i % 2 == 0    ? ",a\n"
                                          : i % 40 == 1 ? ",r" + std::to_string(i) + "\n"
                                                        : ",b\n");
  const PointTable table = parse(text, {});
  EXPECT_EQ(table.names, (Names{"x", "c=a", "c=b", "c=(other)"}));
  EXPECT_EQ(parse("x,c\n1,new\n", {.fitted = &table.recipe}).points.values, (Values{1, 0, 0, 1}));
}

TEST(Categories, YesAndNoAreOneColumn) {
  const PointTable table = parse("x,news\n1,Yes\n2,no\n3,No\n", {});
  EXPECT_EQ(table.names.size(), 2u);
  EXPECT_EQ(table.points.values, (Values{1, 1, 2, 0, 3, 0}));
  EXPECT_EQ(indicator_count(table.recipe), 1);
}

TEST(Categories, MissingOnesAreRefusedDroppedOrMostFrequent) {
  const std::string text = "x,c\n1,a\n2,\n3,b\n4,b\n";
  EXPECT_THROW(parse(text, {.missing = Missing::refuse, .categorical = {"c"}}), MissingValue);
  const PointTable dropped = parse(text, {.missing = Missing::drop, .categorical = {"c"}});
  EXPECT_EQ(dropped.points.n, 3);
  EXPECT_EQ(dropped.dropped, (std::vector<std::int64_t>{1}));
  const PointTable filled = parse(text, {.missing = Missing::mean, .categorical = {"c"}});
  EXPECT_EQ(filled.points.values, (Values{1, 1, 0, 2, 0, 1, 3, 0, 1, 4, 0, 1}));
  EXPECT_EQ(filled.filled, 1);
}

TEST(Categories, OfAFitAreTheOnlyOnes) {
  const PointTable fitted = parse(kShapes + "7,green,8\n", {.categorical = {"colour"}});
  const PointTable table = parse(kShapes, {.fitted = &fitted.recipe});
  EXPECT_EQ(table.names, (Names{"x", "y", "colour=blue", "colour=green", "colour=red"}));
  const std::string message = fails("x,colour,y\n1,teal,2\n", {.fitted = &fitted.recipe});
  EXPECT_NE(message.find("'teal' is not one of the categories of the fit, 'blue', 'green', 'red'"),
            std::string::npos)
      << message;
}

// A column is what its cells say, whether or not the column beside it holds text.
TEST(Categories, OfOneColumnDoNotDependOnAnother) {
  std::string alone = "shop,height\n";
  std::string beside = "shop,height,colour\n";
  for (int i = 0; i < 30; ++i) {
    const std::string row = "0" + std::to_string(10 + 7 * i % 83) + "," + std::to_string(i) + ".5";
    alone += row + "\n";
    beside += row + (i % 2 == 0 ? ",red\n" : ",blue\n");
  }
  EXPECT_EQ(parse(alone, {}).names, (Names{"height"})) << "shops are codes";
  EXPECT_EQ(parse(beside, {}).names, (Names{"height", "colour=blue", "colour=red"}));
}

TEST(Categories, InLatin1BecomeUtf8) {
  EXPECT_EQ(parse("x,c\n1,\xfc\n2,b\n", {.categorical = {"c"}}).names, (Names{"x", "c=b", "c=ü"}));
}

TEST(Categories, AloneNeedNoScale) {
  const PointTable table = parse("a\nu\nv\n", {.categorical = {"a"}});
  const InputScaling scaling = fit_scaling(table.points, ScaleMode::global, 2);
  EXPECT_EQ(apply_scaling(table.points, scaling).values, table.points.values);
}

}  // namespace
}  // namespace gnac::detail
