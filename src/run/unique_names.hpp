// Names of outputs made unique, for matching the quantities of two forms of a model.
#pragma once

#include <fmt/format.h>

#include <map>
#include <string>
#include <vector>

namespace cggibbs {

/// A predictor may be called `sigma`: the second of a name becomes "sigma (2)". Forms of a model have such outputs in the same order.
inline std::vector<std::string> unique_names(std::vector<std::string> names) {
  std::map<std::string, int> seen;
  for (auto& name : names)
    if (const int count = ++seen[name]; count > 1) name = fmt::format("{} ({})", name, count);
  return names;
}

}  // namespace cggibbs
