// Decades as grid lines, one colour per line, names in a legend.
#include "cli/svg_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/special.hpp"

namespace cggibbs {
namespace {

constexpr double width = 640, height = 420, left = 70, right = 160, top = 40, bottom = 55;
// Okabe and Ito's colours: told apart by colour-blind readers too.
constexpr std::array colours{"#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000"};

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

/// Whole decades around the values.
struct Axis {
  double low = inf, high = -inf, from, to;
  void cover(double v) {
    low = std::min(low, std::log10(v));
    high = std::max(high, std::log10(v));
  }
  void close() {
    if (!(low <= high)) low = high = 0;
    low = std::floor(low);
    high = std::max(std::ceil(high), low + 1);
  }
  double at_decade(double decade) const { return from + (decade - low) / (high - low) * (to - from); }
  double at(double v) const { return at_decade(std::log10(v)); }
};

}  // namespace

std::string svg_log_plot(const std::string& title, const std::string& x_label, const std::string& y_label,
                         const std::vector<PlotLine>& lines) {
  Axis x{inf, -inf, left, width - right}, y{inf, -inf, height - bottom, top};
  for (const auto& line : lines)
    for (const auto& [a, b] : line.points) {
      if (!(a > 0 && b > 0)) continue;
      x.cover(a);
      y.cover(b);
    }
  x.close();
  y.close();
  std::string out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" "
      "font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"{0}\" height=\"{1}\" fill=\"white\"/>\n"
      "<text x=\"{2}\" y=\"24\" font-size=\"14\">{3}</text>\n",
      width, height, left, escaped(title));
  for (double decade = x.low; decade <= x.high; ++decade)
    out += fmt::format(
        "<line x1=\"{0:.1f}\" y1=\"{1}\" x2=\"{0:.1f}\" y2=\"{2}\" stroke=\"#ddd\"/>"
        "<text x=\"{0:.1f}\" y=\"{3}\" text-anchor=\"middle\">{4:g}</text>\n",
        x.at_decade(decade), top, height - bottom, height - bottom + 18, std::pow(10, decade));
  for (double decade = y.low; decade <= y.high; ++decade)
    out += fmt::format(
        "<line x1=\"{1}\" y1=\"{0:.1f}\" x2=\"{2}\" y2=\"{0:.1f}\" stroke=\"#ddd\"/>"
        "<text x=\"{3}\" y=\"{4:.1f}\" text-anchor=\"end\">{5:g}</text>\n",
        y.at_decade(decade), left, width - right, left - 8, y.at_decade(decade) + 4, std::pow(10, decade));
  out += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n", (left + width - right) / 2,
                     height - 14, escaped(x_label));
  out += fmt::format("<text transform=\"translate(18 {}) rotate(-90)\" text-anchor=\"middle\">{}</text>\n",
                     (top + height - bottom) / 2, escaped(y_label));
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const char* colour = colours[i % colours.size()];
    std::string path;
    for (const auto& [a, b] : lines[i].points) {
      if (!(a > 0 && b > 0)) continue;
      path += fmt::format("{:.1f},{:.1f} ", x.at(a), y.at(b));
      out += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\" fill=\"{}\"/>\n", x.at(a), y.at(b),
                         colour);
    }
    out += fmt::format("<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\"/>\n", path,
                       colour);
    const double row = top + 10 + 20 * static_cast<double>(i);
    out += fmt::format(
        "<rect x=\"{}\" y=\"{}\" width=\"14\" height=\"4\" fill=\"{}\"/><text x=\"{}\" y=\"{}\">{}</text>\n",
        width - right + 12, row - 5, colour, width - right + 32, row, escaped(lines[i].name));
  }
  return out + "</svg>\n";
}

}  // namespace cggibbs
