// Which results a table shows, and in what order.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "graph/problem.hpp"

namespace cggibbs {

/// Coefficients come first, then scales, correlations and dispersion, then effects of single groups.
enum class Place { first, middle, last };

/// Of the outputs that `save` selects (empty: all), in the order in which they are recorded.
std::vector<Place> table_places(const Problem& problem, const Model& model,
                                const std::vector<std::string>& save);

struct TableOrder {
  std::vector<std::size_t> rows;  ///< to be shown
  std::vector<Place> cut;         ///< the places of which some, or all, are not shown
};

/// At most `top` rows (0: all). What is last is cut first; of a place that fits only in part, the strongest are shown, after its
/// first entry where that is the intercept.
TableOrder table_order(const std::vector<Place>& places, const std::vector<double>& strength,
                       std::size_t top);

}  // namespace cggibbs
