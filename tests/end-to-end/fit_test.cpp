#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <sstream>

#include "samples.h"

namespace gnac::detail::test {
namespace {

using Json = nlohmann::json;

class Fit : public testing::Test {
 protected:
  Folder folder;
  std::string data = folder.write("arcs.csv", csv(arcs(300)));
};

TEST_F(Fit, LabelsGoToStandardOutputOneALine) {
  const Outcome run = gnac(quick({"fit", data, "-k", "2"}));
  EXPECT_EQ(run.code, 0) << run.err;
  const auto labels = parse_lines(run.out);
  EXPECT_EQ(labels.size(), 300u);
  EXPECT_EQ(clusters_in(labels), 2);
  EXPECT_EQ(labels.front(), 0) << "labels are numbered by first appearance";
}

TEST_F(Fit, FindsTheArcs) {
  const std::string truth = folder.write("truth.txt", lines(arc_labels(300)));
  const Outcome run = gnac({"fit", data, "-k", "2", "--reference", truth, "--neighbors", "8", "-o",
                            folder.path("labels.txt")});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_NE(run.err.find("ARI        1.0000"), std::string::npos) << run.err;
}

TEST_F(Fit, OutputFlagWritesTheFileInsteadOfStandardOutput) {
  const Args args = quick({"fit", data, "-k", "2"});
  Args to_file = args;
  to_file.insert(to_file.end(), {"-o", folder.path("labels.txt")});
  const Outcome run = gnac(to_file);
  EXPECT_EQ(run.out, "");
  EXPECT_EQ(folder.read("labels.txt"), gnac(args).out);
}

TEST_F(Fit, OneBasedAddsOne) {
  const auto from_zero = parse_lines(gnac(quick({"fit", data, "-k", "3"})).out);
  auto from_one = parse_lines(gnac(quick({"fit", data, "-k", "3", "--one-based"})).out);
  for (auto& label : from_one) --label;
  EXPECT_EQ(from_one, from_zero);
}

TEST_F(Fit, QuietIsSilent) {
  EXPECT_EQ(gnac(quick({"fit", data, "-k", "2"})).err, "");
}

TEST_F(Fit, ProgressIsPlainLinesWhereThereIsNoTerminal) {
  const Outcome run =
      gnac({"fit", data, "-k", "2", "--preset", "paper", "--epochs", "6", "--burn-in", "2"});
  for (const char* stage : {"graph", "train", "evolve", "readout"}) {
    EXPECT_NE(run.err.find(stage), std::string::npos) << run.err;
  }
  EXPECT_EQ(run.err.find('\r'), std::string::npos);
  EXPECT_EQ(run.err.find('\x1b'), std::string::npos);
  EXPECT_EQ(run.err.back(), '\n');
}

TEST_F(Fit, SummarySaysWhatWasFound) {
  const Outcome run = gnac(quick({"fit", data, "-k", "2", "--summary"}));
  for (const char* part : {"300 x 2", "clusters   2 of", "edges,", "component", "exact search",
                           "6 epochs, loss", "T* = ", "seconds    graph", "readout", "total"}) {
    EXPECT_NE(run.err.find(part), std::string::npos) << part << " is missing in\n" << run.err;
  }
  EXPECT_EQ(run.err.find("ARI"), std::string::npos) << "there is no reference";
}

TEST_F(Fit, NoiseIsLeftOutOfTheAri) {
  // A quarter of the reference is called noise and its labels are scrambled.
  auto truth = arc_labels(300);
  for (std::size_t i = 0; i < truth.size(); i += 4) truth[i] = 9;
  const std::string file = folder.write("truth.txt", lines(truth));
  const Args args = {"fit", data, "-k", "2", "--neighbors", "8", "--reference", file, "--quiet"};
  Args with_noise = args;
  with_noise.insert(with_noise.end(), {"--noise", "9"});
  EXPECT_EQ(gnac(args).err.find("1.0000 against"), std::string::npos);
  EXPECT_NE(gnac(with_noise).err.find("1.0000 against"), std::string::npos);
}

TEST_F(Fit, ScaleUndoesUnitsExceptWhenToldNotTo) {
  Points grown = arcs(300);
  for (double& value : grown.values) value = 1024 * value;
  const std::string large = folder.write("large.csv", csv(grown));
  const auto labels = [&](const std::string& file, const std::string& mode) {
    return gnac(quick({"fit", file, "-k", "2", "--scale", mode})).out;
  };
  EXPECT_EQ(labels(large, "global"), labels(data, "global"));
  const auto trace = [&](const std::string& mode) {
    EXPECT_EQ(gnac(quick({"fit", data, "-k", "2", "--scale", mode, "--trace",
                          folder.path(mode + ".json")}))
                  .code,
              0);
    return Json::parse(folder.read(mode + ".json"));
  };
  const double global = trace("global")["graph"]["sigma"];
  const double none = trace("none")["graph"]["sigma"];
  const double standard = trace("standard")["graph"]["sigma"];
  EXPECT_NE(global, none);
  EXPECT_NE(global, standard);
}

TEST_F(Fit, OwnGraphReplacesNeighbours) {
  std::string list;
  std::string matrix = "%%MatrixMarket matrix coordinate pattern symmetric\n300 300 299\n";
  for (int i = 0; i + 1 < 300; ++i) {
    list += std::to_string(i) + " " + std::to_string(i + 1) + "\n";
    matrix += std::to_string(i + 2) + " " + std::to_string(i + 1) + "\n";
  }
  const std::string edges = folder.write("edges.txt", list);
  const std::string market = folder.write("graph.mtx", matrix);
  const auto run =
      gnac(quick({"fit", data, "-k", "3", "--graph", edges, "--trace", folder.path("trace.json")}));
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(Json::parse(folder.read("trace.json"))["graph"]["edges"], 299);
  EXPECT_EQ(gnac(quick({"fit", data, "-k", "3", "--graph", market})).out, run.out);
}

// The four outputs describe one and the same run.
TEST_F(Fit, StatesEdgesAndTraceAgree) {
  const Outcome run = gnac(
      quick({"fit", data, "-k", "2", "--domain", "5", "--states", folder.path("z.npy"), "--edges",
             folder.path("e.csv"), "--trace", folder.path("t.json"), "-o", folder.path("l.txt")}));
  ASSERT_EQ(run.code, 0) << run.err;
  const std::string npy = folder.read("z.npy");
  EXPECT_NE(npy.find("'shape': (300, 5)"), std::string::npos) << npy.substr(0, 128);
  std::vector<float> z(300 * 5);
  ASSERT_GT(npy.size(), z.size() * sizeof(float));
  std::memcpy(z.data(), npy.data() + npy.size() - z.size() * sizeof(float),
              z.size() * sizeof(float));

  std::istringstream edges(folder.read("e.csv"));
  std::string header;
  std::getline(edges, header);
  EXPECT_EQ(header, "i,j,input_distance,domain_distance,conductance,affinity");
  int count = 0;
  double last_i = -1;
  double last_j = -1;
  double i = 0;
  double j = 0;
  double input = 0;
  double domain = 0;
  double conductance = 0;
  double affinity = 0;
  char comma = 0;
  while (edges >> i >> comma >> j >> comma >> input >> comma >> domain >> comma >> conductance >>
         comma >> affinity) {
    ++count;
    EXPECT_LT(i, j);
    EXPECT_TRUE(i > last_i || (i == last_i && j > last_j)) << "edges are sorted";
    last_i = i;
    last_j = j;
    double square = 0;
    for (int q = 0; q < 5; ++q) {
      const double difference =
          z[static_cast<std::size_t>(i) * 5 + q] - z[static_cast<std::size_t>(j) * 5 + q];
      square += difference * difference;
    }
    EXPECT_NEAR(domain, std::sqrt(square), 1e-5);
    EXPECT_GT(input, 0);
    EXPECT_TRUE(conductance > 0 && conductance < 1);
    EXPECT_TRUE(affinity >= 1e-6 && affinity <= 1);
  }
  const Json trace = Json::parse(folder.read("t.json"));
  EXPECT_EQ(trace["graph"]["edges"], count);
  std::vector<int> sizes(2);
  for (const auto label : parse_lines(folder.read("l.txt"))) ++sizes[label];
  EXPECT_EQ(trace["readout"]["sizes"], Json(sizes));
}

TEST_F(Fit, TraceHoldsTheWholeStory) {
  ASSERT_EQ(gnac(quick({"fit", data, "-k", "2", "--seed", "11", "--threads", "1", "--trace",
                        folder.path("t.json")}))
                .code,
            0);
  const auto trace = nlohmann::ordered_json::parse(folder.read("t.json"));
  EXPECT_EQ(trace["seed"], 11);
  EXPECT_EQ(trace["n"], 300);
  EXPECT_EQ(trace["d"], 2);
  EXPECT_EQ(trace["k"], 2);
  EXPECT_EQ(trace["options"]["epochs"], 6);
  EXPECT_EQ(trace["options"]["update_scale"], 0.15);
  EXPECT_FALSE(trace["options"].contains("threads"));
  for (const char* term :
       {"total", "smoothness", "variance", "covariance", "dispersion", "temporal"}) {
    EXPECT_EQ(trace["training"]["losses"][term].size(), 6u) << term;
  }
  // The total is the weighted sum of the terms.
  const auto& losses = trace["training"]["losses"];
  for (int epoch = 0; epoch < 6; ++epoch) {
    const double sum = 1.0 * losses["smoothness"][epoch].get<double>() +
                       4.0 * losses["variance"][epoch].get<double>() +
                       0.10 * losses["covariance"][epoch].get<double>() +
                       0.10 * losses["dispersion"][epoch].get<double>() +
                       0.05 * losses["temporal"][epoch].get<double>();
    EXPECT_NEAR(losses["total"][epoch].get<double>(), sum, 1e-6 * std::abs(sum));
  }
  const int best = trace["training"]["best_epoch"];
  EXPECT_GT(best, 2) << "not within the burn-in";
  for (int epoch = 2; epoch < 6; ++epoch) {
    EXPECT_LE(losses["total"][best - 1], losses["total"][epoch]);
  }
  const auto& checkpoints = trace["evolution"]["checkpoints"];
  EXPECT_EQ(checkpoints[0]["step"], 2);
  EXPECT_TRUE(checkpoints[0]["rho"].is_null());
  EXPECT_EQ(checkpoints.back()["step"], trace["evolution"]["t_star"]);
  EXPECT_EQ(trace["readout"]["eigenvalues"].size(), 2u);
  EXPECT_LT(trace["readout"]["residual"], 1e-6);
  EXPECT_EQ(trace.items().begin().key(), "version");
  EXPECT_EQ((--trace.end()).key(), "timings") << "what may differ comes last";
  EXPECT_EQ(trace["timings"]["threads"], 1);
}

/// Two rings of ten points each, joined by one weak edge.
std::string two_rings(bool similar, const char* header) {
  std::string text = header;
  for (int i = 0; i < 20; ++i) {
    const int ring = i / 10;
    for (const int step : {1, 2}) {
      const int j = ring * 10 + (i + step) % 10;
      text += std::to_string(i) + "," + std::to_string(j) + (similar ? ",0.9\n" : ",0.1\n");
    }
  }
  return text + (similar ? "3,14,0.01\n" : "3,14,5\n");
}

TEST(GraphAlone, NeedsNoPoints) {
  const Folder folder;
  const std::string expected = lines({0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1});
  const std::string far = folder.write("far.csv", two_rings(false, ""));
  const Outcome distances = gnac({"fit", "--graph", far, "-k", "2", "--quiet"});
  EXPECT_EQ(distances.code, 0) << distances.err;
  EXPECT_EQ(distances.out, expected);
  const std::string near = folder.write("near.csv", two_rings(true, ""));
  const Outcome asked = gnac({"fit", "--graph", near, "--similarities", "-k", "2", "--quiet"});
  EXPECT_EQ(asked.out, expected) << asked.err;
  const std::string named = folder.write("named.csv", two_rings(true, "from,to,similarity\n"));
  EXPECT_EQ(gnac({"fit", "--graph", named, "-k", "2", "--quiet"}).out, expected);
  const Outcome run = gnac({"fit", "--graph", named, "-k", "2", "--summary"});
  EXPECT_NE(run.err.find("points     20 from the graph\n"), std::string::npos) << run.err;
  EXPECT_EQ(run.err.find("exact search"), std::string::npos) << run.err;
}

TEST(GraphAlone, RefusesWhatNeedsATable) {
  const Folder folder;
  const std::string graph = folder.write("g.csv", two_rings(false, ""));
  const Outcome picture = gnac({"fit", "--graph", graph, "--picture", folder.path("p.svg")});
  EXPECT_EQ(picture.code, 2);
  EXPECT_NE(picture.err.find("give DATA beside --graph"), std::string::npos) << picture.err;
  const Outcome nothing = gnac({"fit"});
  EXPECT_EQ(nothing.code, 2);
  EXPECT_NE(nothing.err.find("DATA is missing"), std::string::npos) << nothing.err;
  EXPECT_EQ(gnac({"fit", "--method", "kmeans", "-k", "2", "--graph", graph}).code, 2);
}

}  // namespace
}  // namespace gnac::detail::test
