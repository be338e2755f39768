// Arithmetic on columns, with the means and scales that new data must reuse.
#pragma once

#include <vector>

#include "models/formula.hpp"
#include "models/frame.hpp"

namespace cggibbs {

/// Of one scale() or center() in an expression, in the order in which they are evaluated.
struct Moments {
  double center = 0;
  double scale = 1;
};

struct NumericRecipe {
  std::string name;  ///< for messages
  Expr expr;
  std::vector<Moments> moments;
};

/// Takes the moments from these data.
NumericRecipe learn_numeric(const Expr& expr, const std::string& name, const Frame& frame);

/// One number per kept row, all finite; otherwise an Error names the row and the values that led to it.
std::vector<double> evaluate(const NumericRecipe& recipe, const Frame& frame);

}  // namespace cggibbs
