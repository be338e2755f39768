// Log gamma, its derivatives, and the combinations of it that would cancel if written out.
#pragma once

namespace cggibbs {

// Of their arguments alone: where nobody reads the result, nothing is computed.

[[gnu::const]] double log_gamma(double x);  ///< of |Gamma(x)|; touches no global, unlike std::lgamma
[[gnu::const]] double digamma(double x);
[[gnu::const]] double trigamma(double x);

[[gnu::const]] double log_beta(double a, double b);
[[gnu::const]] double log_choose(double n, double k);

/// log(y^a exp(-y) / Gamma(a)). Takes log y as well, because y may underflow where its logarithm does not.
double log_gamma_kernel(double a, double y, double log_y);

}  // namespace cggibbs
