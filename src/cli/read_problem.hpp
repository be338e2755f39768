// The problem that options and data files describe.
#pragma once

#include "cli/options.hpp"
#include "graph/problem.hpp"

namespace cggibbs {

Problem read_problem(const FitOptions& options);

}  // namespace cggibbs
