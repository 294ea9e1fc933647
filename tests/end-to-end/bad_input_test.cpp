#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "samples.h"

namespace gnac::detail::test {
namespace {

/// Every refusal: exit code 2, one line that contains `parts`, nothing on standard output.
void expect_refused(const Outcome& run, const std::vector<std::string>& parts) {
  EXPECT_EQ(run.code, 2) << run.err;
  EXPECT_EQ(run.out, "");
  EXPECT_TRUE(run.err.starts_with("gnac: ") || run.err.starts_with("gnac-lab: ")) << run.err;
  EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1) << run.err;
  for (const std::string& part : parts) {
    EXPECT_NE(run.err.find(part), std::string::npos)
        << "'" << part << "' is missing in " << run.err;
  }
}

/// Asks for every output at once; each must be as it was before, present or not.
class BadInput : public testing::Test {
 protected:
  void refused(Args args, const std::vector<std::string>& parts, const std::string& input = "") {
    folder.write("labels", "precious\n");
    const auto before = folder.names();
    args.insert(args.end(), {"-o", folder.path("labels"), "--trace", folder.path("trace"),
                             "--states", folder.path("states"), "--edges", folder.path("edges")});
    if (args[0] == "fit") args.insert(args.end(), {"--save", folder.path("rule")});
    expect_refused(gnac(args, input), parts);
    EXPECT_EQ(folder.names(), before) << "no file came or went";
    EXPECT_EQ(folder.read("labels"), "precious\n");
  }

  void refused_data(const std::string& text, const std::vector<std::string>& parts) {
    const std::string path = folder.write("data.csv", text);
    std::vector<std::string> all = parts;
    all.push_back("data.csv");
    refused({"fit", path, "-k", "2"}, all);
  }

  std::string trained_rule() {
    const std::string data = folder.write("arcs.csv", csv(arcs(60)));
    const Outcome run = gnac(quick({"fit", data, "-k", "2", "--save", folder.path("good")}));
    EXPECT_EQ(run.code, 0) << run.err;
    return folder.read("good");
  }

  Folder folder;
  std::string arcs60 = folder.write("arcs.csv", csv(arcs(60)));
};

TEST_F(BadInput, NotANumber) {
  refused_data("x,y\n1,2\n3,inf\n5,6\n", {"row 3", "column 2"});
  refused_data("1,2\n-Infinity,4\n5,6\n", {"row 2", "column 1"});
  refused_data("1,2\n3,1e999\n5,6\n", {"row 2", "column 2"});
}

TEST_F(BadInput, RaggedRows) {
  refused_data("1,2\n3,4\n5\n6,7\n", {"row 3"});
}

TEST_F(BadInput, TextInANumericColumn) {
  refused_data("a,b\n1,2\n3,four\n5,6\n", {"row 3", "column 2", "four", "--categorical"});
}

TEST_F(BadInput, EmptyFiles) {
  refused_data("", {});
  refused_data("\n\n", {});
  refused_data("x,y\n", {});
}

TEST_F(BadInput, OnePoint) {
  refused_data("1,2\n", {"at least 2 points", "data.csv has 1"});
  expect_refused(gnac({"doctor", folder.path("data.csv")}), {"at least 2 points"});
}

TEST_F(BadInput, ConstantData) {
  refused_data("1,2\n1,2\n1,2\n", {"constant", "--scale none"});
}

TEST_F(BadInput, MissingFile) {
  refused({"fit", folder.path("absent.csv"), "-k", "2"}, {"absent.csv"});
  refused({"fit", folder.path(""), "-k", "2"}, {});
}

TEST_F(BadInput, TruncatedGzip) {
  refused({"fit", folder.write("cut.gz", std::string("\x1f\x8b\x08\x00\x00\x00", 6)), "-k", "2"},
          {"cut.gz"});
}

TEST_F(BadInput, TruncatedNpy) {
  refused({"fit", folder.write("cut.npy", "\x93NUMPY"), "-k", "2"}, {"cut.npy"});
}

TEST_F(BadInput, ClusterCount) {
  refused({"fit", arcs60, "-k", "0"}, {"-k cannot be '0'"});
  refused({"fit", arcs60, "-k", "-3"}, {"-k cannot be '-3'"});
  refused({"fit", arcs60, "-k", "61"}, {"61 clusters", "60"});
  refused({"fit", arcs60, "-k", "two"}, {"two"});
  refused({"fit", arcs60, "-k", "2.5"}, {"2.5"});
  refused({"fit", arcs60, "-k", "99999999999"}, {"99999999999"});
  refused({"fit", arcs60, "--method", "ward"}, {"ward needs the number", "-k"});
}

TEST_F(BadInput, UnknownWordsNameTheClosest) {
  refused({"fit", arcs60, "-k", "2", "--neighbours", "5"},
          {"--neighbours", "did you mean '--neighbors'"});
  refused({"fit", arcs60, "-k", "2", "--epoch=5"}, {"--epoch'", "did you mean '--epochs'"});
  expect_refused(gnac({"fitt", arcs60}), {"fitt", "did you mean 'fit'"});
  expect_refused(gnac({"foo"}), {"there is no command 'foo'; see 'gnac --help'"});
  expect_refused(gnac({arcs60}), {"is a file and not a command", "gnac fit"});
  expect_refused(gnac({}), {"--help"});
  for (const char* flag : {"-K", "--k", "--K"})
    refused({"fit", arcs60, flag, "2"}, {"did you mean '-k'"});
  expect_refused(gnac({"fit", arcs60, "-k"}), {"-k takes one value"});
  refused({"fit", "https://example.org/points.csv"}, {"is an address"});
  refused({"fit", arcs60, "another.csv", "-k", "2"}, {"another.csv"});
}

TEST_F(BadInput, OptionOutOfRange) {
  refused({"fit", arcs60, "-k", "2", "--neighbors", "2.5"}, {"neighbors", "from 0"});
  refused({"fit", arcs60, "-k", "2", "--learning-rate", "fast"}, {"--learning-rate", "fast"});
  refused({"fit", arcs60, "-k", "2", "--activation", "gelu"}, {"silu, relu or tanh"});
  refused({"fit", arcs60, "-k", "2", "--preset", "paper", "--epochs", "5", "--burn-in", "5"},
          {"--burn-in (5) must be below --epochs (5)"});
  refused({"fit", arcs60, "-k", "2", "--scale", "minmax"}, {"minmax"});
  refused({"fit", arcs60, "-k", "2", "--seed", "-1"}, {"seed"});
  refused({"fit", arcs60, "-k", "2", "--epochs"}, {"epochs"});
}

TEST_F(BadInput, ColumnsThatAreNotThere) {
  refused({"fit", arcs60, "-k", "2", "--columns", "0,7"}, {"7"});
  refused({"fit", arcs60, "-k", "2", "--id-column", "name"}, {"name"});
}

TEST_F(BadInput, ReferenceThatDoesNotFit) {
  const std::string truth = folder.write("truth", "0\n1\n");
  refused({"fit", arcs60, "-k", "2", "--reference", truth}, {"2 labels", "60 points"});
  refused({"fit", arcs60, "-k", "2", "--noise", "0"}, {"--noise"});
}

TEST_F(BadInput, GraphThatDoesNotFit) {
  const auto graph = [&](const std::string& text) { return folder.write("graph", text); };
  refused({"fit", arcs60, "-k", "2", "--graph", graph("0 1\n3 60\n")}, {"60"});
  refused({"fit", arcs60, "-k", "2", "--graph", graph("0 1\n3 -1\n")}, {"graph"});
  refused({"fit", arcs60, "-k", "2", "--graph", graph("0 1\n2 two\n")}, {"row 2"});
  refused({"fit", arcs60, "-k", "2", "--graph", graph("0 1 -5\n")}, {"-5"});
  refused({"fit", arcs60, "-k", "2", "--graph", graph("")}, {"graph"});
  const std::string head = "%%MatrixMarket matrix coordinate real symmetric\n";
  refused({"fit", arcs60, "-k", "2", "--graph", graph(head + "61 61 1\n2 1 1.0\n")}, {"61", "60"});
  refused({"fit", arcs60, "-k", "2", "--graph", graph(head + "60 60 5\n2 1 1.0\n")}, {"graph"});
  refused({"fit", arcs60, "-k", "2", "--neighbors", "5", "--graph", graph("0 1\n")},
          {"--neighbors", "--graph"});
  refused({"fit", arcs60, "-k", "2", "--neighbor-search", "approximate", "--graph", graph("0 1\n")},
          {"--neighbor-search", "--graph"});
  refused({"fit", "-", "-k", "2", "--graph", "-"}, {"standard input"}, "1 2\n3 4\n");
}

TEST_F(BadInput, RuleFiles) {
  const std::string good = trained_rule();
  const auto rule = [&](const std::string& bytes) {
    return folder.write("rule.safetensors", bytes);
  };
  const auto refused_rule = [&](const std::string& bytes) {
    refused({"deploy", rule(bytes), arcs60, "-k", "2"}, {"rule.safetensors"});
  };
  refused_rule("");
  refused_rule(good.substr(0, 5));
  refused_rule(good.substr(0, 40));
  refused_rule(good.substr(0, good.size() - 1));
  refused_rule(good + "x");
  refused_rule("not a rule at all, just a line of text\n");
  std::string altered = good;
  altered[altered.size() - 10] = static_cast<char>(altered[altered.size() - 10] ^ 1);
  refused_rule(altered);
  std::string long_header = good;
  long_header[6] = 1;  // a header of 2^48 bytes
  refused_rule(long_header);
}

TEST_F(BadInput, RuleOfAnotherDimension) {
  const std::string rule = folder.write("rule.safetensors", trained_rule());
  const std::string wide = folder.write("wide.csv", "1,2,3\n4,5,6\n7,8,8\n");
  refused({"deploy", rule, wide, "-k", "2"}, {"2 columns", "3"});
}

TEST_F(BadInput, TrainingOptionsMeanNothingToDeploy) {
  const std::string rule = folder.write("rule.safetensors", trained_rule());
  refused({"deploy", rule, arcs60, "-k", "2", "--epochs", "5"}, {"--epochs"});
  refused({"deploy", rule, arcs60, "-k", "2", "--hidden", "5"}, {"--hidden"});
}

TEST_F(BadInput, StandardInputIsReadOnce) {
  const std::vector<std::string> once{"standard input can only be read once"};
  refused({"deploy", "-", "-", "-k", "2"}, once, trained_rule());
  refused({"fit", "-", "-k", "2", "--rule", "-"}, once, csv(arcs(60)));
  refused({"fit", "-", "-k", "2", "--reference", "-"}, once, csv(arcs(60)));
  expect_refused(gnac({"compare", "-", "-k", "2", "--reference", "-"}), once);
  expect_refused(gnac({"score", "-", "-"}), once);
}

TEST_F(BadInput, AStudyHasNoRuleToChoose) {
  const Args scaling = {"study", "scaling", "--sizes", "50", "--log", folder.path("log.jsonl")};
  const auto refused_study = [&](const Args& more, const std::vector<std::string>& parts) {
    Args args = scaling;
    args.insert(args.end(), more.begin(), more.end());
    expect_refused(gnac_lab(args), parts);
    EXPECT_FALSE(folder.has("log.jsonl"));
  };
  refused_study({"--rule", "universal"}, {"no option '--rule'"});
  refused_study({"--readout", "tree"}, {"no option '--readout'"});
  refused_study({"--method-option", "gnac.rule=universal"}, {"sets the option rule", "gnac.rule"});
  refused_study({"--method-option", "gnac.scale=rank"}, {"scale"});
  refused_study({"--method-option", "dec.code=3"}, {"option code of dec cannot be '3'"});
  refused_study({"--method-option", "nobody.code=3"}, {"no method 'nobody'", "dec, idec"});
}

// These fail before any work, not after an hour of it.
TEST(BadOutput, IsRefusedBeforeTheWork) {
  const Folder folder;
  const std::string data = folder.write("arcs.csv", csv(arcs(60)));
  const auto before = folder.names();
  const auto refused = [&](const Args& more, const std::vector<std::string>& parts) {
    Args args = {"fit",   data,       "-k",      "2",         "--preset",
                 "paper", "--epochs", "1000000", "--burn-in", "1"};
    args.insert(args.end(), more.begin(), more.end());
    expect_refused(gnac(args), parts);
    EXPECT_EQ(folder.names(), before);
  };
  refused({"-o", folder.path("no/such/labels")}, {"no folder", "no/such"});
  refused({"--trace", folder.path("")}, {"folder"});
  refused({"-o", folder.path("same"), "--save", folder.path("same")}, {"-o and --save", "same"});
  refused({"-o", data}, {"overwrite"});
  refused({"--save", "-"}, {"--save cannot be -"});
  expect_refused(gnac_lab({"pretrain", "-o", "-"}), {"-o cannot be -"});
}

TEST(BadOutput, FullDiskIsReported) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "there is no /dev/full here";
  const Folder folder;
  const std::string data = folder.write("arcs.csv", csv(arcs(60)));
  const Outcome run =
      gnac(quick({"fit", data, "-k", "2", "-o", "/dev/full", "--save", folder.path("rule")}));
  EXPECT_EQ(run.code, 1) << "no fault of the input";
  EXPECT_EQ(run.out, "");
  EXPECT_NE(run.err.find("/dev/full"), std::string::npos) << run.err;
  EXPECT_FALSE(folder.has("rule")) << "all files or none";
}

}  // namespace
}  // namespace gnac::detail::test
