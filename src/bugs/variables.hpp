// The variables of a program: which relation defines each element, and where its value is.
#pragma once

#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/named_arrays.hpp"
#include "bugs/value.hpp"

namespace cggibbs::bugs {

inline constexpr std::uint32_t nowhere = ~0U;

struct Element {
  std::uint32_t relation = nowhere, row = 0;  ///< what defines it
  std::uint32_t piece = nowhere, place = 0;   ///< where it is, once it has been computed and is no number
  bool made = false;  ///< not drawn, though its relation is stochastic: what an observed sum leaves for it
};

/// Elements are counted with the first index fastest, as in R.
struct Variable {
  std::string name;
  Shape shape = {};
  bool has_shape = false;
  bool has_data = false;
  bool declared = false;               ///< by a var block
  std::vector<Element> elements = {};  ///< empty while there is no shape
  std::vector<double> numbers = {};    ///< those that are known; else NaN
  std::vector<Value> pieces = {};
  std::vector<std::uint32_t> relations = {};  ///< that define elements
  /// Where observed intervals put elements.
  std::unordered_map<std::uint32_t, std::pair<double, double>> between = {};

  void give_shape(Shape s);
  bool known(std::size_t i) const;
};

class Variables {
 public:
  explicit Variables(const NamedArrays& data);
  Variable* find(const std::string& name);
  const Variable* find(const std::string& name) const;
  Variable& make(const std::string& name);
  std::vector<std::string> names() const;
  auto begin() const { return all_.begin(); }
  auto end() const { return all_.end(); }

 private:
  std::map<std::string, Variable> all_;
};

/// The value of elements, all known or computed, as rows of a shape. The first that is neither goes to `undefined`.
std::optional<Value> read(const Variable& variable, const Places& at, std::size_t rows, const Shape& shape,
                          std::uint32_t* undefined);
/// All elements in sequence; NaN where one is not defined.
Value read_all(const Variable& variable);

/// Row i of a value becomes element at[i].
void set_elements(Variable& variable, const Places& at, const Value& value);

/// "x", "x[3]", "x[2,1]"
std::string element_name(const Variable& variable, std::size_t at);
/// The smallest x[a:b,c] that has all of them.
std::string subset_name(const Variable& variable, const Places& at);

}  // namespace cggibbs::bugs
