#pragma once

#include "gnac/metrics.h"
#include "metrics/contingency.h"
#include "support/team.h"

namespace gnac::detail {

/// metric_value() of the public API with the caller's threads.
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

}  // namespace gnac::detail
