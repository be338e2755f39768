// From terms to columns: numeric variables, polynomials, and categorical variables in R's coding.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "models/categorical.hpp"
#include "models/formula.hpp"
#include "models/frame.hpp"
#include "models/numeric_expr.hpp"
#include "models/poly.hpp"

namespace cggibbs {

struct PolyRecipe {
  NumericRecipe x;
  std::size_t degree = 1;
  bool raw = false;
  OrthogonalPoly orthogonal;  ///< unless raw
};

struct VariableRecipe {
  std::string name;
  std::variant<NumericRecipe, PolyRecipe, CategoricalRecipe> values;
};

/// A product of variables; full[i] when variable i keeps its reference level.
struct TermRecipe {
  Term variables;
  std::vector<bool> full;
};

struct TermSetRecipe {
  bool intercept = true;
  std::vector<VariableRecipe> variables;
  std::vector<TermRecipe> terms;
};

/// A column of a design: a value per row, or, when sparse, the rows that are not zero.
struct DesignColumn {
  std::string name;
  bool sparse = false;
  std::vector<std::uint32_t> row;  ///< ascending; only when sparse
  std::vector<double> value;

  std::vector<double> dense(std::size_t rows) const;
};

/// R's rule (Statistical Models in S, page 38): in term t, the categorical variable v is coded against its
/// reference when an earlier term contains t without v, and by all its levels otherwise; without an intercept
/// the first categorical variable keeps all levels.
std::vector<TermRecipe> code_terms(const TermSet& set, const std::vector<bool>& categorical);

/// Levels, moments and polynomials from these data. Warnings are appended.
TermSetRecipe learn_terms(const TermSet& set, const Formula& formula, const Frame& frame,
                          std::size_t max_levels, std::vector<std::string>& warnings);

/// Columns in R's order, without the intercept.
std::vector<DesignColumn> term_columns(const TermSetRecipe& recipe, const Frame& frame);

}  // namespace cggibbs
