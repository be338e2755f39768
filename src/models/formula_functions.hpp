// The functions a formula may call, and what their arguments mean.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "models/formula.hpp"

namespace cggibbs {

enum class FunctionKind {
  math,         ///< one number in, one number out
  identity,     ///< I(...): arithmetic as written
  scale,        ///< (x - mean) / standard deviation, both learned once
  center,       ///< x - mean
  poly,         ///< several columns: orthogonal or raw polynomials
  categorical,  ///< C(g), factor(g), as.factor(g)
  offset,       ///< offset(expr), a term of its own
  cbind,        ///< cbind(successes, failures), only as the response
};

struct Function {
  std::string_view name;
  FunctionKind kind;
  double (*of)(double) = nullptr;  ///< of math functions
};

/// Null when there is no such function.
const Function* find_function(std::string_view name);

/// poly(x, degree, raw = TRUE)
struct PolyCall {
  const Expr* x = nullptr;
  std::size_t degree = 0;
  bool raw = false;
};
PolyCall read_poly(std::string_view formula, const Expr& call);

/// C(column, ref = "level"); ref is empty when not given.
struct CategoricalCall {
  std::string column;
  std::string reference;
};
CategoricalCall read_categorical(std::string_view formula, const Expr& call);

/// Throws when the call names no function or its arguments do not fit it.
void check_call(std::string_view formula, const Expr& call);

/// Throws unless expr is arithmetic on columns and numbers: what log(...) and I(...) may hold.
void check_arithmetic(std::string_view formula, const Expr& expr);

}  // namespace cggibbs
