// The columns of terms: products of numeric columns and cells of categorical variables.
#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "cggibbs/error.hpp"
#include "models/design_terms.hpp"

namespace cggibbs {
namespace {

/// More columns than a coordinate-wise sampler can use; bounds products of many-level variables.
constexpr std::size_t max_columns = 200'000;

/// A variable's columns, or its codes when it is categorical; a label for each.
struct VariableValues {
  std::vector<std::string> labels;
  std::vector<std::vector<double>> columns;
  std::vector<std::uint32_t> codes;
  bool categorical = false;
  std::size_t reference = 0;
};

void check_powers(const std::vector<std::vector<double>>& columns, const std::string& name,
                  const Frame& frame) {
  for (const auto& column : columns)
    for (std::size_t i = 0; i < column.size(); ++i)
      if (!std::isfinite(column[i]))
        throw Error(fmt::format("{}: {} overflows in row {}. Use poly(scale(x), ...) or a lower degree.",
                                frame.source(), name, frame.row_number(i)));
}

struct ValuesOf {
  const std::string& name;
  const Frame& frame;

  VariableValues operator()(const NumericRecipe& recipe) const {
    VariableValues out;
    out.labels = {name};
    out.columns.push_back(evaluate(recipe, frame));
    return out;
  }
  VariableValues operator()(const PolyRecipe& recipe) const {
    VariableValues out;
    const auto x = evaluate(recipe.x, frame);
    out.columns = recipe.raw ? raw_powers(x, recipe.degree) : evaluate_poly(recipe.orthogonal, x);
    check_powers(out.columns, name, frame);
    for (std::size_t k = 1; k <= recipe.degree; ++k) out.labels.push_back(fmt::format("{}[{}]", name, k));
    return out;
  }
  VariableValues operator()(const CategoricalRecipe& recipe) const {
    VariableValues out;
    out.categorical = true;
    out.reference = recipe.reference;
    out.codes = level_codes(recipe, frame);
    for (const auto& level : recipe.levels) out.labels.push_back(fmt::format("{}[{}]", name, level));
    return out;
  }
};

void check_products(const std::vector<DesignColumn>& columns, const Frame& frame) {
  for (const auto& c : columns)
    for (std::size_t k = 0; k < c.value.size(); ++k)
      if (!std::isfinite(c.value[k]))
        throw Error(fmt::format("{}: the product {} overflows in row {}. Use scale() on its parts.",
                                frame.source(), c.name, frame.row_number(c.sparse ? c.row[k] : k)));
}

/// One variable of a term: which of its labels make columns.
struct Factor {
  VariableValues* values;
  std::vector<std::uint32_t> used;  ///< indices into labels
  bool last_use;                    ///< the columns may be moved from
};

/// Rows by cell of the term's categorical variables, the first varying fastest; rows at a reference level
/// that is coded away belong to no cell.
std::vector<std::vector<std::uint32_t>> rows_by_cell(const std::vector<Factor>& factors, std::size_t rows) {
  constexpr std::int64_t none = -1;
  std::size_t cells = 1;
  std::vector<std::int64_t> cell(rows, 0);
  for (const auto& f : factors) {
    if (!f.values->categorical) continue;
    std::vector<std::int64_t> place(f.values->labels.size(), none);
    for (std::size_t k = 0; k < f.used.size(); ++k) place[f.used[k]] = static_cast<std::int64_t>(k * cells);
    for (std::size_t i = 0; i < rows; ++i) {
      const auto step = place[f.values->codes[i]];
      cell[i] = cell[i] == none || step == none ? none : cell[i] + step;
    }
    cells *= f.used.size();
  }
  std::vector<std::vector<std::uint32_t>> out(cells);
  for (std::size_t i = 0; i < rows; ++i)
    if (cell[i] != none) out[static_cast<std::size_t>(cell[i])].push_back(static_cast<std::uint32_t>(i));
  return out;
}

/// One column for each combination of labels, the first variable varying fastest.
void append_columns(std::vector<Factor>& factors, std::size_t rows, std::vector<DesignColumn>& out) {
  bool sparse = false;
  std::size_t count = 1;
  for (const auto& f : factors) {
    sparse = sparse || f.values->categorical;
    count *= f.used.size();
  }
  std::vector<std::vector<std::uint32_t>> cells;
  if (sparse) cells = rows_by_cell(factors, rows);
  for (std::size_t k = 0; k < count; ++k) {
    DesignColumn column;
    column.sparse = sparse;
    std::size_t rest = k, cell = 0, stride = 1;
    std::vector<std::vector<double>*> numeric;
    for (const auto& f : factors) {
      const std::size_t digit = rest % f.used.size();
      rest /= f.used.size();
      column.name += (column.name.empty() ? "" : ":") + f.values->labels[f.used[digit]];
      if (f.values->categorical) {
        cell += digit * stride;
        stride *= f.used.size();
      } else {
        numeric.push_back(&f.values->columns[f.used[digit]]);
      }
    }
    if (sparse) {
      for (const auto i : cells[cell]) {
        double v = 1;
        for (const auto* x : numeric) v *= (*x)[i];
        if (v == 0) continue;
        column.row.push_back(i);
        column.value.push_back(v);
      }
    } else if (numeric.size() == 1 && factors[0].last_use) {
      column.value = std::move(*numeric[0]);
    } else {
      column.value = *numeric[0];
      for (std::size_t m = 1; m < numeric.size(); ++m)
        for (std::size_t i = 0; i < rows; ++i) column.value[i] *= (*numeric[m])[i];
    }
    out.push_back(std::move(column));
  }
}

}  // namespace

std::vector<double> DesignColumn::dense(std::size_t rows) const {
  if (!sparse) return value;
  std::vector<double> out(rows, 0.0);
  for (std::size_t k = 0; k < row.size(); ++k) out[row[k]] = value[k];
  return out;
}

std::vector<DesignColumn> term_columns(const TermSetRecipe& recipe, const Frame& frame) {
  std::vector<VariableValues> values;
  for (const auto& v : recipe.variables) values.push_back(std::visit(ValuesOf{v.name, frame}, v.values));

  std::vector<std::size_t> uses(values.size(), 0);
  for (const auto& term : recipe.terms)
    for (const auto v : term.variables) ++uses[v];

  std::vector<DesignColumn> out;
  for (const auto& term : recipe.terms) {
    std::vector<Factor> factors;
    std::size_t columns = 1;
    std::string name;
    for (std::size_t i = 0; i < term.variables.size(); ++i) {
      const auto v = term.variables[i];
      Factor f{&values[v], {}, --uses[v] == 0};
      for (std::uint32_t k = 0; k < values[v].labels.size(); ++k)
        if (!values[v].categorical || term.full[i] || k != values[v].reference) f.used.push_back(k);
      columns *= f.used.size();
      name += (i > 0 ? ":" : "") + recipe.variables[v].name;
      if (out.size() + columns > max_columns)
        throw Error(
            fmt::format("{}: the formula makes more than {} columns (at {}). Use group-level terms such as "
                        "(1 | g:h), or fewer interactions.",
                        frame.source(), max_columns, name));
      factors.push_back(std::move(f));
    }
    append_columns(factors, frame.rows(), out);
  }
  check_products(out, frame);
  return out;
}

}  // namespace cggibbs
