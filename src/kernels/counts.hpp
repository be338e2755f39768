// Sums over counts of functions of their dispersion.
#pragma once

#include <cstddef>

namespace cggibbs::kernels {

/// The sum of log(Gamma(y + phi) / (y! Gamma(phi))) over counts y; phi > 0.
double sum_log_choose_rising(std::size_t n, const double* y, double phi);
/// Its derivative by phi: of digamma(y + phi) - digamma(phi).
double sum_digamma_rising(std::size_t n, const double* y, double phi);

}  // namespace cggibbs::kernels
