#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "gnac/version.h"
#include "metrics/metric.h"
#include "samples.h"
#include "samples/generators.h"

namespace gnac::detail::test {
namespace {

using Json = nlohmann::json;

TEST(Help, NamesEveryCommandAndEachExplainsItself) {
  const Outcome help = gnac({"--help"});
  EXPECT_EQ(help.code, 0);
  EXPECT_EQ(help.err, "");
  for (const char* command :
       {"fit", "deploy", "compare", "score", "generate", "methods", "options", "info"}) {
    EXPECT_NE(help.out.find(std::string("\n  ") + command), std::string::npos) << help.out;
    const Outcome own = gnac({command, "--help"});
    EXPECT_EQ(own.code, 0);
    EXPECT_NE(own.out.find("Usage: gnac " + std::string(command)), std::string::npos) << own.out;
  }
}

TEST(Help, Version) {
  EXPECT_EQ(gnac({"--version"}).out, std::string("gnac ") + version() + "\n");
}

TEST(Help, AsCommandsSayTheSame) {
  EXPECT_EQ(gnac({"help"}).out, gnac({"--help"}).out);
  EXPECT_EQ(gnac({"help", "predict"}).out, gnac({"predict", "--help"}).out);
  EXPECT_NE(gnac({"fit", "--help"}).out.find("see 'gnac help fit'"), std::string::npos);
  EXPECT_EQ(gnac({"version"}).out, gnac({"--version"}).out);
  EXPECT_EQ(gnac({"help", "fot"}).code, 2);
}

TEST(Help, LinesFitATerminal) {
  for (const Args& args : {Args{"help"}, Args{"help", "fit"}, Args{"help", "compare"},
                           Args{"help", "predict"}, Args{"help", "score"}}) {
    std::istringstream lines(gnac(args).out);
    for (std::string line; std::getline(lines, line);) {
      const auto wide = std::ranges::count_if(line, [](char c) { return (c & 0xC0) != 0x80; });
      EXPECT_LE(wide, 100) << line;
    }
  }
}

TEST(Help, ManualPagesHaveTheUsualSections) {
  const Folder folder;
  ASSERT_EQ(gnac({"help", "--man", folder.path(".")}).code, 0);
  const std::string page = folder.read("gnac-fit.1");
  for (const char* part : {"gnac fit [options] [DATA...]", ".SH EXAMPLES\n", "\\-\\-page FILE"})
    EXPECT_NE(page.find(part), std::string::npos) << part;
  EXPECT_EQ(page.find("Examples:"), std::string::npos);
  EXPECT_NE(folder.read("gnac.1").find(".SH NOTES\n.nf\nLabels go"), std::string::npos);
}

TEST(Help, AWordThatResemblesNothingGetsNoGuess) {
  for (const Args& args : {Args{"xyzzy"}, Args{"help", "xyzzy"}, Args{"fit", "x", "--xyzzy"},
                           Args{"methods", "xyzzy"}}) {
    const Outcome run = gnac(args);
    EXPECT_EQ(run.code, 2);
    EXPECT_EQ(run.err.find("did you mean"), std::string::npos) << run.err;
  }
}

TEST(Help, TwoDashesEndTheOptions) {
  const Folder folder;
  const Outcome run =
      shell(folder, "(echo 0; echo 1; echo 8; echo 9) > -k && $GNAC fit -k 2 --quiet -- -k");
  EXPECT_EQ(run.out, "0\n0\n1\n1\n") << run.err;
}

TEST(Help, AFullDiskIsNoFaultOfTheInput) {
  const Folder folder;
  const Outcome run = shell(folder, "$GNAC generate moons -n 500 > /dev/full");
  EXPECT_EQ(run.code, 1);
  EXPECT_NE(run.err.find("No space left"), std::string::npos) << run.err;
}

TEST(Help, SwappedArgumentsAreCalledSwapped) {
  const Folder folder;
  const std::string data = folder.write("arcs.csv", csv(arcs(60)));
  const std::string model = folder.path("m.safetensors");
  ASSERT_EQ(gnac({"fit", data, "--quiet", "-o", folder.path("l"), "--model", model}).code, 0);
  for (const char* command : {"predict", "deploy"}) {
    const Outcome run = gnac({command, data, model});
    EXPECT_EQ(run.code, 2);
    EXPECT_NE(run.err.find("swapped"), std::string::npos) << run.err;
  }
}

// A file of ours in the wrong place is called by its name, and the sentence says where it belongs.
TEST(Help, RulesAndModelsAreToldApart) {
  const Folder folder;
  const std::string data = folder.write("arcs.csv", csv(arcs(60)));
  const std::string model = folder.path("m.safetensors"), rule = folder.path("r.safetensors");
  ASSERT_EQ(gnac({"fit", data, "-k", "2", "--quiet", "-o", folder.path("l"), "--model", model,
                  "--save", rule})
                .code,
            0);
  const Outcome deploy = gnac({"deploy", model, data, "-k", "2"});
  EXPECT_NE(deploy.err.find("is a fitted model, not a rule; gnac predict"), std::string::npos)
      << deploy.err;
  const Outcome predict = gnac({"predict", rule, data});
  EXPECT_NE(predict.err.find("is a rule, not a fitted model; gnac deploy"), std::string::npos)
      << predict.err;
  const Outcome info = gnac({"info", model});
  EXPECT_EQ(info.code, 0) << info.err;
  for (const char* part : {"a fitted model", "60 x 2", "2 of 30, 30 points", "universal"})
    EXPECT_NE(info.out.find(part), std::string::npos) << info.out;
  EXPECT_NE(gnac({"info", rule}).out.find(": a rule"), std::string::npos);
}

// Messages name what the user types, not what it is called inside.
TEST(Help, SentencesUseTheWordsOfTheCommandLine) {
  const Folder folder;
  const std::string data = folder.write("arcs.csv", csv(arcs(60)));
  EXPECT_NE(gnac({"fit", data, "--method", "ward"}).err.find("give it with -k"), std::string::npos);
  EXPECT_NE(gnac({"fit", data, "--epochs", "40"}).err.find("--preset paper"), std::string::npos);
  EXPECT_NE(gnac({"generate", "spiral"}).err.find("did you mean 'spirals'?"), std::string::npos);
}

// --summary has the findings already.
TEST(Help, NothingIsSaidTwice) {
  const Folder folder;
  const std::string data = folder.write("arcs.csv", csv(arcs(60)));
  const auto scores = [&](const Args& more) {
    Args args{"fit", data, "-o", folder.path("l")};
    args.insert(args.end(), more.begin(), more.end());
    const std::string err = gnac(args).err;
    return (err.find("next best") != std::string::npos) +
           (err.find("scores ") != std::string::npos);
  };
  EXPECT_EQ(scores({}), 1);
  EXPECT_EQ(scores({"--summary"}), 1);
}

TEST(Info, DescribesMachineAndPoints) {
  const Outcome machine = gnac({"info"});
  EXPECT_EQ(machine.code, 0);
  for (const char* part : {"kernels", "cores", "GiB available"}) {
    EXPECT_NE(machine.out.find(part), std::string::npos) << machine.out;
  }
  const Folder folder;
  const Outcome points = gnac({"info", folder.write("p.csv", "height,weight\n1,10\n3,20\n")});
  EXPECT_EQ(points.code, 0) << points.err;
  EXPECT_NE(points.out.find("2 rows of 2 columns"), std::string::npos) << points.out;
  EXPECT_NE(points.out.find("weight"), std::string::npos) << points.out;
}

class Score : public testing::Test {
 protected:
  Folder folder;
  std::string truth = folder.write("truth", "1\n1\n1\n2\n2\n2\n0\n0\n");
  std::string labels = folder.write("labels", "0\n0\n0\n1\n1\n1\n0\n1\n");
};

TEST_F(Score, PrintsTheThreeOfThePaper) {
  const Outcome run = gnac({"score", truth, truth});
  EXPECT_EQ(run.out, "ari  1.000000\nami  1.000000\nnca  1.000000\n") << run.err;
}

TEST_F(Score, ReadsWhatFitWritesAndNames) {
  const std::string data =
      folder.write("t.csv", "id,kind,x\na,oak,1\nb,oak,2\nc,elm,8\n\"d,e\",elm,9\n");
  ASSERT_EQ(gnac({"fit", data, "-k", "2", "--columns", "x", "--id-column", "id", "--quiet", "-o",
                  folder.path("ids.csv")})
                .code,
            0);
  const Outcome run =
      gnac({"score", folder.write("kinds", "oak\noak\nelm\nelm\n"), folder.path("ids.csv")});
  EXPECT_EQ(run.out, "ari  1.000000\nami  1.000000\nnca  1.000000\n") << run.err;
}

TEST_F(Score, NoiseIsLeftOut) {
  const auto ari = [&](const Args& more) {
    Args args = {"score", truth, labels, "--json"};
    args.insert(args.end(), more.begin(), more.end());
    return Json::parse(gnac(args).out)["ari"].get<double>();
  };
  EXPECT_LT(ari({}), 0.9);
  EXPECT_EQ(ari({"--noise", "0"}), 1);
}

TEST_F(Score, AnyMetricByName) {
  const Json some =
      Json::parse(gnac({"score", truth, labels, "--metrics", "purity,nmi", "--json"}).out);
  EXPECT_EQ(some.size(), 2u);
  EXPECT_EQ(some["purity"], 0.75);
  const Json all = Json::parse(gnac({"score", truth, labels, "--metrics", "all", "--json"}).out);
  const std::string points = folder.write("points", "0\n0\n0\n9\n9\n9\n1\n8\n");
  const Json with_points = Json::parse(
      gnac({"score", truth, labels, "--metrics", "all", "--points", points, "--json"}).out);
  for (const MetricInfo& info : metric_table()) {
    const std::string name(info.name);
    EXPECT_EQ(all.contains(name), info.needs_reference()) << name;
    EXPECT_TRUE(with_points.contains(name)) << name;
  }
  EXPECT_GT(with_points["silhouette"], 0.7);
}

TEST_F(Score, LabelsOfAnyNumberingAreMeasuredByThePoints) {
  const std::string points = folder.write("points", "0\n0\n1\n9\n9\n8\n1\n8\n");
  const auto silhouette = [&](const Args& files) {
    Args args = {"score", "--points", points, "--json"};
    args.insert(args.end(), files.begin(), files.end());
    const Outcome run = gnac(args);
    EXPECT_EQ(run.code, 0) << run.err;
    return Json::parse(run.out)["silhouette"].get<double>();
  };
  const double expected = silhouette({truth, labels});
  EXPECT_EQ(silhouette({labels}), expected) << "no reference is needed for it";
  EXPECT_EQ(silhouette({folder.write("other", "7\n7\n7\n-2\n-2\n-2\n7\n-2\n")}), expected);
}

TEST_F(Score, PointsMayHaveOtherColumns) {
  const std::string table =
      folder.write("table", "name,x\na,0\nb,0\nc,0\nd,9\ne,9\nf,9\ng,1\nh,8\n");
  EXPECT_EQ(gnac({"score", labels, "--points", table}).code, 0) << "names are left out";
  const Outcome run = gnac({"score", labels, "--points", table, "--columns", "x"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_NE(run.out.find("silhouette "), std::string::npos) << run.out;
}

TEST_F(Score, BoundaryAucOfTheEdgesThatFitWrote) {
  // Distances 1 2 2 3; boundary edges are the second and the last: (1 + 0.5 + 1 + 1) / 4.
  const std::string edges =
      folder.write("edges",
                   "i,j,input_distance,domain_distance,conductance,affinity\n"
                   "0,1,4,1,0.5,1\n2,3,3,2,0.5,1\n4,5,2,2,0.5,1\n1,5,1,3,0.5,1\n");
  const Json both = Json::parse(gnac({"score", truth, labels, "--edges", edges, "--json"}).out);
  EXPECT_EQ(both["boundary-auc"], 0.875);
  EXPECT_EQ(both["boundary-auc-input"], 0.25);
  EXPECT_TRUE(both.contains("ari"));
  const Json one = Json::parse(
      gnac({"score", truth, "--edges", edges, "--metrics", "boundary-auc", "--json"}).out);
  EXPECT_EQ(one, Json({{"boundary-auc", 0.875}}));

  const std::string data = folder.write("arcs.csv", csv(arcs(300)));
  const std::string arcs_truth = folder.write("arcs.txt", lines(arc_labels(300)));
  ASSERT_EQ(
      gnac(quick({"fit", data, "-k", "2", "--edges", folder.path("e.csv"), "-o", folder.path("l")}))
          .code,
      0);
  const Json fitted =
      Json::parse(gnac({"score", arcs_truth, "--edges", folder.path("e.csv"), "--json"}).out);
  EXPECT_GT(fitted["boundary-auc"], 0.7);
}

TEST_F(Score, ListNamesWhatEachNeeds) {
  const std::string list = gnac({"score", "--list"}).out;
  for (const MetricInfo& info : metric_table())
    EXPECT_NE(list.find(info.name), std::string::npos) << info.name;
  EXPECT_NE(list.find("boundary-auc "), std::string::npos);
  EXPECT_NE(list.find("needs --edges"), std::string::npos);
}

TEST_F(Score, RefusesWhatDoesNotFit) {
  const auto refused = [&](const Args& args, const std::string& part) {
    const Outcome run = gnac(args);
    EXPECT_EQ(run.code, 2);
    EXPECT_EQ(run.out, "");
    EXPECT_NE(run.err.find(part), std::string::npos) << run.err;
  };
  refused({"score", truth, folder.write("short", "1\n2\n")}, "2");
  refused({"score", truth, folder.write("text", "1\ntwo\n")}, "row 2");
  refused({"score", truth, labels, "--metrics", "accuracy"}, "accuracy");
  refused({"score", truth, labels, "--metrics", "silhouette"}, "points");
  refused({"score", truth}, "labels");
  refused({"score"}, "labels");
  refused({"score", truth, labels, "--metrics", "boundary-auc"}, "--edges");
  refused({"score", labels, "--points", folder.write("p", "1\n2\n")}, "2 points");
  refused({"score", labels, "--metrics", "ari", "--points", truth}, "reference");
  refused({"score", truth, "--edges", folder.write("e", "0 1 2\n")}, "gnac fit --edges");
  refused({"score", truth, "--columns", "x"}, "--points");
}

TEST(Generate, EverySampleReadsBack) {
  const std::string list = gnac({"generate", "--list"}).out;
  for (const SampleInfo& info : sample_table()) {
    const std::string name(info.name);
    EXPECT_NE(list.find(name), std::string::npos);
    const Folder folder;
    const Outcome run = gnac({"generate", name, "-n", "120", "-o", folder.path("p.csv"), "--labels",
                              folder.path("l.txt")});
    EXPECT_EQ(run.code, 0) << run.err;
    EXPECT_EQ(parse_lines(folder.read("l.txt")).size(), 120u) << name;
    EXPECT_NE(gnac({"info", folder.path("p.csv")}).out.find("120 rows"), std::string::npos) << name;
  }
}

TEST(Generate, SeedAndShapeMatter) {
  const Args base = {"generate", "gaussian-mixture", "-n", "50"};
  const auto with = [&](const Args& more) {
    Args args = base;
    args.insert(args.end(), more.begin(), more.end());
    const Outcome run = gnac(args);
    EXPECT_EQ(run.code, 0) << run.err;
    return run.out;
  };
  const std::string usual = with({});
  EXPECT_EQ(with({}), usual);
  EXPECT_NE(with({"--seed", "8"}), usual);
  EXPECT_NE(with({"--radius", "9"}), usual);
  const std::string wide = with({"-d", "5"});
  EXPECT_EQ(wide.substr(0, wide.find('\n')), "x0,x1,x2,x3,x4");
  EXPECT_EQ(std::count(wide.begin(), wide.end(), '\n'), 51);
}

TEST(Generate, NpyByName) {
  const Folder folder;
  ASSERT_EQ(gnac({"generate", "moons", "-n", "30", "-o", folder.path("m.npy")}).code, 0);
  EXPECT_TRUE(folder.read("m.npy").starts_with("\x93NUMPY"));
  EXPECT_NE(gnac({"info", folder.path("m.npy")}).out.find("30 rows of 2"), std::string::npos);
}

TEST(Generate, RefusesWhatASampleCannotHonour) {
  EXPECT_EQ(gnac({"generate", "moon", "-n", "30"}).code, 2);
  EXPECT_EQ(gnac({"generate", "moons", "-n", "0"}).code, 2);
  EXPECT_EQ(gnac({"generate", "moons", "-n", "30", "-k", "7"}).code, 2);
  EXPECT_EQ(gnac({"generate"}).code, 2);
}

std::string project_file(const std::string& name) {
  std::ifstream file(std::string(GNAC_SOURCE_DIR "/") + name);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

TEST(Docs, OptionsPageIsUpToDate) {
  EXPECT_EQ(project_file("docs/options.md"), gnac({"options", "--markdown"}).out)
      << "regenerate it: gnac options --markdown > docs/options.md";
}

TEST(Docs, MethodsPageIsUpToDate) {
  EXPECT_EQ(project_file("docs/methods.md"), gnac({"methods", "--markdown"}).out)
      << "regenerate it: gnac methods --markdown > docs/methods.md";
}

}  // namespace
}  // namespace gnac::detail::test
