// A model remembers how its table was read; no command reads the same table in another way.
#include <gtest/gtest.h>

#include "samples.h"

namespace gnac::detail::test {
namespace {

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// The two arcs as a table of x and y in this order of columns.
std::string table(const std::string& header, bool swapped, int n = 100) {
  const Points points = arcs(n);
  std::string text = header + "\n";
  for (int i = 0; i < n; ++i) {
    const auto row = points.row(i);
    text +=
        std::to_string(row[swapped ? 1 : 0]) + "," + std::to_string(row[swapped ? 0 : 1]) + "\n";
  }
  return text;
}

class Reading : public testing::Test {
 protected:
  Reading() {
    const Outcome fit = gnac(
        {"fit", folder.write("xy.csv", table("x,y", false)), "-k", "2", "-q", "--model", model});
    EXPECT_EQ(fit.code, 0) << fit.err;
    labels = fit.out;
  }
  Outcome predict(const std::string& text, Args more = {}) {
    Args args{"predict", model, folder.write("new.csv", text)};
    args.insert(args.end(), more.begin(), more.end());
    return gnac(args);
  }
  Folder folder;
  std::string model = folder.path("m.safetensors");
  std::string labels;
};

TEST_F(Reading, PredictFindsColumnsByName) {
  EXPECT_EQ(predict(table("x,y", false)).out, labels);
  EXPECT_EQ(predict(table("y,x", true)).out, labels);
  const Outcome absent = predict(table("x,z", false));
  EXPECT_EQ(absent.code, 2);
  EXPECT_TRUE(has(absent.err, "has no column 'y', which the model was fitted on")) << absent.err;
  const Outcome renamed = predict(table("b,a", true), {"--columns", "a,b", "-q"});
  EXPECT_EQ(renamed.out, labels) << renamed.err;
  const std::string bare = table("x,y", false);
  const Outcome nameless = predict(bare.substr(bare.find('\n') + 1));
  EXPECT_EQ(nameless.out, labels);
  EXPECT_TRUE(has(nameless.err, "have no column names")) << nameless.err;
  const Outcome more = predict("z,y,x\n9,0.5,0.5\n");
  EXPECT_EQ(more.code, 0);
  EXPECT_TRUE(has(more.err, "ignored 'z'")) << more.err;
}

// The label of a row must not depend on its companions.
TEST_F(Reading, PredictFillsWithFittedValues) {
  const auto first = [](const Outcome& run) { return run.out.substr(0, run.out.find('\n')); };
  for (const char* how : {"mean", "median"}) {
    const Outcome one = predict("x,y\n,0.9\n0,0\n", {"--missing", how, "-q"});
    const Outcome other = predict("x,y\n,0.9\n1000,0\n2000,0\n", {"--missing", how, "-q"});
    EXPECT_EQ(one.code, 0) << one.err;
    EXPECT_EQ(first(one), first(other)) << how;
  }
  EXPECT_EQ(predict("x,y\n,0.9\n0,0\n", {"--missing", "refuse"}).code, 2);
  EXPECT_EQ(parse_lines(predict("x,y\n,0.9\n0,0\n", {"--missing", "drop"}).out).size(), 1u);
}

TEST(ReadingOnce, PredictNeedsNoFlagRepeated) {
  const Folder folder;
  std::string text = "who,size,plan,since,news,class\n";
  for (int i = 0; i < 60; ++i) {
    const bool big = i % 2 == 0;
    text += "n" + std::to_string(i) + ",\"$" + (big ? "9," : "1,") + std::to_string(100 + i) +
            "\"," + (i % 3 == 0 ? "pro" : "basic") + ",2020-01-" + std::to_string(10 + i * 7 % 19) +
            (i == 5 ? ",,b\n"
             : big  ? ",yes,a\n"
                    : ",no,b\n");
  }
  const std::string data = folder.write("t.csv", text);
  const std::string model = folder.path("m.safetensors");
  const Outcome fit = gnac({"fit", data, "-k", "2", "--id-column", "who", "--exclude", "since",
                            "--label-column", "class", "--model", model});
  ASSERT_EQ(fit.code, 0) << fit.err;
  const Outcome again = gnac({"predict", model, data, "-q"});
  EXPECT_EQ(again.out, fit.out) << again.err;
  const Outcome info = gnac({"info", model});
  EXPECT_TRUE(has(info.out, "columns    size, plan, news")) << info.out;
}

TEST(ReadingOnce, FilesWithRepeatedNamesAreJoinedColumnByColumn) {
  const Folder folder;
  const std::string a = folder.write("a.csv", table("x,x", false, 60));
  const std::string b = folder.write("b.csv", table("x,x", false, 60));
  std::string both = table("x,x", false, 60);
  both += both.substr(both.find('\n') + 1);
  const std::string whole = folder.write("whole.csv", both);
  EXPECT_EQ(gnac({"fit", a, b, "-k", "2", "-q"}).out, gnac({"fit", whole, "-k", "2", "-q"}).out);
}

TEST(ReadingOnce, AValueThatIsTooLargeIsNamed) {
  const Folder folder;
  const std::string data = folder.write("t.csv", "a,b\n1,\n2,3\n4,1e200\n5,6\n");
  for (const Args& more : {Args{}, Args{"--missing", "drop"}}) {
    Args args{"fit", data, "-k", "2"};
    args.insert(args.end(), more.begin(), more.end());
    const Outcome run = gnac(args);
    EXPECT_EQ(run.code, 2);
    EXPECT_TRUE(has(run.err, "t.csv, row 4, column 2 ('b'): '1e200' is too large")) << run.err;
  }
}

TEST(ReadingOnce, AppendFindsAFreeName) {
  const Folder folder;
  const std::string data = folder.write("t.csv", "x,cluster\n1,7\n2,7\n50,8\n51,8\n");
  ASSERT_EQ(gnac({"fit", data, "-k", "2", "-q", "--append", folder.path("out.csv")}).code, 0);
  EXPECT_EQ(folder.read("out.csv"), "x,cluster,cluster_2\n1,7,0\n2,7,0\n50,8,1\n51,8,1\n");
  const std::string json = folder.write(
      "t.jsonl", "{\"x\":1,\"cluster\":7}\n{\"x\":2,\"cluster\":7}\n{\"x\":50,\"cluster\":8}\n");
  ASSERT_EQ(gnac({"fit", json, "-k", "2", "-q", "--append", folder.path("out.jsonl")}).code, 0);
  EXPECT_TRUE(has(folder.read("out.jsonl"), "{\"x\":1,\"cluster\":7,\"cluster_2\":0}\n"));
}

TEST(ReadingOnce, EveryAwkwardTableFitsAtTheFirstCommand) {
  const Folder folder;
  const std::string tables = std::string(GNAC_TEST_DIR) + "/tables/";
  for (const char* name : {"currency.csv", "euro_after.csv", "dates_german.csv", "yes_no.csv",
                           "missing_marks.csv", "names.csv", "book.xlsx", "utf16.csv", "array.json",
                           "write_table.txt", "rare_categories.csv"}) {
    const Outcome run = gnac({"fit", tables + name, "-k", "2", "--page", folder.path("p.html")});
    EXPECT_EQ(run.code, 0) << name << run.err;
    EXPECT_EQ(parse_lines(run.out).size(), 60u) << name;
  }
  EXPECT_TRUE(
      has(gnac({"fit", tables + "names.csv", "-k", "2"}).err, "left out 'name' (names or ids)"));
  EXPECT_TRUE(has(gnac({"fit", tables + "table.parquet"}).err, "pandas.read_parquet('"));
}

/// The line under "ready to run:".
std::string ready(const std::string& text) {
  const std::string mark = "ready to run:\n  ";
  const std::size_t at = text.find(mark);
  return at == std::string::npos ? "" : text.substr(at + mark.size());
}

TEST(ReadingOnce, TheDoctorsCommandWorksWhenPasted) {
  const Folder folder;
  const std::string tables = std::string(GNAC_TEST_DIR) + "/tables/";
  for (const char* name :
       {"slip.csv", "currency.csv", "names.csv", "categories.csv", "book.xlsx"}) {
    const Outcome run = gnac({"doctor", tables + name});
    ASSERT_EQ(run.code, 0) << name << run.err;
    std::string line = ready(run.out);
    ASSERT_TRUE(line.starts_with("gnac fit ")) << run.out;
    const Outcome pasted = shell(folder, "\"$GNAC\"" + line.substr(4));
    EXPECT_EQ(pasted.code, 0) << name << line << pasted.err;
  }
  const Outcome slip = gnac({"doctor", tables + "slip.csv"});
  EXPECT_TRUE(has(slip.out, "'2O.5' is not a number")) << slip.out;
  const Outcome names = gnac({"doctor", tables + "names.csv"});
  EXPECT_TRUE(has(names.out, "left out: names or ids")) << names.out;
}

}  // namespace
}  // namespace gnac::detail::test
