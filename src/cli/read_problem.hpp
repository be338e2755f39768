// The problem that options and data files describe.
#pragma once

#include <cstdint>

#include "cli/options.hpp"
#include "graph/problem.hpp"

namespace cggibbs {

/// The seed is that of what a data block draws.
Problem read_problem(const FitOptions& options, std::uint64_t seed);

}  // namespace cggibbs
