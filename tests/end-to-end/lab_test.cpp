// gnac-lab, and how gnac sends people there.
#include <gtest/gtest.h>

#include "gnac/version.h"
#include "samples.h"

namespace gnac::detail::test {
namespace {

TEST(Lab, HelpNamesEveryCommandAndEachExplainsItself) {
  const Outcome help = gnac_lab({"--help"});
  EXPECT_EQ(help.code, 0);
  EXPECT_EQ(help.out, gnac_lab({"help"}).out);
  for (const char* command : {"study", "pretrain", "generate"}) {
    EXPECT_NE(help.out.find(std::string("\n  ") + command), std::string::npos) << help.out;
    EXPECT_EQ(gnac({"--help"}).out.find(std::string("\n  ") + command + " ") != std::string::npos,
              command == std::string("generate"));
  }
  EXPECT_EQ(gnac_lab({"help", "study", "report"}).out, gnac_lab({"study", "report", "--help"}).out);
  EXPECT_NE(gnac_lab({"study", "benchmark", "--help"}).out.find("gnac-lab help study benchmark"),
            std::string::npos);
  EXPECT_EQ(gnac_lab({"version"}).out, std::string("gnac-lab ") + version() + "\n");
}

TEST(Lab, CommandsThatMovedSayWhere) {
  for (const Args& args : {Args{"study", "report", "log"}, Args{"pretrain", "-o", "rule"},
                           Args{"generate", "problem", "-o", "p.csv"}}) {
    const Outcome run = gnac(args);
    EXPECT_EQ(run.code, 2);
    EXPECT_TRUE(run.err.starts_with("gnac: ")) << run.err;
    EXPECT_NE(run.err.find("gnac-lab " + args[0]), std::string::npos) << run.err;
  }
}

TEST(Lab, HasManualPagesAndCompletionsOfItsOwn) {
  const Folder folder;
  ASSERT_EQ(gnac_lab({"help", "--man", folder.path(".")}).code, 0);
  EXPECT_NE(folder.read("gnac-lab-study-report.1").find("gnac\\-lab study report"),
            std::string::npos);
  EXPECT_NE(gnac_lab({"completion", "bash"}).out.find("complete -F _gnac-lab gnac-lab\n"),
            std::string::npos);
  EXPECT_TRUE(gnac_lab({"completion", "zsh"}).out.starts_with("#compdef gnac-lab\n"));
  EXPECT_NE(gnac_lab({"completion", "fish"}).out.find("complete -c gnac-lab "), std::string::npos);
}

TEST(Lab, AProblemIsThatOfItsSeedAndIndex) {
  const Args args = {"generate", "problem", "--seed", "1", "--index", "12"};
  const Outcome first = gnac_lab(args);
  EXPECT_EQ(first.code, 0) << first.err;
  EXPECT_EQ(first.out, gnac_lab(args).out);
  Args other = args;
  other.back() = "13";
  EXPECT_NE(first.out, gnac_lab(other).out);
}

TEST(Pretrain, FlagsThatMayBeRepeatedAre) {
  const Folder folder;
  Args args{"pretrain",
            "-o",
            folder.path("rule"),
            "--iterations",
            "1",
            "--batch",
            "1",
            "--hidden",
            "2",
            "--width",
            "2",
            "--steps",
            "1",
            "--validation",
            "1",
            "--quiet",
            "--without",
            "curves",
            "--without",
            "noise",
            "--hide",
            "length",
            "--hide",
            "ball"};
  EXPECT_EQ(gnac_lab(args).code, 0);
  args.insert(args.end(), {"--hide", "lenght_near"});
  const Outcome typo = gnac_lab(args);
  EXPECT_EQ(typo.code, 2);
  EXPECT_NE(typo.err.find("did you mean 'length_near'?"), std::string::npos) << typo.err;
}

}  // namespace
}  // namespace gnac::detail::test
