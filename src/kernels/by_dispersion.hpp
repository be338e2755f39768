// Derivatives of likelihood sums by a dispersion that rows share.
#pragma once

#include <cstddef>

#include "kernels/likelihood.hpp"

namespace cggibbs::kernels {

// Each that of the likelihood's `sum` by phi, rest[0].

double beta_logit_by_phi(std::size_t n, const Arguments& a);
double beta_mean_by_phi(std::size_t n, const Arguments& a);
double negative_binomial_log_by_phi(std::size_t n, const Arguments& a);
double negative_binomial_mean_by_phi(std::size_t n, const Arguments& a);

}  // namespace cggibbs::kernels
