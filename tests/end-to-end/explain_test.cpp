#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "program.h"
#include "samples.h"

namespace gnac::detail::test {
namespace {

/// Two groups of 40 rows that differ in income, colour and words.
std::string people() {
  std::string text = "age,income,colour,note\n";
  for (int i = 0; i < 80; ++i) {
    const bool rich = i % 2 == 1;
    text += std::to_string(30 + i * 7 % 20) + "," +
            std::to_string((rich ? 70'000 : 30'000) + i * 37 % 1'000) + "," +
            (rich ? "red" : "blue") + "," + (rich ? "the large yacht" : "the city bus") + "\n";
  }
  return text;
}

class Explain : public testing::Test {
 protected:
  void SetUp() override {
    data = folder.write("people.csv", people());
    model = folder.path("model.safetensors");
    const Outcome run = gnac({"fit", data, "-k", "2", "--columns", "age,income", "--scale",
                              "standard", "--model", model, "--quiet"});
    ASSERT_EQ(run.code, 0) << run.err;
  }
  /// The model of a fit into two clusters with these flags.
  std::string fitted(const std::string& table, const std::vector<std::string>& flags) {
    const std::string path = folder.path("other.safetensors");
    std::vector<std::string> words{"fit", table, "-k", "2", "--model", path, "--quiet"};
    words.insert(words.end(), flags.begin(), flags.end());
    const Outcome run = gnac(words);
    EXPECT_EQ(run.code, 0) << run.err;
    return path;
  }

  Folder folder;
  std::string data;
  std::string model;
};

TEST_F(Explain, SaysWhatClustersAre) {
  const Outcome run = gnac({"explain", model, data, "--text-column", "note"});
  EXPECT_EQ(run.code, 0) << run.err;
  for (const char* part : {"Cluster 0", "40 points, 50 %", "income above 50,000 (100 %, rest 0 %)",
                           "colour is red (100 %, rest 0 %)", "precision 100 %, recall 100 %",
                           "yacht", "typical rows: "})
    EXPECT_NE(run.out.find(part), std::string::npos) << part << "\n" << run.out;
  EXPECT_EQ(run.out.find("the ("), std::string::npos) << "a stop word\n" << run.out;
  const Outcome markdown = gnac({"explain", model, data, "--text-column", "note", "--markdown"});
  EXPECT_TRUE(markdown.out.starts_with("## Cluster 0")) << markdown.out;
}

TEST_F(Explain, TheKnownAnswerIsNoExplanationUnlessAskedFor) {
  const std::string known = fitted(data, {"--label-column", "colour"});
  const Outcome run = gnac({"explain", known, data});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_NE(run.out.find("income above"), std::string::npos) << run.out;
  EXPECT_EQ(run.out.find("colour"), std::string::npos) << run.out;
  const Outcome asked = gnac({"explain", known, data, "--columns", "age,colour"});
  EXPECT_NE(asked.out.find("colour is red (100 %"), std::string::npos) << asked.out;
}

TEST_F(Explain, LeavesOutTheRowsThatTheFitLeftOut) {
  const std::string gaps = folder.write("gaps.csv", people() + "40,,red,the large yacht\n");
  const Outcome run = gnac({"explain", fitted(gaps, {"--missing", "drop"}), gaps});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_NE(run.out.find("40 points, 50 %"), std::string::npos) << run.out;
}

TEST_F(Explain, PrintsJson) {
  const Outcome run = gnac({"explain", model, data, "--text-column", "note", "--json"});
  ASSERT_EQ(run.code, 0) << run.err;
  const auto json = nlohmann::json::parse(run.out);
  ASSERT_EQ(json.size(), 2);
  EXPECT_EQ(json[0]["size"], 40);
  EXPECT_EQ(json[0]["precision"], 1.0);
  EXPECT_EQ(json[0]["medoid"], json[0]["typical"][0]);
}

TEST_F(Explain, NeedsNoTable) {
  const Outcome run = gnac({"explain", model});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_NE(run.out.find("income above 50,000"), std::string::npos) << run.out;
}

TEST_F(Explain, RefusesOtherRows) {
  const std::string other = folder.write("other.csv", "age,income\n1,2\n3,4\n");
  const Outcome run = gnac({"explain", model, other});
  EXPECT_EQ(run.code, 2);
  EXPECT_NE(run.err.find("2 rows but the model was fitted to 80"), std::string::npos) << run.err;
  EXPECT_EQ(gnac({"explain", model, "--text-column", "note"}).code, 2);
}

TEST_F(Explain, OneIsCountedAsOne) {
  const Outcome run = gnac({"explain", model, folder.write("one.csv", "age,income\n31,30000\n")});
  EXPECT_NE(run.err.find("has 1 row but"), std::string::npos) << run.err;
  const std::string far = folder.write("far.csv", "x,y\n1,1\n900,950\n");
  const Outcome lone = gnac({"explain", fitted(far, {})});
  EXPECT_NE(lone.out.find("  1 point, 50 %"), std::string::npos) << lone.out;
  EXPECT_NE(lone.out.find("typical row: 1\n"), std::string::npos) << lone.out;
  EXPECT_EQ(lone.out.find("1 points"), std::string::npos) << lone.out;
  const Outcome info = gnac({"info", folder.write("single.csv", "x\n1\n")});
  EXPECT_NE(info.out.find("1 row of 1 column, 1 column of points"), std::string::npos) << info.out;
}

}  // namespace
}  // namespace gnac::detail::test
