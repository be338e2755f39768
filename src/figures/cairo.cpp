// Loading cairo.
#include "figures/cairo.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <cggibbs/error.hpp>

namespace cggibbs {
namespace {

template <class F>
void find(void* library, const char* name, F& function) {
  function = reinterpret_cast<F>(dlsym(library, name));
  if (!function)
    throw Error(fmt::format("the installed cairo has no function {}. Install another one.", name));
}

Cairo load() {
  void* const library = dlopen("libcairo.so.2", RTLD_NOW | RTLD_LOCAL);
  if (!library)
    throw Error(fmt::format(
        "cairo, which writes PNG files, cannot be loaded ({}). Install it (Debian: libcairo2).", dlerror()));
  Cairo c{};
  find(library, "cairo_image_surface_create", c.image_surface_create);
  find(library, "cairo_surface_write_to_png_stream", c.surface_write_to_png_stream);
  find(library, "cairo_surface_destroy", c.surface_destroy);
  find(library, "cairo_create", c.create);
  find(library, "cairo_destroy", c.destroy);
  find(library, "cairo_status", c.status);
  find(library, "cairo_status_to_string", c.status_to_string);
  find(library, "cairo_scale", c.scale);
  find(library, "cairo_save", c.save);
  find(library, "cairo_restore", c.restore);
  find(library, "cairo_translate", c.translate);
  find(library, "cairo_rotate", c.rotate);
  find(library, "cairo_set_source_rgba", c.set_source_rgba);
  find(library, "cairo_set_line_width", c.set_line_width);
  find(library, "cairo_set_dash", c.set_dash);
  find(library, "cairo_new_path", c.new_path);
  find(library, "cairo_move_to", c.move_to);
  find(library, "cairo_line_to", c.line_to);
  find(library, "cairo_rectangle", c.rectangle);
  find(library, "cairo_arc", c.arc);
  find(library, "cairo_stroke", c.stroke);
  find(library, "cairo_fill_preserve", c.fill_preserve);
  find(library, "cairo_fill", c.fill);
  find(library, "cairo_select_font_face", c.select_font_face);
  find(library, "cairo_set_font_size", c.set_font_size);
  find(library, "cairo_text_extents", c.text_extents);
  find(library, "cairo_show_text", c.show_text);
  return c;
}

}  // namespace

const Cairo& cairo() {
  static const Cairo loaded = load();
  return loaded;
}

}  // namespace cggibbs
