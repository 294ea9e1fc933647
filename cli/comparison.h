#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "apart.h"
#include "gnac/points.h"
#include "methods/method.h"
#include "metrics/metric.h"
#include "report/panels.h"

namespace gnac::cli {

/// One method of a comparison.
struct Compared {
  const MethodInfo* method = nullptr;
  Outcome outcome;
  std::vector<double> scores;  ///< one per metric; NaN if it failed or the metric is undefined
};

/// The results of several methods on the same points.
struct Comparison {
  std::string data;  ///< where the points came from
  std::int64_t n = 0;
  std::int64_t d = 0;
  int clusters = 0;  ///< kChooseClusters: each method chose its own
  std::string scale;
  std::string scale_reason;  ///< "" if it was given
  ApartOptions how;
  MethodOptions options;
  std::vector<const MetricInfo*> metrics;
  std::vector<Compared> rows;
  std::vector<std::pair<std::string, std::string>> left_out;  ///< method and reason
};

/// Score every row that has labels. `reference` may be empty.
void score_rows(Comparison& comparison, PointsView points, std::span<const std::int32_t> reference,
                std::optional<std::int32_t> noise, const Observer& observer);

/// ARI of each pair of rows that have labels, row by row; `agreeing` names them.
std::vector<std::vector<double>> agreement(const Comparison& comparison);
std::vector<const Compared*> agreeing(const Comparison& comparison);

/// "4", or "chosen" if each method chose its own.
std::string count_text(const Comparison& comparison);

/// The number of clusters of a row that has labels.
std::int64_t count_of(const Compared& row);

/// A method's name above its picture.
std::string short_title(const MethodInfo& method);

/// Two tables for people: scores, seconds and memory of each method, and how far they agree.
std::string comparison_text(const Comparison& comparison);

/// The same and more for programs.
std::string comparison_json(const Comparison& comparison);

/// "ARI 0.9876", or the first available score; after "K = 4, " if each method chose its own.
std::string score_note(const Comparison& comparison, const Compared& row);

/// A page with one panel per method, and one that shows where they disagree (gnac/page.h).
std::string comparison_page(const Comparison& comparison, PointsView points,
                            std::span<const std::int32_t> reference,
                            const std::vector<std::string>& columns,
                            const std::vector<std::string>& ids);

/// One panel per method, after one for the reference if there is one; noise is grey.
PanelPicture comparison_picture(const Comparison& comparison, PointsView points,
                                std::span<const std::int32_t> reference,
                                std::optional<std::int32_t> noise);

}  // namespace gnac::cli
