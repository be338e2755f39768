// Nodes that read nothing, parameters and data: their values are given, not computed.
#pragma once

#include <concepts>

#include "graph/nodes/data.hpp"
#include "graph/nodes/move.hpp"
#include "graph/nodes/parameter.hpp"

namespace cggibbs {

template <class T>
concept Leaf = std::same_as<T, ParameterNode> || std::same_as<T, DataNode>;

template <Leaf T, class F>
void for_each_input(const T&, F&&) {}
template <Leaf T, class F>
void rename_inputs(T&, F&&) {}
template <Leaf T>
std::size_t evaluate(const T&, std::size_t, const Values&, double*) {
  return 0;
}
template <Leaf T>
TouchSet touched(const T&, const Arrival&) {
  return TouchSet::none();
}
template <Leaf T>
std::size_t propose(const T&, const Move&, double*) {
  return 0;
}
template <Leaf T>
void pull_back(const T&, std::size_t, const Values&, const double*, const double*, const Adjoints&) {}
inline std::string describe(const ParameterNode& parameter) {
  std::string text = "parameter";
  for (std::size_t i = 0; i < parameter.shape.size(); ++i)
    text += (i == 0 ? " " : " x ") + std::to_string(parameter.shape[i]);
  return text;
}
inline std::string describe(const DataNode&) {
  return "data";
}

}  // namespace cggibbs
