// Deterministic relations: computed in the order in which they need each other.
#pragma once

#include <fmt/format.h>

#include "bugs/dependencies.hpp"

namespace cggibbs::bugs {

/// Fails where an expression needs what nothing defines.
template <class F>
void or_undefined(const Evaluator& evaluator, F&& f) {
  try {
    f();
  } catch (const NotYet& e) {
    evaluator.fail(
        e.at,
        fmt::format("'{}' is used here, but no relation defines it and the data do not give it.", e.what));
  }
}

/// Its expression in these rows goes to the elements that it defines.
void compute(const Evaluator& evaluator, Placed& placed, const Places& rows);

/// Those of a component, given its stochastic relations.
void compute_all(const Evaluator& evaluator, std::vector<Placed>& placed, const Component& component);

}  // namespace cggibbs::bugs
