#include "report/panels.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <iterator>
#include <map>

#include "report/svg.h"

namespace gnac {
namespace {

constexpr std::size_t kMostPoints = 4000;
constexpr std::size_t kAcross = 4;
constexpr double kSide = 180;    // of a panel's square of points
constexpr double kGap = 20;      // between panels
constexpr double kTitle = 34;    // of the picture
constexpr double kCaption = 18;  // a line above or below a panel
constexpr double kFrame = 6;     // between the frame and the points

/// Coordinates to pixels within a panel.
struct Placing {
  double left = 0;  ///< of the box around all points
  double upper = 0;
  double scale = 1;  ///< pixels a unit
  double room_x = 0;
  double room_y = 0;

  double x(double value) const { return room_x + (value - left) * scale; }
  double y(double value) const { return room_y + (upper - value) * scale; }
};

Placing place(const PanelPicture& picture) {
  if (picture.x.empty()) return {};
  const auto [left, right] = std::minmax_element(picture.x.begin(), picture.x.end());
  const auto [lower, upper] = std::minmax_element(picture.y.begin(), picture.y.end());
  const double span = std::max(*right - *left, *upper - *lower);
  const double inner = kSide - 2 * kFrame;
  Placing p{*left, *upper, span > 0 ? inner / span : 0, 0, 0};
  p.room_x = (kSide - (*right - *left) * p.scale) / 2;
  p.room_y = (kSide - (*upper - *lower) * p.scale) / 2;
  return p;
}

/// One path a colour: a line of no length with a round cap is a dot.
std::string dots(const PanelPicture& picture, const Panel& panel, const Placing& placing) {
  const std::size_t n = picture.x.size();
  const std::size_t drawn = std::min(n, kMostPoints);
  std::map<std::string_view, std::string> paths;
  for (std::size_t s = 0; s < drawn; ++s) {
    const std::size_t i = s * n / drawn;
    fmt::format_to(std::back_inserter(paths[palette_colour(panel.colour[i])]), "M{:.1f} {:.1f}h0",
                   placing.x(picture.x[i]), placing.y(picture.y[i]));
  }
  const double size = n > 1000 ? 2 : n > 300 ? 3 : 4;
  std::string out;
  for (const auto& [colour, path] : paths) {
    out += fmt::format(
        "<path stroke=\"{}\" stroke-width=\"{:.0f}\" stroke-linecap=\"round\" d=\"{}\"/>\n", colour,
        size, path);
  }
  return out;
}

}  // namespace

std::string to_svg(const PanelPicture& picture) {
  assert(picture.x.size() == picture.y.size());
  const std::size_t count = picture.panels.size();
  const std::size_t across = std::clamp<std::size_t>(count, 1, kAcross);
  const std::size_t down = (count + across - 1) / across;
  const double row = kSide + 2 * kCaption + kGap;
  const double width = static_cast<double>(across) * (kSide + kGap) + kGap;
  const Placing placing = place(picture);
  std::string out = svg_open(width, kTitle + static_cast<double>(down) * row, picture.title);
  for (std::size_t p = 0; p < count; ++p) {
    const Panel& panel = picture.panels[p];
    assert(panel.colour.empty() || panel.colour.size() == picture.x.size());
    const std::size_t from_left = p % across;
    const std::size_t from_top = p / across;
    const double x = kGap + static_cast<double>(from_left) * (kSide + kGap);
    const double y = kTitle + kCaption + static_cast<double>(from_top) * row;
    out += svg_text(x + kSide / 2, y - 6, "middle", panel.title);
    out += fmt::format(
        "<g transform=\"translate({:.0f} {:.0f})\">\n<rect width=\"{:.0f}\" height=\"{:.0f}\" "
        "fill=\"none\" stroke=\"#dddddd\"/>\n",
        x, y, kSide, kSide);
    if (!panel.colour.empty()) out += dots(picture, panel, placing);
    out += "</g>\n" + svg_text(x + kSide / 2, y + kSide + 14, "middle", panel.note);
  }
  return out + "</svg>\n";
}

}  // namespace gnac
