#include <gtest/gtest.h>

#include "samples.h"

namespace gnac::detail::test {
namespace {

using Json = nlohmann::json;

class Deploy : public testing::Test {
 protected:
  Deploy() {
    const Outcome run =
        gnac(quick({"fit", data, "-k", "3", "--seed", "21", "--neighbors", "9", "--save", rule,
                    "--states", folder.path("fit.npy"), "--edges", folder.path("fit.csv")}));
    EXPECT_EQ(run.code, 0) << run.err;
    fitted = run.out;
  }
  Outcome deploy(const std::string& file, Args more = {}) {
    Args args = {"deploy", rule, file, "-k", "3", "--quiet"};
    args.insert(args.end(), more.begin(), more.end());
    Outcome run = gnac(args);
    EXPECT_EQ(run.code, 0) << run.err;
    return run;
  }
  Folder folder;
  Points points = arcs(250);
  std::string data = folder.write("arcs.csv", csv(points));
  std::string rule = folder.path("rule.safetensors");
  std::string fitted;
};

TEST_F(Deploy, OnTheSamePointsGivesTheSameAnswer) {
  const Outcome run =
      deploy(data, {"--states", folder.path("z.npy"), "--edges", folder.path("e.csv")});
  EXPECT_EQ(run.out, fitted);
  EXPECT_TRUE(folder.read("z.npy") == folder.read("fit.npy"));
  EXPECT_TRUE(folder.read("e.csv") == folder.read("fit.csv"));
}

TEST_F(Deploy, OnOtherPointsGivesExactlyKClusters) {
  const std::string other = folder.write("other.csv", csv(arcs(401)));
  for (const int clusters : {1, 2, 5}) {
    const Outcome run = gnac({"deploy", rule, other, "-k", std::to_string(clusters), "--quiet"});
    const auto labels = parse_lines(run.out);
    EXPECT_EQ(labels.size(), 401u);
    EXPECT_EQ(clusters_in(labels), clusters);
  }
}

// The rule's scaling, not that of the new points: the same points in another unit are other points.
// A rule of coordinates has no names to find columns by.
TEST_F(Deploy, SaysThatColumnsAreTakenByPlaceAndGapsWereFilled) {
  const std::string named = folder.write("named.csv", "y,x\n" + csv(points) + ",0.5\n");
  const Outcome run = gnac({"deploy", rule, named, "-k", "3"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_NE(run.err.find("taken in the order of this table"), std::string::npos) << run.err;
  EXPECT_NE(run.err.find("1 missing value filled"), std::string::npos) << run.err;
  EXPECT_EQ(gnac({"deploy", rule, data, "-k", "3"}).err.find("order of this table"),
            std::string::npos);
}

TEST_F(Deploy, UsesTheScalingOfTheRule) {
  Points grown = points;
  for (double& value : grown.values) value *= 2;
  const std::string large = folder.write("large.csv", csv(grown));
  const auto states = [&](const std::string& file, Args more) {
    more.insert(more.end(), {"--states", folder.path("z.npy")});
    deploy(file, more);
    return folder.read("z.npy");
  };
  const std::string same = folder.read("fit.npy");
  EXPECT_TRUE(states(large, {"--scale", "global"}) == same)
      << "with a new scaling the unit is gone";
  EXPECT_FALSE(states(large, {}) == same);
  EXPECT_FALSE(states(data, {"--scale", "none"}) == same);
}

TEST_F(Deploy, OptionsOverrideTheRule) {
  const auto trace = [&](Args more) {
    more.insert(more.end(), {"--trace", folder.path("t.json")});
    deploy(data, more);
    return Json::parse(folder.read("t.json"));
  };
  const Json usual = trace({});
  EXPECT_EQ(usual["options"]["neighbors"], 9);
  EXPECT_EQ(usual["seed"], 21);
  EXPECT_FALSE(usual.contains("training"));
  EXPECT_FALSE(usual["options"].contains("epochs"));
  EXPECT_NE(trace({"--neighbors", "5"})["graph"]["edges"], usual["graph"]["edges"]);
  EXPECT_NE(trace({"--seed", "22"})["evolution"], usual["evolution"]);
  EXPECT_EQ(trace({"--max-steps", "2"})["evolution"]["t_star"], 2);
  EXPECT_EQ(trace({"--stop-correlation", "1.5"})["evolution"]["t_star"], 128);
}

// With seed scale 0 nothing random is left in evolution.
TEST_F(Deploy, SeedScaleZeroMakesTheSeedIrrelevantToTheStates) {
  const auto states = [&](const char* seed, const char* scale) {
    deploy(data, {"--seed", seed, "--seed-scale", scale, "--states", folder.path("z.npy")});
    return folder.read("z.npy");
  };
  EXPECT_TRUE(states("1", "0") == states("2", "0"));
  EXPECT_FALSE(states("1", "0.1") == states("2", "0.1"));
}

TEST_F(Deploy, OwnGraph) {
  std::string list;
  for (int i = 0; i + 1 < 250; ++i) list += std::to_string(i) + " " + std::to_string(i + 1) + "\n";
  const std::string graph = folder.write("chain", list);
  deploy(data, {"--graph", graph, "--trace", folder.path("t.json")});
  EXPECT_EQ(Json::parse(folder.read("t.json"))["graph"]["edges"], 249);
}

TEST_F(Deploy, SummaryWithReference) {
  const std::string truth = folder.write("truth", lines(arc_labels(250)));
  const Outcome run = deploy(data, {"--reference", truth});
  EXPECT_NE(run.err.find("rule came from a file"), std::string::npos) << run.err;
  EXPECT_NE(run.err.find("ARI "), std::string::npos) << run.err;
}

TEST_F(Deploy, InfoDescribesTheRule) {
  const Outcome run = gnac({"info", rule});
  EXPECT_EQ(run.code, 0) << run.err;
  for (const char* part : {"features   2", "k = 9, seed 21", "fe.0.weight    [16, 61]"}) {
    EXPECT_NE(run.out.find(part), std::string::npos) << part << " is missing in\n" << run.out;
  }
}

}  // namespace
}  // namespace gnac::detail::test
