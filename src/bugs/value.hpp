// What an expression is in every row of a loop: numbers that are known now, or a node of the graph.
#pragma once

#include <cggibbs/model.hpp>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "graph/map_op.hpp"

namespace cggibbs::bugs {

using Shape = std::vector<std::size_t>;
using Places = std::vector<std::uint32_t>;

std::size_t elements(const Shape& shape);

class Value;

/// How a value was said, where that is worth more than its node: a distribution may know the link, a power of a power is
/// one power, and a function of x[g[i]] is computed before elements are picked.
struct Form {
  enum class Kind { function, power, picked } kind;
  MapOp op = MapOp::exp;                  ///< function: of one argument
  double exponent = 1;                    ///< power: of what is never negative
  std::shared_ptr<const Places> at = {};  ///< picked: elements of the inner value, all rows in sequence
  std::shared_ptr<const Value> inner = {};
};

/// `rows` rows of one shape, row after row, each with its last index fastest. One row stands for any number of them.
class Value {
 public:
  Value(double x) : numbers_{x} {}  // implicit: tables of functions and distributions read better
  Value(std::vector<double> numbers, std::size_t rows, Shape shape)
      : shape_(std::move(shape)), rows_(rows), numbers_(std::move(numbers)) {}
  Value(Var node, std::size_t rows, Shape shape, bool nonnegative = false);
  Value(Form form, std::size_t rows, Shape shape, bool nonnegative);

  const Shape& shape() const { return shape_; }
  std::size_t rows() const { return rows_; }
  std::size_t row_size() const { return elements(shape_); }
  std::size_t size() const { return rows_ * row_size(); }
  bool is_number() const { return shape_.empty(); }  ///< in each row

  bool constant() const { return !lazy_; }
  const std::vector<double>& numbers() const { return numbers_; }
  /// One number, the same in every row.
  std::optional<double> single() const {
    return constant() && numbers_.size() == 1 ? std::optional(numbers_[0]) : std::nullopt;
  }
  bool nonnegative() const;

  /// Null when it is a plain node or constant.
  const Form* form() const;
  /// Not of constants. Made when it is first asked for, once for all copies.
  const Var& node() const;
  Arg arg() const;

  /// The same elements otherwise divided into rows.
  Value arranged(std::size_t rows, Shape shape) const;

 private:
  struct Lazy;
  Shape shape_;
  std::size_t rows_ = 1;
  std::vector<double> numbers_;
  std::shared_ptr<Lazy> lazy_;
  bool nonnegative_ = false;
};

/// Elementwise; numbers go with every element, single rows with every row. Constants are computed at once.
Value map(MapOp op, const std::vector<Value>& args);
Value add(const Value& a, const Value& b);
Value subtract(const Value& a, const Value& b);
Value multiply(const Value& a, const Value& b);
Value divide(const Value& a, const Value& b);
Value power(const Value& a, const Value& b);
/// A function of one argument that is kept in the form for distributions with that link, or computed before elements are picked.
Value function_of(MapOp op, const Value& a);

/// Elements of `source`, all its rows in sequence, as rows of a shape.
Value pick(const Value& source, Places at, std::size_t rows, Shape shape);
/// All elements of all parts in sequence, as rows of a shape.
Value stack(const std::vector<Value>& parts, std::size_t rows, Shape shape);
/// Given to this many rows of this shape.
Value spread(const Value& a, std::size_t rows, const Shape& shape);
/// Of the elements in each row.
Value sum(const Value& a);
Value inner_product(const Value& a, const Value& b);

}  // namespace cggibbs::bugs
