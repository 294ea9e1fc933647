#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>

#include "comparison.h"
#include "gnac/model.h"
#include "numbered.h"
#include "page/partitions.h"
#include "plane.h"

namespace gnac::cli {

std::string score_note(const Comparison& comparison, const Compared& row) {
  if (row.outcome.failed()) return "failed";
  std::string note =
      comparison.clusters == kChooseClusters ? fmt::format("K = {}", count_of(row)) : "";
  for (std::size_t m = 0; m < row.scores.size(); ++m) {
    if (!std::isfinite(row.scores[m])) continue;
    std::string name(comparison.metrics[m]->name);
    if (name.size() == 3) std::transform(name.begin(), name.end(), name.begin(), ::toupper);
    return fmt::format("{}{}{} {:.4f}", note, note.empty() ? "" : ", ", name, row.scores[m]);
  }
  return note;
}

std::string short_title(const MethodInfo& method) {
  return method.name == "gnac" ? "G-NAC" : std::string(method.title);
}

namespace {

/// Labels from 0, and -1 for noise.
std::vector<std::int32_t> without_noise(std::span<const std::int32_t> labels,
                                        std::optional<std::int32_t> noise) {
  std::vector<std::int32_t> known, out;
  const auto is_noise = [&](std::int32_t label) { return label == noise || label < 0; };
  std::ranges::copy_if(labels, std::back_inserter(known), std::not_fn(is_noise));
  const std::vector<std::int32_t> number = numbered(known);
  std::size_t next = 0;
  for (const std::int32_t label : labels) out.push_back(is_noise(label) ? -1 : number[next++]);
  return out;
}

}  // namespace

PanelPicture comparison_picture(const Comparison& comparison, PointsView points,
                                std::span<const std::int32_t> reference,
                                std::optional<std::int32_t> noise) {
  Plane plane = plane_of(points);
  PanelPicture picture;
  picture.title =
      fmt::format("{} points, K {}{}", comparison.n,
                  comparison.clusters == kChooseClusters ? "" : "= ", count_text(comparison));
  if (!plane.note.empty()) picture.title += "; " + plane.note;
  std::vector<std::int32_t> first;  // whose colours the others follow
  if (!reference.empty()) {
    const std::vector<std::int32_t> shown = without_noise(reference, noise);
    picture.panels.push_back({"reference", "", labels_in(plane, shown)});
    first = shown;
    const std::int32_t last = 1 + *std::ranges::max_element(shown);
    std::ranges::replace(first, -1, last);
  }
  for (const Compared& row : comparison.rows) {
    Panel panel{short_title(*row.method), score_note(comparison, row), {}};
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
