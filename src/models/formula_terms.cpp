// The algebra of terms: what *, /, ^, : and - mean between variables, as in R's terms.formula().
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "models/formula.hpp"
#include "models/formula_functions.hpp"
#include "models/formula_lexer.hpp"
#include "models/term_list.hpp"

namespace cggibbs {
namespace {

/// Bounds what *, / and ^ may make of a short text: distinct terms of one operator, and products formed in
/// all.
constexpr std::size_t max_terms = 10'000;
constexpr std::size_t max_products = 200'000;

/// Leaves out the variables that removals (`- x`) have made unused.
TermSet prune(TermSet set) {
  constexpr std::uint32_t unused = -1;
  std::vector<std::uint32_t> number(set.variables.size(), unused);
  for (const auto& term : set.terms)
    for (const auto v : term) number[v] = 0;
  std::vector<Expr> kept;
  for (std::size_t v = 0; v < number.size(); ++v) {
    if (number[v] == unused) continue;
    number[v] = static_cast<std::uint32_t>(kept.size());
    kept.push_back(std::move(set.variables[v]));
  }
  for (auto& term : set.terms)
    for (auto& v : term) v = number[v];
  set.variables = std::move(kept);
  return set;
}

/// Expands one side of one formula; group-level terms start an expander of their own.
class Expander {
 public:
  Expander(const Formula& formula, const std::vector<std::string>& dot_columns)
      : formula_(formula), dot_columns_(dot_columns) {}

  TermSet expand(const Expr& expr) {
    auto terms = encode(expr).ordered();
    std::stable_sort(terms.begin(), terms.end(),
                     [](const Term& a, const Term& b) { return a.size() < b.size(); });
    return prune({intercept_, std::move(variables_), std::move(terms)});
  }

  ModelTerms expand_model(const Expr& expr) {
    model_ = true;
    out_.fixed = expand(expr);
    return std::move(out_);
  }

 private:
  [[noreturn]] void fail(const Expr& e, const std::string& what, const std::string& hint = "") const {
    formula_error(formula_.text, e.at, what, hint);
  }

  Term variable(const Expr& e) {
    const std::string key = (e.kind == Expr::Kind::call ? "(" : " ") + variable_name(e);
    const auto [it, added] = index_.try_emplace(key, static_cast<std::uint32_t>(variables_.size()));
    if (added) variables_.push_back(e);
    return {it->second};
  }

  TermList encode(const Expr& e) {
    switch (e.kind) {
      case Expr::Kind::number:
        return encode_number(e);
      case Expr::Kind::string:
        fail(e, "text in quotes is not a term", "Names with spaces go in backticks: `my column`.");
      case Expr::Kind::name:
        return encode_name(e);
      case Expr::Kind::call:
        return encode_call(e);
      case Expr::Kind::sum:
        return encode_sum(e);
      case Expr::Kind::times: {
        TermList left = operand(e, 0);
        const TermList right = operand(e, 1);
        const TermList both = cross(e, left, right);
        left.insert(right);
        left.insert(both);
        return left;
      }
      case Expr::Kind::interaction: {
        const TermList left = operand(e, 0);
        return cross(e, left, operand(e, 1));
      }
      case Expr::Kind::divide:
        return encode_nesting(e);
      case Expr::Kind::power:
        return encode_power(e);
      case Expr::Kind::group:
        encode_group(e);
        return {};
    }
    return {};  // every kind has returned
  }

  /// 1 and 0 set the intercept wherever they stand; a minus in front turns them round.
  TermList encode_number(const Expr& e) {
    if ((e.value != 0 && e.value != 1) || product_)
      fail(
          e, fmt::format("the number {} is not a term", e.value),
          "Only 1 (intercept) and 0 (no intercept) can be added; put arithmetic inside I(), as in I(2 * x).");
    intercept_ = (e.value == 1) != minus_;
    return {};
  }

  TermList encode_name(const Expr& e) {
    TermList out;
    if (!e.dot || dot_columns_.empty()) {
      out.insert(variable(e));
    } else {
      for (const auto& name : dot_columns_) out.insert(variable({.at = e.at, .text = name}));
    }
    return out;
  }

  TermList encode_call(const Expr& e) {
    const FunctionKind kind = find_function(e.text)->kind;
    if (kind == FunctionKind::cbind)
      fail(e, "cbind() is not a term", "It joins successes and failures in the response.");
    if (kind == FunctionKind::offset) {
      if (!model_ || minus_ || product_) fail(e, "offset() can only be added to the formula");
      out_.offsets.push_back(e);
      return {};
    }
    TermList out;
    out.insert(variable(e));
    return out;
  }

  TermList encode_sum(const Expr& e) {
    TermList out;
    for (std::size_t i = 0; i < e.args.size(); ++i) {
      if (!e.minus[i]) {
        out.insert(encode(e.args[i]));
      } else {
        minus_ = !minus_;
        out.erase(encode(e.args[i]));
        minus_ = !minus_;
      }
    }
    return out;
  }

  TermList operand(const Expr& e, std::size_t i) {
    const bool outer = std::exchange(product_, true);
    TermList out = encode(e.args[i]);
    product_ = outer;
    if (out.empty()) fail(e, "an operator with no term on one side");
    return out;
  }

  TermList cross(const Expr& e, const TermList& left, const TermList& right) {
    products_ += left.size() * right.size();
    if (products_ > max_products) too_many(e);
    TermList out;
    const auto rights = right.ordered();
    for (const auto& a : left.ordered())
      for (const auto& b : rights) out.insert(merged(a, b));
    if (out.size() > max_terms) too_many(e);
    return out;
  }

  [[noreturn]] void too_many(const Expr& e) const {
    fail(e, fmt::format("the formula expands to too many terms (the limit is {})", max_terms),
         "Write out the interactions that you need.");
  }

  /// a / b is a + a:b; when a has several terms, b is nested in all of their variables together.
  TermList encode_nesting(const Expr& e) {
    TermList left = operand(e, 0);
    const TermList right = operand(e, 1);
    Term all;
    for (const auto& term : left.ordered()) all = merged(all, term);
    TermList within;
    within.insert(all);
    left.insert(cross(e, within, right));
    return left;
  }

  TermList encode_power(const Expr& e) {
    const Expr& exponent = e.args[1];
    if (exponent.kind != Expr::Kind::number || exponent.value < 1 ||
        exponent.value != std::floor(exponent.value))
      fail(e, "the power of terms must be a whole number", "Powers of a number are written I(x^0.5).");
    const TermList base = operand(e, 0);
    if (base.size() == 1 && exponent.value > 1) {
      const std::string x = e.args[0].kind == Expr::Kind::name ? e.args[0].text : "x";
      const double k = exponent.value;
      out_.warnings.push_back(
          fmt::format("formula: '{}^{}' crosses terms with themselves and adds nothing; for the power of a "
                      "number write I({}^{})",
                      x, k, x, k));
    }
    TermList out = base;
    // A power beyond the number of terms adds nothing, so the loop ends early for any exponent.
    const auto power = static_cast<std::size_t>(std::min(exponent.value, 1.0 + max_terms));
    for (std::size_t k = 1; k < power; ++k) {
      const std::size_t before = out.size();
      out = cross(e, out, base);
      if (out.size() == before) break;
    }
    return out;
  }

  void encode_group(const Expr& e) {
    if (!model_ || minus_ || product_)
      fail(e, "a group-level term can only be added to the formula", "Write y ~ x + (1 | g).");
    Expander effects(formula_, dot_columns_);
    GroupFormula group;
    group.effects = effects.expand(e.args[0]);
    const std::size_t count = group.effects.terms.size() + (group.effects.intercept ? 1 : 0);
    if (count == 0)
      fail(e, "a group-level term without effects", "Write (1 | g), or (0 + x | g) for a slope.");
    group.correlated = !e.uncorrelated;

    Expander factors(formula_, dot_columns_);
    factors.product_ = true;  // refuses numbers
    const TermSet by = factors.expand(e.args[1]);
    if (by.terms.empty()) fail(e.args[1], "no grouping column after '|'");
    for (const auto& term : by.terms) {
      group.columns.clear();
      for (const auto v : term) group.columns.push_back(grouping_column(by.variables[v]));
      out_.groups.push_back(group);
    }
  }

  std::string grouping_column(const Expr& e) const {
    if (e.kind == Expr::Kind::name && !e.dot) return e.text;
    if (e.kind == Expr::Kind::call && find_function(e.text)->kind == FunctionKind::categorical)
      return read_categorical(formula_.text, e).column;
    fail(e, "groups must be columns", "Write (1 | g), (1 | g:h) or (1 | g/h).");
  }

  const Formula& formula_;
  const std::vector<std::string>& dot_columns_;
  std::unordered_map<std::string, std::uint32_t> index_;
  std::vector<Expr> variables_;
  bool intercept_ = true;
  bool minus_ = false;    ///< inside an odd number of minus signs
  bool product_ = false;  ///< inside an operand of * / : ^
  bool model_ = false;    ///< offsets and group-level terms have a meaning
  std::size_t products_ = 0;
  ModelTerms out_;
};

}  // namespace

ModelTerms expand_terms(const Formula& formula, const std::vector<std::string>& dot_columns) {
  return Expander(formula, dot_columns).expand_model(formula.terms);
}

}  // namespace cggibbs
