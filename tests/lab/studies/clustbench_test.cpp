#include "studies/clustbench.h"

#include <gtest/gtest.h>

#include <unistd.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "io/gzip.h"
#include "io/message.h"

namespace gnac::detail {
namespace {

namespace fs = std::filesystem;

std::string folder() {
  const char* given = std::getenv("GNAC_CLUSTBENCH");
  return given != nullptr ? given : "";
}

/// On the suite itself, which is not part of the project.
class ClustBench : public testing::Test {
 protected:
  void SetUp() override {
    if (folder().empty()) GTEST_SKIP() << "GNAC_CLUSTBENCH names no copy of the suite";
  }
};

/// A suite of three data sets in the same layout.
class SmallSuite : public testing::Test {
 protected:
  SmallSuite() : root_(fs::temp_directory_path() / ("gnac-suite-" + std::to_string(::getpid()))) {
    put("wut/b.data.gz", "  1  2.5\n 3 -4e0\n5 6\n7 8\n");  // with leading and repeated spaces
    put("wut/b.labels0.gz", "0\n1\n2\n3\n");                // 0 is noise
    put("wut/b.labels1.gz", "1\n1\n2\n2\n");
    put("wut/b.labels2.gz", "1\n2\n2\n1\n");  // another into two
    put("fcps/a.data.gz", "1 2 3\n4 5 6\n");
    put("fcps/a.labels0.gz", "1\n2\n");
    std::string many;
    for (int i = 0; i < 20; ++i) many += "1 2\n";
    put("wut/large.data.gz", many);
    put("wut/large.labels0.gz", many);
  }
  ~SmallSuite() override { fs::remove_all(root_); }
  void put(const std::string& name, const std::string& text) const {
    fs::create_directories((root_ / name).parent_path());
    std::ofstream(root_ / name, std::ios::binary) << gzipped(text);
  }
  fs::path root_;
};

TEST_F(SmallSuite, IsReadWithItsReferencesAndNoise) {
  EXPECT_EQ(benchmark_names(root_.string(), 10), (std::vector<std::string>{"fcps/a", "wut/b"}));
  EXPECT_EQ(benchmark_names(root_.string()).size(), 3U);
  const BenchmarkData data = read_benchmark(root_.string(), "wut/b");
  EXPECT_EQ(data.battery, "wut");
  EXPECT_EQ(data.name, "b");
  EXPECT_EQ(data.points.d, 2);
  EXPECT_EQ(data.points.values, (std::vector<double>{1, 2.5, 3, -4, 5, 6, 7, 8}));
  ASSERT_EQ(data.references.size(), 3U);
  EXPECT_EQ(benchmark_clusters(data), (std::vector<int>{2, 3}));
}

TEST_F(SmallSuite, MissingDataIsNamed) {
  EXPECT_EQ(message_of([&] { read_benchmark(root_.string(), "wut/none"); }),
            "cannot read " + root_.string() + "/wut/none.data.gz: No such file or directory");
}

TEST_F(ClustBench, HasFiftySevenDataSetsAndSeventyThreeTasks) {
  const auto names = benchmark_names(folder());
  ASSERT_EQ(names.size(), 57U);
  EXPECT_TRUE(std::is_sorted(names.begin(), names.end()));
  std::size_t tasks = 0;
  for (const std::string& name : names) {
    const BenchmarkData data = read_benchmark(folder(), name);
    EXPECT_EQ(data.battery + "/" + data.name, name);
    EXPECT_LE(data.points.n, 10000);
    EXPECT_GE(data.points.d, 2);
    tasks += benchmark_clusters(data).size();
  }
  EXPECT_EQ(tasks, 73U);
  EXPECT_EQ(benchmark_names(folder(), 1'000'000).size(), 60U);
}

TEST_F(ClustBench, ReadsValuesReferencesAndNoise) {
  const BenchmarkData fuzzyx = read_benchmark(folder(), "graves/fuzzyx");
  EXPECT_EQ(fuzzyx.points.n, 1000);
  EXPECT_EQ(fuzzyx.references.size(), 5U);
  EXPECT_EQ(benchmark_clusters(fuzzyx), (std::vector<int>{2, 4, 5}));
  EXPECT_EQ(fuzzyx.points.values[0], -2.182980000000000163e-03);
  // Leading and repeated spaces, 100,000 rows.
  const BenchmarkData birch = read_benchmark(folder(), "sipu/birch1");
  EXPECT_EQ(birch.points.n, 100000);
  EXPECT_EQ(birch.points.values[1], 813431);
}

TEST(ClustBenchFeatures, OneDeviationOfTheRawValuesForAllColumns) {
  // A constant column goes. The others: 0, 2, 10, 14 about 6.5 give √(131/3); centres are 1 and 12.
  const Points raw{{0, 7, 10, 2, 7, 14}, 2, 3};
  const Points out = benchmark_features(raw);
  const double s = std::sqrt(131.0 / 3);
  ASSERT_EQ(out.d, 2);
  const std::vector<double> expected{-1 / s, -2 / s, 1 / s, 2 / s};
  for (int i = 0; i < 4; ++i) EXPECT_NEAR(out.values[i], expected[i], 1e-15);
}

TEST(ClustBenchFeatures, BadNamesAndFoldersAreRefused) {
  EXPECT_EQ(message_of([] { read_benchmark("x", "y"); }),
            "a benchmark data set is called battery/name, as in wut/x1, not 'y'");
  EXPECT_EQ(message_of([] { benchmark_names("/no/such/folder"); }),
            "cannot read the benchmark folder /no/such/folder: No such file or directory");
}

}  // namespace
}  // namespace gnac::detail
