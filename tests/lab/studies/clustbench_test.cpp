#include "studies/clustbench.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>

#include "io/message.h"

namespace gnac::detail {
namespace {

std::string folder() {
  const char* given = std::getenv("GNAC_CLUSTBENCH");
  return given != nullptr ? given : GNAC_SOURCE_DIR "/../shared/data/clustbench";
}

class ClustBench : public testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::is_directory(folder())) {
      GTEST_SKIP() << "no benchmark data in " << folder() << "; set GNAC_CLUSTBENCH";
    }
  }
};

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

TEST_F(ClustBench, MissingDataIsNamed) {
  EXPECT_EQ(message_of([] { read_benchmark(folder(), "wut/none"); }),
            "cannot read " + folder() + "/wut/none.data.gz: No such file or directory");
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
