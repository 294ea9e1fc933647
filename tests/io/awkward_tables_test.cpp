// The tables of tests/tables: each gives the columns that expected.tsv lists, or the refusal.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "io/read_points.h"
#include "message.h"

namespace gnac::detail {
namespace {

const std::string kFolder = std::string(GNAC_TEST_DIR) + "/tables/";

struct Expected {
  std::string file;
  std::string outcome;  ///< names joined by '|', or '!' and a part of the refusal
};

std::vector<Expected> expected_tables() {
  std::vector<Expected> all;
  std::ifstream list(kFolder + "expected.tsv");
  for (std::string line; std::getline(list, line);) {
    const std::size_t tab = line.find('\t');
    all.push_back({line.substr(0, tab), line.substr(tab + 1)});
  }
  return all;
}

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : "|") + name;
  return text;
}

TEST(AwkwardTables, AreReadAtTheFirstAttempt) {
  const auto tables = expected_tables();
  int read = 0;
  for (const Expected& expected : tables) {
    const std::string& file = expected.file;
    const std::string& outcome = expected.outcome;
    if (outcome.starts_with('!')) {
      const std::string message = message_of([&] { read_points(kFolder + file); });
      EXPECT_NE(message.find(outcome.substr(1)), std::string::npos) << file << ": " << message;
      continue;
    }
    const PointTable table = read_points(kFolder + file);
    EXPECT_EQ(joined(table.names), outcome) << file;
    EXPECT_EQ(table.points.n, 60) << file;
    ++read;
  }
  EXPECT_GE(tables.size(), 40u);
  EXPECT_GE(10 * read, 9 * static_cast<int>(tables.size()));
}

// The values are those that a person reads: the same two groups, whatever the writing.
TEST(AwkwardTables, HaveTheValuesThatAPersonReads) {
  const Points plain = read_points(kFolder + "plain.csv").points;
  const auto first = [&](const std::string& file, int c) {
    return read_points(kFolder + file).points.row(0)[static_cast<std::size_t>(c)];
  };
  const double a = plain.row(0)[0];
  const double b = plain.row(0)[1];
  for (const char* file :
       {"decimal_comma.csv", "decimal_comma_quoted.csv", "names.csv", "utf16.csv",
        "write_table.txt", "excel_sep.csv", "array.json", "book.xlsx"}) {
    EXPECT_NEAR(first(file, 0), a, 1e-9) << file;
    EXPECT_NEAR(first(file, 1), b, 1e-9) << file;
  }
  EXPECT_NEAR(first("currency.csv", 0), 1000 * a, 1);
  EXPECT_NEAR(first("euro_after.csv", 0), 100 * a, 0.01);
  for (const char* file : {"thousands.csv", "thousands_blank.tsv", "thousands_apostrophe.csv"})
    EXPECT_NEAR(first(file, 0), 10000 * a, 1) << file;
  EXPECT_NEAR(first("percent.csv", 0), a, 0.1);
  EXPECT_LT(read_points(kFolder + "accounting.csv").points.row(1)[0], 0);
  EXPECT_NEAR(first("limits.csv", 1), std::max(b, 1.5), 1e-9);
  EXPECT_NEAR(first("bank_export.csv", 1), b, 1e-9);
  // The same dates in three ways of writing them.
  for (const char* file : {"dates_german.csv", "dates_american.csv"})
    EXPECT_EQ(first(file, 0), first("dates_iso.csv", 0)) << file;
}

}  // namespace
}  // namespace gnac::detail
