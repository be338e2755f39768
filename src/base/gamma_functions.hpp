// Log gamma, its derivatives, and the combinations of it that would cancel if written out.
#pragma once

namespace cggibbs {

// Of their arguments alone: where nobody reads the result, nothing is computed.

[[gnu::const]] double log_gamma(double x);  ///< of |Gamma(x)|; touches no global, unlike std::lgamma
[[gnu::const]] double digamma(double x);
[[gnu::const]] double trigamma(double x);

[[gnu::const]] double log_beta(double a, double b);
[[gnu::const]] double log_choose(double n, double k);
/// log(Gamma(k + x) / (k! Gamma(x))) of a count k and x > 0.
[[gnu::const]] double log_choose_rising(double x, double k);

/// log Gamma(x) - ((x - 1/2) log x - x + log(2 pi) / 2), for x >= stirling_from.
[[gnu::const]] double stirling_remainder(double x);
inline constexpr double stirling_from = 10;

/// log(y^a exp(-y) / Gamma(a)). Takes log y as well, because y may underflow where its logarithm does not.
double log_gamma_kernel(double a, double y, double log_y);

}  // namespace cggibbs
