// Sums of log-likelihood terms over rows, at eta and at eta + delta * x without storing it.
#pragma once

#include <cstddef>

namespace cggibbs::kernels {

// Each sum keeps the terms that vary with eta and drops every other one, as its comment says. All arrays hold
// n contiguous doubles. Inputs are finite; then a sum is finite or -inf (where a term overflows), never NaN.
// A NaN among the inputs gives NaN. eta + delta * x saturates at the largest double.
//
// For a given target the order of additions depends on n only.

/// y * eta - log(1 + exp(eta)), y in {0, 1}
double bernoulli_logit_sum(std::size_t n, const double* y, const double* eta);
double bernoulli_logit_sum_shifted(std::size_t n, const double* y, const double* eta, const double* x,
                                   double delta);

/// The sums at several deltas; two or three share one pass.
void bernoulli_logit_sums_shifted(std::size_t n, const double* y, const double* eta, const double* x,
                                  std::size_t count, const double* deltas, double* out);

/// log Phi((2 y - 1) eta), y in {0, 1}
double bernoulli_probit_sum(std::size_t n, const double* y, const double* eta);
double bernoulli_probit_sum_shifted(std::size_t n, const double* y, const double* eta, const double* x,
                                    double delta);

/// y * eta - trials * log(1 + exp(eta)), 0 <= y <= trials
double binomial_logit_sum(std::size_t n, const double* y, const double* trials, const double* eta);
double binomial_logit_sum_shifted(std::size_t n, const double* y, const double* trials, const double* eta,
                                  const double* x, double delta);

/// y * eta - exp(eta), y >= 0
double poisson_log_sum(std::size_t n, const double* y, const double* eta);
double poisson_log_sum_shifted(std::size_t n, const double* y, const double* eta, const double* x,
                               double delta);

/// y * eta - (y + phi) * log(exp(eta) + phi) + phi * log(phi), y >= 0, phi > 0. The last term does not vary
/// with eta; with it the sum stays of the size of a Poisson's as phi grows, instead of drowning in phi log
/// phi.
double negative_binomial_log_sum(std::size_t n, const double* y, const double* eta, double phi);
double negative_binomial_log_sum_shifted(std::size_t n, const double* y, const double* eta, const double* x,
                                         double delta, double phi);

/// -shape * (eta + y * exp(-eta)), y > 0, shape > 0
double gamma_log_sum(std::size_t n, const double* y, const double* eta, double shape);
double gamma_log_sum_shifted(std::size_t n, const double* y, const double* eta, const double* x, double delta,
                             double shape);

/// -((y - eta) / sigma)^2 / 2, sigma > 0
double normal_sum(std::size_t n, const double* y, const double* eta, double sigma);
double normal_sum_shifted(std::size_t n, const double* y, const double* eta, const double* x, double delta,
                          double sigma);

/// -(nu + 1) / 2 * log(1 + ((y - eta) / sigma)^2 / nu), nu > 0, sigma > 0
double student_t_sum(std::size_t n, const double* y, const double* eta, double nu, double sigma);
double student_t_sum_shifted(std::size_t n, const double* y, const double* eta, const double* x, double delta,
                             double nu, double sigma);

}  // namespace cggibbs::kernels
