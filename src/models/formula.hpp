// Model formulas as R users write them: parsed to a tree, then expanded to terms.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cggibbs {

/// A node of a parsed formula.
struct Expr {
  enum class Kind {
    number,       ///< value
    string,       ///< text
    name,         ///< text: a column; dot when it is the bare `.` that stands for all other columns
    sum,          ///< args, each added or (minus) subtracted; a lone negated argument is unary minus
    times,        ///< a * b
    divide,       ///< a / b: nesting between terms, division inside functions
    interaction,  ///< a : b and a %in% b
    power,        ///< a ^ b
    group,        ///< (a | b) and, when uncorrelated, (a || b)
    call,         ///< text(args), text a function that find_function() knows
  };
  Kind kind = Kind::name;
  std::size_t at = 0;  ///< byte offset in the formula, for messages
  std::size_t depth = 1;
  double value = 0;
  bool dot = false;
  bool uncorrelated = false;
  std::string text = {};
  std::string source = {};  ///< of a call: as written, without spaces; this names coefficients
  std::vector<Expr> args = {};
  std::vector<bool> minus = {};        ///< of a sum: one flag per argument
  std::vector<std::string> keys = {};  ///< of a call: `ref` in C(g, ref = "b"), empty for plain arguments
};

/// What `y ~ x + (1 | g)` says before any data are seen.
struct Formula {
  std::string text = {};
  std::string response_name = {};  ///< as written, without spaces
  Expr response = {};
  Expr terms = {};
};

/// Throws Error with the position of the first mistake.
Formula parse_formula(std::string_view text);

/// A product of variables: ascending indices into TermSet::variables.
using Term = std::vector<std::uint32_t>;

/// Terms in R's order: by number of variables, then as written.
struct TermSet {
  bool intercept = true;
  std::vector<Expr> variables;  ///< names and calls, in order of appearance
  std::vector<Term> terms;
};

/// (effects | columns[0]:columns[1]:...)
struct GroupFormula {
  std::vector<std::string> columns;
  TermSet effects;
  bool correlated = true;  ///< a single bar: effects of one level, if there are several, are correlated
};

struct ModelTerms {
  TermSet fixed;
  std::vector<Expr> offsets;  ///< calls of offset(...)
  std::vector<GroupFormula> groups;
  std::vector<std::string> warnings;
};

/// Expands *, ^, /, `.` (into dot_columns) and removals.
ModelTerms expand_terms(const Formula& formula, const std::vector<std::string>& dot_columns);

/// The columns that an expression mentions, each once, in order of appearance; `.` is not one.
std::vector<std::string> columns_of(const Expr& expr);

/// How a variable is called in output: the column, or the call as written without spaces.
inline const std::string& variable_name(const Expr& variable) {
  return variable.kind == Expr::Kind::call ? variable.source : variable.text;
}

}  // namespace cggibbs
