#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <thread>

#include "gnac/scaling.h"
#include "methods/method.h"
#include "samples.h"

namespace gnac::detail::test {
namespace {

using Json = nlohmann::json;

/// Settings that make the slow methods quick.
MethodOptions quick_options() {
  MethodOptions options = published_options();
  options.gnac.epochs = 6;
  options.gnac.burn_in = 2;
  return options;
}

/// Those settings as the command line spells them.
Args quick_flags(const std::string& method) {
  if (method == "gnac") return {"--preset", "paper", "--epochs", "6", "--burn-in", "2"};
  return {};
}

Args with(Args args, const Args& more) {
  args.insert(args.end(), more.begin(), more.end());
  return args;
}

class FitMethod : public testing::Test {
 protected:
  void refused(const Args& more, const std::vector<std::string>& parts, int code = 2) {
    folder.write("labels", "precious\n");
    const auto before = folder.names();
    const Outcome run = gnac(with({"fit", data, "-k", "2", "-o", folder.path("labels")}, more));
    EXPECT_EQ(run.code, code);
    EXPECT_EQ(run.out, "");
    EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1) << run.err;
    for (const std::string& part : parts)
      EXPECT_NE(run.err.find(part), std::string::npos) << part << " is missing in " << run.err;
    EXPECT_EQ(folder.names(), before);
    EXPECT_EQ(folder.read("labels"), "precious\n");
  }

  Folder folder;
  Points points = arcs(200);
  std::string data = folder.write("arcs.csv", csv(points));
};

// The program adds nothing to the library's methods and takes nothing away.
TEST_F(FitMethod, EveryMethodGivesTheLibrarysLabels) {
  const Points scaled = apply_scaling(points, fit_scaling(points, ScaleMode::global));
  for (const MethodInfo& info : method_table()) {
    if (!info.takes_clusters) continue;
    const std::string name(info.name);
    const Outcome run = gnac(with(
        {"fit", data, "-k", "5", "--seed", "3", "--method", name, "--quiet"}, quick_flags(name)));
    ASSERT_EQ(run.code, 0) << name << ": " << run.err;
    EXPECT_EQ(run.err, "") << "it was told to be quiet";
    Team team(1);
    EXPECT_EQ(parse_lines(run.out), run_method(name, scaled, 5, quick_options(), 3, team).labels)
        << name;
  }
}

TEST_F(FitMethod, SharesInputAndOutputWithGnac) {
  std::string table = "name,x,y,class\n";
  for (int i = 0; i < 200; ++i) {
    table += "p" + std::to_string(i) + "," + std::to_string(points.values[2 * i]) + "," +
             std::to_string(points.values[2 * i + 1]) + "," + (i % 2 == 0 ? "up" : "down") + "\n";
  }
  const Outcome run = gnac({"fit", folder.write("table.csv", table), "-k", "2", "--method",
                            "single", "--id-column", "name", "--label-column", "class",
                            "--one-based", "--summary", "-o", folder.path("labels.csv")});
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_TRUE(folder.read("labels.csv").starts_with("id,label\np0,1\np1,2\n"));
  for (const char* part :
       {"200 x 2", "clusters   2 of 100, 100", "single linkage", "seconds", "ARI        1.0000"}) {
    EXPECT_NE(run.err.find(part), std::string::npos) << part << " is missing in\n" << run.err;
  }
}

TEST_F(FitMethod, OptionsReachTheMethod) {
  const auto labels = [&](const Args& more) {
    const Outcome run = gnac(with({"fit", data, "-k", "6", "--quiet"}, more));
    EXPECT_EQ(run.code, 0) << run.err;
    return run.out;
  };
  EXPECT_NE(labels({"--method", "genie"}),
            labels({"--method", "genie", "--method-option", "gini=1"}));
  EXPECT_EQ(labels({"--method", "single"}),
            labels({"--method", "genie", "--method-option", "gini=1"}));
  const Args gmm = {"--method", "gmm", "--method-option", "covariance=spherical"};
  EXPECT_NE(labels({"--method", "gmm"}), labels(gmm));
  EXPECT_NE(labels(gmm), labels(with(gmm, {"--method-option", "max_iterations=1"})));
  EXPECT_EQ(
      labels({"--preset", "paper", "--epochs", "6", "--burn-in", "2"}),
      labels({"--preset", "paper", "--method-option", "epochs=6", "--method-option", "burn_in=2"}));
}

TEST_F(FitMethod, TraceTellsMethodOptionsFactsAndSeconds) {
  const auto trace = [&](const char* threads) {
    const Outcome run =
        gnac({"fit", data, "-k", "3", "--method", "gmm", "--method-option", "covariance=tied",
              "--seed", "11", "--threads", threads, "--trace", folder.path("t.json"), "--quiet"});
    EXPECT_EQ(run.code, 0) << run.err;
    return folder.read("t.json");
  };
  const auto json = nlohmann::ordered_json::parse(trace("1"));
  EXPECT_EQ(json["method"], "gmm");
  EXPECT_EQ(json["seed"], 11);
  EXPECT_EQ(json["n"], 200);
  EXPECT_EQ(json["options"]["covariance"], "tied");
  EXPECT_EQ(json["options"]["starts"], 5);
  EXPECT_LT(json["facts"]["log_likelihood"], 0);
  EXPECT_EQ(json["sizes"].size(), 3u);
  EXPECT_EQ(json["timings"]["threads"], 1);
  EXPECT_GE(json["timings"]["total"], 0);
  EXPECT_EQ((--json.end()).key(), "timings") << "what may differ comes last";
  EXPECT_EQ(without_timings(trace("2")), without_timings(trace("1")));
}

TEST_F(FitMethod, RefusesWhatOnlyGnacCanDo) {
  refused({"--method", "kmeans", "--save", folder.path("rule")}, {"--save", "G-NAC", "kmeans"});
  refused({"--method", "ward", "--states", folder.path("s"), "--edges", folder.path("e")},
          {"--edges, --states", "ward"});
  refused({"--method", "ward", "--graph", folder.write("g", "0 1\n")}, {"--graph"});
  refused({"--method", "spectral", "--neighbors", "5"}, {"--neighbors", "gnac methods spectral"});
}

TEST_F(FitMethod, RefusesUnknownMethodsAndOptions) {
  refused({"--method", "kmean"}, {"did you mean 'kmeans'"});
  refused({"--method", "kmeans", "--method-option", "gini=1"}, {"gini", "starts", "tolerance"});
  refused({"--method", "kmeans", "--method-option", "starts=0"}, {"starts", "from 1"});
  refused({"--method", "gmm", "--method-option", "covariance=round"}, {"full, tied, diag"});
  refused({"--method", "kmeans", "--method-option", "starts"}, {"NAME=VALUE"});
  refused({"--method", "ward", "--method-option", "starts=2"}, {"it has no options"});
  refused({"--preset", "paper", "--epochs", "50", "--method-option", "epochs=60"},
          {"--epochs", "give one"});
}

TEST_F(FitMethod, SquareMemoryIsRefusedBeforehand) {
  refused({"--method", "average", "--memory-limit-gib", "1e-4"},
          {"average linkage of 200 points needs about", "is the limit"}, 1);
}

TEST_F(FitMethod, ProgressNamesTheMethodAndCtrlCStopsIt) {
  const Folder streams;
  Child child({"fit", data, "-k", "2", "--method", "kmeans", "--method-option", "starts=1000000",
               "-o", folder.path("labels")},
              streams);
  for (int wait = 0; wait < 3000 && child.err_so_far().find("kmeans") == std::string::npos; ++wait)
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  child.signal(SIGINT);
  const Outcome run = child.wait();
  EXPECT_EQ(run.code, 130);
  EXPECT_EQ(run.err.find("graph"), std::string::npos) << "kmeans has no stages\n" << run.err;
  EXPECT_NE(run.err.find("gnac: stopped"), std::string::npos) << run.err;
  EXPECT_FALSE(folder.has("labels"));
}

TEST(Methods, ListsEachWithTitleComplexityAndReference) {
  const Outcome run = gnac({"methods"});
  EXPECT_EQ(run.code, 0);
  for (const MethodInfo& info : method_table()) {
    for (const auto part : {info.name, info.title, info.complexity, info.reference})
      EXPECT_NE(run.out.find(part), std::string::npos) << part;
  }
}

TEST(Methods, ShowsTheOptionsOfOne) {
  for (const MethodInfo& info : method_table()) {
    const std::string name(info.name);
    const Outcome run = gnac({"methods", name});
    EXPECT_EQ(gnac({"methods", "--method", name}).out, run.out);
    for (const MethodOption& option : info.options) {
      const std::size_t at = run.out.find("\n  " + std::string(option.name) + " ");
      ASSERT_NE(at, std::string::npos) << name << "." << option.name;
      const std::string line = run.out.substr(at + 1, run.out.find('\n', at + 1) - at);
      for (const std::string& part : {" " + method_option_text(MethodOptions{}, option) + " ",
                                      std::string(option.help), method_option_range(option)}) {
        EXPECT_NE(line.find(part), std::string::npos) << part << " is missing in " << line;
      }
    }
  }
  EXPECT_EQ(gnac({"methods", "kmean"}).code, 2);
  EXPECT_EQ(gnac({"methods", "kmeans", "--method", "gmm"}).code, 2);
}

TEST(Methods, JsonHoldsTheTable) {
  const Json all = Json::parse(gnac({"methods", "--json"}).out);
  ASSERT_EQ(all.size(), method_table().size());
  for (std::size_t m = 0; m < all.size(); ++m) {
    const MethodInfo& info = method_table()[m];
    EXPECT_EQ(all[m]["name"], info.name);
    EXPECT_EQ(all[m]["stochastic"], info.stochastic);
    EXPECT_EQ(all[m]["options"].size(), info.options.size());
  }
  const Json gmm = Json::parse(gnac({"methods", "gmm", "--json"}).out);
  EXPECT_EQ(gmm["options"][0]["choices"], Json({"full", "tied", "diag", "spherical"}));
  EXPECT_EQ(gmm["options"][0]["default"], "full");
  EXPECT_EQ(gmm["options"][1]["min"], 1);
  EXPECT_EQ(gmm["options"][4]["above"], 0) << "a ridge of 0 is refused";
  EXPECT_FALSE(gmm["options"][4].contains("max")) << "it has no limit";
}

}  // namespace
}  // namespace gnac::detail::test
