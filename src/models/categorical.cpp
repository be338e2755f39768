// Levels of a categorical column, learned once and reused for new data.
#include "models/categorical.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "base/suggest.hpp"
#include "cggibbs/error.hpp"
#include "models/listing.hpp"

namespace cggibbs {

CategoricalRecipe learn_levels(const std::string& column, const Frame& frame) {
  const Column& c = frame.column(column);
  CategoricalRecipe out{.column = column, .levels = {}};
  if (c.numeric) {
    std::unordered_set<double> distinct;
    for (const auto row : frame.kept()) distinct.insert(c.numbers[row] + 0.0);
    std::vector<double> values(distinct.begin(), distinct.end());
    std::sort(values.begin(), values.end());
    for (const double v : values) out.levels.push_back(fmt::format("{}", v));
  } else {
    std::unordered_set<std::string> distinct;
    for (const auto row : frame.kept()) distinct.insert(c.text[row]);
    out.levels.assign(distinct.begin(), distinct.end());
    std::sort(out.levels.begin(), out.levels.end());
  }
  return out;
}

std::vector<std::uint32_t> codes_of(const std::vector<std::string>& labels,
                                    const std::vector<std::string>& levels, const std::string& name,
                                    const Frame& frame) {
  std::unordered_map<std::string, std::uint32_t> index;
  for (std::size_t k = 0; k < levels.size(); ++k) index.emplace(levels[k], static_cast<std::uint32_t>(k));
  std::vector<std::uint32_t> out(labels.size());
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const auto it = index.find(labels[i]);
    if (it == index.end())
      throw Error(fmt::format("{}: '{}' in row {} is a new level of {}.{} Known levels: {}.", frame.source(),
                              labels[i], frame.row_number(i), name, did_you_mean(labels[i], levels),
                              listing(levels, 20)));
    out[i] = it->second;
  }
  return out;
}

std::vector<std::uint32_t> level_codes(const CategoricalRecipe& recipe, const Frame& frame) {
  const Column& c = frame.column(recipe.column);
  std::vector<std::string> labels;
  labels.reserve(frame.rows());
  for (const auto row : frame.kept()) labels.push_back(level_of(c, row));
  return codes_of(labels, recipe.levels, "'" + recipe.column + "'", frame);
}

}  // namespace cggibbs
