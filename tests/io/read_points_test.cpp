#include "io/read_points.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "io/npy.h"
#include "parse.h"

namespace gnac::detail {
namespace {

void expect_two_by_two(const std::string& text) {
  const PointTable table = parse(text);
  EXPECT_EQ(table.points.n, 2) << text;
  EXPECT_EQ(table.points.d, 2) << text;
  EXPECT_EQ(table.points.values, (Values{1, -2.5, 3e2, 4})) << text;
  EXPECT_TRUE(table.names.empty());
}

TEST(ReadPoints, EverySeparatorAndLineEnd) {
  expect_two_by_two("1,-2.5\n3e2,4\n");
  expect_two_by_two("1\t-2.5\r\n3e2\t4");
  expect_two_by_two("1;-2.5\n3e2;4\n\n\r\n  \n");
  expect_two_by_two("1 -2.5\n3e2 4\n");
  expect_two_by_two("   1    -2.5  \n 3e+02 \t 4\n");
  expect_two_by_two(
      "\xef\xbb\xbf"
      "1, -2.5\n+3e2 ,+4\n");
  expect_two_by_two("# made by numpy\n#\n\n1 -2.5\n3e2 4\n");
  expect_two_by_two("\"1\",\"-2.5\"\r\n\"3e2\" , 4\r\n");
  expect_two_by_two("1.000000e+000\t-2.500000e+000\n3.000000e+002\t4.0\n");
}

TEST(ReadPoints, OneRowOneColumn) {
  const PointTable one = parse("7");
  EXPECT_EQ(one.points.n, 1);
  EXPECT_EQ(one.points.d, 1);
  EXPECT_EQ(parse("1\n2\n3\n").points.n, 3);
}

TEST(ReadPoints, HeaderIsFoundByItsText) {
  const PointTable table = parse("x,\"wide, \"\"y\"\"\"\n1,2\n");
  EXPECT_EQ(table.names, (Names{"x", "wide, \"y\""}));
  EXPECT_EQ(table.points.values, (Values{1, 2}));
  EXPECT_TRUE(parse("nan1 2\n1 2\n").names.size() == 2);
  // One text among numbers makes a header; a missing value does not.
  EXPECT_EQ(parse("x,1990\n1,2\n").names, (Names{"x", "1990"}));
  const ReadOptions strict{.missing = Missing::refuse};
  EXPECT_EQ(fails("1,NA\n1,2\n", strict), "f, row 1, column 2: 'NA' is missing");
  EXPECT_EQ(fails("1,\n1,2\n", strict), "f, row 1, column 2 is empty");
  EXPECT_EQ(fails("1,nan\n1,2\n", strict), "f, row 1, column 2: 'nan' is missing");
  EXPECT_EQ(fails("x,y\n"), "f has a header and no rows: there are no points in it");
}

TEST(ReadPoints, AFirstColumnWithoutANameHoldsRowNames) {
  for (const std::string table :
       {",x,y\n0,5,6\n1,7,8\n", "\"\"\tx\ty\n\"Mazda\"\t5\t6\nFiat\t7\t8\n"}) {
    const PointTable found = parse(table);
    EXPECT_EQ(found.names, (Names{"x", "y"})) << table;
    EXPECT_EQ(found.points.values, (Values{5, 6, 7, 8})) << table;
    EXPECT_EQ(found.recipe.columns.back().reason, "row names");
    EXPECT_EQ(parse(table, {.id_column = "0"}).ids[0], table[0] == ',' ? "0" : "Mazda");
  }
  EXPECT_EQ(parse(",x\n0,5\n1,7\n", {.columns = {"0", "x"}}).points.d, 2) << "asked for";
  EXPECT_EQ(parse(",x,c\np,5,a\nq,7,b\n", {.categorical = {"all"}}).names,
            (Names{"x", "c=a", "c=b"}));
  EXPECT_EQ(parse(",x\n0,5\n1,7\n", {.label_column = "x"}).points.values, (Values{0, 1}))
      << "there is no other";
  EXPECT_EQ(parse("x,\n0,5\n1,7\n").points.d, 2) << "not the first";
  EXPECT_EQ(parse(",1\n0,5\n", {.missing = Missing::drop}).points.d, 2) << "not a header";
}

TEST(ReadPoints, ColumnsByNameAndNumber) {
  const std::string text = "id,a,class,b\np1,1,red,2\n\"p,2\",3,blue,4\np3,5,red,6\n";
  const PointTable table = parse(text, {{"b", "a"}, "id", "class"});
  EXPECT_EQ(table.points.values, (Values{2, 1, 4, 3, 6, 5}));
  EXPECT_EQ(table.names, (Names{"b", "a"}));
  EXPECT_EQ(table.ids, (Names{"p1", "p,2", "p3"}));
  EXPECT_EQ(table.labels, (std::vector<std::int32_t>{0, 1, 0}));
  const PointTable numbered = parse(text, {{}, "0", "2"});
  EXPECT_EQ(numbered.points.values, (Values{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(numbered.names, (Names{"a", "b"}));
  EXPECT_EQ(numbered.labels, table.labels);
  // Text columns that are not used do not matter.
  EXPECT_EQ(parse("p1,1,x\np2,2,y\n", {{"1"}, "", ""}).points.values, (Values{1, 2}));
  // Names that are numbers: the columns chosen by name show that there is a header.
  EXPECT_EQ(parse("a,1990\n1,2\n", {{"a"}, "", ""}).points.values, (Values{1}));
}

TEST(ReadPoints, LabelsKeepWholeNumbers) {
  EXPECT_EQ(parse("1 5\n2 -1\n3 5.0\n", {{}, "", "1"}).labels,
            (std::vector<std::int32_t>{5, -1, 5}));
  EXPECT_EQ(parse("1 5\n2 x\n3 5\n", {{}, "", "1"}).labels, (std::vector<std::int32_t>{0, 1, 0}));
  EXPECT_EQ(fails("1,5\n2,\n", {{}, "", "1"}), "f, row 2, column 2 is empty");
}

TEST(ReadPoints, ChoicesThatCannotBeMetAreRefused) {
  EXPECT_EQ(fails("x,y\n1,2\n", {{"z"}, "", ""}), "f has no column 'z'; its first row is 'x', 'y'");
  EXPECT_EQ(fails("1,2\n", {{"2"}, "", ""}), "f has no column 2: it has 2, counted from 0");
  EXPECT_EQ(fails("x,y\n1,2\n", {{"x", "0"}, "", ""}), "column '0' of f is chosen twice");
  EXPECT_EQ(fails("x,y\n1,2\n", {{"x"}, "x", ""}), "column 'x' of f is chosen twice");
  EXPECT_EQ(fails("x,y\n1,2\n", {{}, "x", "y"}), "f has no column left to use as a feature");
  EXPECT_EQ(fails("x,y\n", {{"x"}, "", ""}),
            "f has a header and no rows: there are no points in it");
}

TEST(ReadPoints, BadCellsAreNamed) {
  EXPECT_EQ(fails("1,2\n3,x\n5,6\n7,8\n"), "f, row 2, column 2: 'x' is not a number");
  EXPECT_EQ(fails("a,b\n1,2\n3,x\n5,6\n"), "f, row 3, column 2 ('b'): 'x' is not a number");
  EXPECT_EQ(fails("# c\n\n1,2\n3,inf\n"), "f, row 4, column 2: 'inf' is not finite");
  EXPECT_EQ(fails("1,2\n3,1e999\n"), "f, row 2, column 2: '1e999' is not finite");
  EXPECT_EQ(fails("1,2\n3,0x10\n5,6\n7,8\n"), "f, row 2, column 2: '0x10' is not a number");
  EXPECT_EQ(fails("1,2\n3,+-4\n5,6\n7,8\n"), "f, row 2, column 2: '+-4' is not a number");
  EXPECT_EQ(fails("1\n" + std::string(50, 'a') + "\n2\n3\n"),
            "f, row 2, column 1: '" + std::string(40, 'a') + "…' is not a number");
  EXPECT_EQ(parse("1\n1e-999\n").points.values[1], 0);
}

TEST(ReadPoints, RowsOfUnequalLengthAreNamed) {
  EXPECT_EQ(fails("1,2\n3\n"), "f, row 2 has 1 column, but row 1 has 2");
  EXPECT_EQ(fails("a b\n1 2\n3 4 5\n"), "f, row 3 has 3 columns, but row 1 has 2");
  EXPECT_EQ(parse("1,2\n\n3,4\n").points.n, 2) << "blank lines are no rows";
}

TEST(ReadPoints, QuotesMaySpanLines) {
  const std::string text = "id,x\n\"two\nlines\",1\n\"\"\"q\"\"\",2\nplain,y\n";
  EXPECT_EQ(fails(text, {{"x"}, "id", ""}), "f, row 5, column 2 ('x'): 'y' is not a number");
  const PointTable table = parse(text.substr(0, text.find("plain")), {{"x"}, "id", ""});
  EXPECT_EQ(table.ids, (Names{"two\nlines", "\"q\""}));
  EXPECT_EQ(table.points.values, (Values{1, 2}));
  EXPECT_EQ(parse("\"a b\" c\n1 2\n").names, (Names{"a b", "c"}));
  EXPECT_EQ(fails("x\n\"1\n2\n"), "f, row 2: a quote is opened and never closed");
  EXPECT_EQ(fails("x,y\n\"1\"2,3\n"), "f, row 2: text follows a closing quote");
}

TEST(ReadPoints, EmptyAndBinaryFilesAreRefused) {
  EXPECT_EQ(fails(""), "f is empty: there are no points in it");
  EXPECT_EQ(fails(" \n\r\n"), "f is empty: there are no points in it");
  EXPECT_EQ(fails("# only a comment\n"), "f is empty: there are no points in it");
  EXPECT_EQ(fails(std::string("1\0002\0", 4)),
            "f is neither a table in plain text nor a .npy file");
}

TEST(ReadPoints, NumpyArrays) {
  const std::vector<float> values{1, 2, 3, 4, 5, 6};
  const std::string bytes = npy_bytes(values, 2, 3);
  EXPECT_EQ(parse(bytes).points.values, (Values{1, 2, 3, 4, 5, 6}));
  const PointTable table = parse(bytes, {{"1"}, "0", "2"});
  EXPECT_EQ(table.points.values, (Values{2, 5}));
  EXPECT_EQ(table.points.d, 1);
  EXPECT_EQ(table.ids, (Names{"1", "4"}));
  EXPECT_EQ(table.labels, (std::vector<std::int32_t>{3, 6}));
  EXPECT_EQ(parse(bytes, {{"2", "1", "0"}, "", ""}).points.values, (Values{3, 2, 1, 6, 5, 4}));
  EXPECT_EQ(fails(bytes, {{"x"}, "", ""}), "f has no column 'x', because it has no column names");
  const std::vector<float> bad{1, 2, 3, NAN};
  EXPECT_EQ(fails(npy_bytes(bad, 2, 2), {.missing = Missing::refuse}),
            "f, row 2, column 2: the value is not finite");
  EXPECT_EQ(parse(npy_bytes(bad, 2, 2)).points.values, (Values{1, 2, 3, 2}));
}

// Squares of larger values leave the range of numbers; the reader knows where they are.
TEST(ReadPoints, ValuesThatAreTooLargeAreNamed) {
  const std::string reason = " is too large; values must be within ±1e150";
  EXPECT_EQ(fails("a,b\n1,2\n3,1e200\n"), "f, row 3, column 2 ('b'): '1e200'" + reason);
  EXPECT_EQ(fails("a,b\n1,NA\n3,-1e200\n5,6\n", {.missing = Missing::drop}),
            "f, row 3, column 2 ('b'): '-1e200'" + reason);
  EXPECT_EQ(fails("{\"a\":1}\n{\"a\":1e200}\n"), "f, row 2, column 1 ('a'): '1e+200'" + reason);
  EXPECT_EQ(fails(npy_bytes(std::vector<double>{1, 2, 1e200, 4}, 2, 2)),
            "f, row 2, column 1: 1e+200" + reason);
}

TEST(ReadPoints, ColumnsCanBeExcluded) {
  const std::string text = "a,b,c\n1,2,3\n4,5,6\n";
  EXPECT_EQ(parse(text, {.exclude = {"b"}}).names, (Names{"a", "c"}));
  EXPECT_EQ(parse(text, {.exclude = {"0", "2"}}).points.values, (Values{2, 5}));
  EXPECT_EQ(fails(text, {.columns = {"a"}, .exclude = {"a"}}), "column 'a' of f is chosen twice");
  EXPECT_EQ(fails(text, {.exclude = {"z"}}), "f has no column 'z'; its first row is 'a', 'b', 'c'");
}

// New rows are read as the fitted ones were.
TEST(Titles, AboveATableAreSkipped) {
  const PointTable table = parse("Sales report\n\nstore,Q1,Q2\nA,1,2\nB,3,4\nC,5,7\n");
  EXPECT_EQ(table.titles, 2);
  EXPECT_EQ(table.names, (Names{"Q1", "Q2"}));
  EXPECT_EQ(table.points.values, (Values{1, 2, 3, 4, 5, 7}));
  EXPECT_NE(fails("Sales report\n\nstore,Q1,Q2\nA,1,2\nB,3,4\nC,5,x\n").find("row 6"),
            std::string::npos)
      << "rows are counted as an editor does";
}

TEST(Titles, AreNotARowOrAHeaderThatIsTooShort) {
  EXPECT_EQ(fails("a,b,c\n1,2,3,4,5,6,7\n1,2,3,4,5,6,7\n1,2,3,4,5,6,7\n"),
            "f, row 2 has 7 columns, but row 1 has 3");
  EXPECT_EQ(parse("\"a\",\"b\"\n\"1\",2,3\n\"2\",4,5\n\"3\",5,6\n").names, (Names{"a", "b"}))
      << "R's write.table has no name above the names of the rows";
  EXPECT_EQ(parse("x\n1\n2\n3\n").points.d, 1);
}

TEST(Numbers, BeyondALimitAreTheLimit) {
  const PointTable table = parse("crp,a\n<0.5,1\n2.25,2\n> 300,4\n7,8\n5,9\n");
  EXPECT_EQ(table.points.values, (Values{0.5, 1, 2.25, 2, 300, 4, 7, 8, 5, 9}));
  EXPECT_TRUE(table.recipe.columns[0].limits);
  EXPECT_EQ(parse("age,a\n<18,1\n>65,2\n<18,3\n>65,4\n").names, (Names{"a", "age=<18", "age=>65"}))
      << "classes of ages are no numbers";
}

// For pages: the text column, every cell as it was written, where rows are and what was filled.
TEST(ReadPoints, KeepsWhatWasWritten) {
  const std::string table =
      "note,price,size\n\"red, new\",\"$1,200\",3\nblue,,4\ngreen,$900,5\nred,$800,6\n";
  const PointTable kept = parse_points(table, "t.csv", {.text_column = "note", .cells = true});
  EXPECT_EQ(kept.points.d, 2) << "the text column is no feature";
  EXPECT_EQ(kept.words, (std::vector<std::string>{"red, new", "blue", "green", "red"}));
  ASSERT_EQ(kept.cells.size(), 3U);
  EXPECT_EQ(kept.cells[0].name, "note");
  EXPECT_EQ(kept.cells[1].cells, (std::vector<std::string>{"$1,200", "", "$900", "$800"}));
  EXPECT_EQ(kept.rows, (std::vector<std::int64_t>{2, 3, 4, 5})) << "as an editor counts";
  ASSERT_EQ(kept.gaps.size(), 1U);
  EXPECT_EQ(kept.gaps[0].point, 1);
  EXPECT_EQ(kept.recipe.columns[kept.gaps[0].column].name, "price");
  const PointTable dropped =
      parse_points(table, "t.csv", {.text_column = "0", .missing = Missing::drop, .cells = true});
  EXPECT_EQ(dropped.rows, (std::vector<std::int64_t>{2, 4, 5}));
  EXPECT_EQ(dropped.words, (std::vector<std::string>{"red, new", "green", "red"}));
  EXPECT_EQ(dropped.cells[2].cells, (std::vector<std::string>{"3", "5", "6"}));
  EXPECT_TRUE(parse_points(table, "t.csv", {}).cells.empty());
}

TEST(ReadPoints, ARecipeFindsColumnsByName) {
  const std::string text = "name,x,kind,y\np,1,u,2\nq,3,v,\nr,5,u,6\ns,7,v,7\n";
  const PointTable fitted =
      parse(text, {.id_column = "name", .missing = Missing::mean, .fills = true});
  EXPECT_EQ(fitted.names, (Names{"x", "y", "kind=u", "kind=v"}));
  const ReadOptions as_fitted{.fitted = &fitted.recipe};
  EXPECT_EQ(parse(text, as_fitted).points.values, fitted.points.values);
  const PointTable other = parse("kind,y,z,x\nv,,9,8\n", as_fitted);
  EXPECT_EQ(other.points.values, (Values{8, 5, 0, 1})) << "filled with the fitted mean";
  EXPECT_EQ(other.ignored, Names{"z"});
  EXPECT_TRUE(other.ids.empty());
  EXPECT_EQ(fails("x,kind\n1,u\n", as_fitted),
            "f has no column 'y', which the model was fitted on; its first row is 'x', 'kind'");
  EXPECT_EQ(fails("x,y,kind\n1,2,w\n", as_fitted),
            "f, row 2, column 3 ('kind'): 'w' is not one of the categories of the fit, 'u', 'v'");
  const PointTable plain = parse("8,9,u\n", as_fitted);
  EXPECT_TRUE(plain.by_place);
  EXPECT_EQ(plain.points.values, (Values{8, 9, 1, 0}));
  EXPECT_NE(fails("8,9\n", as_fitted).find("has 2 columns, but the model was fitted on 3"),
            std::string::npos);
  const ReadOptions renamed{.columns = {"b", "a", "k"}, .fitted = &fitted.recipe};
  EXPECT_EQ(parse("a,b,k\n1,2,v\n", renamed).points.values, (Values{2, 1, 0, 1}));
}

TEST(ReadPoints, ARecipeKnowsRepeatedNames) {
  const PointTable fitted = parse("x,x\n1,20\n3,40\n", {.columns = {"1", "0"}});
  EXPECT_EQ(fitted.points.values, (Values{20, 1, 40, 3}));
  EXPECT_EQ(parse("x,y,x\n1,7,20\n", {.fitted = &fitted.recipe}).points.values, (Values{20, 1}));
  const PointTable once = parse("x,y\n1,20\n3,40\n");
  const PointTable twice = parse("x,y,x\n1,7,20\n", {.fitted = &once.recipe});
  EXPECT_EQ(twice.points.values, (Values{1, 7}));
  EXPECT_EQ(twice.ignored, std::vector<std::string>{"x"});
}

// Whatever the numbers, the separator and the line ends: shortest text reads back to the same bits.
TEST(ReadPoints, PrintedNumbersReadBack) {
  EXPECT_TRUE(rc::check([] {
    const auto d = *rc::gen::inRange<std::int64_t>(1, 6);
    const auto n = *rc::gen::inRange<std::int64_t>(1, 20);
    const std::string separator = *rc::gen::element<std::string>(",", ";", "\t", " ", ", ", "   ");
    const std::string end = *rc::gen::element<std::string>("\n", "\r\n", " \n");
    Values values;
    std::string text;
    for (std::int64_t i = 0; i < n * d; ++i) {
      values.push_back(*rc::gen::suchThat(rc::gen::arbitrary<double>(),
                                          [](double v) { return std::isfinite(v); }));
      std::array<char, 40> buffer{};
      std::snprintf(buffer.data(), buffer.size(), "%.17g", values.back());
      text += buffer.data() + ((i + 1) % d == 0 ? end : separator);
    }
    const PointTable table = parse(text);
    RC_ASSERT(table.points.n == n && table.points.d == d);
    RC_ASSERT(table.points.values == values);
  }));
}

class SeveralFiles : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = testing::TempDir() + "gnac-several-XXXXXX";
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string write(const std::string& name, const std::string& text) const {
    const std::string path = folder_ / name;
    std::ofstream(path, std::ios::binary) << text;
    return path;
  }
  std::string fails(const std::vector<std::string>& paths) {
    return message_of([&] { read_points(paths); });
  }

 private:
  std::filesystem::path folder_;
};

TEST_F(SeveralFiles, RowsAreJoinedInTheOrderGiven) {
  const std::string a = write("a.csv", "x,y\n1,2\n3,4\n");
  const std::string b = write("b.csv", "y,x\n6,5\n");
  const std::string c = write("c.tsv", "x\ty\n7\t8\n");
  EXPECT_EQ(read_points({a, b, c}).points.values, (Values{1, 2, 3, 4, 5, 6, 7, 8}));
  EXPECT_EQ(read_points({b, a}).points.values, (Values{6, 5, 2, 1, 4, 3}));
  const std::string d = write("d.txt", "1 2\n");
  const std::string e = write("e.npy", npy_bytes(std::vector<double>{3, 4}, 1, 2));
  EXPECT_EQ(read_points({d, e}).points.values, (Values{1, 2, 3, 4}));
}

TEST_F(SeveralFiles, ARepeatedNameMeansItsOwnColumnInEachFile) {
  const std::string a = write("a.csv", "x,x\n1,2\n3,4\n");
  const std::string b = write("b.csv", "x,x\n5,6\n");
  EXPECT_EQ(read_points({a, b}).points.values, (Values{1, 2, 3, 4, 5, 6}));
  const std::string c = write("c.csv", "x,y,x\n1,2,3\n");
  const std::string d = write("d.csv", "y,x,x\n5,4,6\n");
  EXPECT_EQ(read_points({c, d}).points.values, (Values{1, 2, 3, 4, 5, 6}));
}

TEST_F(SeveralFiles, MustHaveTheSameColumns) {
  const std::string a = write("a.csv", "x,y\n1,2\n");
  const std::string b = write("b.csv", "x,z\n1,2\n");
  EXPECT_EQ(fails({a, b}), "rows can only be joined if the columns are the same: " + a +
                               " has 'x', 'y' and " + b + " has 'x', 'z'");
  const std::string more = write("more.csv", "x,y,x\n1,2,3\n");
  EXPECT_EQ(fails({a, more}), "rows can only be joined if the columns are the same: " + a +
                                  " has 'x', 'y' and " + more + " has 'x', 'y', 'x'");
  const std::string plain = write("plain.csv", "1,2\n");
  EXPECT_NE(fails({a, plain}).find(plain + " has no names"), std::string::npos);
  const std::string wide = write("wide.csv", "1,2,3\n");
  EXPECT_NE(fails({plain, wide}).find("has 2 and " + wide + " has 3"), std::string::npos);
}

TEST_F(SeveralFiles, ShareIdsLabelsAndCategories) {
  const std::string a = write("a.csv", "id,x,kind,truth\np,1,u,one\nq,2,w,two\n");
  const std::string b = write("b.csv", "truth,kind,x,id\ntwo,v,3,r\n");
  const PointTable table =
      read_points({a, b}, {.id_column = "id", .label_column = "truth", .categorical = {"all"}});
  EXPECT_EQ(table.ids, (Names{"p", "q", "r"}));
  EXPECT_EQ(table.labels, (std::vector<std::int32_t>{0, 1, 1}));
  EXPECT_EQ(table.names, (Names{"x", "kind=u", "kind=v", "kind=w"}));
  EXPECT_EQ(table.points.values, (Values{1, 1, 0, 0, 2, 0, 0, 1, 3, 0, 1, 0}));
}

// Any bytes at all: a table or an Error, never anything else.
TEST(ReadPoints, ArbitraryBytesNeverCrash) {
  EXPECT_TRUE(rc::check([](const std::vector<char>& bytes) {
    message_of([&] { parse({bytes.begin(), bytes.end()}); });
  }));
  EXPECT_TRUE(rc::check([] {
    const auto text = *rc::gen::container<std::string>(
        rc::gen::element('1', '2', ',', '"', '\n', ' ', '\t', ';', 'a', '-', '\r', '#'));
    message_of([&] { parse(text); });
    message_of([&] { parse(text, {{"1"}, "0", ""}); });
  }));
}

}  // namespace
}  // namespace gnac::detail
