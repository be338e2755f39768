// Quantile and statistics of the normal distribution.
#include "distributions/normal.hpp"

#include <boost/math/special_functions/erf.hpp>

#include "distributions/row_loops.hpp"

namespace cggibbs {

double Normal::quantile(double p, double mu, double sigma) {
  if (p <= 0) return p == 0 ? -inf : nan;
  if (p >= 1) return p == 1 ? inf : nan;
  return mu - sigma * M_SQRT2 * boost::math::erfc_inv(2 * p);
}

double Normal::slopes(std::size_t n, const ArgView* a, double* const* out) {
  const double sigma = *a[2].data;
  double part = 0;  // -sum z^2 / 2
  if (out[0] == nullptr && out[1] != nullptr && detail::kernel_fits<Normal>(a)) {
    part = kernel.loops().slope(n, detail::kernel_arguments<Normal>(a), out[1]);
  } else {
    for (std::size_t i = 0; i < n; ++i) {
      const double z = (a[0][i] - a[1][i]) / sigma;
      part -= 0.5 * z * z;
      if (out[0] != nullptr) out[0][i * a[0].stride] -= z / sigma;
      if (out[1] != nullptr) out[1][i * a[1].stride] += z / sigma;
    }
  }
  const auto rows = static_cast<double>(n);
  if (out[2] != nullptr) *out[2] += (-2 * part - rows) / sigma;
  return part - rows * (std::log(sigma) + 0.5 * log_two_pi);
}

double Normal::Stats::log_density(double n, const DoubleDouble* t, double mu, double sigma) {
  if (!(sigma > 0)) return std::isnan(sigma) ? nan : -inf;
  // sum (x - mu)^2 = sum x^2 - 2 mu sum x + n mu^2, carried in double-double against cancellation.
  DoubleDouble squares = t[1];
  squares += exact_product(-2 * mu, t[0].hi);
  squares += -2 * mu * t[0].lo;
  const DoubleDouble mu2 = exact_product(mu, mu);
  squares += exact_product(n, mu2.hi);
  squares += n * mu2.lo;
  return -0.5 * squares.value() / sigma / sigma - n * (std::log(sigma) + 0.5 * log_two_pi);
}

}  // namespace cggibbs
