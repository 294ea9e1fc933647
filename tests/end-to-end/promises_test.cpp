// Promises that hold whatever the shell, the disk and the file names do.
#include <gtest/gtest.h>

#include <filesystem>

#include "io/gzip.h"
#include "program.h"
#include "samples.h"

namespace gnac::detail::test {
namespace {

constexpr const char* kQuick = " --preset paper --epochs 3 --burn-in 1 --neighbors 5 ";

class Promises : public testing::Test {
 protected:
  void SetUp() override { folder_.write("p.csv", csv(arcs(60))); }
  Outcome fit(const std::string& rest) {
    return shell(folder_, "\"$GNAC\" fit p.csv -k 2" + std::string(kQuick) + rest);
  }
  std::size_t lines_of(const std::string& name) {
    const std::string text = folder_.read(name);
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  }
  Folder folder_;
};

TEST_F(Promises, ARunEndsWellWhenNobodyCanReadItsProgress) {
  for (const char* lost : {"2>/dev/full", "2>&-", "2> >(true)"}) {
    std::filesystem::remove(folder_.path("out"));
    EXPECT_EQ(fit(std::string("-o out --summary ") + lost).code, 0) << lost;
    EXPECT_EQ(lines_of("out"), 60U) << lost;
  }
  EXPECT_EQ(shell(folder_, "\"$GNAC\" fit nothere.csv -k 2 2>/dev/full").code, 2);
  EXPECT_EQ(shell(folder_, "\"$GNAC\" compare p.csv -k 2 --methods kmeans 2>&-").code, 0);
  const char* pretrain =
      "\"$GNAC_LAB\" pretrain -o rule --iterations 1 --batch 1 --hidden 2 --width 2 --steps 1 "
      "--step-spread 0 --validation 1 2>&-";
  EXPECT_EQ(shell(folder_, pretrain).code, 0);
}

TEST_F(Promises, AClosedDescriptorIsNotGivenToAFile) {
  const std::string study =
      "\"$GNAC_LAB\" study transfer --families noisy-blobs --realisations 1 "
      "--target 40 --sources 40 --log log.jsonl --epochs 2 --burn-in 1 "
      "--neighbors 5 --pairs 10 --jobs 1 0<&- 2>&-";
  EXPECT_EQ(shell(folder_, study).code, 0);
  const Outcome report = shell(folder_, "\"$GNAC_LAB\" study report log.jsonl");
  EXPECT_EQ(report.code, 0) << report.err;
  EXPECT_EQ(fit(">&-").code, 2) << "labels that go nowhere are not a success";
}

TEST_F(Promises, AnInputIsNeverOverwritten) {
  const std::string before = folder_.read("p.csv");
  for (const char* line :
       {"fit - -k 2 -o p.csv < p.csv", "fit p.csv -k 2 >> p.csv", "fit - -k 2 < p.csv 1<> p.csv",
        "fit /dev/stdin -k 2 -o p.csv < p.csv"}) {
    const Outcome outcome = shell(folder_, std::string("\"$GNAC\" ") + line + kQuick);
    EXPECT_EQ(outcome.code, 2) << line;
    EXPECT_EQ(folder_.read("p.csv"), before) << line;
  }
  EXPECT_EQ(fit("--save rule -o labels").code, 0);
  const Outcome rule = shell(folder_, "\"$GNAC\" fit p.csv -k 2 --rule rule --save rule -o labels");
  EXPECT_EQ(rule.code, 2);
  EXPECT_NE(rule.err.find("--save rule would overwrite an input"), std::string::npos) << rule.err;
}

TEST_F(Promises, LabelsArePrintedOnlyWhenEveryFileIsWritten) {
  const Outcome outcome = fit("--quiet --save /dev/full --states s.npy");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.out, "");
  EXPECT_FALSE(folder_.has("s.npy"));
  EXPECT_EQ(fit("--quiet --states s.npy >/dev/full").code, 1);
  EXPECT_FALSE(folder_.has("s.npy")) << "the labels are part of the set";
}

TEST_F(Promises, ALimitOnFileSizesIsAnErrorThatLeavesNothing) {
  const Outcome outcome =
      shell(folder_, "ulimit -f 1; \"$GNAC\" generate moons -n 5000 -o big.csv --labels l.txt");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_NE(outcome.err.find("File too large"), std::string::npos) << outcome.err;
  EXPECT_EQ(folder_.names(), std::vector<std::string>{"p.csv"});
}

TEST_F(Promises, ALinkThatDanglesIsFollowed) {
  std::filesystem::create_symlink("target", folder_.path("link"));
  EXPECT_EQ(fit("--quiet -o link").code, 0);
  EXPECT_TRUE(std::filesystem::is_symlink(folder_.path("link")));
  EXPECT_EQ(lines_of("target"), 60U);
}

TEST_F(Promises, AReaderThatHasSeenEnoughEndsTheProgramButLosesNoFile) {
  const Outcome outcome = shell(
      folder_, "\"$GNAC\" generate moons -n 100000 --labels l.txt | true; exit ${PIPESTATUS[0]}");
  EXPECT_TRUE(outcome.code == 141 || outcome.code == 0) << outcome.code;
  EXPECT_EQ(lines_of("l.txt"), 100000U);
}

TEST_F(Promises, OtherPeoplesWordsDoNotSteerTheTerminal) {
  const std::string red =
      "\x1b[31mred\xc2\x9b"
      "2J\xe2\x80\xae\xff.csv";
  const Outcome missing = gnac({"info", folder_.path(red)});
  EXPECT_EQ(missing.code, 2);
  EXPECT_NE(missing.err.find("\\x1b[31mred\\xc2\\x9b2J\\xe2\\x80\\xae\\xff.csv"), std::string::npos)
      << missing.err;
  folder_.write(red, "\x1b[2Ja,b\n1,2\n3,4\n");
  const Outcome info = gnac({"info", folder_.path(red)});
  EXPECT_EQ(info.code, 0) << info.err;
  EXPECT_EQ((info.out + info.err).find('\x1b'), std::string::npos);
  const Outcome unknown = gnac({"fit", "--no\x1b[2J"});
  EXPECT_EQ(unknown.err.find('\x1b'), std::string::npos);
}

TEST_F(Promises, WhatAKilledRunLeftIsFinishedAndNamed) {
  folder_.write(".gnac-0123456789abcdef.0.tmp", "half");
  folder_.write(".gnac-0123456789abcdef.journal", "");
  EXPECT_EQ(fit("--quiet -o out").code, 0);
  EXPECT_EQ(folder_.names(), (std::vector<std::string>{"out", "p.csv"}));
}

TEST_F(Promises, AStudyLogDoesNotReachOutOfTheFolder) {
  const std::string line =
      R"({"study":"benchmark","subject":"a/../../../EXP","clusters":2,"method":"m","seed":0,)"
      R"("settings":"","values":{"ari":1},"labels":[0,1]})";
  folder_.write("log.jsonl", line + "\n");
  for (const char* command : {"export", "report"}) {
    const Outcome outcome =
        gnac_lab({"study", command, folder_.path("log.jsonl"), "-o", folder_.path("x/y/z/out")});
    EXPECT_EQ(outcome.code, 2) << outcome.err;
    EXPECT_EQ(folder_.names(), (std::vector<std::string>{"log.jsonl", "p.csv"}));
  }
}

TEST_F(Promises, ALabelOfAnyValueIsALabel) {
  folder_.write("a", "-2147483648\n-2147483648\n5\n5\n");
  folder_.write("b", "0\n1\n2\n2\n");
  const Outcome outcome = gnac({"score", folder_.path("a"), folder_.path("b"), "--metrics", "ari"});
  EXPECT_EQ(outcome.out, "ari  0.571429\n") << outcome.err;
}

// "Largest memory for an input of 1 MB": 4 GiB before there was a limit to what gzip may unpack to.
TEST_F(Promises, ASmallFileCannotAskForMuchMemory) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "sanitizers need the address space that this test takes away";
#endif
  const auto bomb = [&](const std::string& name, const std::string& bytes) {
    folder_.write(name, gzipped(bytes));
    return shell(folder_, "ulimit -v 600000; \"$GNAC\" info " + name);
  };
  std::uint64_t length = 40 << 20;
  std::string header(reinterpret_cast<const char*>(&length), sizeof length);
  header += '{' + std::string(length, '[');
  const Outcome rule = bomb("deep.safetensors", header);
  EXPECT_EQ(rule.code, 2) << rule.err;
  EXPECT_NE(rule.err.find("unpacks to more than"), std::string::npos) << rule.err;
  EXPECT_EQ(bomb("zeros.csv.gz", std::string(std::size_t{40} << 20, '0')).code, 2);
  const Outcome commas = bomb("commas.csv.gz", std::string(std::size_t{30} << 20, ','));
  EXPECT_EQ(commas.code, 2);
  EXPECT_NE(commas.err.find("columns"), std::string::npos) << commas.err;
  length = std::uint64_t{15} << 20;
  header = std::string(reinterpret_cast<const char*>(&length), sizeof length) +
           "{\"a\":" + std::string(length - 5, '[');
  EXPECT_EQ(bomb("brackets.safetensors", header).code, 2);
  const Outcome rows = shell(folder_,
                             "head -c 30000000 /dev/zero | tr \"\\0\" \"\\n\" | sed s/^/0/ >many; "
                             "ulimit -v 250000; \"$GNAC\" info many");
  EXPECT_EQ(rows.code, 1) << rows.err;
  EXPECT_NE(rows.err.find("MiB of data"), std::string::npos) << rows.err;
}

TEST_F(Promises, TooLittleMemoryEndsWithOneAndAdviceThatFits) {
  const auto refused = [&](const std::string& line, const std::string& advice) {
    folder_.write("kept", "before");
    const Outcome outcome =
        shell(folder_, "\"$GNAC\" " + line + " --memory-limit-gib 0.00001 --quiet -o kept");
    EXPECT_EQ(outcome.code, 1) << line;
    EXPECT_NE(outcome.err.find("needs about"), std::string::npos) << outcome.err;
    EXPECT_NE(outcome.err.find("10 KiB is the limit"), std::string::npos) << outcome.err;
    EXPECT_NE(outcome.err.find(advice), std::string::npos) << outcome.err;
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
    EXPECT_EQ(folder_.read("kept"), "before");
  };
  refused("fit p.csv", "or lower --neighbors");
  refused("fit p.csv -k 2 --preset paper", "lower --width, --hidden or --neighbors");
  refused("fit p.csv -k 2 --method average", "a method that needs linear memory");
  ASSERT_EQ(fit("--save rule --quiet -o labels").code, 0);
  refused("deploy rule p.csv -k 2", "lower --neighbors");
  ASSERT_EQ(shell(folder_, "\"$GNAC\" fit p.csv --model model --quiet -o labels").code, 0);
  folder_.write("more.csv", "0.1,0.2\n0.3,0.4\n");
  refused("predict model more.csv", "predict fewer points at a time");
  const Outcome compared = shell(folder_,
                                 "\"$GNAC\" compare p.csv -k 2 --methods average,complete "
                                 "--memory-limit-gib 0.00001 --quiet");
  EXPECT_EQ(compared.code, 1) << compared.err;
  EXPECT_NE(compared.out.find("10 KiB is the limit"), std::string::npos) << compared.out;
  const Outcome sample = shell(folder_, "\"$GNAC\" generate blobs -n 2147483647 -d 1048576");
  EXPECT_EQ(sample.code, 1) << sample.err;
}

TEST_F(Promises, HelpThatCannotBePrintedIsAFailure) {
  EXPECT_EQ(shell(folder_, "\"$GNAC\" --help >/dev/full").code, 1);
}

}  // namespace
}  // namespace gnac::detail::test
