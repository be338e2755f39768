// From a BUGS program and its data to a problem for those who run chains.
#pragma once

#include <cstdint>

#include "base/named_arrays.hpp"
#include "bugs/source.hpp"
#include "graph/problem.hpp"

namespace cggibbs::bugs {

struct CompileSettings {
  /// What is recorded: "alpha", "beta[1:3]", "p[,2]". Empty: parameters, and what is computed only to be looked at.
  std::vector<std::string> monitor = {};
  NamedArrays inits = {};  ///< where chains start; NaN or absent: drawn
  bool merge_rows = true;  ///< see BuildSettings
  /// What no data speak of is drawn forward (graph/forward.hpp); else it is sampled like all other parameters.
  bool forward = true;
  std::uint64_t seed = 1;  ///< of what a data block draws
};

/// A variable of the program.
struct NodeArray {
  std::string name;
  std::vector<std::size_t> shape;  ///< empty: a number
  std::size_t observed = 0;        ///< elements that are data
  std::size_t parameters = 0;      ///< elements that are sampled
  std::size_t computed = 0;        ///< elements that are functions of others
};

struct CompiledModel {
  Problem problem;
  std::vector<NodeArray> nodes;
};

CompiledModel compile(const Source& source, const NamedArrays& data, const CompileSettings& settings = {});

/// The names of the elements that a monitor such as "alpha[1:3]" stands for, in R's order, as outputs are called.
std::vector<std::string> monitored_names(const std::string& monitor, const std::vector<NodeArray>& nodes);

}  // namespace cggibbs::bugs
