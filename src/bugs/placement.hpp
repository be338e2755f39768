// Which elements each relation defines, before anything is computed.
#pragma once

#include <memory>
#include <set>
#include <string>

#include "bugs/evaluator.hpp"

namespace cggibbs::bugs {

/// A relation over the rows of its loops.
struct Placed {
  const Relation* relation;
  std::shared_ptr<const Space> space;
  Variable* variable = nullptr;
  Shape event = {};                       ///< of what a row defines; empty: a number
  Places targets = {};                    ///< elements of the variable, row after row, the last index fastest
  bool computed = false;                  ///< while it was placed: its values are numbers
  std::set<std::string> also_needs = {};  ///< variables beside those that it reads

  std::size_t event_size() const { return elements(event); }
  Places targets_of(std::uint32_t row) const {
    const auto each = static_cast<std::ptrdiff_t>(event_size());
    const auto from = targets.begin() + static_cast<std::ptrdiff_t>(row) * each;
    return {from, from + each};
  }
};

/// Variables get their shapes and their elements the relations that define them.
std::vector<Placed> place_relations(const Source& source, const Block& block,
                                    const std::vector<Declaration>& declarations, Variables& variables);

/// What a deterministic relation computes goes to its elements.
void store(Placed& placed, const Places& rows, const Value& value);
/// Its expression, through the inverse of its link.
Value right_side(const Evaluator& evaluator, const Relation& relation, const Space& space);

}  // namespace cggibbs::bugs
