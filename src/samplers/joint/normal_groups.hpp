// Arrays of real parameters that are normal given all others, in groups that are independent of each other.
#pragma once

#include <cstddef>
#include <vector>

#include "graph/model.hpp"

namespace cggibbs {

/// Elements of these parameters by groups: given all other parameters, groups are independent of each other.
struct NormalGroups {
  std::vector<NodeId> parameters;
  std::vector<std::size_t> start;    ///< of each group in `element`, and the end
  std::vector<std::size_t> element;  ///< places in State::values
  std::size_t largest = 1;
  std::size_t groups() const { return start.size() - 1; }
  std::size_t size(std::size_t group) const { return start[group + 1] - start[group]; }
};

/// Parameters among these that are normal given the others, in few sets whose groups are small.
std::vector<NormalGroups> find_normal_groups(const Model& model, const std::vector<NodeId>& members);

}  // namespace cggibbs
