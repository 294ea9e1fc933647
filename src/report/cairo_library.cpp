#include "report/cairo_library.h"

#include <dlfcn.h>

#include <string>

#include "gnac/error.h"

namespace gnac::detail {
namespace {

constexpr const char* kLibrary = "libcairo.so.2";

template <class Function>
void find(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(::dlsym(library, name));
  if (function == nullptr)
    throw Error(std::string(kLibrary) + " has no " + name + "; write the picture as .svg");
}

Cairo open_library() {
  void* library = ::dlopen(kLibrary, RTLD_NOW | RTLD_LOCAL);  // stays open
  if (library == nullptr)
    throw Error(
        std::string("PNG needs ") + kLibrary +
        " (Debian: libcairo2), which is not here; install it, or write the picture as .svg");
  Cairo out{};
  find(library, "cairo_arc", out.arc);
  find(library, "cairo_close_path", out.close_path);
  find(library, "cairo_create", out.create);
  find(library, "cairo_destroy", out.destroy);
  find(library, "cairo_fill", out.fill);
  find(library, "cairo_fill_preserve", out.fill_preserve);
  find(library, "cairo_image_surface_create", out.image_surface_create);
  find(library, "cairo_line_to", out.line_to);
  find(library, "cairo_move_to", out.move_to);
  find(library, "cairo_new_path", out.new_path);
  find(library, "cairo_paint", out.paint);
  find(library, "cairo_rectangle", out.rectangle);
  find(library, "cairo_restore", out.restore);
  find(library, "cairo_rotate", out.rotate);
  find(library, "cairo_save", out.save);
  find(library, "cairo_scale", out.scale);
  find(library, "cairo_select_font_face", out.select_font_face);
  find(library, "cairo_set_dash", out.set_dash);
  find(library, "cairo_set_font_size", out.set_font_size);
  find(library, "cairo_set_line_width", out.set_line_width);
  find(library, "cairo_set_source_rgb", out.set_source_rgb);
  find(library, "cairo_show_text", out.show_text);
  find(library, "cairo_status", out.status);
  find(library, "cairo_stroke", out.stroke);
  find(library, "cairo_stroke_preserve", out.stroke_preserve);
  find(library, "cairo_surface_destroy", out.surface_destroy);
  find(library, "cairo_surface_write_to_png_stream", out.surface_write_to_png_stream);
  find(library, "cairo_text_extents", out.text_extents);
  find(library, "cairo_translate", out.translate);
  return out;
}

}  // namespace

const Cairo& cairo() {
  static const Cairo kCairo = open_library();
  return kCairo;
}

}  // namespace gnac::detail
