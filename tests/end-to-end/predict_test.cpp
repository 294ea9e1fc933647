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
