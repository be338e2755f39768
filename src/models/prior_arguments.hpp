// The numbers of a prior, in order or by name.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace cggibbs {

/// One number of a prior as its table lists it.
struct PriorArgument {
  enum class Range { positive, share, any };  ///< a share lies between 0 and 1

  std::string_view name;
  std::optional<double> otherwise = {};  ///< taken when it is left out; empty: it may not be
  bool last_may_lack = false;            ///< it may be left out, and then the list ends before it
  Range range = Range::positive;
};

/// The numbers between the parentheses (`inside`) in the order of `known`: those without a name come first and are read
/// by position, the others are name=number in any order. A single number without a name is the scale where `known` is a
/// location with a default and a scale. `whole` is the prior as written, `usage` how it should be.
std::vector<double> parse_prior_arguments(std::string_view inside, const std::vector<PriorArgument>& known,
                                          std::string_view usage, std::string_view whole,
                                          std::string_view what);

}  // namespace cggibbs
