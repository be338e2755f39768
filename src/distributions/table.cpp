// The table of all distributions: one row each.
#include <algorithm>

#include "distributions/distribution.hpp"
#include "distributions/normal.hpp"

namespace cggibbs {
namespace {

constexpr std::array table{
    describe<Normal>(),
    describe<NormalScaled>(),
};

}  // namespace

const Distribution* find_distribution(std::string_view name) {
  const auto found = std::find_if(table.begin(), table.end(), [&](const auto& d) { return d.name == name; });
  return found == table.end() ? nullptr : &*found;
}

std::vector<std::string> distribution_names() {
  std::vector<std::string> names;
  for (const auto& d : table) names.emplace_back(d.name);
  return names;
}

}  // namespace cggibbs
