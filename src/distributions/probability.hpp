// Densities, distribution functions, quantiles and probabilities of intervals as functions of all their arguments.
#pragma once

#include "distributions/distribution.hpp"

namespace cggibbs {

/// Arguments: the variate (a probability for the quantile, the two ends for log_interval), then the distribution's parameters.
enum class ProbabilityOp {
  density,
  log_density,
  cdf,
  quantile,
  log_interval,  ///< log P(lower <= X <= upper), to full precision in both tails
};

/// How many arguments it takes.
inline std::size_t arity(ProbabilityOp op, const Distribution& d) {
  return d.arguments.size() + (op == ProbabilityOp::log_interval ? 1 : 0);
}
inline constexpr std::size_t max_probability_arguments = max_arguments + 1;

/// Whether the distribution has what it takes.
bool offers(const Distribution& d, ProbabilityOp op);

/// NaN for NaN and for parameters without a distribution. An interval with nothing in it, where no variate can be, counts as 0.
double probability(ProbabilityOp op, const Distribution& d, const double* a);

/// The slope in argument k, given the value. In parameters that of a distribution function is found by differences.
double probability_slope(ProbabilityOp op, const Distribution& d, const double* a, double value,
                         std::size_t k);

}  // namespace cggibbs
