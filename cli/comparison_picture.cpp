#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "comparison.h"
#include "metrics/contingency.h"
#include "numbered.h"
#include "plane.h"

namespace gnac::cli {
namespace {

using Labels = std::vector<std::int32_t>;

/// Colours for `labels` (0..K-1) that follow those of `like`: the largest overlaps are matched
/// first, what stays unmatched takes the colours that are left.
Labels matched(const Labels& labels, const Labels& like) {
  const Contingency table = contingency(like, labels);
  auto cells = table.cells;
  std::stable_sort(cells.begin(), cells.end(),
                   [](const auto& a, const auto& b) { return a.count > b.count; });
  const std::size_t most = std::max(table.rows.size(), table.columns.size());
  Labels colour_of(table.columns.size(), -1);
  std::vector<bool> taken(most);
  for (const auto& cell : cells) {
    if (colour_of[cell.column] >= 0 || taken[cell.row]) continue;
    colour_of[cell.column] = cell.row;
    taken[cell.row] = true;
  }
  for (std::int32_t& colour : colour_of) {
    if (colour >= 0) continue;
    const auto free = std::find(taken.begin(), taken.end(), false);
    colour = static_cast<std::int32_t>(free - taken.begin());
    *free = true;
  }
  Labels colours;
  colours.reserve(labels.size());
  for (const std::int32_t label : labels) colours.push_back(colour_of[label]);
  return colours;
}

/// "ARI 0.9876", or the first score there is.
std::string note(const Comparison& comparison, const Compared& row) {
  if (row.outcome.failed()) return "failed";
  for (std::size_t m = 0; m < row.scores.size(); ++m) {
    if (!std::isfinite(row.scores[m])) continue;
    std::string name(comparison.metrics[m]->name);
    if (name.size() == 3) std::transform(name.begin(), name.end(), name.begin(), ::toupper);
    return fmt::format("{} {:.4f}", name, row.scores[m]);
  }
  return "";
}

}  // namespace

PanelPicture comparison_picture(const Comparison& comparison, PointsView points,
                                std::span<const std::int32_t> reference,
                                std::optional<std::int32_t> noise) {
  Plane plane = plane_of(points);
  PanelPicture picture;
  picture.title = fmt::format("{} points, K = {}", comparison.n, comparison.clusters);
  if (!plane.note.empty()) picture.title += "; " + plane.note;
  Labels first = numbered(reference);
  if (!first.empty()) {
    Labels shown = first;
    for (std::size_t i = 0; i < shown.size(); ++i) {
      if (reference[i] == noise || reference[i] < 0) shown[i] = -1;
    }
    picture.panels.push_back({"reference", "", labels_in(plane, shown)});
  }
  for (const Compared& row : comparison.rows) {
    Panel panel{std::string(row.method->title), note(comparison, row), {}};
    if (!row.outcome.failed()) {
      if (first.empty()) first = row.outcome.labels;
      panel.labels = labels_in(plane, matched(row.outcome.labels, first));
    }
    picture.panels.push_back(std::move(panel));
  }
  picture.x = std::move(plane.x);
  picture.y = std::move(plane.y);
  return picture;
}

}  // namespace gnac::cli
