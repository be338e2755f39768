// Choosing recorded quantities by name.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace cggibbs {

/// Indices of the names that the patterns of `option` select. Throws when a pattern selects nothing.
std::vector<std::size_t> select_outputs(const std::vector<std::string>& names,
                                        const std::vector<std::string>& patterns, const std::string& option);
/// Those of the setting `save`.
std::vector<std::size_t> select_outputs(const std::vector<std::string>& names,
                                        const std::vector<std::string>& patterns);

}  // namespace cggibbs
