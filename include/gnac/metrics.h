#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "gnac/graph.h"
#include "gnac/points.h"
#include "gnac/progress.h"

namespace gnac {

namespace detail {
class Team;
struct Contingency;
}  // namespace detail

/// Everything a metric may need; leave the rest empty.
struct MetricInput {
  std::span<const std::int32_t> labels;
  std::vector<std::span<const std::int32_t>> references;  ///< if several, the best value counts
  std::optional<std::int32_t> noise;  ///< points with this reference label are left out
  PointsView points;
  std::int64_t sample = 1000;  ///< points measured by silhouette-sampled
  std::uint64_t seed = 7;      ///< of that sample
};

/// One row of the table of metrics. A metric either compares with a reference or measures the
/// points.
struct MetricInfo {
  std::string_view name;  ///< e.g. "ari"
  std::string_view help;  ///< one line: what it is, its range
  bool higher_is_better = true;
  double (*agreement)(const detail::Contingency&) = nullptr;        ///< set: needs a reference
  double (*internal)(const MetricInput&, detail::Team&) = nullptr;  ///< set: needs the points

  bool needs_reference() const { return agreement != nullptr; }
  bool needs_points() const { return internal != nullptr; }
};

/// Every metric, in the order in which they are listed.
std::span<const MetricInfo> metric_table();

/// The row for a name; throws Error naming the known ones.
const MetricInfo& metric_info(std::string_view name);

/// The value of a metric. With several references the best value; noise is dropped per reference.
/// Throws Error when the input lacks what the metric needs.
///
///     gnac::MetricInput input;
///     input.labels = labels;
///     input.references = {reference};
///     const double ari = gnac::metric_value(gnac::metric_info("ari"), input);
double metric_value(const MetricInfo& metric, const MetricInput& input, int threads = 0,
                    const Observer& observer = {});

/// How well edge distances tell boundaries from interiors: the probability that an edge whose ends
/// have different reference labels is longer than one whose ends agree, ties counting half (area
/// under the ROC curve). Edges with an end labelled `noise` are left out. NaN when either kind is
/// missing. Throws Error when lengths do not fit, an end has no label or a distance is NaN.
double boundary_auc(std::span<const Edge> edges, std::span<const double> distance,
                    std::span<const std::int32_t> reference,
                    std::optional<std::int32_t> noise = {});

}  // namespace gnac
