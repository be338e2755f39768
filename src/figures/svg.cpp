// A picture as SVG: one element per mark.
#include <fmt/format.h>

#include "figures/picture.hpp"

namespace cggibbs {
namespace {

std::string escaped(const std::string& text) {
  std::string out;
  for (char c : text) {
    if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '&')
      out += "&amp;";
    else
      out += c;
  }
  return out;
}

struct Writer {
  std::string out = {};

  void operator()(const Polyline& p) {
    out += "<polyline points=\"";
    for (const Point& q : p.points) out += fmt::format("{:.1f},{:.1f} ", q.x, q.y);
    if (!p.points.empty()) out.pop_back();
    out += fmt::format("\" fill=\"none\" stroke=\"#{:06x}\" stroke-width=\"{:g}\"{}/>\n", p.colour, p.width,
                       p.dashed ? " stroke-dasharray=\"5 4\"" : "");
  }
  void operator()(const Rectangle& r) {
    out += fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"#{:06x}\"",
                       r.corner.x, r.corner.y, r.width, r.height, r.colour);
    out += r.opacity < 1 ? fmt::format(" fill-opacity=\"{:.3g}\"/>\n", r.opacity) : "/>\n";
  }
  void operator()(const Circle& c) {
    out += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:g}\" ", c.centre.x, c.centre.y, c.radius);
    out += c.filled ? fmt::format("fill=\"#{:06x}\"/>\n", c.colour)
                    : fmt::format("fill=\"white\" stroke=\"#{:06x}\" stroke-width=\"1.2\"/>\n", c.colour);
  }
  void operator()(const Text& t) {
    const char* anchor = t.anchor == Anchor::start ? "start" : t.anchor == Anchor::middle ? "middle" : "end";
    const std::string place =
        t.upwards ? fmt::format("transform=\"translate({:.1f} {:.1f}) rotate(-90)\"", t.at.x, t.at.y)
                  : fmt::format("x=\"{:.1f}\" y=\"{:.1f}\"", t.at.x, t.at.y);
    out += fmt::format("<text {} font-size=\"{:g}\" text-anchor=\"{}\"{} fill=\"#{:06x}\">{}</text>\n", place,
                       t.size, anchor, t.bold ? " font-weight=\"bold\"" : "", t.colour, escaped(t.words));
  }
};

}  // namespace

std::string svg_text(const Picture& p) {
  Writer w;
  w.out = fmt::format(
      "{2} viewBox=\"0 0 {0:g} {1:g}\" width=\"{0:g}\" "
      "height=\"{1:g}\" font-family=\"DejaVu Sans, Verdana, sans-serif\">\n"
      "<rect width=\"{0:g}\" height=\"{1:g}\" fill=\"white\"/>\n",
      p.width, p.height, svg_begin);
  for (const Mark& mark : p.marks) std::visit(w, mark);
  return w.out + "</svg>\n";
}

}  // namespace cggibbs
