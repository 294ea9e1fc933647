// Draws the shapes with cairo, which also renders the text.
#include <charconv>
#include <cmath>
#include <memory>
#include <numbers>

#include "gnac/error.h"
#include "report/cairo_library.h"
#include "report/drawing.h"

namespace gnac::detail {
namespace {

constexpr double kDensity = 2;  // pixels per unit

using Surface = std::unique_ptr<cairo_surface_t, decltype(&cairo_surface_destroy)>;
using Pen = std::unique_ptr<cairo_t, decltype(&cairo_destroy)>;

/// Sets the colour ("#0072b2") of what is drawn next.
void choose(cairo_t* pen, std::string_view colour) {
  const auto part = [&](std::size_t at) {
    int value = 0;
    std::from_chars(colour.data() + at, colour.data() + at + 2, value, 16);
    return value / 255.0;
  };
  cairo().set_source_rgb(pen, part(1), part(3), part(5));
}

void draw(cairo_t* pen, const Box& box) {
  cairo().rectangle(pen, box.at.x, box.at.y, box.width, box.height);
  if (!box.fill.empty()) {
    choose(pen, box.fill);
    cairo().fill_preserve(pen);
  }
  if (!box.stroke.empty()) {
    choose(pen, box.stroke);
    cairo().set_line_width(pen, 1);
    cairo().stroke_preserve(pen);
  }
  cairo().new_path(pen);
}

void draw(cairo_t* pen, const Line& line) {
  for (const auto& [x, y] : line.through) cairo().line_to(pen, x, y);
  constexpr double kDashes[]{5, 4};
  choose(pen, line.colour);
  cairo().set_line_width(pen, line.width);
  cairo().set_dash(pen, kDashes, line.dashed ? 2 : 0, 0);
  cairo().stroke(pen);
  cairo().set_dash(pen, nullptr, 0, 0);
}

void draw(cairo_t* pen, const Marks& marks) {
  choose(pen, marks.colour);
  cairo().set_line_width(pen, 1);
  const double half = marks.size / 2;
  const bool filled = marks.mark != Mark::plus && marks.mark != Mark::ring;
  for (const auto& [x, y] : marks.at) {
    cairo().new_path(pen);
    switch (marks.mark) {
      case Mark::dot:
      case Mark::ring:
        cairo().arc(pen, x, y, half, 0, 2 * std::numbers::pi);
        break;
      case Mark::square:
        cairo().rectangle(pen, x - half, y - half, marks.size, marks.size);
        break;
      case Mark::triangle:
        cairo().move_to(pen, x, y - half);
        cairo().line_to(pen, x + half, y + half);
        cairo().line_to(pen, x - half, y + half);
        cairo().close_path(pen);
        break;
      case Mark::plus:
        cairo().move_to(pen, x - half, y);
        cairo().line_to(pen, x + half, y);
        cairo().move_to(pen, x, y - half);
        cairo().line_to(pen, x, y + half);
        break;
    }
    filled ? cairo().fill(pen) : cairo().stroke(pen);
  }
}

void draw(cairo_t* pen, const Text& text) {
  choose(pen, "#000000");
  cairo().set_font_size(pen, text.size);
  cairo_text_extents_t extents;
  cairo().text_extents(pen, text.text.c_str(), &extents);
  const double back = text.anchor == Anchor::start    ? 0
                      : text.anchor == Anchor::middle ? extents.x_advance / 2
                                                      : extents.x_advance;
  cairo().save(pen);
  cairo().translate(pen, text.at.x, text.at.y);
  if (text.upwards) cairo().rotate(pen, -std::numbers::pi / 2);
  cairo().move_to(pen, -back, 0);
  cairo().show_text(pen, text.text.c_str());
  cairo().restore(pen);
}

cairo_status_t append(void* to, const unsigned char* bytes, unsigned int length) {
  static_cast<std::string*>(to)->append(reinterpret_cast<const char*>(bytes), length);
  return CAIRO_STATUS_SUCCESS;
}

}  // namespace

std::string to_png(const Drawing& drawing) {
  const auto pixels = [](double size) { return static_cast<int>(std::ceil(size * kDensity)); };
  const Surface surface(cairo().image_surface_create(CAIRO_FORMAT_RGB24, pixels(drawing.width),
                                                     pixels(drawing.height)),
                        cairo().surface_destroy);
  const Pen pen(cairo().create(surface.get()), cairo().destroy);
  cairo().scale(pen.get(), kDensity, kDensity);
  choose(pen.get(), "#ffffff");
  cairo().paint(pen.get());
  cairo().select_font_face(pen.get(), "sans-serif", CAIRO_FONT_SLANT_NORMAL,
                           CAIRO_FONT_WEIGHT_NORMAL);
  for (const Shape& shape : drawing.shapes)
    std::visit([&](const auto& s) { draw(pen.get(), s); }, shape);
  std::string bytes;
  const bool drawn = cairo().status(pen.get()) == CAIRO_STATUS_SUCCESS;
  if (!drawn ||
      cairo().surface_write_to_png_stream(surface.get(), append, &bytes) != CAIRO_STATUS_SUCCESS)
    throw Error("the picture is too large for PNG; write it as .svg");
  return bytes;
}

}  // namespace gnac::detail
