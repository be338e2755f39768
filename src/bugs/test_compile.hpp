// What tests of BUGS programs share: data, and the density of a compiled model.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bugs/compile.hpp"
#include "graph/state.hpp"

namespace cggibbs::bugs::test {

inline NamedArrays arrays(const std::vector<std::pair<std::string, NamedArray>>& all) {
  NamedArrays out;
  for (const auto& [name, a] : all) out.add(name, a);
  return out;
}
inline NamedArray vec(std::vector<double> x) {
  const std::size_t n = x.size();
  return {{n}, std::move(x)};
}
inline NamedArray num(double x) {
  return {{}, {x}};
}

inline std::shared_ptr<const Model> model_of(const std::string& text, const NamedArrays& data,
                                             const CompileSettings& settings = {}) {
  return compile({text, "m.bug"}, data, settings).problem.model;
}

/// With parameters set to these, all in sequence.
inline double log_density(const Model& model, const std::vector<double>& x) {
  State state = make_state(model);
  std::size_t k = 0;
  for (NodeId p : model.parameters())
    for (std::size_t i = 0; i < model.node(p).size; ++i) state.values[model.offset(p) + i] = x.at(k++);
  EXPECT_EQ(k, x.size());
  recompute(model, state);
  return state.log_density();
}

}  // namespace cggibbs::bugs::test
