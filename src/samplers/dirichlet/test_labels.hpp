// What tests of Dirichlet processes ask of a chain.
#pragma once

#include <cggibbs/model.hpp>
#include <map>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "samplers/dirichlet/dirichlet_block.hpp"

namespace cggibbs::test {

inline NodeId parameter(const Model& model, const std::string& name) {
  for (NodeId p : model.parameters())
    if (model.node(p).name == name) return p;
  throw std::logic_error("no parameter " + name);
}

inline double* values(const Model& model, State& state, const std::string& name) {
  return state.values.data() + model.offset(parameter(model, name));
}

inline std::unique_ptr<DirichletBlock> block_of(const Model& model, DirichletBlock::Settings settings = {}) {
  return std::make_unique<DirichletBlock>(model, find_labels(model).at(0), settings);
}

inline std::vector<int> labels_of(const Model& model, State& state) {
  const NodeId z = parameter(model, "z");
  const double* at = state.values.data() + model.offset(z);
  return {at, at + model.node(z).size};
}

/// Names by order of appearance: what a partition is.
inline std::vector<int> canonical(const std::vector<int>& z) {
  std::map<int, int> names;
  std::vector<int> out;
  for (int label : z) out.push_back(names.emplace(label, static_cast<int>(names.size())).first->second);
  return out;
}

inline std::size_t clusters(const std::vector<int>& z) {
  return std::set<int>(z.begin(), z.end()).size();
}

}  // namespace cggibbs::test
