#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gnac/points.h"

namespace gnac::detail {

/// One data set of the ClustBench suite: `folder/battery/name.data.gz` with its reference
/// labellings.
struct BenchmarkData {
  std::string battery;
  std::string name;
  Points points;                                      ///< as in the file, unscaled
  std::vector<std::vector<std::int32_t>> references;  ///< labels0, labels1, …; 0 marks noise
};

/// The names "battery/name" of the data sets in the folder with at most `max_points` points,
/// sorted.
std::vector<std::string> benchmark_names(const std::string& folder,
                                         std::int64_t max_points = 10000);

BenchmarkData read_benchmark(const std::string& folder, const std::string& name);

/// Every distinct K among the references, ascending.
std::vector<int> benchmark_clusters(const BenchmarkData& data);

/// The suite's convention, as its own program does it: drop constant columns, centre each column,
/// divide by the standard deviation (ddof 1) of all values as they were before centring. Where
/// columns have different means this deviation is larger than that of ScaleMode::global.
Points benchmark_features(const Points& raw);

}  // namespace gnac::detail
