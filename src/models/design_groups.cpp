// Group-level terms: which level each row belongs to and what multiplies the level's effects.
#include "models/design_groups.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "base/settings_text.hpp"
#include "cggibbs/error.hpp"
#include "models/design.hpp"

namespace cggibbs {
namespace {

std::vector<std::string> level_labels(const std::vector<CategoricalRecipe>& factors, const Frame& frame) {
  std::vector<std::string> out(frame.rows());
  for (std::size_t f = 0; f < factors.size(); ++f) {
    const Column& c = frame.column(factors[f].column);
    for (std::size_t i = 0; i < out.size(); ++i) out[i] += (f > 0 ? ":" : "") + level_of(c, frame.kept()[i]);
  }
  return out;
}

/// Combinations that occur, in the order of the factors' levels: g:h sorts by g, then by h.
std::vector<std::string> observed_levels(const std::vector<CategoricalRecipe>& factors, const Frame& frame) {
  if (factors.size() == 1) return factors[0].levels;
  std::vector<std::vector<std::uint32_t>> codes;
  for (const auto& f : factors) codes.push_back(level_codes(f, frame));
  const auto labels = level_labels(factors, frame);
  std::vector<std::size_t> order(frame.rows());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    for (const auto& c : codes)
      if (c[a] != c[b]) return c[a] < c[b];
    return a < b;
  });
  std::vector<std::string> out;
  for (const auto i : order)
    if (out.empty() || out.back() != labels[i]) out.push_back(labels[i]);
  return out;
}

/// A level has a name, an effect, its prior and a place in every draw.
void check_memory(std::size_t levels, double most, const std::string& group, const Frame& frame) {
  constexpr double level_bytes = 300, megabyte = 1e6;
  const double needed = level_bytes * static_cast<double>(levels);
  if (most <= 0 || needed <= most) return;
  throw Error(fmt::format(
      "{}: the groups '{}' have {} levels, for which a fit needs {:.0f} MB of memory. If these are "
      "groups, allow it: `max_memory={:.0f}MB`."_settings,
      frame.source(), group, levels, needed / megabyte, std::ceil(2 * needed / megabyte)));
}

}  // namespace

GroupRecipe learn_group(const GroupFormula& group, const Formula& formula, const Frame& frame,
                        const DesignOptions& options, std::vector<std::string>& warnings) {
  GroupRecipe out;
  for (const auto& column : group.columns) {
    out.group += (out.group.empty() ? "" : ":") + column;
    out.factors.push_back(learn_levels(column, frame));
  }
  out.levels = observed_levels(out.factors, frame);
  check_memory(out.levels.size(), options.max_memory, out.group, frame);
  if (out.levels.size() == 1)
    throw Error(
        fmt::format("{}: the groups '{}' have a single level, '{}', in the {} rows used; a group-level term "
                    "needs at least two.",
                    frame.source(), out.group, out.levels[0], frame.rows()));
  out.effects = learn_terms(group.effects, formula, frame, options.max_levels, warnings);
  out.correlated = group.correlated;
  return out;
}

GroupTerm group_term(const GroupRecipe& recipe, const Frame& frame) {
  GroupTerm out;
  out.group = recipe.group;
  out.levels = recipe.levels;
  out.index = codes_of(level_labels(recipe.factors, frame), recipe.levels, "'" + recipe.group + "'", frame);
  if (recipe.effects.intercept) {
    out.effects.push_back("Intercept");
    out.values.emplace_back();
  }
  for (const auto& column : term_columns(recipe.effects, frame)) {
    out.effects.push_back(column.name);
    out.values.push_back(column.dense(frame.rows()));
  }
  out.correlated = recipe.correlated && out.effects.size() > 1;
  return out;
}

void check_distinct_effects(const std::vector<GroupTerm>& groups) {
  std::set<std::pair<std::string, std::string>> seen;
  for (const auto& g : groups)
    for (const auto& effect : g.effects)
      if (!seen.emplace(g.group, effect).second)
        throw Error(
            fmt::format("formula: the effect {} varies by '{}' in two group-level terms. Keep one; (0 + x | "
                        "{}) leaves out the intercept.",
                        effect, g.group, g.group));
}

}  // namespace cggibbs
