// The functions of the language: one row each.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "bugs/value.hpp"

namespace cggibbs::bugs {

/// The shape of a result, where a variable that is written without indices takes it from what it is given.
enum class ResultShape {
  elementwise,  ///< of the longest argument
  number,
  matrix_product,
  transposed,
  own,  ///< only computing it tells
};

struct FunctionRow {
  std::string_view name;
  std::vector<std::string_view> aliases;
  std::size_t least, most;  ///< how many arguments
  ResultShape shape;
  /// Throws an Error about its arguments; who calls it says where.
  Value (*apply)(const std::vector<Value>& a);
};

std::span<const FunctionRow> function_rows();
/// By name or alias; null when there is none.
const FunctionRow* find_function(std::string_view name);

}  // namespace cggibbs::bugs
