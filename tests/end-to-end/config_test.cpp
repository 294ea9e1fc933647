// Options from a file.
#include <gtest/gtest.h>

#include "samples.h"

namespace gnac::detail::test {
namespace {

class Config : public testing::Test {
 protected:
  Folder folder;
  std::string data = folder.write("arcs.csv", csv(arcs(60)));

  Outcome fit(const std::string& name, const std::string& text, Args more = {}) const {
    Args args = {"fit", data, "--config", folder.write(name, text)};
    args.insert(args.end(), more.begin(), more.end());
    return gnac(args);
  }
};

TEST_F(Config, SaysWhatTheFlagsWouldSay) {
  const Outcome by_flags = gnac({"fit", data, "-k", "3", "--neighbors", "9", "--quiet"});
  ASSERT_EQ(by_flags.code, 0) << by_flags.err;
  for (const auto& [name, text] :
       {std::pair{"a.toml", "# ours\nclusters = 3\nneighbors = 9\nquiet = true\n"},
        std::pair{"b.toml", "[fit]\nclusters = 3\nneighbors = 9\nquiet = true\n[compare]\nfoo=1\n"},
        std::pair{"c.json", R"({"clusters": 3, "fit": {"neighbors": 9, "quiet": true}})"}}) {
    const Outcome run = fit(name, text);
    EXPECT_EQ(run.out, by_flags.out) << name << ": " << run.err;
    EXPECT_EQ(run.err, "") << name;
  }
}

TEST_F(Config, TheCommandLineGoesBeforeTheFile) {
  const Outcome run = fit("a.toml", "clusters = 3\nquiet = true\n", {"-k", "2"});
  EXPECT_EQ(clusters_in(parse_lines(run.out)), 2) << run.err;
}

TEST_F(Config, WhatIsPrintedReadsBack) {
  const Outcome printed = gnac(
      {"fit", data, "-k", "2", "--columns", "0,1", "--scale", "none", "--quiet", "--print-config"});
  EXPECT_EQ(printed.code, 0) << printed.err;
  const Outcome again = fit("a.toml", printed.out, {"--print-config"});
  EXPECT_EQ(again.out, printed.out) << again.err;
  EXPECT_NE(printed.out.find("columns = [0, 1]"), std::string::npos) << printed.out;
}

TEST_F(Config, HowOftenAFlagIsGivenReadsBack) {
  const Outcome printed = gnac({"fit", data, "-vv", "--print-config"});
  EXPECT_EQ(printed.out, "[fit]\nverbose = 2\n") << printed.err;
  const Outcome loud = fit("a.toml", printed.out);
  EXPECT_NE(loud.err.find("neighbors "), std::string::npos) << "no options: " << loud.err;
  EXPECT_EQ(fit("b.toml", "verbose = 0\n").err.find("graph  "), std::string::npos);
}

TEST_F(Config, WhatCannotBePrintedIsRefused) {
  const Outcome printed = gnac({"fit", data, "--append", "a\"b.csv", "--print-config"});
  EXPECT_EQ(printed.code, 2);
  EXPECT_NE(printed.err.find("cannot be written to a config file"), std::string::npos)
      << printed.err;
}

TEST_F(Config, MistakesNameTheFileAndTheKey) {
  const auto refused = [&](const std::string& name, const std::string& text,
                           const std::string& part) {
    const Outcome run = fit(name, text);
    EXPECT_EQ(run.code, 2);
    EXPECT_NE(run.err.find(name), std::string::npos) << run.err;
    EXPECT_NE(run.err.find(part), std::string::npos) << run.err;
  };
  refused("a.toml", "neighbours = 3\n", "did you mean '--neighbors'?");
  refused("b.toml", "quiet = maybe\n", "true or false");
  refused("b.toml", "quiet = 2\n", "true or false");
  refused("e.toml", "verbose = 10\n", "takes true, a number from 0 to 9 or false");
  refused("d.toml", "append = \"a#b.csv\"\n", "row 1 has a # within quotes");
  refused("c.json", "{\"clusters\": ", "not a config file");
  EXPECT_EQ(gnac({"fit", data, "--config", folder.path("none.toml")}).code, 2);
}

}  // namespace
}  // namespace gnac::detail::test
