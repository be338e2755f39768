// A small picture of several lines on logarithmic axes, as SVG.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace cggibbs {

struct PlotLine {
  std::string name;
  std::vector<std::pair<double, double>> points;  ///< both positive
};

std::string svg_log_plot(const std::string& title, const std::string& x_label, const std::string& y_label,
                         const std::vector<PlotLine>& lines);

}  // namespace cggibbs
