// Which elements belong to which label of a Dirichlet process: those that it picks, and what these are made of and read by.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "graph/model.hpp"

namespace cggibbs {

using Labels = std::vector<std::uint32_t>;  ///< by element of a node, or row of a factor; from 0
inline constexpr std::uint32_t no_label = ~0U;

struct LabelledElements {
  std::map<NodeId, Labels> nodes;
  std::map<std::size_t, Labels> factors;
};

/// Of the labels z, whose own factor is left aside. Throws an Error where something is read otherwise than by z, or label by label.
LabelledElements label_elements(const Model& model, NodeId z, std::size_t factor);

/// Throws an Error: the labels z are only names, but v does what `why` says.
[[noreturn]] void refuse_labels(const Model& model, NodeId z, NodeId v, const std::string& why);

}  // namespace cggibbs
