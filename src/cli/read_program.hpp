// The problem that a BUGS program and its files describe.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/options.hpp"
#include "graph/problem.hpp"

namespace cggibbs {

/// The seed is that of what a data block draws.
Problem read_program(const FitOptions& options, std::uint64_t seed);

/// "alpha,beta[1,2]" at the commas that are in no brackets.
std::vector<std::string> split_monitors(const std::vector<std::string>& lists);

}  // namespace cggibbs
