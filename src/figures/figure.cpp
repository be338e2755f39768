// Laying out panels, axes, boxes and the legend.
#include "figures/figure.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "figures/scale.hpp"

namespace cggibbs {
namespace {

constexpr double margin = 12, left = 62, right = 14, top = 30, bottom = 46, title_height = 24;
constexpr double legend_row = 18, note_row = 15, box_width = 8, dot = 2.6, label_room = 40;
constexpr Colour grey = 0xdddddd, ink = 0x222222, pale = 0x666666;

double quantile(const std::vector<double>& sorted, double p) {
  const double at = p * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(at);
  const auto above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (at - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

class PanelDrawing {
 public:
  PanelDrawing(const Panel& panel, Point corner, double width, double height, std::vector<Mark>& out)
      : p_(panel), out_(out), x_(panel.x), y_(panel.y) {
    const bool names = !panel.x.categories.empty();
    a_ = {corner.x + left, corner.y + top};
    b_ = {corner.x + width - right, corner.y + height - bottom - (names ? 28 : 0)};
    cover();
    x_.place(a_.x, b_.x);
    y_.place(b_.y, a_.y);
  }

  void draw() {
    grid();
    for (const Tile& t : p_.tiles) tile(t);
    rules();
    double boxed = 0;
    for (const auto& s : p_.series) boxed += has_boxes(s) ? 1 : 0;
    double at = -(boxed - 1) / 2;
    for (const auto& s : p_.series) {
      series(s, has_boxes(s) ? at * dodge(boxed) : 0);
      at += has_boxes(s) ? 1 : 0;
    }
    out_.emplace_back(Polyline{{a_, {b_.x, a_.y}, b_, {a_.x, b_.y}, a_}, pale, 0.8});
  }

 private:
  /// Those stand beside each other; a line of single values stays where it is.
  bool has_boxes(const Series& s) const {
    const auto several = [](const Seen& seen) { return seen.y.size() > 2; };
    return s.dots && (!p_.x.categories.empty() || std::any_of(s.seen.begin(), s.seen.end(), several));
  }

  /// As far as there is room.
  double dodge(double boxed) const {
    if (p_.x.categories.empty()) return 3.5;
    return std::min(0.8 * (b_.x - a_.x) / static_cast<double>(p_.x.categories.size()) / boxed, box_width + 2);
  }

  void cover() {
    for (const auto& s : p_.series)
      for (const auto& seen : s.seen)
        for (double v : seen.y)
          if (x_.shows(seen.x) && y_.shows(v)) {
            x_.cover(seen.x);
            y_.cover(v);
          }
    for (const auto& r : p_.at_y) y_.cover(r.at);
    for (const Tile& t : p_.tiles) {
      x_.cover(t.x0);
      x_.cover(t.x1);
      y_.cover(t.y0);
      y_.cover(t.y1);
    }
  }

  void grid() {
    for (const Tick& t : x_.ticks(7)) {
      const double x = x_(t.at);
      if (p_.x.categories.empty()) {
        out_.emplace_back(Polyline{{{x, a_.y}, {x, b_.y}}, grey, 0.7});
        out_.emplace_back(Text{{x, b_.y + 14}, t.label, 10, Anchor::middle});
      } else {
        slanted(x, t.label);
      }
    }
    for (const Tick& t : y_.ticks(6)) {
      const double y = y_(t.at);
      out_.emplace_back(Polyline{{{a_.x, y}, {b_.x, y}}, grey, 0.7});
      out_.emplace_back(Text{{a_.x - 6, y + 3.5}, t.label, 10, Anchor::end});
    }
    const double middle = (a_.x + b_.x) / 2;
    const double below = b_.y + (p_.x.categories.empty() ? 32 : 60);
    out_.emplace_back(Text{{middle, below}, p_.x.label, 11, Anchor::middle});
    out_.emplace_back(Text{{a_.x - 44, (a_.y + b_.y) / 2}, p_.y.label, 11, Anchor::middle, true});
    out_.emplace_back(Text{{middle, a_.y - 9}, p_.title, 11.5, Anchor::middle, false, true});
  }

  /// Long names need the height: upwards where they do not fit beside each other.
  void slanted(double x, const std::string& label) {
    const double room = (b_.x - a_.x) / static_cast<double>(p_.x.categories.size());
    if (room > 60)
      out_.emplace_back(Text{{x, b_.y + 14}, label, 9.5, Anchor::middle});
    else
      out_.emplace_back(Text{{x + 3, b_.y + 6}, label, 8.5, Anchor::end, true});
  }

  void rules() {
    for (const auto& r : p_.at_x) {
      if (!x_.shows(r.at)) continue;
      const double x = x_(r.at);
      if (x < a_.x || x > b_.x) continue;
      out_.emplace_back(Polyline{{{x, a_.y}, {x, b_.y}}, ink, 1, true});
      const bool late = x > a_.x + 0.8 * (b_.x - a_.x);  // no room to the right
      const double from = late ? x - label_room : x, to = late ? x : x + label_room;
      const double y = !is_taken({from, a_.y}, {to, a_.y + 20}) || is_taken({from, b_.y - 20}, {to, b_.y})
                           ? a_.y + 12
                           : b_.y - 6;
      out_.emplace_back(Text{{late ? x - 4 : x + 4, y}, r.label, 9.5, late ? Anchor::end : Anchor::start});
    }
    for (const auto& r : p_.at_y) {
      const double y = y_(r.at);
      out_.emplace_back(Polyline{{{a_.x, y}, {b_.x, y}}, ink, 1, true});
      const double long_room = 2 * label_room;
      const bool left =
          is_taken({b_.x - long_room, y - 18}, {b_.x, y}) && !is_taken({a_.x, y - 18}, {a_.x + long_room, y});
      out_.emplace_back(
          Text{{left ? a_.x + 4 : b_.x - 4, y - 4}, r.label, 9.5, left ? Anchor::start : Anchor::end});
    }
  }

  /// Whether something that was seen lies in this rectangle.
  bool is_taken(Point corner, Point opposite) const {
    for (const auto& s : p_.series)
      for (const auto& seen : s.seen)
        for (double v : seen.y) {
          if (!x_.shows(seen.x) || !y_.shows(v)) continue;
          const Point at{x_(seen.x), y_(v)};
          if (at.x >= corner.x && at.x <= opposite.x && at.y >= corner.y && at.y <= opposite.y) return true;
        }
    return false;
  }

  void tile(const Tile& t) {
    const double x = x_(t.x0), y = y_(t.y1);
    out_.emplace_back(Rectangle{{x, y}, x_(t.x1) - x, y_(t.y0) - y, palette(0), t.shade});
  }

  void series(const Series& s, double shift) {
    Polyline line{{}, s.colour, 1.5, s.dashed};
    for (const auto& seen : s.seen)
      if (const auto m = shown(seen); !m.empty())
        line.points.push_back({x_(seen.x) + shift, y_(quantile(m, 0.5))});
    if (s.joined && line.points.size() > 1) out_.emplace_back(line);
    if (!s.dots) return;
    for (const auto& seen : s.seen)
      if (const auto m = shown(seen); !m.empty()) box(m, x_(seen.x) + shift, s.colour, seen.open);
  }

  std::vector<double> shown(const Seen& seen) const {
    std::vector<double> v;
    if (!x_.shows(seen.x)) return v;
    for (double y : seen.y)
      if (y_.shows(y)) v.push_back(y);
    std::sort(v.begin(), v.end());
    return v;
  }

  /// Tukey's: whiskers reach the last value within one and a half box lengths, what is beyond are dots.
  void box(const std::vector<double>& v, double x, Colour colour, bool open) {
    if (v.size() < 3) {
      for (double y : v) out_.emplace_back(Circle{{x, y_(y)}, dot, colour, !open});
      return;
    }
    const double q1 = quantile(v, 0.25), q3 = quantile(v, 0.75), reach = 1.5 * (q3 - q1);
    const double low = *std::lower_bound(v.begin(), v.end(), q1 - reach);
    const double high = *(std::upper_bound(v.begin(), v.end(), q3 + reach) - 1);
    const double half = box_width / 2;
    out_.emplace_back(Polyline{{{x, y_(low)}, {x, y_(q1)}}, colour, 1});
    out_.emplace_back(Polyline{{{x, y_(q3)}, {x, y_(high)}}, colour, 1});
    out_.emplace_back(
        Rectangle{{x - half, y_(q3)}, box_width, std::max(0.5, y_(q1) - y_(q3)), colour, open ? 0.15 : 0.4});
    out_.emplace_back(Polyline{
        {{x - half, y_(q1)}, {x - half, y_(q3)}, {x + half, y_(q3)}, {x + half, y_(q1)}, {x - half, y_(q1)}},
        colour,
        1});
    const double m = y_(quantile(v, 0.5));
    out_.emplace_back(Polyline{{{x - half, m}, {x + half, m}}, colour, 2});
    for (double y : v)
      if (y < low || y > high) out_.emplace_back(Circle{{x, y_(y)}, 1.6, colour, false});
  }

  const Panel& p_;
  std::vector<Mark>& out_;
  Scale x_, y_;
  Point a_, b_;  ///< upper left and lower right corner of the axes
};

/// Every name once, in the order of appearance.
std::vector<const Series*> legend_of(const Figure& f) {
  std::vector<const Series*> all;
  for (const auto& p : f.panels)
    for (const auto& s : p.series)
      if (!s.name.empty() &&
          std::none_of(all.begin(), all.end(), [&](const auto* o) { return o->name == s.name; }))
        all.push_back(&s);
  return all;
}

/// About, for there is no font to ask.
double width_of(const std::string& words) {
  return 6.4 * static_cast<double>(words.size()) + 44;
}

/// Rows of names that fit the width.
std::vector<std::vector<const Series*>> legend_rows(const std::vector<const Series*>& names, double width) {
  std::vector<std::vector<const Series*>> rows;
  double used = 0;
  for (const auto* s : names) {
    if (rows.empty() || used + width_of(s->name) > width) {
      rows.emplace_back();
      used = 0;
    }
    used += width_of(s->name);
    rows.back().push_back(s);
  }
  return rows;
}

void draw_legend(const std::vector<std::vector<const Series*>>& rows, double width, double y,
                 std::vector<Mark>& out) {
  for (const auto& row : rows) {
    double used = 0;
    for (const auto* s : row) used += width_of(s->name);
    double x = (width - used) / 2;
    for (const auto* s : row) {
      if (s->joined) out.emplace_back(Polyline{{{x, y}, {x + 24, y}}, s->colour, 2, s->dashed});
      if (s->dots) out.emplace_back(Circle{{x + 12, y}, 3, s->colour});
      out.emplace_back(Text{{x + 30, y + 4}, s->name, 10.5});
      x += width_of(s->name);
    }
    y += legend_row;
  }
}

}  // namespace

Colour palette(std::size_t i) {
  constexpr std::array colours{0x0072B2U, 0xD55E00U, 0x009E73U, 0xCC79A7U, 0xE69F00U, 0x56B4E9U, 0x000000U};
  return colours[i % colours.size()];
}

Picture draw(const Figure& f) {
  const std::size_t columns =
      std::clamp<std::size_t>(f.panels.size(), 1, std::max<std::size_t>(f.columns, 1));
  const std::size_t rows = (f.panels.size() + columns - 1) / columns;
  const double width = 2 * margin + static_cast<double>(columns) * f.panel_width;
  const auto legend = legend_rows(legend_of(f), width - 2 * margin);
  const double panels_end = margin + title_height + static_cast<double>(rows) * f.panel_height;
  const double legend_end = panels_end + 10 + legend_row * static_cast<double>(legend.size());
  Picture out{width, legend_end + note_row * static_cast<double>(f.notes.size()) + margin};
  out.marks.emplace_back(Text{{width / 2, margin + 12}, f.title, 13.5, Anchor::middle, false, true});
  for (std::size_t i = 0; i < f.panels.size(); ++i) {
    const std::size_t column = i % columns, row = i / columns;
    const Point corner{margin + static_cast<double>(column) * f.panel_width,
                       margin + title_height + static_cast<double>(row) * f.panel_height};
    PanelDrawing(f.panels[i], corner, f.panel_width, f.panel_height, out.marks).draw();
  }
  draw_legend(legend, width, panels_end + 10, out.marks);
  for (std::size_t i = 0; i < f.notes.size(); ++i)
    out.marks.emplace_back(Text{{width / 2, legend_end + note_row * static_cast<double>(i) + 6},
                                f.notes[i],
                                9.5,
                                Anchor::middle,
                                false,
                                false,
                                pale});
  return out;
}

}  // namespace cggibbs
