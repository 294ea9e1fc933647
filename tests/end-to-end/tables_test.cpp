// Real-life tables: missing values, and the input table with the answer added.
#include <gtest/gtest.h>

#include <algorithm>

#include "samples.h"

namespace gnac::detail::test {
namespace {

class Tables : public testing::Test {
 protected:
  Folder folder;
  std::string data = folder.write("t.csv",
                                  "name,x,y\n\"a, b\",0,0\nc,1,NA\nd,0,1\ne,50,0\nf,51,\ng,nan,1\n"
                                  "h,52,3\ni,49,2\nj,1,1\n");
  std::string truth = folder.write("truth", "0\n0\n0\n1\n1\n1\n1\n1\n0\n");

  Outcome fit(Args more) const {
    Args args = {"fit", data, "-k", "2", "--id-column", "name"};
    args.insert(args.end(), more.begin(), more.end());
    return gnac(args);
  }
};

TEST_F(Tables, MissingValuesCanBeRefused) {
  const Outcome run = fit({"--missing", "refuse"});
  EXPECT_EQ(run.code, 2);
  EXPECT_NE(run.err.find("row 3, column 3 ('y'): 'NA' is missing"), std::string::npos) << run.err;
  EXPECT_NE(run.err.find("--missing drop"), std::string::npos) << run.err;
  const Outcome typo =
      gnac({"fit", folder.write("u.csv", "1,2\n3,4x\n5,6\n7,8\n"), "--missing", "mean"});
  EXPECT_EQ(typo.code, 2) << "a slip is not a missing value";
  EXPECT_EQ(fit({"--missing", "zero"}).code, 2);
}

TEST_F(Tables, RowsWithoutAValueCanBeLeftOut) {
  const Outcome run = fit({"--missing", "drop", "--scale", "global", "--reference", truth});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(run.out, "id,label\n\"a, b\",0\nd,0\ne,1\nh,1\ni,1\nj,0\n");
  EXPECT_NE(run.err.find("3 rows with missing values left out"), std::string::npos) << run.err;
  EXPECT_NE(run.err.find("1.0000 against the known answer"), std::string::npos) << run.err;
}

TEST_F(Tables, MissingValuesCanBeFilled) {
  for (const char* how : {"mean", "median"}) {
    const Outcome run = fit({"--missing", how, "--reference", truth});
    EXPECT_EQ(run.code, 0) << run.err;
    EXPECT_NE(run.err.find("3 missing values filled"), std::string::npos) << run.err;
    EXPECT_EQ(std::count(run.out.begin(), run.out.end(), '\n'), 10);
  }
}

TEST_F(Tables, TheClusterIsAppendedToTheTableAsItStands) {
  const Outcome run = fit({"--missing", "drop", "--scale", "global", "--quiet", "--one-based", "-o",
                           folder.path("l"), "--append", folder.path("out.csv")});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(folder.read("out.csv"),
            "name,x,y,cluster\n\"a, b\",0,0,1\nc,1,NA,\nd,0,1,1\ne,50,0,2\nf,51,,\ng,nan,1,\n"
            "h,52,3,2\ni,49,2,2\nj,1,1,1\n");
  const Outcome score = gnac({"score", folder.path("l"), folder.path("l")});
  EXPECT_EQ(score.code, 0) << score.err;
  const Outcome piped = gnac({"fit", "-", "--append", folder.path("x.csv")}, "1\n2\n3\n");
  EXPECT_EQ(piped.code, 2);
  EXPECT_NE(piped.err.find("standard input"), std::string::npos) << piped.err;
}

}  // namespace
}  // namespace gnac::detail::test
