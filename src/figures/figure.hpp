// A figure as papers have it: panels with axes, lines, box plots over replicates, dashed rules and one legend.
#pragma once

#include <string>
#include <vector>

#include "figures/picture.hpp"

namespace cggibbs {

/// What was seen at one place of the x axis: one value is a dot, two are dots, more are a box with their median.
struct Seen {
  double x = 0;
  std::vector<double> y = {};
  bool open = false;  ///< a bound or an extrapolation: drawn hollow
};

struct Series {
  std::string name;
  Colour colour = 0;
  std::vector<Seen> seen = {};
  bool joined = true;   ///< a line through the medians
  bool dashed = false;  ///< that line
  bool dots = true;     ///< without them: the line alone
};

/// A dashed line across the panel.
struct Rule {
  double at = 0;
  std::string label = {};
};

struct Axis {
  enum class Kind { linear, log10, log2 };
  std::string label;
  Kind kind = Kind::log10;
  std::vector<std::string> categories = {};  ///< at 0, 1, ...: names instead of numbers
};

/// A shaded rectangle of a two-dimensional histogram; opacity 0 to 1.
struct Tile {
  double x0, x1, y0, y1, shade;
};

struct Panel {
  std::string title;
  Axis x, y;
  std::vector<Series> series = {};
  std::vector<Rule> at_x = {}, at_y = {};
  std::vector<Tile> tiles = {};
};

struct Figure {
  std::string title;
  std::vector<Panel> panels;
  std::vector<std::string> notes = {};  ///< lines below the legend
  std::size_t columns = 2;              ///< panels beside each other, at most
  double panel_width = 400, panel_height = 290;
};

/// Values that an axis cannot show (not finite, not positive on a logarithmic one) are left out.
Picture draw(const Figure& figure);

/// Okabe and Ito's colours: told apart by colour-blind readers too.
Colour palette(std::size_t i);

}  // namespace cggibbs
