// Densities, distribution functions and quantiles of the distributions of the language, as its functions.
#pragma once

#include <vector>

#include "bugs/distribution_table.hpp"
#include "bugs/function_table.hpp"
#include "distributions/probability.hpp"

namespace cggibbs::bugs {

/// Of a distribution of ours, elementwise like map().
Value probability_of(ProbabilityOp op, const Distribution& d, const std::vector<Value>& args);

/// dnorm(x, mu, tau), pnorm, qnorm, logdensity.norm, and so on for every distribution of numbers.
void add_probability_functions(std::vector<FunctionRow>& rows);

}  // namespace cggibbs::bugs
