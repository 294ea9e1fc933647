#include "report/drawing.h"

#include <algorithm>
#include <utility>

namespace gnac::detail {
namespace {

constexpr double kTitleSize = 14;
constexpr double kWidest =
    0.6;  // width of a letter of a common sans-serif font, relative to its size

/// Characters, not bytes.
std::size_t letters(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (c & 0xc0) != 0x80; }));
}

}  // namespace

double text_width(std::string_view text, double size) {
  return kWidest * size * static_cast<double>(letters(text));
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
