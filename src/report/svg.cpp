#include <fmt/format.h>

#include <iterator>

#include "report/drawing.h"

namespace gnac::detail {
namespace {

/// Text with the characters that XML reserves replaced.
std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string svg_of(const Box& box) {
  const auto colour = [](std::string_view name) { return name.empty() ? "none" : name; };
  return fmt::format(
      "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\" "
      "stroke=\"{}\"/>\n",
      box.at.x, box.at.y, box.width, box.height, colour(box.fill), colour(box.stroke));
}

std::string svg_of(const Line& line) {
  std::string path;
  for (const Place& place : line.through)
    fmt::format_to(std::back_inserter(path), "{}{:.1f} {:.1f}", path.empty() ? 'M' : 'L', place.x,
                   place.y);
  return fmt::format("<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{:g}\"{}/>\n", path,
                     line.colour, line.width, line.dashed ? " stroke-dasharray=\"5 4\"" : "");
}

/// One path for all: a line of no length with a round or square cap is a dot or a square.
std::string svg_of(const Marks& marks) {
  std::string path;
  auto add = std::back_inserter(path);
  const double half = marks.size / 2;
  for (const auto& [x, y] : marks.at) {
    switch (marks.mark) {
      case Mark::dot:
      case Mark::square:
        fmt::format_to(add, "M{:.1f} {:.1f}h0", x, y);
        break;
      case Mark::triangle:
        fmt::format_to(add, "M{:.1f} {:.1f}l{:.1f} {:.1f}h-{:.1f}z", x, y - half, half, marks.size,
                       marks.size);
        break;
      case Mark::plus:
        fmt::format_to(add, "M{:.1f} {:.1f}h{:.1f}M{:.1f} {:.1f}v{:.1f}", x - half, y, marks.size,
                       x, y - half, marks.size);
        break;
      case Mark::ring:
        fmt::format_to(add,
                       "M{:.1f} {:.1f}a{:.1f} {:.1f} 0 1 0 {:.1f} 0a{:.1f} {:.1f} 0 1 0 -{:.1f} 0",
                       x - half, y, half, half, marks.size, half, half, marks.size);
        break;
    }
  }
  if (marks.mark == Mark::triangle)
    return fmt::format("<path fill=\"{}\" d=\"{}\"/>\n", marks.colour, path);
  const bool cap = marks.mark == Mark::dot || marks.mark == Mark::square;
  return fmt::format(
      "<path fill=\"none\" stroke=\"{}\" stroke-width=\"{:g}\" stroke-linecap=\"{}\" "
      "d=\"{}\"/>\n",
      marks.colour, cap ? marks.size : 1.0, marks.mark == Mark::dot ? "round" : "square", path);
}

std::string svg_of(const Text& text) {
  constexpr std::string_view kAnchors[]{"start", "middle", "end"};
  return fmt::format(
      "<text x=\"{0:.1f}\" y=\"{1:.1f}\" text-anchor=\"{2}\"{3}{4}>{5}</text>\n", text.at.x,
      text.at.y, kAnchors[static_cast<int>(text.anchor)],
      text.size == 12 ? "" : fmt::format(" font-size=\"{:g}\"", text.size),
      text.upwards ? fmt::format(" transform=\"rotate(-90 {:.1f} {:.1f})\"", text.at.x, text.at.y)
                   : "",
      escaped(text.text));
}

}  // namespace

std::string to_svg(const Drawing& drawing) {
  std::string out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
      "viewBox=\"0 0 {0:.0f} {1:.0f}\" font-family=\"sans-serif\" font-size=\"12\">\n"
      "<title>{2}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
      drawing.width, drawing.height, escaped(drawing.title));
  for (const Shape& shape : drawing.shapes)
    out += std::visit([](const auto& s) { return svg_of(s); }, shape);
  return out + "</svg>\n";
}

}  // namespace gnac::detail
