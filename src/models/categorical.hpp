// Levels of a categorical column, learned once and reused for new data.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "models/frame.hpp"

namespace cggibbs {

/// Levels in sorted order: by number when the column is numeric, otherwise by bytes.
struct CategoricalRecipe {
  std::string column;
  std::vector<std::string> levels;
  std::size_t reference = 0;  ///< the level that treatment coding leaves out
};

/// Every level that occurs in the kept rows; may be a single one.
CategoricalRecipe learn_levels(const std::string& column, const Frame& frame);

/// One code per kept row; a level that was not learned is an Error that lists those that were.
std::vector<std::uint32_t> level_codes(const CategoricalRecipe& recipe, const Frame& frame);

/// The codes of labels in levels, or an Error that calls the variable name.
std::vector<std::uint32_t> codes_of(const std::vector<std::string>& labels,
                                    const std::vector<std::string>& levels, const std::string& name,
                                    const Frame& frame);

}  // namespace cggibbs
