// Regularised incomplete gamma and beta functions and their inverses: what most distribution functions are.
#pragma once

namespace cggibbs {

// Arguments outside the domain yield NaN; nothing throws.
double gamma_p(double a, double x);
double gamma_q(double a, double x);          ///< 1 - gamma_p
double gamma_p_inverse(double a, double p);  ///< x with gamma_p(a, x) = p
double gamma_q_inverse(double a, double q);

double beta_p(double a, double b, double x);
double beta_q(double a, double b, double x);  ///< 1 - beta_p

struct UnitPoint {
  double x;
  double complement;  ///< 1 - x without cancellation
};
UnitPoint beta_p_inverse(double a, double b, double p);

}  // namespace cggibbs
