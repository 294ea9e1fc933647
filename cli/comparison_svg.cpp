#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "comparison.h"
#include "numbered.h"
#include "page/partitions.h"
#include "report/panels.h"

namespace gnac::cli {

std::string score_note(const Comparison& comparison, const Compared& row) {
  if (row.outcome.failed()) return "failed";
  for (std::size_t m = 0; m < row.scores.size(); ++m) {
    if (!std::isfinite(row.scores[m])) continue;
    std::string name(comparison.metrics[m]->name);
    if (name.size() == 3) std::transform(name.begin(), name.end(), name.begin(), ::toupper);
    return fmt::format("{} {:.4f}", name, row.scores[m]);
  }
  return "";
}

std::string comparison_svg(const Comparison& comparison, PointsView points,
                           std::span<const std::int32_t> reference) {
  PanelPicture picture;
  picture.title = fmt::format("{} points, K = {}", comparison.n, comparison.clusters);
  for (std::int64_t i = 0; i < points.n; ++i) {
    picture.x.push_back(points(i, 0));
    picture.y.push_back(points(i, 1));
  }
  std::vector<std::int32_t> first = numbered(reference);
  if (!first.empty()) picture.panels.push_back({"reference", "", first});
  for (const Compared& row : comparison.rows) {
    Panel panel{std::string(row.method->title), score_note(comparison, row), {}};
    if (!row.outcome.failed()) {
      if (first.empty()) first = row.outcome.labels;
      panel.colour = follow_colours(row.outcome.labels, first);
    }
    picture.panels.push_back(std::move(panel));
  }
  return to_svg(picture);
}

}  // namespace gnac::cli
