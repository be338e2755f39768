// The value of expressions in every row of a loop.
#pragma once

#include "bugs/ast.hpp"
#include "bugs/function_table.hpp"
#include "bugs/space.hpp"
#include "bugs/variables.hpp"

namespace cggibbs::bugs {

/// Thrown where an expression needs what has not been computed, or will never be: who asked decides which.
struct NotYet {
  Span at;
  std::string what;  ///< "x[3]"
};

/// Elements that a reference reads in every row.
struct Reading {
  const Variable* variable = nullptr;
  Places at = {};  ///< row after row, the last index fastest; empty where an index is itself sampled
  std::size_t rows = 1;
  Shape shape = {};                             ///< of a row; indices of one value leave no axis
  std::optional<Value> sampled = std::nullopt;  ///< the same as `at`, counted from 1
};

class Evaluator {
 public:
  Evaluator(const Source& source, const Variables& variables) : source_(source), variables_(variables) {}

  Value evaluate(const Expr& expr, const Space& space) const;
  /// Of a reference to a variable.
  Reading reading(const Expr& reference, const Space& space) const;
  /// The elements of a variable that may still get more: its extents are not looked at. By index, row after row.
  struct Index {
    std::vector<double> values;
    std::size_t rows = 1, count = 1;
    bool all = false;                             ///< missing: the whole extent
    std::optional<Value> sampled = std::nullopt;  ///< then there are no values
    double at(std::size_t row, std::size_t k) const { return values[(rows == 1 ? 0 : row) * count + k]; }
  };
  std::vector<Index> indices(const Expr& reference, const Space& space) const;
  Reading reading(const Expr& reference, const std::vector<Index>& indices, const Variable& variable) const;
  /// The shape of a row, as far as it can be told without computing it.
  Shape shape_of(const Expr& expr, const Space& space) const;

  /// Whole numbers first..last of a range in every row.
  struct Range {
    Value first, last;
  };
  Range range(const Expr& colon, const Space& space) const;

  [[noreturn]] void fail(Span at, const std::string& message) const {
    throw SourceError(source_, at, message);
  }
  const Source& source() const { return source_; }
  const Variable& variable(const Expr& reference) const;

 private:
  Value constant(const Expr& expr, const Space& space, const char* what) const;
  Value call(const Expr& expr, const Space& space) const;
  Value apply(const FunctionRow& row, const Expr& call, const std::vector<Value>& args) const;
  std::optional<Value> once_per_class(const FunctionRow& row, const Expr& call, const Space& space) const;
  Value reference(const Expr& expr, const Space& space) const;
  Value colon(const Expr& expr, const Space& space) const;
  Shape shape_of_reference(const Expr& reference, const Space& space) const;
  Index index(const Expr& expr, const Space& space) const;
  static Value along(std::size_t axis, const std::vector<Index>& indices, const Reading& out);
  static Value sampled_offset(const std::vector<Index>& indices, const Reading& out);
  Value chosen(const Expr& reference, const std::vector<Index>& indices, const Reading& out) const;

  const Source& source_;
  const Variables& variables_;
};

}  // namespace cggibbs::bugs
