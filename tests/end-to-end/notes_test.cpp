// Surprising choices get a line, unless --quiet.
#include <gtest/gtest.h>

#include "samples.h"

namespace gnac::detail::test {
namespace {

/// What a fit prints about this table.
std::string said(const std::string& table, Args more) {
  const Folder folder;
  Args args = {"fit", folder.write("t.csv", table), "-o", folder.path("labels")};
  args.insert(args.end(), more.begin(), more.end());
  const Outcome run = gnac(args);
  EXPECT_EQ(run.code, 0) << run.err;
  args.push_back("--quiet");
  EXPECT_EQ(gnac(args).err, "");
  return run.err;
}

/// Two groups whose first column is made by `first`.
template <class First>
std::string heaps(const std::string& header, int n, First&& first) {
  std::string text = header;
  for (int i = 0; i < n; ++i)
    text += std::to_string(first(i)) + "," + std::to_string((i % 2) * 5 + 0.01 * (i % 9)) + "\n";
  return text;
}

void expect_part(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << text;
}

TEST(Notes, MoreNeighboursThanPoints) {
  const std::string err = said(csv(arcs(30)), {"-k", "2", "--neighbors", "30"});
  expect_part(err, "each point is joined to all 29 others");
  expect_part(err, "joins 100 % of all pairs");
}

TEST(Notes, MoreClustersThanDistinctPoints) {
  std::string table;
  for (int i = 0; i < 30; ++i) table += i % 2 == 0 ? "1,2\n" : "3,4\n";
  expect_part(said(table, {"-k", "5"}), "only 2 distinct points");
}

TEST(Notes, AnIndexColumnAsPandasWritesIt) {
  const std::string table = heaps(",x\n", 60, [](int i) { return i; });
  expect_part(said(table, {"-k", "2"}), "left out 'x0' (row names)");
  EXPECT_EQ(said(table, {"-k", "2", "--id-column", "0"}).find("row names"), std::string::npos);
  expect_part(said(table, {"-k", "2", "--columns", "0,1"}), "column 0 only counts the rows");
  const std::string named = heaps("row,x\n", 60, [](int i) { return i; });
  expect_part(said(named, {"-k", "2"}), "left out 'row' (it counts the rows)");
}

TEST(Notes, AFirstRowThatWasHardlyAHeader) {
  const std::string table = heaps("1.O,2\n", 60, [](int i) { return i * 7 % 10; });
  expect_part(said(table, {"-k", "2"}), "'1.O' is not a number, though '2' is");
}

TEST(Notes, OneColumnThatRulesTheDistances) {
  const std::string table = heaps("income,x\n", 60, [](int i) { return 1000 * (i * 7 % 10); });
  expect_part(said(table, {"-k", "2", "--scale", "global"}), "column income accounts for 99.");
  EXPECT_EQ(said(table, {"-k", "2", "--scale", "standard"}).find("income"), std::string::npos);
  EXPECT_EQ(said(table, {"-k", "2"}).find("income"), std::string::npos) << "scaled away";
}

TEST(Plot, ShowsTheClustersWhereTheyAre) {
  const Folder folder;
  const std::string data = folder.write("t.csv", "0,0\n1,0\n0,1\n50,0\n51,0\n50,1\n");
  const Outcome run = gnac({"fit", data, "-k", "2", "--scale", "global", "--quiet", "--plot"});
  EXPECT_EQ(run.code, 0);
  EXPECT_EQ(run.out, "0\n0\n0\n1\n1\n1\n");
  const std::size_t last = run.err.find_last_of('0');
  EXPECT_LT(last, run.err.find('1', last)) << run.err;
  EXPECT_EQ(run.err.find('\x1b'), std::string::npos) << "no colours where nobody sees them";
}

}  // namespace
}  // namespace gnac::detail::test
