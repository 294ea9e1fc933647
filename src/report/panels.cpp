#include "report/panels.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <limits>
#include <map>
#include <set>

namespace gnac::detail {
namespace {

constexpr std::size_t kMostPoints = 4000;
constexpr double kSide = 180;       // of a panel's square of points
constexpr double kSideAlone = 480;  // of the only one
constexpr double kGap = 20;         // between panels
constexpr double kTitle = 34;       // of the picture
constexpr double kCaption = 18;     // a line above or below a panel
constexpr double kFrame = 6;        // between the frame and the points
constexpr double kFont = 12;
constexpr std::string_view kFrameColour = "#dddddd";

/// Coordinates to pixels within a panel.
struct Placing {
  double left = 0;  ///< of the box around all points
  double upper = 0;
  double scale = 1;  ///< pixels per unit
  double room_x = 0;
  double room_y = 0;

  Place of(double x, double y) const {
    return {room_x + (x - left) * scale, room_y + (upper - y) * scale};
  }
};

Placing place(const PanelPicture& picture, double side) {
  if (picture.x.empty()) return {};
  const auto [left, right] = std::minmax_element(picture.x.begin(), picture.x.end());
  const auto [lower, upper] = std::minmax_element(picture.y.begin(), picture.y.end());
  const double span = std::max(*right - *left, *upper - *lower);
  Placing p{*left, *upper, span > 0 ? (side - 2 * kFrame) / span : 0, 0, 0};
  p.room_x = (side - (*right - *left) * p.scale) / 2;
  p.room_y = (side - (*upper - *lower) * p.scale) / 2;
  return p;
}

/// Panels side by side: up to five in one row, else as many as leave the fewest places empty.
std::size_t panels_across(std::size_t count) {
  if (count <= 5) return std::max<std::size_t>(count, 1);
  std::size_t best = 4;
  for (const std::size_t across : {std::size_t{4}, std::size_t{5}, std::size_t{3}}) {
    const auto empty = [&](std::size_t a) { return (a - count % a) % a; };
    if (empty(across) < empty(best)) best = across;
  }
  return best;
}

/// Marks of equal area; at equal size, some would stand out and others vanish.
double size_of(Mark mark, double dot) {
  switch (mark) {
    case Mark::dot:
      return dot;
    case Mark::square:
      return 0.9 * dot;
    case Mark::triangle:
      return 1.3 * dot;
    case Mark::plus:
    case Mark::ring:
      break;
  }
  return 1.5 * dot;
}

double mark_size(std::size_t points, double side) {
  const double size = points > 2000 ? 2 : points > 1000 ? 2.5 : points > 300 ? 3 : 4;
  return side > kSide ? size + 2 : size;
}

/// The points of a panel whose corner is at `corner`, one list of marks per label, noise
/// underneath.
void add_points(Drawing& drawing, const PanelPicture& picture, const Panel& panel,
                const Placing& placing, Place corner, double size) {
  const std::size_t n = picture.x.size();
  const std::size_t drawn = std::min(n, kMostPoints);
  std::map<std::int32_t, Marks> of_label;
  for (std::size_t s = 0; s < drawn; ++s) {
    const std::size_t i = s * n / drawn;
    const Place at = placing.of(picture.x[i], picture.y[i]);
    of_label[std::max(panel.labels[i], -1)].at.push_back({corner.x + at.x, corner.y + at.y});
  }
  for (auto& [label, marks] : of_label) {
    const ClusterLook look = cluster_look(label);
    marks.colour = look.colour;
    marks.mark = look.mark;
    marks.size = size_of(look.mark, size);
    drawing.shapes.emplace_back(std::move(marks));
  }
}

/// A caption, at a size at which it fits.
Text caption(Place at, const std::string& text, double room) {
  const double needed = text_width(text, kFont);
  return {at, text, Anchor::middle, needed > room ? kFont * room / needed : kFont};
}

/// A legend in rows at most `room` wide; returns its height.
double add_legend(Drawing& drawing, const PanelPicture& picture, double top, double room) {
  std::set<std::int32_t> labels;
  std::int64_t outliers = 0;  // of the only panel
  for (const Panel& panel : picture.panels) {
    for (const std::int32_t label : panel.labels) labels.insert(std::max(label, -1));
    outliers = std::ranges::count_if(panel.labels, [](std::int32_t label) { return label < 0; });
  }
  if (labels.empty()) return 0;
  if (labels.erase(-1) > 0) labels.insert(std::numeric_limits<std::int32_t>::max());  // noise last
  Place at{kGap, top + kCaption};
  for (const std::int32_t entry : labels) {
    const bool noise = entry == std::numeric_limits<std::int32_t>::max();
    const std::string name = !noise                       ? std::to_string(entry)
                             : picture.panels.size() == 1 ? fmt::format("{} outliers", outliers)
                                                          : "noise";
    const double width = 16 + text_width(name) + 10;
    if (at.x + width > room && at.x > kGap) at = {kGap, at.y + kCaption};
    const ClusterLook look = cluster_look(noise ? -1 : entry);
    drawing.shapes.emplace_back(Marks{{{at.x + 6, at.y - 4}}, look.colour, look.mark, 7});
    drawing.shapes.emplace_back(Text{{at.x + 14, at.y}, name});
    at.x += width;
  }
  return at.y - top + kCaption / 2;
}

}  // namespace

Drawing draw(const PanelPicture& picture) {
  assert(picture.x.size() == picture.y.size());
  const std::size_t count = picture.panels.size();
  const double side = count == 1 ? kSideAlone : kSide;
  const std::size_t across = panels_across(count);
  const std::size_t down = (count + across - 1) / across;
  const double row = side + 2 * kCaption + kGap;
  const double width = static_cast<double>(across) * (side + kGap) + kGap;
  const Placing placing = place(picture, side);
  const double size = mark_size(picture.x.size(), side);
  const double bottom = kTitle + static_cast<double>(down) * row;
  Drawing drawing = open_drawing(width, bottom, picture.title);
  const double margin = (drawing.width - width) / 2;
  for (std::size_t p = 0; p < count; ++p) {
    const Panel& panel = picture.panels[p];
    assert(panel.labels.empty() || panel.labels.size() == picture.x.size());
    const std::size_t from_left = p % across;
    const std::size_t from_top = p / across;
    const Place corner{margin + kGap + static_cast<double>(from_left) * (side + kGap),
                       kTitle + kCaption + static_cast<double>(from_top) * row};
    const double middle = corner.x + side / 2;
    drawing.shapes.emplace_back(caption({middle, corner.y - 6}, panel.title, side));
    drawing.shapes.emplace_back(Box{corner, side, side, "", kFrameColour});
    if (!panel.labels.empty()) add_points(drawing, picture, panel, placing, corner, size);
    drawing.shapes.emplace_back(caption({middle, corner.y + side + 14}, panel.note, side));
  }
  drawing.height += add_legend(drawing, picture, bottom - kGap, drawing.width - kGap);
  return drawing;
}

}  // namespace gnac::detail
