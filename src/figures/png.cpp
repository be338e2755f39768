// A picture as pixels: cairo draws each mark.
#include <fmt/format.h>

#include <array>
#include <cggibbs/error.hpp>
#include <cmath>
#include <memory>
#include <numbers>
#include <string>

#include "figures/cairo.hpp"
#include "figures/picture.hpp"

namespace cggibbs {
namespace {

constexpr double pixels_per_point = 2;
constexpr int argb32 = 0, upright = 0;  // CAIRO_FORMAT_ARGB32, CAIRO_FONT_SLANT_NORMAL

class Painter {
 public:
  Painter(const Cairo& c, Cairo::Context* to) : c_(c), to_(to) {}

  void operator()(const Polyline& p) const {
    if (p.points.empty()) return;
    constexpr std::array dashes{5.0, 4.0};
    use(p.colour);
    c_.set_line_width(to_, p.width);
    c_.set_dash(to_, dashes.data(), p.dashed ? 2 : 0, 0);
    c_.move_to(to_, p.points.front().x, p.points.front().y);
    for (const Point& q : p.points) c_.line_to(to_, q.x, q.y);
    c_.stroke(to_);
    c_.set_dash(to_, dashes.data(), 0, 0);
  }
  void operator()(const Rectangle& r) const {
    use(r.colour, r.opacity);
    c_.rectangle(to_, r.corner.x, r.corner.y, r.width, r.height);
    c_.fill(to_);
  }
  void operator()(const Circle& k) const {
    c_.new_path(to_);
    c_.arc(to_, k.centre.x, k.centre.y, k.radius, 0, 2 * std::numbers::pi);
    use(k.filled ? k.colour : 0xffffff);
    c_.fill_preserve(to_);
    use(k.colour);
    c_.set_line_width(to_, k.filled ? 0.01 : 1.2);
    c_.stroke(to_);
  }
  void operator()(const Text& t) const {
    c_.select_font_face(to_, "DejaVu Sans", upright, t.bold ? 1 : 0);
    c_.set_font_size(to_, t.size);
    Cairo::Extents box{};
    c_.text_extents(to_, t.words.c_str(), &box);
    const double back = t.anchor == Anchor::start ? 0 : t.anchor == Anchor::middle ? 0.5 : 1;
    use(t.colour);
    c_.save(to_);
    c_.translate(to_, t.at.x, t.at.y);
    if (t.upwards) c_.rotate(to_, -std::numbers::pi / 2);
    c_.move_to(to_, -back * box.x_advance, 0);
    c_.show_text(to_, t.words.c_str());
    c_.restore(to_);
  }

 private:
  void use(Colour colour, double opacity = 1) const {
    const auto part = [&](unsigned shift) { return static_cast<double>((colour >> shift) & 0xff) / 255; };
    c_.set_source_rgba(to_, part(16), part(8), part(0), opacity);
  }

  const Cairo& c_;
  Cairo::Context* to_;
};

int append(void* to, const unsigned char* bytes, unsigned n) {
  static_cast<std::string*>(to)->append(reinterpret_cast<const char*>(bytes), n);
  return 0;
}

}  // namespace

std::string png_bytes(const Picture& p) {
  const Cairo& c = cairo();
  const auto pixels = [](double points) { return static_cast<int>(std::lround(pixels_per_point * points)); };
  const std::unique_ptr<Cairo::Surface, void (*)(Cairo::Surface*)> surface(
      c.image_surface_create(argb32, pixels(p.width), pixels(p.height)), c.surface_destroy);
  const std::unique_ptr<Cairo::Context, void (*)(Cairo::Context*)> context(c.create(surface.get()),
                                                                           c.destroy);
  c.scale(context.get(), pixels_per_point, pixels_per_point);
  const Painter painter(c, context.get());
  painter(Rectangle{{0, 0}, p.width, p.height, 0xffffff});
  for (const Mark& mark : p.marks) std::visit(painter, mark);
  int status = c.status(context.get());
  std::string bytes;
  if (status == 0) status = c.surface_write_to_png_stream(surface.get(), append, &bytes);
  if (status != 0) throw Error(fmt::format("the picture cannot be drawn: {}.", c.status_to_string(status)));
  return bytes;
}

}  // namespace cggibbs
