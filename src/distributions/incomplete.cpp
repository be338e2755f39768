// Boost's incomplete gamma and beta functions without its exceptions.
#include "distributions/incomplete.hpp"

#include <boost/math/special_functions/beta.hpp>
#include <boost/math/special_functions/gamma.hpp>

#include "base/quiet_boost.hpp"
#include "base/special.hpp"

namespace cggibbs {
double gamma_p(double a, double x) {
  return x == inf ? 1 : boost::math::gamma_p(a, x, Quiet());
}
double gamma_q(double a, double x) {
  return x == inf ? 0 : boost::math::gamma_q(a, x, Quiet());
}
double gamma_p_inverse(double a, double p) {
  return p == 1 ? inf : boost::math::gamma_p_inv(a, p, Quiet());
}
double gamma_q_inverse(double a, double q) {
  return q == 0 ? inf : boost::math::gamma_q_inv(a, q, Quiet());
}

double beta_p(double a, double b, double x) {
  return boost::math::ibeta(a, b, x, Quiet());
}
double beta_q(double a, double b, double x) {
  return boost::math::ibetac(a, b, x, Quiet());
}

UnitPoint beta_p_inverse(double a, double b, double p) {
  if (!(p >= 0 && p <= 1)) return {nan, nan};
  double complement = 0;
  const double x = boost::math::ibeta_inv(a, b, p, &complement, Quiet());
  return {x, complement};
}

}  // namespace cggibbs
