// The response: numbers, two levels coded 0 and 1, or successes and failures.
#include "models/design_response.hpp"

#include <fmt/format.h>

#include "cggibbs/error.hpp"
#include "models/formula_functions.hpp"
#include "models/listing.hpp"
#include "models/stray_text.hpp"

namespace cggibbs {
namespace {

/// Where a column that might have been meant as numbers has its first text.
std::string text_cell(const Column& c) {
  if (c.numeric || c.first_text_line == 0) return "";
  return fmt::format(" because of '{}' on line {}", c.first_text, c.first_text_line);
}

CategoricalRecipe two_levels(const std::string& column, const std::string& reference, const Frame& frame) {
  CategoricalRecipe out = learn_levels(column, frame);
  if (out.levels.size() != 2)
    throw Error(
        fmt::format("{}: the response '{}' is categorical with {} level{} ({}){}; a 0/1 response needs two.",
                    frame.source(), column, out.levels.size(), out.levels.size() == 1 ? "" : "s",
                    listing(out.levels), text_cell(frame.column(column))));
  if (out.levels[1] == reference) std::swap(out.levels[0], out.levels[1]);
  if (!reference.empty() && out.levels[0] != reference)
    throw Error(fmt::format("{}: the reference '{}' is not a level of the response '{}'. Levels: {}.",
                            frame.source(), reference, column, listing(out.levels)));
  return out;
}

}  // namespace

ResponseRecipe learn_response(const Formula& formula, const Frame& frame) {
  const Expr& e = formula.response;
  ResponseRecipe out{.name = formula.response_name, .columns = columns_of(e), .levels = {}, .parts = {}};
  if (e.kind == Expr::Kind::name) {
    out.name = e.text;
    refuse_stray_text(frame.column(e.text), frame, true);
    if (!frame.column(e.text).numeric) {
      out.levels = two_levels(e.text, "", frame);
      return out;
    }
  }
  if (e.kind == Expr::Kind::call) {
    const FunctionKind kind = find_function(e.text)->kind;
    if (kind == FunctionKind::categorical) {
      const auto call = read_categorical(formula.text, e);
      out.levels = two_levels(call.column, call.reference, frame);
      return out;
    }
    if (kind == FunctionKind::cbind) {
      for (const auto& part : e.args) out.parts.push_back(learn_numeric(part, out.name, frame));
      return out;
    }
  }
  out.parts.push_back(learn_numeric(e, out.name, frame));
  return out;
}

ResponseValues response_values(const ResponseRecipe& recipe, const Frame& frame) {
  ResponseValues out;
  if (recipe.levels) {
    for (const auto code : level_codes(*recipe.levels, frame)) out.y.push_back(code);
    return out;
  }
  out.y = evaluate(recipe.parts[0], frame);
  if (recipe.parts.size() < 2) return out;
  out.trials = evaluate(recipe.parts[1], frame);
  for (std::size_t i = 0; i < out.y.size(); ++i) {
    if (out.y[i] < 0 || out.trials[i] < 0)
      throw Error(fmt::format("{}: {} is ({}, {}) in row {}; successes and failures cannot be negative.",
                              frame.source(), recipe.name, out.y[i], out.trials[i], frame.row_number(i)));
    out.trials[i] += out.y[i];
  }
  return out;
}

std::vector<double> nonnegative_column(const std::string& name, const std::string& setting,
                                       const Frame& frame) {
  auto out = frame.numbers(name, setting);
  for (std::size_t i = 0; i < out.size(); ++i)
    if (out[i] < 0)
      throw Error(fmt::format("{}: {} column '{}' is {} in row {}, but cannot be negative.", frame.source(),
                              setting, name, out[i], frame.row_number(i)));
  return out;
}

}  // namespace cggibbs
