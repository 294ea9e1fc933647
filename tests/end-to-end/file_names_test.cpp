// A file's name determines its format.
#include <gtest/gtest.h>

#include <array>

#include "io/bytes.h"
#include "io/labels.h"
#include "io/read_points.h"
#include "samples.h"

namespace gnac::detail::test {
namespace {

TEST(FileNames, EveryFormOfPointsReadsBackAlike) {
  const Folder folder;
  const auto values = [&](const std::string& name) {
    const Outcome run = gnac({"generate", "moons", "-n", "30", "-o", folder.path(name)});
    EXPECT_EQ(run.code, 0) << run.err;
    return read_points(folder.path(name)).points.values;
  };
  const std::vector<double> expected = values("p.csv");
  ASSERT_EQ(expected.size(), 60U);
  for (const char* name : {"p.tsv", "p.txt", "p.csv.gz", "p.other"})
    EXPECT_EQ(values(name), expected) << name;
  for (const char* name : {"p.npy", "p.npy.gz"}) {
    const std::vector<double> rounded = values(name);
    ASSERT_EQ(rounded.size(), 60U) << name;
    for (std::size_t i = 0; i < 60; ++i) EXPECT_NEAR(rounded[i], expected[i], 1e-6) << name;
  }
  EXPECT_NE(folder.read("p.tsv").find("x0\tx1\n"), std::string::npos);
  EXPECT_TRUE(is_gzip(folder.read("p.csv.gz")));
  EXPECT_TRUE(folder.read("p.npy").starts_with("\x93NUMPY"));
}

TEST(FileNames, EveryFormOfLabelsReadsBackAlike) {
  const Folder folder;
  const std::string data = folder.write("arcs.csv", csv(arcs(60)));
  const auto labels = [&](const std::string& name) {
    const Outcome run = gnac({"fit", data, "-k", "2", "--quiet", "-o", folder.path(name)});
    EXPECT_EQ(run.code, 0) << run.err;
    return read_labels(folder.path(name));
  };
  const auto expected = labels("l.txt");
  for (const char* name : {"l.npy", "l.csv", "l.txt.gz", "l"}) EXPECT_EQ(labels(name), expected);
  EXPECT_TRUE(folder.read("l.npy").starts_with("\x93NUMPY"));
}

TEST(FileNames, OfOtherFormsAreRefused) {
  const Folder folder;
  const std::string data = folder.write("arcs.csv", csv(arcs(60)));
  for (const auto& [flag, wrong, right] : {std::array{"--edges", "e.npy", "e.csv"},
                                           {"--edges", "e.csv.gz", "e"},
                                           {"--trace", "t.yaml", "t.json"},
                                           {"--page", "p.png", "p.html"},
                                           {"--newick", "n.json", "n.nwk"},
                                           {"--model", "m.csv", "m.safetensors"},
                                           {"--save", "r.pkl", "r.rule"}}) {
    const auto with = [&](const char* name) {
      return gnac({"fit", data, "-k", "2", "-q", "-o", folder.path("l"), flag, folder.path(name)});
    };
    const Outcome refused = with(wrong);
    EXPECT_EQ(refused.code, 2) << wrong;
    EXPECT_NE(refused.err.find("this is not written as ."), std::string::npos) << refused.err;
    EXPECT_FALSE(folder.has(wrong));
    EXPECT_EQ(with(right).code, 0) << right;
  }
  const std::string page = folder.path("p.txt");
  EXPECT_EQ(gnac({"compare", data, "-k", "2", "--methods", "kmeans", "--page", page}).code, 2);
  EXPECT_EQ(gnac({"predict", folder.path("m.safetensors"), data, "--page", page}).code, 2);
}

TEST(FileNames, PicturesAreSvgOrPng) {
  const Folder folder;
  const std::string data = folder.write("arcs.csv", csv(arcs(60)));
  const Args fit = {"fit", data, "-k", "2", "--quiet", "-o", folder.path("l"), "--picture"};
  const auto with = [&](const std::string& name) {
    Args args = fit;
    args.push_back(folder.path(name));
    return gnac(args);
  };
  EXPECT_EQ(with("p.svg").code, 0);
  EXPECT_EQ(with("p.png").code, 0);
  EXPECT_TRUE(folder.read("p.svg").starts_with("<svg"));
  EXPECT_TRUE(folder.read("p.png").starts_with("\x89PNG"));
  const Outcome refused = with("p.jpg");
  EXPECT_EQ(refused.code, 2);
  EXPECT_NE(refused.err.find(".svg or .png"), std::string::npos) << refused.err;
}

TEST(FileNames, ThatAreNotUtf8DoNotSpoilAPicture) {
  const Folder folder;
  const std::string data = folder.write("caf\xe9.csv", csv(arcs(60)));
  for (const char* name : {"p.svg", "p.png"}) {
    const Outcome run =
        gnac({"fit", data, "-k", "2", "-o", folder.path("l"), "--picture", folder.path(name)});
    EXPECT_EQ(run.code, 0) << run.err;
  }
  EXPECT_NE(folder.read("p.svg").find("caf\\xe9.csv"), std::string::npos);
}

TEST(FileNames, AnArrayHasNoColumnToAppend) {
  const Folder folder;
  const std::string data = folder.write("points.npz", "");
  const Outcome run = gnac({"fit", data, "-k", "2", "--append", folder.path("out.csv")});
  EXPECT_EQ(run.code, 2);
  EXPECT_NE(run.err.find("--append adds a column"), std::string::npos) << run.err;
}

TEST(FileNames, AnEndingThatPromisesAnotherFormatIsRefusedBeforeTheWork) {
  const Folder folder;
  const std::string data = folder.write("arcs.csv", csv(arcs(60)));
  for (const char* ending : {".json", ".parquet", ".npz", ".xlsx"}) {
    for (const Args& args : {Args{"fit", data, "-k", "2", "-o"}, Args{"generate", "moons", "-o"}}) {
      Args all = args;
      all.push_back(folder.path("x") + ending);
      const Outcome run = gnac(all);
      EXPECT_EQ(run.code, 2);
      EXPECT_NE(run.err.find(ending), std::string::npos) << run.err;
    }
  }
  EXPECT_EQ(folder.names(), std::vector<std::string>{"arcs.csv"});
}

TEST(FileNames, IdsHaveNoPlaceInAnArray) {
  const Folder folder;
  const std::string data = folder.write("t.csv", "id,x\na,1\nb,2\nc,8\nd,9\n");
  const Args fit = {"fit", data, "-k", "2", "--id-column", "id", "--quiet", "-o"};
  Args args = fit;
  args.push_back(folder.path("l.npy"));
  Args slow = args;
  slow.insert(slow.end(), {"--preset", "paper", "--epochs", "1000000"});  // refused before the work
  EXPECT_NE(gnac(slow).err.find("cannot hold ids"), std::string::npos);
  args.back() = folder.path("l.tsv");
  EXPECT_EQ(gnac(args).code, 0);
  EXPECT_TRUE(folder.read("l.tsv").starts_with("id\tlabel\na\t0\n")) << folder.read("l.tsv");
}

}  // namespace
}  // namespace gnac::detail::test
