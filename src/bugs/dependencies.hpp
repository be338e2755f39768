// In which order relations can be computed: those that others need come first, else as they were written.
#pragma once

#include "bugs/placement.hpp"

namespace cggibbs::bugs {

/// Relations that need each other, or one of its own.
struct Component {
  std::vector<std::uint32_t> relations;  ///< in order of the program
  bool needs_itself = false;
};

/// By the names that relations read. Through `cut` relations nothing is needed.
std::vector<Component> order_components(const std::vector<Placed>& placed,
                                        const std::vector<std::uint32_t>& some, bool cut_stochastic);

/// Rows of a relation that may be computed together.
struct Step {
  std::uint32_t relation;
  Places rows;
};

/// Of a component that needs itself, by the elements that rows read: what one step needs, steps before it give. Throws a
/// SourceError where an element needs itself. Where stochastic elements are cut, they are there from the start, and
/// steps are those of deterministic relations.
std::vector<Step> order_rows(const Evaluator& evaluator, const std::vector<Placed>& placed,
                             const Component& component, bool cut_stochastic);

}  // namespace cggibbs::bugs
