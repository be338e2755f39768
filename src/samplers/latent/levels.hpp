// Which columns are the levels of a group.
#pragma once

#include <cstdint>
#include <vector>

#include "graph/structure.hpp"

namespace cggibbs {

/// Effects that vary by the levels of one group: no row has entries of two levels.
struct Levels {
  std::size_t count = 0;
  std::vector<std::uint32_t> of_row;                ///< `count` for none
  std::vector<std::vector<std::uint32_t>> effects;  ///< columns by level, one vector per effect
  std::size_t size() const { return count * effects.size(); }
};

/// The group with most coefficients, columns of the parts counted side by side. Without one: none, and no levels.
Levels largest_group(const std::vector<GaussianPart>& parts);

/// What an Arrow of these parts would hold, from sizes.
struct ArrowSize {
  std::size_t groups, effects, border;
  std::size_t edges;  ///< columns of the border that each level touches, summed over levels
  double bytes() const;
};
ArrowSize arrow_size(const std::vector<GaussianPart>& parts);

}  // namespace cggibbs
