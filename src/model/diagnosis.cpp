#include "gnac/diagnosis.h"

#include <fmt/format.h>

#include <algorithm>

#include "graph/build.h"
#include "graph/check.h"
#include "graph/intrinsic_dimension.h"
#include "model/columns_seen.h"
#include "model/distinct_cells.h"
#include "support/team.h"

namespace gnac {

using namespace detail;
namespace {

std::string column_name(std::span<const std::string> names, std::int64_t c) {
  if (c < std::ssize(names) && !names[c].empty()) return names[c];
  return std::to_string(c);
}

/// Is every value one more than that of the row before?
bool counts_rows(PointsView points, std::int64_t c) {
  for (std::int64_t i = 1; i < points.n; ++i) {
    if (points(i, c) != points(i - 1, c) + 1) return false;
  }
  return points.n > 2;
}

bool keeps_units(ScaleMode scale) {
  return scale == ScaleMode::global || scale == ScaleMode::none;
}

bool shortens_tails(ScaleMode scale) {
  return scale == ScaleMode::table || scale == ScaleMode::rank;
}

void look_at_spreads(std::vector<Finding>& findings, std::span<const ColumnSeen> columns,
                     std::span<const std::string> names) {
  constexpr double kRules = 0.95;  // share of all squared spread
  constexpr double kOrders = 10;   // factor between spreads
  double all = 0;
  std::size_t widest = 0;
  double least = 0;
  std::size_t varying = 0;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const double d = columns[c].deviation;
    if (d == 0) continue;
    ++varying;
    all += d * d;
    if (d > columns[widest].deviation) widest = c;
    least = least == 0 ? d : std::min(least, d);
  }
  if (varying < 2) return;
  const double top = columns[widest].deviation;
  const std::string name = column_name(names, static_cast<std::int64_t>(widest));
  if (top * top > kRules * all) {
    findings.push_back({FindingKind::ruling_column, 0.9,
                        fmt::format("column {} accounts for {:.4g} % of all squared distances",
                                    name, std::min(99.99, 100 * top * top / all)),
                        name});
  } else if (top > kOrders * least) {
    findings.push_back(
        {FindingKind::mixed_units, 0.6,
         fmt::format("the columns' spreads differ by a factor of {:.3g}", top / least), ""});
  }
}

void look_at_graph(Diagnosis& diagnosis, const Graph& graph) {
  constexpr double kFar = 10;  // times the median distance to the nearest
  constexpr double kDimensions =
      15;  // beyond this, the nearest point is hardly nearer than the rest
  const std::int64_t n = graph.nodes;
  diagnosis.components = graph.components;
  diagnosis.intrinsic_dimension = intrinsic_dimension(graph);
  if (graph.components > std::max<std::int64_t>(30, n / 50)) {
    diagnosis.findings.push_back(
        {FindingKind::many_components, 0.6,
         fmt::format("the neighbourhood graph falls into {} components", graph.components), ""});
  }
  if (diagnosis.intrinsic_dimension > kDimensions) {
    diagnosis.findings.push_back(
        {FindingKind::high_dimension, 0.4,
         fmt::format("the points fill about {:.0f} dimensions, in which distances hardly differ",
                     diagnosis.intrinsic_dimension),
         ""});
  }
  std::vector<double> nearest;
  for (std::int64_t i = 0; i < n; ++i) nearest.push_back(graph.lists.distances(i).front());
  std::vector<double> sorted = nearest;
  std::nth_element(sorted.begin(), sorted.begin() + n / 2, sorted.end());
  const double median = sorted[n / 2];
  const auto far =
      std::ranges::count_if(nearest, [&](double d) { return median > 0 && d > kFar * median; });
  if (far > 0) {
    diagnosis.findings.push_back(
        {FindingKind::far_points, 0.3,
         fmt::format("{} point{} more than {:.0f} times as far from the nearest as usual", far,
                     far == 1 ? " is" : "s are", kFar),
         ""});
  }
}

void sort_by_severity(std::vector<Finding>& findings) {
  std::stable_sort(findings.begin(), findings.end(),
                   [](const Finding& a, const Finding& b) { return a.severity > b.severity; });
}

}  // namespace

std::vector<Finding> diagnose_columns(PointsView points, const Options& options,
                                      std::span<const std::string> names, std::int64_t indicators) {
  std::vector<Finding> findings;
  check_indicators(points, indicators);
  if (points.n == 0) return findings;
  const std::vector<ColumnSeen> columns = see_columns(points, points.d - indicators);
  for (const ColumnSeen& column : columns) {
    const std::string name = column_name(names, column.at);
    if (column.deviation == 0) {
      findings.push_back({FindingKind::constant_column, 0.2,
                          fmt::format("column {} is constant and carries no information", name),
                          name});
    } else if (points.d > 1 && (column.least == 0 || column.least == 1) &&
               counts_rows(points, column.at)) {
      findings.push_back(
          {FindingKind::index_column, 1.0,
           fmt::format("column {} only counts the rows but is used as a feature", name), name});
    } else if (has_long_tail(points, column)) {
      findings.push_back({FindingKind::long_tails, 0.4,
                          fmt::format("a few values dominate the spread of column {}", name),
                          name});
    }
  }
  if (keeps_units(options.scale)) look_at_spreads(findings, columns, names);
  const std::int64_t equal = points.n - count_distinct(points);
  if (equal * 5 > points.n) {
    findings.push_back({FindingKind::duplicates, 0.3,
                        fmt::format("{} of {} rows are copies of another", equal, points.n), ""});
  }
  const int k = neighbors_for(options, points.n);
  if (2 * static_cast<std::int64_t>(k) >= points.n) {
    findings.push_back({FindingKind::few_points, 0.7,
                        fmt::format("{} neighbours of {} points make a nearly complete graph",
                                    std::min<std::int64_t>(k, points.n - 1), points.n),
                        ""});
  }
  sort_by_severity(findings);
  return findings;
}

Diagnosis diagnose(PointsView points, const Options& options, std::span<const std::string> names,
                   const Observer& observer, std::int64_t indicators) {
  validate(options);
  check_points(points);
  Diagnosis diagnosis;
  ScaleChoice choice = choose_scale(points, indicators);
  diagnosis.scale = choice.scale;
  diagnosis.metric = choice.metric;
  diagnosis.scale_reason = std::move(choice.reason);
  diagnosis.findings = diagnose_columns(points, options, names, indicators);
  if (shortens_tails(options.scale == ScaleMode::automatic ? choice.scale : options.scale))
    std::erase_if(diagnosis.findings,
                  [](const Finding& finding) { return finding.kind == FindingKind::long_tails; });
  Team team(options.threads, observer);
  const Points scaled =
      apply_scaling(points, fit_scaling(points, options.scale, indicators, options.metric));
  look_at_graph(diagnosis, knn_graph(scaled, options, team));
  sort_by_severity(diagnosis.findings);
  return diagnosis;
}

}  // namespace gnac
