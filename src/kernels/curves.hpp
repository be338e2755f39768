// Log-likelihood sums at eta + delta * x that also leave what a Newton step needs of every row.
#pragma once

#include <cstddef>

namespace cggibbs::kernels {

/// Outputs of n rows; none overlaps an input or another.
struct Curves {
  double* eta;     ///< eta + delta * x
  double* slope;   ///< d term / d eta
  double* weight;  ///< -d2 term / d eta2, not below zero
  double* kept;    ///< what the term is recovered from without an exponential
};

// Each returns the sum that its namesake of likelihood.hpp returns at eta + delta * x, in one pass with one exponential
// per row. kept is the term itself, but for bernoulli_logit.

/// kept: exp(-|eta|); bernoulli_logit_sum_kept gives the sum back from it.
double bernoulli_logit_curves(std::size_t n, const double* y, const double* eta, const double* x,
                              double delta, const Curves& out);
double bernoulli_logit_sum_kept(std::size_t n, const double* y, const double* eta, const double* kept);

double binomial_logit_curves(std::size_t n, const double* y, const double* trials, const double* eta,
                             const double* x, double delta, const Curves& out);
double poisson_log_curves(std::size_t n, const double* y, const double* eta, const double* x, double delta,
                          const Curves& out);
double negative_binomial_log_curves(std::size_t n, const double* y, const double* eta, const double* x,
                                    double delta, double phi, const Curves& out);
double normal_curves(std::size_t n, const double* y, const double* eta, const double* x, double delta,
                     double sigma, const Curves& out);

struct SlopeAndCurvature {
  double slope;
  double curvature;
};
/// sum x * slope and sum x^2 * weight: both derivatives along a column.
SlopeAndCurvature along_column(std::size_t n, const double* x, const double* slope, const double* weight);

}  // namespace cggibbs::kernels
