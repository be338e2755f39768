// From a formula and a table to a response, a design matrix and group-level terms.
#include "models/design.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "base/settings_text.hpp"
#include "cggibbs/error.hpp"
#include "models/design_matrix.hpp"

namespace cggibbs {
namespace {

using Names = std::vector<std::string>;

/// Distinct names in order of first addition.
class NameSet {
 public:
  void add(const Names& names) {
    for (const auto& name : names)
      if (seen_.insert(name).second) list_.push_back(name);
  }
  bool has(const std::string& name) const { return seen_.count(name) > 0; }
  const Names& list() const { return list_; }

 private:
  std::unordered_set<std::string> seen_;
  Names list_;
};

Names option_columns(const DesignOptions& options) {
  Names out = options.offsets;
  if (!options.weights.empty()) out.push_back(options.weights);
  if (!options.trials.empty()) out.push_back(options.trials);
  return out;
}

void check_columns_exist(const Formula& formula, const DesignOptions& options, const Frame& frame) {
  for (const auto* side : {&formula.response, &formula.terms})
    for (const auto& name : columns_of(*side)) frame.column(name);
  if (!options.weights.empty()) frame.column(options.weights, "`weights`"_settings);
  if (!options.trials.empty()) frame.column(options.trials, "`trials`"_settings);
  for (const auto& name : options.offsets) frame.column(name, "`offset`"_settings);
  if (!options.trials.empty() && formula.response.text == "cbind" &&
      formula.response.kind == Expr::Kind::call)
    throw Error(
        "formula: cbind() already gives the trials. Leave out `trials`, or use the successes as response."_settings);
}

/// `.` is every column that has no other part in the model.
Names dot_columns(const Formula& formula, const DesignOptions& options, const Table& table) {
  NameSet taken;
  taken.add(columns_of(formula.response));
  taken.add(option_columns(options));
  const ModelTerms terms = expand_terms(formula, {});
  for (const auto& e : terms.offsets) taken.add(columns_of(e));
  for (const auto& g : terms.groups) taken.add(g.columns);
  Names out;
  for (const auto& c : table.columns)
    if (!taken.has(c.name)) out.push_back(c.name);
  return out;
}

/// As R does: the response alone is no term; other uses of its columns are allowed but suspicious.
void drop_response_terms(const Formula& formula, ModelTerms& terms) {
  const auto response = columns_of(formula.response);
  auto& set = terms.fixed;
  for (std::uint32_t v = 0; v < set.variables.size(); ++v) {
    const auto used = columns_of(set.variables[v]);
    const auto shared = std::find_first_of(used.begin(), used.end(), response.begin(), response.end());
    if (shared == used.end()) continue;
    const std::string& name = variable_name(set.variables[v]);
    const bool same = name == formula.response_name;
    const auto before = set.terms.size();
    if (same) set.terms.erase(std::remove(set.terms.begin(), set.terms.end(), Term{v}), set.terms.end());
    terms.warnings.push_back(fmt::format("formula: the response column '{}' is also on the right side ({}){}",
                                         *shared, name, set.terms.size() < before ? ", dropped there" : ""));
  }
}

ModelTerms terms_for(const Formula& formula, const DesignOptions& options, const Table& table) {
  const auto dot = dot_columns(formula, options, table);
  ModelTerms terms = expand_terms(formula, dot);
  for (const auto& e : terms.fixed.variables)
    if (e.dot)
      throw Error(fmt::format(
          "formula: '.' in '{}' stands for no column: all have another part in the model.", formula.text));
  drop_response_terms(formula, terms);
  return terms;
}

Names predictor_columns(const ModelTerms& terms, const DesignOptions& options) {
  NameSet out;
  for (const auto& e : terms.fixed.variables) out.add(columns_of(e));
  for (const auto& e : terms.offsets) out.add(columns_of(e));
  for (const auto& g : terms.groups) {
    out.add(g.columns);
    for (const auto& e : g.effects.variables) out.add(columns_of(e));
  }
  out.add(options.offsets);
  return out.list();
}

/// Rows whose `weights` are zero are left out, whatever they hold; empty: none.
Frame frame_for(const Table& table, const Names& required, const Names& optional, MissingValues na,
                const std::string& weights) {
  Frame frame(table);
  if (table.rows == 0) throw Error(fmt::format("{}: there are no rows.", frame.source()));
  if (!weights.empty()) frame.leave_out_zeros(weights);
  NameSet used;
  used.add(required);
  for (const auto& name : optional)
    if (frame.has(name)) used.add({name});
  frame.handle_missing(used.list(), na);
  return frame;
}

bool has_all(const Frame& frame, const Names& names) {
  return std::all_of(names.begin(), names.end(), [&](const auto& name) { return frame.has(name); });
}

/// Everything but x: response, trials, weights, offset, groups.
Design start_design(const DesignRecipe& recipe, const Frame& frame) {
  Design out;
  out.rows = frame.rows();
  out.rows_dropped = frame.dropped();
  out.rows_without_weight = frame.zeros();
  out.kept_rows = frame.kept();
  out.intercept = recipe.fixed.intercept;
  out.response_name = recipe.response.name;
  if (recipe.response.levels) out.response_levels = recipe.response.levels->levels;
  if (has_all(frame, recipe.response.columns)) {
    auto response = response_values(recipe.response, frame);
    out.y = std::move(response.y);
    out.trials = std::move(response.trials);
  }
  const DesignOptions& options = recipe.options;
  if (!options.trials.empty() && frame.has(options.trials))
    out.trials = nonnegative_column(options.trials, "`trials`"_settings, frame);
  if (!options.weights.empty() && frame.has(options.weights))
    out.weights = nonnegative_column(options.weights, "`weights`"_settings, frame);
  for (const auto& o : recipe.offsets) {
    const auto values = evaluate(o, frame);
    out.offset.resize(frame.rows(), 0.0);
    for (std::size_t i = 0; i < values.size(); ++i) out.offset[i] += values[i];
  }
  for (const auto& g : recipe.groups) out.groups.push_back(group_term(g, frame));
  return out;
}

void finish_design(const DesignRecipe& recipe, const Frame& frame, std::vector<DesignColumn> columns,
                   Design& out) {
  std::vector<DesignColumn> kept;
  for (std::size_t j = 0; j < columns.size(); ++j) {
    if (!recipe.keep[j]) continue;
    out.names.push_back(columns[j].name);
    kept.push_back(std::move(columns[j]));
  }
  out.x = make_matrix(std::move(kept), frame.rows());
}

}  // namespace

LearnedDesign learn_and_build(const Formula& formula, const Table& table, const DesignOptions& options) {
  check_columns_exist(formula, options, Frame(table));
  ModelTerms terms = terms_for(formula, options, table);
  const Names required = predictor_columns(terms, options);
  Names others = option_columns(options);
  for (const auto& name : columns_of(formula.response)) others.push_back(name);
  const Frame frame = frame_for(table, required, others, options.na, options.weights);
  if (frame.rows() < 2)
    throw Error(fmt::format("{}: a single row is left{}; a model needs at least two.", frame.source(),
                            frame.dropped() > 0 ? " after dropping missing values"
                            : frame.zeros() > 0 ? " of positive weight"
                                                : ""));

  DesignRecipe recipe;
  recipe.options = options;
  recipe.columns = required;
  recipe.warnings = std::move(terms.warnings);
  recipe.response = learn_response(formula, frame);
  recipe.fixed = learn_terms(terms.fixed, formula, frame, options.max_levels, recipe.warnings);
  for (const auto& e : terms.offsets) recipe.offsets.push_back(learn_numeric(e, variable_name(e), frame));
  for (const auto& name : options.offsets)
    recipe.offsets.push_back(learn_numeric({.text = name}, "`offset`"_settings, frame));
  for (const auto& g : terms.groups)
    recipe.groups.push_back(learn_group(g, formula, frame, options, recipe.warnings));

  Design design = start_design(recipe, frame);
  check_distinct_effects(design.groups);
  auto columns = term_columns(recipe.fixed, frame);
  recipe.keep = informative_columns(columns, frame.rows(), recipe.fixed.intercept, recipe.warnings);
  finish_design(recipe, frame, std::move(columns), design);
  if (!design.intercept && design.names.empty() && design.groups.empty() && design.offset.empty())
    recipe.warnings.push_back("formula: the model has no intercept and no predictor");
  design.warnings = recipe.warnings;
  return {std::move(recipe), std::move(design)};
}

DesignRecipe learn_design(const Formula& formula, const Table& table, const DesignOptions& options) {
  return learn_and_build(formula, table, options).recipe;
}

Design build_design(const Formula& formula, const Table& table, const DesignOptions& options) {
  return learn_and_build(formula, table, options).design;
}

Design apply_design(const DesignRecipe& recipe, const Table& table) {
  Names others = recipe.response.columns;
  for (const auto& name : {recipe.options.weights, recipe.options.trials})
    if (!name.empty()) others.push_back(name);
  const Frame frame = frame_for(table, recipe.columns, others, recipe.options.na, "");
  Design design = start_design(recipe, frame);
  auto columns = term_columns(recipe.fixed, frame);
  finish_design(recipe, frame, std::move(columns), design);
  return design;
}

}  // namespace cggibbs
