// Log-likelihood sums as in likelihood.hpp that also leave the slope of every row.
#pragma once

#include <cstddef>

namespace cggibbs::kernels {

// Each returns the sum that its namesake of likelihood.hpp returns and adds d term / d eta of row i to slope[i],
// in one pass with one exponential per row. All arrays hold n contiguous doubles; slope overlaps no other.

/// slope: y - inv_logit(eta)
double bernoulli_logit_slope(std::size_t n, const double* y, const double* eta, double* slope);
/// slope: y - trials * inv_logit(eta)
double binomial_logit_slope(std::size_t n, const double* y, const double* trials, const double* eta,
                            double* slope);
/// slope: y - exp(eta)
double poisson_log_slope(std::size_t n, const double* y, const double* eta, double* slope);
/// slope: phi * (y - mu) / (mu + phi), mu = exp(eta)
double negative_binomial_log_slope(std::size_t n, const double* y, const double* eta, double phi,
                                   double* slope);
/// slope: (y - eta) / sigma^2
double normal_slope(std::size_t n, const double* y, const double* eta, double sigma, double* slope);

}  // namespace cggibbs::kernels
