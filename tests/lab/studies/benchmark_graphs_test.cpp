#include "studies/clustbench.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "gnac/graph.h"

namespace gnac::detail {
namespace {

// What is known about the k = 20 graphs of the benchmark suite from an independent implementation.
TEST(Clustbench, GraphsHaveTheKnownComponents) {
  const char* folder = std::getenv("GNAC_CLUSTBENCH");
  if (folder == nullptr) GTEST_SKIP() << "GNAC_CLUSTBENCH names no copy of the suite";
  int tasks = 0;
  int components = 0;
  int resolved = 0;
  for (const std::string& name : benchmark_names(folder)) {
    const BenchmarkData data = read_benchmark(folder, name);
    const Graph graph = build_graph(benchmark_features(data.points), Options::paper());
    for (const int clusters : benchmark_clusters(data)) {
      ++tasks;
      components += graph.components;
      resolved += graph.components == clusters ? 1 : 0;
    }
  }
  EXPECT_EQ(tasks, 73);
  EXPECT_EQ(components, 143) << "1.9589 on average";
  EXPECT_EQ(resolved, 15);
}

}  // namespace
}  // namespace gnac::detail
