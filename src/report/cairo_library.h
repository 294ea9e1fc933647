#pragma once

#include <cairo.h>

namespace gnac::detail {

/// The functions of cairo that pictures need. The library is opened at the first picture: with its
/// own libraries it takes longer to load than a small fit takes.
struct Cairo {
  decltype(&cairo_arc) arc;
  decltype(&cairo_close_path) close_path;
  decltype(&cairo_create) create;
  decltype(&cairo_destroy) destroy;
  decltype(&cairo_fill) fill;
  decltype(&cairo_fill_preserve) fill_preserve;
  decltype(&cairo_image_surface_create) image_surface_create;
  decltype(&cairo_line_to) line_to;
  decltype(&cairo_move_to) move_to;
  decltype(&cairo_new_path) new_path;
  decltype(&cairo_paint) paint;
  decltype(&cairo_rectangle) rectangle;
  decltype(&cairo_restore) restore;
  decltype(&cairo_rotate) rotate;
  decltype(&cairo_save) save;
  decltype(&cairo_scale) scale;
  decltype(&cairo_select_font_face) select_font_face;
  decltype(&cairo_set_dash) set_dash;
  decltype(&cairo_set_font_size) set_font_size;
  decltype(&cairo_set_line_width) set_line_width;
  decltype(&cairo_set_source_rgb) set_source_rgb;
  decltype(&cairo_show_text) show_text;
  decltype(&cairo_status) status;
  decltype(&cairo_stroke) stroke;
  decltype(&cairo_stroke_preserve) stroke_preserve;
  decltype(&cairo_surface_destroy) surface_destroy;
  decltype(&cairo_surface_write_to_png_stream) surface_write_to_png_stream;
  decltype(&cairo_text_extents) text_extents;
  decltype(&cairo_translate) translate;
};

/// Throws Error if the library is missing.
const Cairo& cairo();

}  // namespace gnac::detail
