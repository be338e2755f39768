// From values to places on the page: the range of an axis and its ticks.
#pragma once

#include <string>
#include <vector>

#include "figures/figure.hpp"

namespace cggibbs {

struct Tick {
  double at;  ///< a value
  std::string label;
};

class Scale {
 public:
  explicit Scale(const Axis& axis) : axis_(axis) {}

  bool shows(double v) const;
  void cover(double v);
  /// Once all values are covered: the ends of the axis on the page.
  void place(double from, double to);
  double operator()(double v) const;
  std::vector<Tick> ticks(std::size_t most) const;

 private:
  double inner(double v) const;
  const Axis& axis_;
  bool any_ = false;
  double low_ = 0, high_ = 1;  ///< in logarithms where the axis is
  double from_ = 0, to_ = 1;
};

}  // namespace cggibbs
