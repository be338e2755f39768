// Quantile of the half normal distribution.
#include "distributions/half_normal.hpp"

#include <boost/math/special_functions/erf.hpp>

namespace cggibbs {

double HalfNormal::quantile(double p, double sigma) {
  if (!is_probability(p)) return nan;
  return p == 1 ? inf : sigma * M_SQRT2 * boost::math::erf_inv(p);
}

}  // namespace cggibbs
