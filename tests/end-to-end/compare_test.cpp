#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <map>
#include <set>
#include <sstream>
#include <thread>

#include "methods/method.h"
#include "samples.h"

namespace gnac::detail::test {
namespace {

using Json = nlohmann::json;

const Args kQuick{"--quiet",       "--preset",        "paper",         "--method-option",
                  "gnac.epochs=6", "--method-option", "gnac.burn_in=2"};

class Compare : public testing::Test {
 protected:
  Outcome compare(const Args& more) const {
    Args args = {"compare", data, "-k", "2"};
    args.insert(args.end(), kQuick.begin(), kQuick.end());
    args.insert(args.end(), more.begin(), more.end());
    return gnac(args);
  }

  Json json(Args more) const {
    more.emplace_back("--json");
    const Outcome run = compare(more);
    EXPECT_EQ(run.code, 0) << run.err;
    return Json::parse(run.out);
  }

  std::string fit(const std::string& method) const {
    return gnac({"fit", data, "-k", "2", "--method", method, "--quiet"}).out;
  }

  Folder folder;
  std::string data = folder.write("arcs.csv", csv(arcs(300)));
  std::string truth = folder.write("truth.txt", lines(arc_labels(300)));
};

TEST_F(Compare, OneTableOfEveryMethodAndOneOfTheirAgreement) {
  const Outcome run = compare({"--reference", truth});
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(run.err, "");
  std::istringstream out(run.out);
  std::string line;
  while (std::getline(out, line) && !line.starts_with("method")) {
  }
  std::istringstream header(line);
  std::vector<std::string> columns;
  for (std::string word; header >> word;) columns.push_back(word);
  EXPECT_EQ(columns, (Args{"method", "ari", "ami", "nca", "silhouette", "davies-bouldin",
                           "calinski-harabasz", "seconds", "peak", "MiB"}));
  for (const MethodInfo& info : method_table()) {
    if (!info.takes_clusters) continue;
    ASSERT_TRUE(std::getline(out, line));
    EXPECT_TRUE(line.starts_with(info.name)) << line;
    EXPECT_EQ(line.find("failed"), std::string::npos) << line;
  }
  EXPECT_NE(run.out.find("ARI between the methods"), std::string::npos);
  EXPECT_EQ(run.out.find("left out"), std::string::npos);
}

TEST_F(Compare, WithoutKEachMethodChoosesItsOwn) {
  const Outcome run = gnac({"compare", data, "--quiet", "--reference", truth});
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_NE(run.out.find("K chosen"), std::string::npos) << run.out;
  EXPECT_NE(run.out.find("scale global (spreads within"), std::string::npos) << run.out;
  const Outcome json = gnac({"compare", data, "--quiet", "--reference", truth, "--json"});
  const Json all = Json::parse(json.out);
  EXPECT_TRUE(all["k"].is_null());
  std::map<std::string, Json> row;
  for (const Json& method : all["methods"]) row[method["method"]] = method;
  ASSERT_EQ(row.size(), 4u) << json.out;
  for (const char* name : {"gnac", "hdbscan", "kmeans", "gmm"}) {
    ASSERT_TRUE(row.contains(name)) << name;
    EXPECT_GE(row[name]["k"], 1) << name;
  }
  EXPECT_EQ(row["hdbscan"]["k"], 2);  // two arcs, which no mean or normal density describes
  EXPECT_EQ(row["hdbscan"]["scores"]["ari"], 1.0);
  EXPECT_GT(row["kmeans"]["k"], 2);
}

TEST_F(Compare, MethodsThatNeedKOrFindItSayWhatToDo) {
  const Outcome needs = gnac({"compare", data, "--methods", "ward"});
  EXPECT_EQ(needs.code, 2);
  EXPECT_NE(needs.err.find("ward needs the number of clusters"), std::string::npos) << needs.err;
  const Outcome given = gnac({"compare", data, "-k", "2", "--methods", "hdbscan"});
  EXPECT_EQ(given.code, 2);
  EXPECT_NE(given.err.find("leave it out"), std::string::npos) << given.err;
}

TEST_F(Compare, HdbscanFitsWithoutKAndMarksNoise) {
  const std::string far = folder.write("far.csv", csv(arcs(300)) + "60,60\n-70,40\n");
  const Outcome run = gnac({"fit", far, "--method", "hdbscan"});
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_NE(run.err.find("2 clusters by HDBSCAN (excess of mass)"), std::string::npos) << run.err;
  const auto labels = parse_lines(run.out);
  EXPECT_EQ(labels[300], -1);
  EXPECT_EQ(labels[301], -1);
  const Outcome joined =
      gnac({"fit", far, "--method", "hdbscan", "--method-option", "noise=join", "--quiet"});
  EXPECT_EQ(clusters_in(parse_lines(joined.out)), 2);
}

// Both commands run the same code: the labels of fit get the score that compare prints.
TEST_F(Compare, ScoresAreThoseOfFitAndScore) {
  const Json all = json({"--reference", truth, "--methods", "gmm,genie,ward", "--seed", "7"});
  ASSERT_EQ(all["methods"].size(), 3u);
  for (const Json& row : all["methods"]) {
    const std::string labels = folder.write("labels", fit(row["method"]));
    const Json scores = Json::parse(gnac({"score", truth, labels, "--json"}).out);
    for (const char* name : {"ari", "ami", "nca"})
      EXPECT_EQ(row["scores"][name], scores[name]) << row["method"] << " " << name;
    EXPECT_GE(row["seconds"], 0);
  }
  const Json& agreement = all["agreement"];
  EXPECT_EQ(agreement["methods"], Json({"gmm", "genie", "ward"}));
  const Json between =
      Json::parse(gnac({"score", folder.write("a", fit("gmm")), folder.write("b", fit("ward")),
                        "--metrics", "ari", "--json"})
                      .out);
  EXPECT_DOUBLE_EQ(agreement["ari"][0][2], between["ari"]);
  EXPECT_EQ(agreement["ari"][2][0], agreement["ari"][0][2]);
  EXPECT_EQ(agreement["ari"][1][1], 1.0);
}

TEST_F(Compare, WithoutAReferenceOnlyInternalMetrics) {
  const Json row = json({"--methods", "kmeans"})["methods"][0];
  EXPECT_FALSE(row["scores"].contains("ari"));
  EXPECT_GT(row["scores"]["silhouette"], 0.2);
  const Outcome asked = compare({"--methods", "kmeans", "--metrics", "ari"});
  EXPECT_EQ(asked.code, 2);
  EXPECT_NE(asked.err.find("reference"), std::string::npos) << asked.err;
  const Json some = json({"--methods", "kmeans", "--metrics", "davies-bouldin"})["methods"][0];
  EXPECT_EQ(some["scores"].size(), 1u);
}

TEST_F(Compare, AMethodThatFailsShowsWhyAndStopsNoOther) {
  const Args limit = {"--methods", "average,kmeans", "--memory-limit-gib", "1e-4"};
  const Outcome run = compare(limit);
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_NE(run.out.find("average  failed: average linkage of 300 points needs"), std::string::npos)
      << run.out;
  const Json rows = json(limit)["methods"];
  EXPECT_NE(rows[0]["failure"].get<std::string>().find("needs about"), std::string::npos);
  EXPECT_TRUE(rows[1].contains("scores"));
  const Outcome none = compare({"--methods", "average", "--memory-limit-gib", "1e-4"});
  EXPECT_EQ(none.code, 1) << "too little memory";
  EXPECT_NE(none.out.find("failed"), std::string::npos) << "the table is shown all the same";
}

TEST_F(Compare, WhatTheMemoryForbidsIsLeftOutWithItsReason) {
  // 300 points: the matrix of all distances needs 350 KiB, and the limit is 210.
  const Json all = json({"--memory-limit-gib", "2e-4"});
  std::set<std::string> left_out;
  for (const Json& entry : all["left_out"]) {
    left_out.insert(entry["method"]);
    EXPECT_NE(entry["reason"].get<std::string>().find("300 points needs"), std::string::npos);
  }
  EXPECT_EQ(left_out, (std::set<std::string>{"average", "complete"}));
  const auto given = std::ranges::count_if(method_table(), &MethodInfo::takes_clusters);
  EXPECT_EQ(std::ssize(all["methods"]), given - 2);
}

TEST_F(Compare, TimeLimitGivesAMethodUp) {
  const Json rows = json({"--methods", "kmeans,ward", "--method-option", "kmeans.starts=1000000",
                          "--time-limit", "2"})["methods"];
  EXPECT_NE(rows[0]["failure"].get<std::string>().find("--time-limit"), std::string::npos);
  EXPECT_TRUE(rows[1].contains("scores"));
}

// 3000 points: the matrix of all distances is 34 MiB, and the next method starts afresh.
TEST(ComparePeak, IsTheMethodsOwn) {
  const Folder folder;
  const Outcome run =
      gnac({"compare", folder.write("arcs.csv", csv(arcs(3000))), "-k", "2", "--methods",
            "average,kmeans", "--metrics", "davies-bouldin", "--quiet", "--json"});
  ASSERT_EQ(run.code, 0) << run.err;
  const Json rows = Json::parse(run.out)["methods"];
  const double average = rows[0]["peak_mib"];
  const double kmeans = rows[1]["peak_mib"];
  EXPECT_GT(average, kmeans + 30);
  EXPECT_LT(average, kmeans + 70);
}

TEST_F(Compare, PictureHasAPanelAMethodWithItsAri) {
  const Outcome run = compare(
      {"--reference", truth, "--methods", "single,kmeans", "--picture", folder.path("out.svg")});
  ASSERT_EQ(run.code, 0) << run.err;
  const std::string svg = folder.read("out.svg");
  for (const char* part : {">reference<", ">single linkage<", ">k-means<", ">ARI 1.0000<"})
    EXPECT_NE(svg.find(part), std::string::npos) << part;
  EXPECT_TRUE(svg.ends_with("</svg>\n"));
}

TEST_F(Compare, RefusesBeforeTheWork) {
  const auto refused = [&](const Args& more, const std::string& part) {
    const auto before = folder.names();
    const Outcome run = compare(more);
    EXPECT_EQ(run.code, 2) << part;
    EXPECT_EQ(run.out, "");
    EXPECT_NE(run.err.find(part), std::string::npos) << run.err;
    EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1) << run.err;
    EXPECT_EQ(folder.names(), before);
  };
  refused({"--methods", "kmeans,gnacc"}, "did you mean 'gnac'");
  refused({"--method-option", "kmeans.start=3"}, "starts");
  refused({"--method-option", "starts=3"}, "METHOD.NAME=VALUE");
  refused({"--method-option", "gnac.epochs=1"}, "burn_in");
  refused({"--metrics", "accuracy"}, "accuracy");
  refused({"--picture", folder.path("no/such.svg")}, "no folder");
  refused({"--picture", folder.path("out.jpg")}, ".svg or .png");
}

TEST_F(Compare, StopsOnSignalAndLeavesNoFile) {
  const Folder streams;
  Child child({"compare", data, "-k", "2", "--methods", "kmeans", "--method-option",
               "kmeans.starts=1000000", "--picture", folder.path("out.svg")},
              streams);
  for (int wait = 0; wait < 3000 && child.err_so_far().find("1/1 kmeans") == std::string::npos;
       ++wait)
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  child.signal(SIGTERM);
  const Outcome run = child.wait();
  EXPECT_EQ(run.code, 143);
  EXPECT_EQ(run.out, "");
  EXPECT_NE(run.err.find("gnac: stopped"), std::string::npos) << run.err;
  EXPECT_FALSE(folder.has("out.svg"));
}

}  // namespace
}  // namespace gnac::detail::test
