// Priors by the name of a term: 'x1=laplace(1),.=normal(0,2.5)'.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "models/group_priors.hpp"
#include "models/prior.hpp"

namespace cggibbs {

/// `name=prior` entries and one for all others.
struct PriorTable {
  struct Entry {
    std::string term;
    Prior prior;
  };
  std::vector<Entry> entries;
  std::vector<Prior> others;       ///< empty: the default; else one
  std::vector<GroupPrior> groups;  ///< sd(...) and cor(...)

  /// The entry for a coefficient: its own name, or the term it comes from (C(g) for C(g)[b]). Null: none.
  const Entry* find(std::string_view coefficient) const;
};

/// Of coefficients, by parse_prior, and of the scales and correlations of group effects.
PriorTable parse_prior_table(std::string_view text, std::string_view what);
/// Of positive parameters, by parse_positive_prior.
PriorTable parse_positive_prior_table(std::string_view text, std::string_view what);

}  // namespace cggibbs
