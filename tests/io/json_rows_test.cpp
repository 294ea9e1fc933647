#include "io/json_rows.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "parse.h"

namespace gnac::detail {
namespace {

TEST(JsonLines, ObjectsAreRowsByName) {
  const PointTable table = parse("{\"x\":1,\"y\":-2.5}\n\n{\"y\":4e1,\"x\":true}\n");
  EXPECT_EQ(table.names, (Names{"x", "y"}));
  EXPECT_EQ(table.points.values, (Values{1, -2.5, 1, 40}));
}

TEST(JsonLines, ArraysAreRows) {
  const PointTable table = parse(" [1, 2]\r\n[3, 4]");
  EXPECT_EQ(table.points.values, (Values{1, 2, 3, 4}));
  EXPECT_TRUE(table.names.empty());
}

TEST(JsonLines, NumbersKeepTheirDigits) {
  EXPECT_EQ(parse("[0.1, 1e-300]\n[123456789012345678, 3]").points.values,
            (Values{0.1, 1e-300, 123456789012345678.0, 3}));
}

TEST(JsonLines, ColumnsAreChosenAsInAnyTable) {
  const std::string text =
      "{\"id\":\"a\",\"x\":1,\"kind\":\"u\"}\n{\"id\":\"b\",\"x\":2,\"kind\":\"v\"}";
  const PointTable table = parse(text, {.id_column = "id", .categorical = {"all"}});
  EXPECT_EQ(table.ids, (Names{"a", "b"}));
  EXPECT_EQ(table.names, (Names{"x", "kind=u", "kind=v"}));
}

TEST(JsonLines, NullAndAbsentMembersAreMissing) {
  const std::string text = "{\"x\":1,\"y\":null}\n{\"x\":3}\n{\"x\":5,\"y\":6}";
  EXPECT_EQ(fails(text, {.missing = Missing::refuse}), "f, row 1, column 2 ('y') is empty");
  EXPECT_EQ(parse(text, {.columns = {"x", "y"}, .missing = Missing::mean}).points.values,
            (Values{1, 6, 3, 6, 5, 6}));
}

TEST(JsonLines, LinesThatDoNotFit) {
  EXPECT_EQ(fails("[1,2]\n[3]"), "f, row 2 has 1 column, but row 1 has 2");
  EXPECT_EQ(fails("[1,2]\n{\"a\":3}"),
            "f, row 2: the line is not an array of plain values like the first one");
  EXPECT_EQ(fails("{\"a\":1}\n[1]"), "f, row 2: the line is not an object like the first one");
  EXPECT_EQ(fails("{\"a\":{}}\n{\"a\":1}"), "f, row 1: there is no value in it");
  EXPECT_EQ(fails("{\"a\":1}\n{\"a\":"),
            "f, row 2: the line is not valid JSON: unexpected end of input at character 6");
  EXPECT_EQ(fails("{\"a\":1}\n{\"a\":1,\"a\":2}"), "f, row 2: the line names 'a' twice");
  EXPECT_NE(fails("[1]\n" + std::string(100000, '[')).find("row 2"), std::string::npos);
}

TEST(JsonLines, AnArrayOfRowsIsATableToo) {
  EXPECT_EQ(parse("[[1, 2], [3, 4]]").points.values, (Values{1, 2, 3, 4}));
  const PointTable table = parse("[\n {\"x, [\": 1,\n \"y\": 2},\n {\"y\": 4, \"x, [\": 3}\n]\n");
  EXPECT_EQ(table.names, (Names{"x, [", "y"}));
  EXPECT_EQ(table.points.values, (Values{1, 2, 3, 4}));
  EXPECT_EQ(fails("[{\"x\":1},{\"x\":}]"),
            "f, row 2: the line is not valid JSON: unexpected '}' at character 6");
  EXPECT_NE(fails("[{\"x\":1},{\"x\":2}").find("has no end, after row 2"), std::string::npos);
  EXPECT_NE(fails("[[1],[2]] x").find("text follows"), std::string::npos);
}

TEST(JsonLines, MembersMayComeLater) {
  const PointTable table = parse("{\"x\":1}\n{\"y\":4,\"x\":2}\n{\"x\":3,\"y\":6}",
                                 {.columns = {"x", "y"}, .missing = Missing::mean});
  EXPECT_EQ(table.points.values, (Values{1, 5, 2, 4, 3, 6}));
}

TEST(JsonLines, ObjectsAndListsOfNumbersWithinRowsAreColumns) {
  const PointTable table =
      parse("{\"at\":{\"x\":1,\"y\":2},\"v\":[5,6]}\n{\"v\":[7,8],\"at\":{\"y\":4,\"x\":3}}\n");
  EXPECT_EQ(table.names, (Names{"at.x", "at.y", "v.0", "v.1"}));
  EXPECT_EQ(table.points.values, (Values{1, 2, 5, 6, 3, 4, 7, 8}));
  const PointTable later =
      parse("{\"v\":null,\"x\":1}\n{\"v\":[7,8],\"x\":2}", {.missing = Missing::mean});
  EXPECT_EQ(later.names, (Names{"v.0", "v.1", "x"}));
  // Lists that differ in length, and those of words, are one text each.
  const PointTable texts =
      parse("{\"x\":1,\"v\":[1],\"w\":[\"a\"]}\n{\"x\":2,\"v\":[1,2],\"w\":[]}");
  EXPECT_EQ(texts.names.at(0), "x");
  EXPECT_TRUE(std::ranges::none_of(texts.names, [](const std::string& name) {
    return name.starts_with("v.") || name.starts_with("w.");
  }));
}

TEST(JsonLines, OneObjectMayHoldTheTable) {
  const Values expected{1, 3, 2, 4};
  for (const char* text :
       {"{\"x\": [1, 2], \"y\": [3, 4]}",
        "{\"x\": {\"0\": 1, \"1\": 2},\n \"y\": {\"0\": 3, \"1\": 4}}",
        "{\"rows\": [{\"x\": 1, \"y\": 3}, {\"x\": 2, \"y\": 4}], \"page\": 1}",
        "{\"columns\": [\"x\", \"y\"], \"index\": [0, 1], \"data\": [[1, 3], [2, 4]]}"}) {
    const PointTable table = parse(text);
    EXPECT_EQ(table.points.values, expected) << text;
    EXPECT_EQ(table.names, (Names{"x", "y"})) << text;
  }
  const PointTable by_name = parse(
      "{\"a\":{\"x\":1,\"y\":3},\"b\":{\"x\":2,\"y\":4},"
      "\"c\":{\"x\":5,\"y\":6}}");
  EXPECT_EQ(by_name.points.values, (Values{1, 3, 2, 4, 5, 6}));
}

TEST(JsonLines, OneObjectOfPlainValuesIsARow) {
  for (const char* text : {"{\"x\": 1, \"y\": 2}\n", "{\n \"x\": 1,\n \"y\": 2\n}"}) {
    const PointTable table = parse(text);
    EXPECT_EQ(table.points.values, (Values{1, 2})) << text;
    EXPECT_EQ(table.names, (Names{"x", "y"})) << text;
  }
  EXPECT_EQ(parse("{\"x\": 5, \"v\": [1, 2]}").points.values, (Values{5, 1, 2}));
}

TEST(JsonLines, OtherJsonIsToldApart) {
  EXPECT_NE(fails("{\"x\": [1, [2]]}").find("is JSON, but not a list of rows"), std::string::npos);
  EXPECT_NE(fails("{\"x\": [1, 2], \"y\": [3]}").find("not a list of rows"), std::string::npos);
  EXPECT_NE(fails("{\"x\": 1, \"y\": [{\"z\": 2}, 3]}").find("not a list of rows"),
            std::string::npos);
  EXPECT_NE(fails("{}").find("is JSON, but not a list of rows"), std::string::npos);
  EXPECT_EQ(fails("{\"x\": 1,}\n{\"x\": 2}\n").substr(0, 44),
            "f, row 1: the line is not valid JSON: unexpe");
}

}  // namespace
}  // namespace gnac::detail
