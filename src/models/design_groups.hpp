// Group-level terms: which level each row belongs to and what multiplies the level's effects.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/design_terms.hpp"
#include "models/formula.hpp"
#include "models/frame.hpp"

namespace cggibbs {

struct DesignOptions;

/// (1 + x | g): row i adds effect k of level index[i], times values[k][i].
struct GroupTerm {
  std::string group;                        ///< "g", or "g:h"
  std::vector<std::string> levels;          ///< "a", or "a:b"; sorted, only those that occur
  std::vector<std::uint32_t> index;         ///< row -> level
  std::vector<std::string> effects;         ///< "Intercept", "x"
  std::vector<std::vector<double>> values;  ///< one per effect; empty means all ones
  bool correlated = false;                  ///< several effects, written with |
};

struct GroupRecipe {
  std::string group;
  std::vector<CategoricalRecipe> factors;
  std::vector<std::string> levels;
  TermSetRecipe effects;
  bool correlated = false;
};

GroupRecipe learn_group(const GroupFormula& group, const Formula& formula, const Frame& frame,
                        const DesignOptions& options, std::vector<std::string>& warnings);
GroupTerm group_term(const GroupRecipe& recipe, const Frame& frame);

/// Throws when two group-level terms give the same effect to the same groups.
void check_distinct_effects(const std::vector<GroupTerm>& groups);

}  // namespace cggibbs
