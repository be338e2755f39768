// A program as it was written: relations inside loops, over expressions.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "bugs/source.hpp"

namespace cggibbs::bugs {

enum class ExprKind {
  number,
  reference,  ///< x, x[i,j], x[,1:2]: arguments are the indices
  call,       ///< f(a, b); operators are calls of "+", "%*%", ":", "[-]" (the sign), ...
  missing     ///< the index that is not there in x[,1]
};

struct Expr {
  ExprKind kind = ExprKind::missing;
  Span at;
  double number = 0;
  std::string name = {};
  std::vector<Expr> args = {};
  bool bracketed = false;  ///< a reference with brackets, if only x[]
};

template <class F>
void for_each_reference(const Expr& e, const F& f) {
  if (e.kind == ExprKind::reference) f(e);
  for (const auto& a : e.args) for_each_reference(a, f);
}

/// Adds the names that e reads.
inline void collect_names(const Expr& e, std::set<std::string>& names) {
  for_each_reference(e, [&](const Expr& r) { names.insert(r.name); });
}

/// for (counter in range), inside the loop `outer`.
struct Loop {
  std::string counter;
  Expr range;
  std::optional<std::size_t> outer;
};

enum class Restriction { none, truncated, censored };  ///< T(,) and I(,)

struct Relation {
  Span at;
  bool stochastic = false;
  Expr target;            ///< a reference
  std::string link = {};  ///< of the target: log, logit, probit, cloglog
  Expr value;             ///< what it is, or a call of its distribution
  Restriction restriction = Restriction::none;
  std::optional<Expr> lower = std::nullopt, upper = std::nullopt;
  std::optional<std::size_t> loop = std::nullopt;  ///< the innermost
};

/// x[10, 2] of a var block.
struct Declaration {
  Span at;
  std::string name;
  std::vector<Expr> extents;
};

struct Block {
  std::vector<Loop> loops;  ///< outer ones before those inside
  std::vector<Relation> relations;
};

struct Program {
  std::vector<Declaration> declarations;
  Block data, model;
  bool has_model = false;
};

}  // namespace cggibbs::bugs
