// Real-life tables: categories, several files, JSON lines, .npz.
#include <gtest/gtest.h>

#include <sstream>

#include "samples.h"

namespace gnac::detail::test {
namespace {

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// Two groups that differ in both numbers and in their kind.
std::string shops(int rows, int first = 0) {
  std::string text = "name,size,price,kind\n";
  for (int i = first; i < first + rows; ++i) {
    const bool large = i % 2 == 0;
    text += "s" + std::to_string(i) + "," + std::to_string((large ? 50 : 1) + 0.1 * (i % 7)) + "," +
            std::to_string((large ? 80 : 3) + 0.2 * (i % 5)) + (large ? ",market\n" : ",kiosk\n");
  }
  return text;
}

std::string jsonl(const std::string& csv) {
  std::istringstream lines(csv);
  std::string line, out;
  std::getline(lines, line);
  while (std::getline(lines, line)) {
    const std::size_t a = line.find(','), b = line.find(',', a + 1), c = line.find(',', b + 1);
    out += "{\"name\":\"" + line.substr(0, a) + "\",\"size\":" + line.substr(a + 1, b - a - 1) +
           ",\"price\":" + line.substr(b + 1, c - b - 1) + ",\"kind\":\"" + line.substr(c + 1) +
           "\"}\n";
  }
  return out;
}

TEST(People, ASlipIsRefusedWithTheFlagThatHelps) {
  const Folder folder;
  std::string table = shops(40);
  table += "s40,five,3,kiosk\n";
  const Outcome run = gnac({"fit", folder.write("shops.csv", table), "--id-column", "name"});
  EXPECT_EQ(run.code, 2);
  EXPECT_TRUE(has(run.err, "row 42, column 2 ('size'): 'five' is not a number")) << run.err;
  EXPECT_TRUE(has(run.err, "--categorical")) << run.err;
  EXPECT_TRUE(has(run.err, "--exclude")) << run.err;
}

TEST(People, CategoriesAreFittedKeptAndPredicted) {
  const Folder folder;
  const std::string table = folder.write("shops.csv", shops(60));
  const Outcome fit = gnac({"fit", table, "--id-column", "name", "--categorical", "kind", "-k", "2",
                            "-q", "--model", folder.path("m.safetensors"), "--picture",
                            folder.path("p.svg"), "--page", folder.path("p.html")});
  ASSERT_EQ(fit.code, 0) << fit.err;
  EXPECT_TRUE(has(folder.read("p.html"), "market"));
  const Outcome again =
      gnac({"predict", folder.path("m.safetensors"), table, "--id-column", "name"});
  EXPECT_EQ(again.out, fit.out) << again.err;
  const std::string other = folder.write("other.csv", "name,size,price,kind\nz,1,3,barge\n");
  const Outcome unknown =
      gnac({"predict", folder.path("m.safetensors"), other, "--id-column", "name"});
  EXPECT_EQ(unknown.code, 2);
  EXPECT_TRUE(
      has(unknown.err, "'barge' is not one of the categories of the fit, 'kiosk', 'market'"))
      << unknown.err;
  const Outcome compare = gnac({"compare", table, "--id-column", "name", "--categorical", "all",
                                "-k", "2", "--methods", "gnac,kmeans", "-q"});
  EXPECT_EQ(compare.code, 0) << compare.err;
}

TEST(People, ARuleOfThePublishedFormDoesNotKnowCategories) {
  const Folder folder;
  const std::string table = folder.write("shops.csv", shops(60));
  const Args columns{"--id-column", "name", "--categorical", "kind", "-k", "2", "-q"};
  Args fit{"fit",      table, "--preset", "paper",
           "--epochs", "2",   "--save",   folder.path("r.safetensors")};
  fit.insert(fit.end(), columns.begin(), columns.end());
  ASSERT_EQ(gnac(fit).code, 0);
  Args deploy{"deploy", folder.path("r.safetensors"), table};
  deploy.insert(deploy.end(), columns.begin(), columns.end());
  const Outcome run = gnac(deploy);
  EXPECT_EQ(run.code, 2);
  EXPECT_TRUE(has(run.err, "use fit --model and predict")) << run.err;
}

TEST(People, JsonLinesAreATable) {
  const Folder folder;
  const Args how{"--id-column", "name", "--categorical", "all", "-k", "2", "-q"};
  Args csv{"fit", folder.write("a.csv", shops(40))};
  Args json{"fit", folder.write("a.jsonl", jsonl(shops(40))), "--append", folder.path("out.jsonl")};
  csv.insert(csv.end(), how.begin(), how.end());
  json.insert(json.end(), how.begin(), how.end());
  const Outcome run = gnac(json);
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(run.out, gnac(csv).out);
  EXPECT_TRUE(has(folder.read("out.jsonl"), "\"kind\":\"market\",\"cluster\":0}\n"))
      << folder.read("out.jsonl");
}

TEST(People, SeveralFilesAreOneTable) {
  const Folder folder;
  const std::string whole = folder.write("whole.csv", shops(60));
  const std::string a = folder.write("a.csv", shops(25));
  const std::string b = folder.write("b.csv", shops(35, 25));
  const Args how{"--columns", "size,price", "-k", "2", "-q"};
  const auto fit = [&](Args args) {
    args.insert(args.begin(), "fit");
    args.insert(args.end(), how.begin(), how.end());
    return gnac(args);
  };
  const Outcome joined = fit({a, b, "--append", folder.path("joined.csv")});
  const Outcome one = fit({whole, "--append", folder.path("one.csv")});
  ASSERT_EQ(joined.code, 0) << joined.err;
  EXPECT_EQ(joined.out, one.out);
  EXPECT_EQ(folder.read("joined.csv"), folder.read("one.csv"));
}

TEST(People, FilesThatDoNotFitTogetherAreBothNamed) {
  const Folder folder;
  const std::string a = folder.write("a.csv", "x,y\n1,2\n3,4\n");
  const std::string b = folder.write("b.csv", "x,z\n1,2\n3,4\n");
  const Outcome run = gnac({"fit", a, b, "-k", "2"});
  EXPECT_EQ(run.code, 2);
  EXPECT_TRUE(has(run.err, a) && has(run.err, b)) << run.err;
  const std::string c = folder.write("c.csv", "y,x\n2,1\n4,3\n");
  const Outcome append = gnac({"fit", a, c, "-k", "2", "-q", "--append", folder.path("out.csv")});
  EXPECT_EQ(append.code, 2);
  EXPECT_TRUE(has(append.err, "tables of the same form")) << append.err;
  EXPECT_FALSE(folder.has("out.csv"));
  const Outcome twice = gnac({"fit", "-", "-", "-k", "2"}, "1,2\n");
  EXPECT_TRUE(has(twice.err, "standard input can only be read once")) << twice.err;
}

TEST(People, VerboseTellsStagesFilesAndOptions) {
  const Folder folder;
  const std::string table = folder.write("a.csv", csv(arcs(100)));
  const Args fit{"fit", table, "-k", "2", "--page", folder.path("p.html"), "-o", folder.path("l")};
  const auto with = [&](const std::string& flag) {
    Args args = fit;
    args.push_back(flag);
    const Outcome run = gnac(args);
    EXPECT_EQ(run.code, 0) << run.err;
    return run.err;
  };
  const std::string plain = with("-q");
  EXPECT_EQ(plain, "");
  const std::string once = with("-v");
  for (const char* line : {"memory ", "read ", "graph ", "evolve ", "readout ", "--page "})
    EXPECT_TRUE(has(once, line)) << once;
  EXPECT_FALSE(has(once, "neighbors"));
  const std::string twice = with("-vv");
  for (const char* line : {"neighbors ", "threads ", "--page "})
    EXPECT_TRUE(has(twice, line)) << twice;
}

TEST(People, VerbosePredictionsAndComparisonsTellTheirParts) {
  const Folder folder;
  const std::string table = folder.write("a.csv", csv(arcs(100)));
  const std::string model = folder.path("m.safetensors");
  ASSERT_EQ(gnac({"fit", table, "-k", "2", "-q", "--model", model}).code, 0);
  const auto told = [&](Args args, const char* flag) {
    args.emplace_back(flag);
    args.insert(args.end(), {"-q", "--page", folder.path("p.html")});
    const Outcome run = gnac(args);
    EXPECT_EQ(run.code, 0) << run.err;
    return run.err;
  };
  const Args predict{"predict", model, table};
  const std::string predicted = told(predict, "-v");
  for (const char* line : {"model ", "read ", "replay ", "predict ", "--page "})
    EXPECT_TRUE(has(predicted, line)) << predicted;
  EXPECT_FALSE(has(predicted, "neighbors")) << predicted;
  EXPECT_TRUE(has(told(predict, "-vv"), "neighbors "));
  const Args compare{"compare", table, "-k", "2", "--methods", "gnac,kmeans"};
  const std::string compared = told(compare, "-v");
  for (const char* line : {"read ", "gnac ", "kmeans ", "scores ", "--page "})
    EXPECT_TRUE(has(compared, line)) << compared;
  EXPECT_FALSE(has(compared, "kmeans.starts")) << compared;
  EXPECT_TRUE(has(told(compare, "-vv"), "kmeans.starts "));
}

TEST(People, ThePageOfAPredictionMarksTheNewPoints) {
  const Folder folder;
  const std::string table = folder.write("a.csv", "x,y\n" + csv(arcs(100)));
  const std::string model = folder.path("m.safetensors");
  ASSERT_EQ(gnac({"fit", table, "-k", "2", "-q", "--model", model}).code, 0);
  const std::string more = folder.write("more.csv", "x,y\n0,1\n0.5,0.5\n");
  const Outcome run = gnac({"predict", model, more, "--page", folder.path("p.html"), "-q"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(parse_lines(run.out).size(), 2u);
  const std::string page = folder.read("p.html");
  EXPECT_TRUE(has(page, "\"newcomers\":2"));
  EXPECT_TRUE(has(page, "data-array=\"new-points\"") && has(page, "data-array=\"new-labels\""));
}

}  // namespace
}  // namespace gnac::detail::test
