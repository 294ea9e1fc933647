#include "report/drawing.h"

#include <algorithm>
#include <utility>

#include "support/utf8.h"

namespace gnac::detail {
namespace {

constexpr double kTitleSize = 14;
constexpr double kWidest = 0.6;  // of a letter of a common sans-serif font, relative to its size

}  // namespace

double text_width(std::string_view text, double size) {
  return kWidest * size * static_cast<double>(characters(text));
}

Drawing open_drawing(double width, double height, std::string title) {
  Drawing drawing;
  drawing.width = std::max(width, text_width(title, kTitleSize) + 20);
  drawing.height = height;
  drawing.title = title;
  drawing.shapes.emplace_back(
      Text{{drawing.width / 2, 20}, std::move(title), Anchor::middle, kTitleSize});
  return drawing;
}

}  // namespace gnac::detail
