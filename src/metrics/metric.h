#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "gnac/points.h"
#include "metrics/boundary.h"
#include "metrics/contingency.h"
#include "support/team.h"

namespace gnac {

/// Everything a metric may need; leave out what it does not.
struct MetricInput {
  std::span<const std::int32_t> labels;
  std::vector<std::span<const std::int32_t>> references;  ///< several: the best counts
  std::optional<std::int32_t> noise;  ///< points with this reference label are left out
  PointsView points;
  std::int64_t sample = 1000;  ///< points measured by silhouette-sampled
  std::uint64_t seed = 7;      ///< of that sample
};

/// One row of the table of metrics. It compares with a reference or it measures the points.
struct MetricInfo {
  std::string_view name;  ///< e.g. "ari"
  std::string_view help;  ///< one line: what it is, its range
  bool higher_is_better = true;
  double (*agreement)(const Contingency&) = nullptr;        ///< set: needs a reference
  double (*internal)(const MetricInput&, Team&) = nullptr;  ///< set: needs the points

  bool needs_reference() const { return agreement != nullptr; }
  bool needs_points() const { return internal != nullptr; }
};

/// Every metric, in the order in which they are listed.
std::span<const MetricInfo> metric_table();

/// The row for a name; throws Error naming the known ones.
const MetricInfo& metric_info(std::string_view name);

/// The value of a metric. With several references the best value; noise is dropped per reference.
/// Throws Error when the input lacks what the metric needs.
double metric_value(const MetricInfo& metric, const MetricInput& input, Team& team);

/// One labelling and a reference without the points whose reference label is `noise`.
struct Cleaned {
  std::vector<std::int32_t> reference;
  std::vector<std::int32_t> labels;
};
Cleaned drop_noise(std::span<const std::int32_t> reference, std::span<const std::int32_t> labels,
                   std::optional<std::int32_t> noise);

/// The best of a metric that compares with a reference, over several references.
double best_over_references(const MetricInfo& metric, std::span<const std::int32_t> labels,
                            std::span<const std::span<const std::int32_t>> references,
                            std::optional<std::int32_t> noise = {});

}  // namespace gnac
