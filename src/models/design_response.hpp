// The response: numbers, two levels coded 0 and 1, or successes and failures.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "models/categorical.hpp"
#include "models/formula.hpp"
#include "models/frame.hpp"
#include "models/numeric_expr.hpp"

namespace cggibbs {

struct ResponseRecipe {
  std::string name;
  std::vector<std::string> columns;         ///< those it is computed from
  std::optional<CategoricalRecipe> levels;  ///< two levels: y is 0 for the first and 1 for the second
  std::vector<NumericRecipe> parts;         ///< one, or successes and failures
};

struct ResponseValues {
  std::vector<double> y;
  std::vector<double> trials;  ///< only from cbind()
};

ResponseRecipe learn_response(const Formula& formula, const Frame& frame);
ResponseValues response_values(const ResponseRecipe& recipe, const Frame& frame);

/// A column of non-negative finite numbers. setting: "`weights`"_settings.
std::vector<double> nonnegative_column(const std::string& name, const std::string& setting,
                                       const Frame& frame);

}  // namespace cggibbs
