#include "comparison.h"

#include <algorithm>
#include <limits>

#include "gnac/error.h"
#include "gnac/model.h"
#include "metrics/agreement.h"
#include "support/team.h"

namespace gnac::cli {
namespace {

/// NaN if the metric is undefined for these labels, e.g. a silhouette of one cluster.
double score_of(const MetricInfo& metric, const MetricInput& input, Team& team) {
  try {
    return metric_value(metric, input, team);
  } catch (const Cancelled&) {
    throw;
  } catch (const Error&) {
    return std::numeric_limits<double>::quiet_NaN();
  }
}

}  // namespace

void score_rows(Comparison& comparison, PointsView points, std::span<const std::int32_t> reference,
                std::optional<std::int32_t> noise, const Observer& observer) {
  Team team(comparison.how.threads, observer);
  for (Compared& row : comparison.rows) {
    row.scores.assign(comparison.metrics.size(), std::numeric_limits<double>::quiet_NaN());
    if (row.outcome.failed()) continue;
    MetricInput input;
    input.labels = row.outcome.labels;
    if (!reference.empty()) input.references = {reference};
    input.noise = noise;
    input.points = points;
    input.seed = comparison.how.seed;
    for (std::size_t m = 0; m < row.scores.size(); ++m)
      row.scores[m] = score_of(*comparison.metrics[m], input, team);
  }
}

std::string count_text(const Comparison& comparison) {
  if (comparison.clusters == kChooseClusters) return "chosen";
  return std::to_string(comparison.clusters);
}

std::int64_t count_of(const Compared& row) {
  return 1 + std::int64_t{std::ranges::max(row.outcome.labels)};
}

std::vector<const Compared*> agreeing(const Comparison& comparison) {
  std::vector<const Compared*> rows;
  for (const Compared& row : comparison.rows) {
    if (!row.outcome.failed()) rows.push_back(&row);
  }
  return rows;
}

std::vector<std::vector<double>> agreement(const Comparison& comparison) {
  const auto rows = agreeing(comparison);
  std::vector<std::vector<double>> ari(rows.size(), std::vector<double>(rows.size(), 1.0));
  for (std::size_t a = 0; a < rows.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      ari[a][b] = ari[b][a] =
          adjusted_rand(contingency(rows[a]->outcome.labels, rows[b]->outcome.labels));
    }
  }
  return ari;
}

}  // namespace gnac::cli
