#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "comparison.h"
#include "numbered.h"
#include "page/partitions.h"
#include "plane.h"

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

PanelPicture comparison_picture(const Comparison& comparison, PointsView points,
                                std::span<const std::int32_t> reference,
                                std::optional<std::int32_t> noise) {
  Plane plane = plane_of(points);
  PanelPicture picture;
  picture.title = fmt::format("{} points, K = {}", comparison.n, comparison.clusters);
  if (!plane.note.empty()) picture.title += "; " + plane.note;
  std::vector<std::int32_t> first = numbered(reference);
  if (!first.empty()) {
    std::vector<std::int32_t> shown = first;
    for (std::size_t i = 0; i < shown.size(); ++i) {
      if (reference[i] == noise || reference[i] < 0) shown[i] = -1;
    }
    picture.panels.push_back({"reference", "", labels_in(plane, shown)});
  }
  for (const Compared& row : comparison.rows) {
    Panel panel{std::string(row.method->title), score_note(comparison, row), {}};
    if (!row.outcome.failed()) {
      if (first.empty()) first = row.outcome.labels;
      panel.labels = labels_in(plane, follow_colours(row.outcome.labels, first));
    }
    picture.panels.push_back(std::move(panel));
  }
  picture.x = std::move(plane.x);
  picture.y = std::move(plane.y);
  return picture;
}

}  // namespace gnac::cli
