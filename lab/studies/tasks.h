#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "gnac/points.h"

namespace gnac::detail {

/// A data set with the reference partitions that its results are scored against. References never
/// reach a method.
struct StudyData {
  std::string name;                                   ///< "battery/dataset"
  Points points;                                      ///< as the methods get them
  std::vector<std::vector<std::int32_t>> references;  ///< 0 marks noise, clusters from 1
  std::vector<int> clusters;                          ///< every distinct K of the references
};

/// The data sets of the ClustBench suite in `folder` with at most `max_points` points, scaled as
/// the suite does. `names` selects some ("fcps/hepta", or "fcps" for the battery); empty: all of
/// them. Throws Error for a name that matches nothing.
std::vector<std::shared_ptr<const StudyData>> load_tasks(const std::string& folder,
                                                         std::span<const std::string> names,
                                                         std::int64_t max_points = 10000);

struct Scores {
  double ari = 0;
  double ami = 0;
  double nca = 0;
};

/// Scores against the references with this K: noise left out; with several references the best, per
/// metric.
Scores score_labels(const StudyData& data, int clusters, std::span<const std::int32_t> labels);

}  // namespace gnac::detail
