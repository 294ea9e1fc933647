#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "samples.h"

namespace gnac::detail::test {
namespace {

class PredictCommand : public testing::TestWithParam<const char*> {
 protected:
  std::string fit_model() {
    Args args = {"fit", data, "-k", "2", "--neighbors", "8", "--model", model, "--quiet"};
    if (std::string(GetParam()) == "train") args = quick(args);
    const Outcome run = gnac(args);
    EXPECT_EQ(run.code, 0) << run.err;
    return run.out;
  }
  Folder folder;
  std::string data = folder.write("arcs.csv", csv(arcs(240)));
  std::string model = folder.path("model.safetensors");
};

TEST_P(PredictCommand, FittedPointsKeepTheirLabels) {
  const std::string fitted = fit_model();
  const Outcome run = gnac({"predict", model, data, "--quiet"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(run.out, fitted);
}

TEST_P(PredictCommand, NewPointsJoinTheArcTheyLieOn) {
  const auto fitted = parse_lines(fit_model());
  const std::string more = folder.write("more.csv", csv(arcs(90)));
  const Outcome run = gnac({"predict", model, more, "--quiet", "-o", folder.path("labels")});
  EXPECT_EQ(run.code, 0) << run.err;
  const auto found = parse_lines(folder.read("labels"));
  const auto truth = arc_labels(90);
  ASSERT_EQ(found.size(), truth.size());
  const bool flipped = fitted.front() != arc_labels(240).front();
  for (std::size_t i = 0; i < truth.size(); ++i)
    EXPECT_EQ(found[i], flipped ? 1 - truth[i] : truth[i]) << i;
}

INSTANTIATE_TEST_SUITE_P(Rules, PredictCommand, testing::Values("train", "universal"),
                         [](const auto& rule) { return std::string(rule.param); });

TEST(PredictCommandOutliers, AreLabelledAndEveryPointHasItsMemberships) {
  const Folder folder;
  const std::string data = folder.write("arcs.csv", csv(arcs(240)));
  const std::string model = folder.path("model.safetensors");
  ASSERT_EQ(gnac({"fit", data, "-k", "2", "--outliers", "--quiet", "--model", model, "-o",
                  folder.path("fitted")})
                .code,
            0);
  // Fitted points have the answers of the fit.
  const Args asked{"predict",
                   model,
                   data,
                   "--outliers",
                   "--quiet",
                   "--memberships",
                   folder.path("m.csv"),
                   "--outlier-scores",
                   folder.path("s.csv")};
  const Outcome same = gnac(asked);
  EXPECT_EQ(same.code, 0) << same.err;
  EXPECT_EQ(same.out, folder.read("fitted"));
  gnac({"fit", data, "-k", "2", "--quiet", "--memberships", folder.path("fm.csv"),
        "--outlier-scores", folder.path("fs.csv"), "-o", folder.path("l")});
  EXPECT_EQ(folder.read("m.csv"), folder.read("fm.csv"));
  EXPECT_EQ(folder.read("s.csv"), folder.read("fs.csv"));
  // The first ones again, and two that are far from everything.
  const Outcome fresh =
      gnac({"predict", model, "-", "--outliers", "--quiet"}, csv(arcs(90)) + "40,40\n-30,50\n");
  EXPECT_EQ(fresh.code, 0) << fresh.err;
  const auto found = parse_lines(fresh.out);
  ASSERT_EQ(found.size(), 92U);
  EXPECT_EQ(found[90], -1);
  EXPECT_EQ(found[91], -1);
  const auto fitted = parse_lines(folder.read("fitted"));
  EXPECT_TRUE(std::equal(found.begin(), found.end() - 2, fitted.begin()));
}

TEST(PredictCommandAppend, WritesTheNewRowsAsTheyStandWithTheirClusters) {
  const Folder folder;
  std::string text = "name,x,y\n";
  for (int i = 0; i < 60; ++i) {
    const int at = i % 2 * 40;
    text += fmt::format("p{},{},{}\n", i, at + i % 5, at + i % 7);
  }
  const std::string model = folder.path("model");
  ASSERT_EQ(gnac({"fit", folder.write("a.csv", text), "-k", "2", "-q", "--model", model, "-o",
                  folder.path("l")})
                .code,
            0);
  const std::string fresh = folder.write("more.csv", "name,x,y\n\"u, v\",1,2\nw,NA,1\nz,41,43\n");
  const Outcome run = gnac({"predict", model, fresh, "--missing", "drop", "-q", "--one-based",
                            "--append", folder.path("out.csv")});
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(run.out, "1\n2\n");
  EXPECT_EQ(folder.read("out.csv"), "name,x,y,cluster\n\"u, v\",1,2,1\nw,NA,1,\nz,41,43,2\n");
  const Outcome piped =
      gnac({"predict", model, "-", "--append", folder.path("x.csv")}, "x,y\n1,2\n");
  EXPECT_EQ(piped.code, 2);
  EXPECT_NE(piped.err.find("standard input"), std::string::npos) << piped.err;
  const Outcome same = gnac({"predict", model, fresh, "--append", fresh});
  EXPECT_NE(same.err.find("would overwrite an input"), std::string::npos) << same.err;
}

TEST(MemoryRefusals, NameTheFlagAndWhatElseHelps) {
  const Folder folder;
  const std::string data = folder.write("arcs.csv", csv(arcs(600)));
  const Outcome fit = gnac({"fit", data, "--memory-limit-gib", "0.00001"});
  EXPECT_EQ(fit.code, 1);
  EXPECT_NE(fit.err.find("raise --memory-limit-gib, or "), std::string::npos) << fit.err;
  EXPECT_NE(fit.err.find("lower --neighbors"), std::string::npos) << fit.err;
  EXPECT_EQ(fit.err.find("option "), std::string::npos) << fit.err;
  const Outcome trained =
      gnac({"fit", data, "-k", "2", "--preset", "paper", "--memory-limit-gib", "0.00001"});
  EXPECT_NE(trained.err.find("--width, --hidden or --neighbors"), std::string::npos) << trained.err;
}

TEST(PredictCommandRefusals, SayWhatIsWrong) {
  const Folder folder;
  const std::string data = folder.write("arcs.csv", csv(arcs(60)));
  const std::string model = folder.path("model");
  gnac({"fit", data, "-k", "2", "--quiet", "--model", model});
  const std::string wide = folder.write("wide.csv", "1,2,3\n4,5,6\n");
  const Outcome columns = gnac({"predict", model, wide});
  EXPECT_EQ(columns.code, 2);
  EXPECT_NE(columns.err.find("has 3 columns, but the model was fitted on 2 columns"),
            std::string::npos)
      << columns.err;
  const Outcome foreign = gnac({"predict", data, data});
  EXPECT_EQ(foreign.code, 2);
  EXPECT_FALSE(foreign.err.empty());
}

TEST(UniversalRule, HasNoSeedAndNeedsNoTraining) {
  const Folder folder;
  const std::string data = folder.write("arcs.csv", csv(arcs(300)));
  const auto labels = [&](const char* seed) {
    const Outcome run =
        gnac({"fit", data, "-k", "2", "--seed", seed, "--quiet", "--trace", folder.path("t")});
    EXPECT_EQ(run.code, 0) << run.err;
    EXPECT_FALSE(nlohmann::json::parse(folder.read("t")).contains("training"));
    return run.out;
  };
  EXPECT_EQ(labels("1"), labels("99"));
  const auto found = parse_lines(labels("7"));
  const auto truth = arc_labels(300);
  for (std::size_t i = 0; i < truth.size(); ++i)
    EXPECT_EQ(found[i] == found[0], truth[i] == truth[0]);
}

TEST(UniversalRule, ScoreReadsTheEdgesItWrites) {
  const Folder folder;
  const std::string data = folder.write("arcs.csv", csv(arcs(200)));
  const std::string truth = folder.write("truth", lines(arc_labels(200)));
  gnac({"fit", data, "-k", "2", "--quiet", "--edges", folder.path("e.csv"), "-o",
        folder.path("labels")});
  const Outcome run =
      gnac({"score", truth, folder.path("labels"), "--edges", folder.path("e.csv")});
  EXPECT_EQ(run.code, 0) << run.err;
}

}  // namespace
}  // namespace gnac::detail::test
