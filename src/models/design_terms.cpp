// What is learned about terms: the kind of each variable, its levels, and R's coding of interactions.
#include "models/design_terms.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "cggibbs/error.hpp"
#include "models/formula_functions.hpp"
#include "models/listing.hpp"
#include "models/stray_text.hpp"

namespace cggibbs {
namespace {

CategoricalRecipe learn_categorical(const std::string& column, const std::string& reference,
                                    const Frame& frame, std::size_t max_levels,
                                    std::vector<std::string>& warnings) {
  CategoricalRecipe out = learn_levels(column, frame);
  const std::size_t count = out.levels.size();
  const Column& c = frame.column(column);
  if (count == 1)
    throw Error(
        fmt::format("{}: the categorical column '{}' has a single level, '{}', in the {} rows used. "
                    "Leave it out of the formula.",
                    frame.source(), column, out.levels[0], frame.rows()));
  if (count > max_levels) {
    const std::string cell = c.numeric || c.first_text_line == 0
                                 ? ""
                                 : fmt::format(" If it should be numeric, look at '{}' in line {}.",
                                               c.first_text, c.first_text_line);
    throw Error(
        fmt::format("{0}: column '{1}' has {2} levels, more than {3}, for a fixed effect. Use (1 | {1}) "
                    "for group-level intercepts, or leave it out (with '.': . - {1}).{4}",
                    frame.source(), column, count, max_levels, cell));
  }
  if (count == frame.rows())
    warnings.push_back(fmt::format("{}: every row has its own level of '{}'", frame.source(), column));
  if (!reference.empty()) {
    const auto it = std::find(out.levels.begin(), out.levels.end(), reference);
    if (it == out.levels.end())
      throw Error(fmt::format("{}: the reference '{}' is not a level of '{}'. Levels: {}.", frame.source(),
                              reference, column, listing(out.levels, 20)));
    out.reference = static_cast<std::size_t>(it - out.levels.begin());
  }
  return out;
}

VariableRecipe learn_variable(const Expr& e, const Formula& formula, const Frame& frame,
                              std::size_t max_levels, std::vector<std::string>& warnings) {
  const std::string& name = variable_name(e);
  if (e.kind == Expr::Kind::name) {
    refuse_stray_text(frame.column(e.text), frame, true);
    if (!frame.column(e.text).numeric)
      return {name, learn_categorical(e.text, "", frame, max_levels, warnings)};
  } else if (const auto kind = find_function(e.text)->kind; kind == FunctionKind::categorical) {
    const auto call = read_categorical(formula.text, e);
    // The reference is not part of the name: C(g)[b] reads better, and one formula needs one coding only.
    return {fmt::format("{}({})", e.text, call.column),
            learn_categorical(call.column, call.reference, frame, max_levels, warnings)};
  } else if (kind == FunctionKind::poly) {
    const auto call = read_poly(formula.text, e);
    PolyRecipe poly{learn_numeric(*call.x, name, frame), call.degree, call.raw, {}};
    if (!call.raw) poly.orthogonal = learn_poly(evaluate(poly.x, frame), call.degree, name);
    return {name, std::move(poly)};
  }
  return {name, learn_numeric(e, name, frame)};
}

/// R's TermCode(): contrasts when an earlier term contains this one without v.
bool margin_present(const std::vector<Term>& terms, std::size_t t, std::uint32_t v) {
  Term rest;
  for (const auto u : terms[t])
    if (u != v) rest.push_back(u);
  if (rest.empty()) return true;
  for (std::size_t s = 0; s < t; ++s)
    if (std::includes(terms[s].begin(), terms[s].end(), rest.begin(), rest.end())) return true;
  return false;
}

/// With an intercept, a term that has all cells of its categorical variables adds up to the intercept.
void warn_if_aliased(const TermSetRecipe& recipe, std::vector<std::string>& warnings) {
  if (!recipe.intercept) return;
  for (const auto& term : recipe.terms) {
    std::string name;
    bool all = true;
    for (std::size_t i = 0; i < term.variables.size(); ++i) {
      const auto& v = recipe.variables[term.variables[i]];
      all = all && std::holds_alternative<CategoricalRecipe>(v.values) && term.full[i];
      name += (i > 0 ? ":" : "") + v.name;
    }
    if (all)
      warnings.push_back(
          fmt::format("formula: the columns of {} add up to the intercept (as in R); add the main "
                      "effects, or remove the intercept with 0 +",
                      name));
  }
}

}  // namespace

std::vector<TermRecipe> code_terms(const TermSet& set, const std::vector<bool>& categorical) {
  std::vector<TermRecipe> out;
  bool give_all_levels = !set.intercept;
  for (std::size_t t = 0; t < set.terms.size(); ++t) {
    TermRecipe term{set.terms[t], {}};
    for (const auto v : term.variables) {
      bool full = false;
      if (categorical[v]) {
        full = give_all_levels || !margin_present(set.terms, t, v);
        give_all_levels = false;
      }
      term.full.push_back(full);
    }
    out.push_back(std::move(term));
  }
  return out;
}

TermSetRecipe learn_terms(const TermSet& set, const Formula& formula, const Frame& frame,
                          std::size_t max_levels, std::vector<std::string>& warnings) {
  TermSetRecipe out;
  out.intercept = set.intercept;
  std::vector<bool> categorical;
  std::unordered_set<std::string> names;
  for (const auto& e : set.variables) {
    out.variables.push_back(learn_variable(e, formula, frame, max_levels, warnings));
    const std::string& name = out.variables.back().name;
    if (!names.insert(name).second)
      throw Error(fmt::format("formula: {} appears with two different reference levels in '{}'. Use one.",
                              name, formula.text));
    categorical.push_back(std::holds_alternative<CategoricalRecipe>(out.variables.back().values));
  }
  out.terms = code_terms(set, categorical);
  warn_if_aliased(out, warnings);
  return out;
}

}  // namespace cggibbs
