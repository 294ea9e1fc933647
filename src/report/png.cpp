// Draws the shapes with cairo, which also renders the text.
#include <cairo.h>

#include <charconv>
#include <cmath>
#include <memory>
#include <numbers>

#include "gnac/error.h"
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
  cairo_set_source_rgb(pen, part(1), part(3), part(5));
}

void draw(cairo_t* pen, const Box& box) {
  cairo_rectangle(pen, box.at.x, box.at.y, box.width, box.height);
  if (!box.fill.empty()) {
    choose(pen, box.fill);
    cairo_fill_preserve(pen);
  }
  if (!box.stroke.empty()) {
    choose(pen, box.stroke);
    cairo_set_line_width(pen, 1);
    cairo_stroke_preserve(pen);
  }
  cairo_new_path(pen);
}

void draw(cairo_t* pen, const Line& line) {
  for (const auto& [x, y] : line.through) cairo_line_to(pen, x, y);
  constexpr double kDashes[]{5, 4};
  choose(pen, line.colour);
  cairo_set_line_width(pen, line.width);
  cairo_set_dash(pen, kDashes, line.dashed ? 2 : 0, 0);
  cairo_stroke(pen);
  cairo_set_dash(pen, nullptr, 0, 0);
}

void draw(cairo_t* pen, const Marks& marks) {
  choose(pen, marks.colour);
  cairo_set_line_width(pen, 1);
  const double half = marks.size / 2;
  const bool filled = marks.mark != Mark::plus && marks.mark != Mark::ring;
  for (const auto& [x, y] : marks.at) {
    cairo_new_path(pen);
    switch (marks.mark) {
      case Mark::dot:
      case Mark::ring:
        cairo_arc(pen, x, y, half, 0, 2 * std::numbers::pi);
        break;
      case Mark::square:
        cairo_rectangle(pen, x - half, y - half, marks.size, marks.size);
        break;
      case Mark::triangle:
        cairo_move_to(pen, x, y - half);
        cairo_line_to(pen, x + half, y + half);
        cairo_line_to(pen, x - half, y + half);
        cairo_close_path(pen);
        break;
      case Mark::plus:
        cairo_move_to(pen, x - half, y);
        cairo_line_to(pen, x + half, y);
        cairo_move_to(pen, x, y - half);
        cairo_line_to(pen, x, y + half);
        break;
    }
    filled ? cairo_fill(pen) : cairo_stroke(pen);
  }
}

void draw(cairo_t* pen, const Text& text) {
  choose(pen, "#000000");
  cairo_set_font_size(pen, text.size);
  cairo_text_extents_t extents;
  cairo_text_extents(pen, text.text.c_str(), &extents);
  const double back = text.anchor == Anchor::start    ? 0
                      : text.anchor == Anchor::middle ? extents.x_advance / 2
                                                      : extents.x_advance;
  cairo_save(pen);
  cairo_translate(pen, text.at.x, text.at.y);
  if (text.upwards) cairo_rotate(pen, -std::numbers::pi / 2);
  cairo_move_to(pen, -back, 0);
  cairo_show_text(pen, text.text.c_str());
  cairo_restore(pen);
}

cairo_status_t append(void* to, const unsigned char* bytes, unsigned int length) {
  static_cast<std::string*>(to)->append(reinterpret_cast<const char*>(bytes), length);
  return CAIRO_STATUS_SUCCESS;
}

}  // namespace

std::string to_png(const Drawing& drawing) {
  const auto pixels = [](double size) { return static_cast<int>(std::ceil(size * kDensity)); };
  const Surface surface(
      cairo_image_surface_create(CAIRO_FORMAT_RGB24, pixels(drawing.width), pixels(drawing.height)),
      cairo_surface_destroy);
  const Pen pen(cairo_create(surface.get()), cairo_destroy);
  cairo_scale(pen.get(), kDensity, kDensity);
  choose(pen.get(), "#ffffff");
  cairo_paint(pen.get());
  cairo_select_font_face(pen.get(), "sans-serif", CAIRO_FONT_SLANT_NORMAL,
                         CAIRO_FONT_WEIGHT_NORMAL);
  for (const Shape& shape : drawing.shapes)
    std::visit([&](const auto& s) { draw(pen.get(), s); }, shape);
  std::string bytes;
  const bool drawn = cairo_status(pen.get()) == CAIRO_STATUS_SUCCESS;
  if (!drawn ||
      cairo_surface_write_to_png_stream(surface.get(), append, &bytes) != CAIRO_STATUS_SUCCESS)
    throw Error("the picture is too large for PNG; write it as .svg");
  return bytes;
}

}  // namespace gnac::detail
