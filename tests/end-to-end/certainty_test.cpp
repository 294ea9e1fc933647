#include <gtest/gtest.h>

#include <algorithm>

#include "io/npy.h"
#include "samples.h"

namespace gnac::detail::test {
namespace {

class Certainty : public testing::Test {
 protected:
  Folder folder;
  std::string data = folder.write("arcs.csv", csv(arcs(240)));
};

TEST_F(Certainty, WithoutKTheNumberOfClustersIsChosenAndSaid) {
  const Outcome run = gnac({"fit", data, "--trace", folder.path("t.json")});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(clusters_in(parse_lines(run.out)), 2);
  EXPECT_NE(run.err.find("gnac: 2 clusters, score"), std::string::npos) << run.err;
  const auto trace = nlohmann::json::parse(folder.read("t.json"));
  EXPECT_EQ(trace["k"], 2);
  EXPECT_EQ(trace["counts"][0]["k"], 2);
  EXPECT_EQ(trace["confidence"]["clusters"].size(), 2);
  EXPECT_EQ(gnac({"fit", data, "-k", "auto", "--quiet"}).out, run.out);
  EXPECT_EQ(gnac({"fit", data, "--quiet"}).err, "");
}

TEST_F(Certainty, EveryMatrixIsWrittenAsItsNameSays) {
  const Outcome run =
      gnac({"fit", data, "-k", "2", "--quiet", "--memberships", folder.path("m.npy"),
            "--outlier-scores", folder.path("o.csv"), "--linkage", folder.path("z.tsv"), "--states",
            folder.path("s.txt"), "--newick", folder.path("t.nwk"), "--map", folder.path("p.csv")});
  EXPECT_EQ(run.code, 0) << run.err;
  const NpyArray share = parse_npy(folder.read("m.npy"), "m.npy");
  ASSERT_EQ(share.rows, 240);
  ASSERT_EQ(share.cols, 2);
  const auto labels = parse_lines(run.out);
  for (std::int64_t i = 0; i < 240; ++i)
    EXPECT_GE(share.values[2 * i + labels[i]], share.values[2 * i + 1 - labels[i]]);
  EXPECT_TRUE(folder.read("o.csv").starts_with("outlier_score0\n"));
  EXPECT_TRUE(folder.read("p.csv").starts_with("map0,map1\n"));
  EXPECT_TRUE(folder.read("z.tsv").starts_with("z0\tz1\tz2\tz3\n"));
  EXPECT_TRUE(folder.read("s.txt").starts_with("state0 state1 "));
  EXPECT_TRUE(folder.read("t.nwk").ends_with(");\n"));
  const Outcome odd = gnac({"fit", data, "-k", "2", "--memberships", folder.path("m.xlsx")});
  EXPECT_EQ(odd.code, 2);
  EXPECT_NE(odd.err.find(".npy, .csv, .tsv or .txt"), std::string::npos) << odd.err;
}

TEST_F(Certainty, OutliersAreMinusOneAndCounted) {
  const std::string far = folder.write("far.csv", csv(arcs(240)) + "40,40\n");
  const Outcome run = gnac({"fit", far, "-k", "2", "--outliers", "--one-based"});
  EXPECT_EQ(run.code, 0) << run.err;
  const auto labels = parse_lines(run.out);
  EXPECT_EQ(labels.back(), -1);
  EXPECT_EQ(*std::max_element(labels.begin(), labels.end()), 2);
  EXPECT_NE(run.err.find("labelled -1"), std::string::npos) << run.err;
}

TEST_F(Certainty, ARuleTrainedOnThePointsHasNone) {
  const Outcome run = gnac(quick({"fit", data, "-k", "2", "--memberships", folder.path("m.csv")}));
  EXPECT_EQ(run.code, 2);
  EXPECT_NE(run.err.find("universal rule"), std::string::npos) << run.err;
}

}  // namespace
}  // namespace gnac::detail::test
