// The few functions of cairo that draw pixels, loaded when they are first needed.
#pragma once

namespace cggibbs {

/// As cairo.h declares them; their binary interface has not changed since cairo 1.0. Loaded and not linked, because it draws
/// in a dozen libraries of the desktop that no fit needs, and declared here for the same reason: cairo's headers bring thirty packages.
struct Cairo {
  struct Context;
  struct Surface;
  struct Extents {
    double x_bearing, y_bearing, width, height, x_advance, y_advance;
  };

  Surface* (*image_surface_create)(int format, int width, int height);
  int (*surface_write_to_png_stream)(Surface*, int (*write)(void* to, const unsigned char* bytes, unsigned n),
                                     void* to);
  void (*surface_destroy)(Surface*);
  Context* (*create)(Surface*);
  void (*destroy)(Context*);
  int (*status)(Context*);
  const char* (*status_to_string)(int status);
  void (*scale)(Context*, double, double);
  void (*save)(Context*);
  void (*restore)(Context*);
  void (*translate)(Context*, double, double);
  void (*rotate)(Context*, double);
  void (*set_source_rgba)(Context*, double, double, double, double);
  void (*set_line_width)(Context*, double);
  void (*set_dash)(Context*, const double*, int, double);
  void (*new_path)(Context*);
  void (*move_to)(Context*, double, double);
  void (*line_to)(Context*, double, double);
  void (*rectangle)(Context*, double, double, double, double);
  void (*arc)(Context*, double, double, double, double, double);
  void (*stroke)(Context*);
  void (*fill_preserve)(Context*);
  void (*fill)(Context*);
  void (*select_font_face)(Context*, const char*, int slant, int weight);
  void (*set_font_size)(Context*, double);
  void (*text_extents)(Context*, const char*, Extents*);
  void (*show_text)(Context*, const char*);
};

/// Throws an Error when it is not installed.
const Cairo& cairo();

}  // namespace cggibbs
