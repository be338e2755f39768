// Starting values from a JSON file: {"Intercept": 0.5, "sigma": 1, "b": [0, 1]}.
#pragma once

#include <filesystem>
#include <vector>

#include "graph/state.hpp"

namespace cggibbs {

/// Positions in State::values and their values.
struct StartValues {
  std::vector<std::size_t> at;
  std::vector<double> value;
};

/// Names are parameters (numbers or arrays) or single elements as tables show them.
StartValues read_start_values(const Model& model, const std::filesystem::path& file);

/// A full start: random where nothing is given. Empty when nothing is given at all.
std::vector<double> start_for(const Model& model, const StartValues& given, std::uint64_t seed,
                              std::uint64_t chain);

}  // namespace cggibbs
