#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>

#include "samples.h"

namespace gnac::detail::test {
namespace {

/// Two groups by `height`; `income` is in another unit, `row` counts.
std::string mixed_table() {
  std::string text = "row,height,income\n";
  for (int i = 0; i < 80; ++i) {
    text += std::to_string(i) + "," + std::to_string(1.6 + 0.3 * (i % 2) + 0.01 * std::sin(i)) +
            "," + std::to_string(30000 + 9000 * std::cos(i * 0.7)) + "\n";
  }
  return text;
}

TEST(Doctor, NamesWhatHurtsAndTheFlagThatHelps) {
  const Folder folder;
  const std::string data = folder.write("table.csv", mixed_table());
  const Outcome run = gnac({"doctor", data, "--scale", "global"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_NE(run.out.find("left out: it counts the rows"), std::string::npos) << run.out;
  EXPECT_NE(run.out.find("column income accounts for"), std::string::npos) << run.out;
  EXPECT_NE(run.out.find("auto would choose table ("), std::string::npos) << run.out;
  const auto json =
      nlohmann::json::parse(gnac({"doctor", data, "--scale", "global", "--json"}).out);
  EXPECT_EQ(json["findings"][0]["column"], "income");
  EXPECT_EQ(json["columns"][2]["use"], "left out: it counts the rows");
  const Outcome nameless = gnac({"doctor", folder.write("index.csv", mixed_table().substr(3))});
  EXPECT_NE(nameless.out.find("left out: row names"), std::string::npos) << nameless.out;
  const Outcome well = gnac({"doctor", folder.write("arcs.csv", csv(arcs(200)))});
  EXPECT_EQ(well.out.find("!"), std::string::npos) << well.out;
}

TEST(Doctor, SaysThatEmbeddingsAreComparedByDirection) {
  const Folder folder;
  Points vectors{{}, 300, 80};
  std::minstd_rand draws(1);
  for (int v = 0; v < 300 * 80; ++v)
    vectors.values.push_back(static_cast<double>(draws() % 2001) / 1000 - 1);
  const std::string data = folder.write("vectors.csv", csv(vectors));
  const Outcome run = gnac({"doctor", data});
  EXPECT_NE(run.out.find("directions), metric cosine\n"), std::string::npos) << run.out;
  EXPECT_EQ(nlohmann::json::parse(gnac({"doctor", data, "--json"}).out)["metric"], "cosine");
}

// The doctor must also diagnose tables that fit refuses.
TEST(Doctor, TellsOfTextMissingValuesAndADoubtfulHeader) {
  const Folder folder;
  std::string text = "size,kind,weight\n";
  for (int i = 0; i < 60; ++i) {
    text += std::to_string(i * i % 17) + (i % 2 == 0 ? ",box," : ",bag,") +
            (i == 7 ? "" : std::to_string(i % 5)) + "\n";
  }
  const Outcome run = gnac({"doctor", folder.write("table.csv", text)});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_NE(run.out.find("- 1 missing value filled; --missing drop"), std::string::npos) << run.out;
  EXPECT_NE(run.out.find("category"), std::string::npos) << run.out;
  std::string slip = "1.O,2\n";
  for (int i = 0; i < 60; ++i)
    slip += std::to_string(i * i % 17) + "," + std::to_string(i % 7) + "\n";
  const Outcome header = gnac({"doctor", folder.write("slip.csv", slip)});
  EXPECT_NE(header.out.find("the first row was taken as a header"), std::string::npos)
      << header.out;
}

TEST(Doctor, NamesEveryProblemAndACommandThatWorksAllTheSame) {
  const Folder folder;
  std::string text = "a,b,c\n";
  for (int i = 0; i < 60; ++i) {
    if (i == 20) text += "5,6\n";
    text += i == 9 ? "2O" : std::to_string(i % 2 * 50 + i * i % 17);
    text += "," + (i == 30 ? std::string("4_2") : std::to_string(i * 7 % 11)) + "," +
            std::to_string(i % 2 * 9 + i % 3) + "\n";
  }
  const std::string data = folder.write("table.csv", text);
  const Outcome fit = gnac({"fit", data});
  EXPECT_EQ(fit.code, 2);
  EXPECT_NE(
      fit.err.find("row 22 has 2 columns, but row 1 has 3; correct it, or give --missing drop"),
      std::string::npos)
      << fit.err;
  const Outcome run = gnac({"doctor", data});
  EXPECT_EQ(run.code, 0) << run.err;
  for (const char* problem :
       {"row 11, column 1 ('a'): '2O'", "row 22 has 2 columns", "row 33, column 2 ('b'): '4_2'"})
    EXPECT_NE(run.out.find(problem), std::string::npos) << problem << "\n" << run.out;
  const auto json = nlohmann::json::parse(gnac({"doctor", data, "--json"}).out);
  EXPECT_NE(json["command"].get<std::string>().find("--exclude 0,1 --missing drop"),
            std::string::npos)
      << json["command"];
  const Outcome works = gnac({"fit", data, "--exclude", "0,1", "--missing", "drop", "--quiet",
                              "--append", folder.path("out.csv")});
  EXPECT_EQ(works.code, 0) << works.err;
  EXPECT_NE(folder.read("out.csv").find("\n5,6,\n"), std::string::npos);
}

TEST(Doctor, FitSaysTheGravest) {
  const Folder folder;
  const std::string data = folder.write("table.csv", mixed_table());
  const Outcome run = gnac({"fit", data, "-k", "2", "--id-column", "row", "--scale", "global"});
  EXPECT_EQ(run.code, 0);
  EXPECT_NE(run.err.find("column income accounts for"), std::string::npos) << run.err;
  EXPECT_EQ(gnac({"fit", data, "-k", "2", "--id-column", "row", "--quiet"}).err, "");
  const Outcome scaled =
      gnac({"fit", data, "-k", "2", "--id-column", "row", "--scale", "auto", "--summary"});
  EXPECT_EQ(scaled.err.find("column income accounts for"), std::string::npos) << scaled.err;
  EXPECT_NE(scaled.err.find("scale table (spreads differ by a factor of"), std::string::npos)
      << scaled.err;
}

}  // namespace
}  // namespace gnac::detail::test
