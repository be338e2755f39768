// Log-likelihood sums at eta + delta * x that also leave what a Newton step needs of every row.
#pragma once

#include <cstddef>

namespace cggibbs::kernels {

/// Outputs of n rows; none overlaps an input or another.
struct Curves {
  double* eta;                   ///< eta + delta * x
  double* slope;                 ///< d term / d eta
  double* weight;                ///< -d2 term / d eta2, not below zero
  double* kept;                  ///< what the term is recovered from without an exponential
  const double* next = nullptr;  ///< n doubles to bring into the cache meanwhile, or null
};

/// A sum of terms with its first and minus its second derivative along the column x.
struct Along {
  double sum;
  double slope;
  double curvature;
};

// Each gives the sum that its namesake of likelihood.hpp returns at eta + delta * x and its derivatives along x, in one pass
// with one exponential per row. kept is the term itself, but for bernoulli_logit.

/// kept: exp(-|eta|); bernoulli_logit_sum_kept gives the sum back from it.
Along bernoulli_logit_curves(std::size_t n, const double* y, const double* eta, const double* x, double delta,
                             const Curves& out);
double bernoulli_logit_sum_kept(std::size_t n, const double* y, const double* eta, const double* kept);

Along binomial_logit_curves(std::size_t n, const double* y, const double* trials, const double* eta,
                            const double* x, double delta, const Curves& out);
Along poisson_log_curves(std::size_t n, const double* y, const double* eta, const double* x, double delta,
                         const Curves& out);
Along negative_binomial_log_curves(std::size_t n, const double* y, const double* eta, const double* x,
                                   double delta, double phi, const Curves& out);
Along normal_curves(std::size_t n, const double* y, const double* eta, const double* x, double delta,
                    double sigma, const Curves& out);

/// The derivatives along x from slopes and weights that a kernel has left; sum is 0.
Along along_column(std::size_t n, const double* x, const double* slope, const double* weight);

}  // namespace cggibbs::kernels
