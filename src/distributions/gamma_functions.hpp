// Log gamma, its derivatives, and the combinations of it that would cancel if written out.
#pragma once

namespace cggibbs {

double log_gamma(double x);  ///< of |Gamma(x)|; touches no global, unlike std::lgamma
double digamma(double x);
double trigamma(double x);

double log_beta(double a, double b);
double log_choose(double n, double k);

/// log(y^a exp(-y) / Gamma(a)). Takes log y as well, because y may underflow where its logarithm does not.
double log_gamma_kernel(double a, double y, double log_y);

}  // namespace cggibbs
