// Why the bound holds. Let a = lambda_min(diag(Q)^-1 Q), the least of x'Qx / x'diag(Q)x. For any positive diagonal S the matrix
// SQS has the same a, its diagonal is at most its largest eigenvalue, and so a >= 1 / kappa(SQS): a >= 1 / kappa_r.
// RSGS: (1 - a/d)^d <= exp(-a). DUGS, where A = I - diag(Q)^-1 Q has no negative entry: by Stein and Rosenberg's theorem
// rho(B) <= rho(A) = 1 - a <= exp(-a).
#include "theory/scan_rates.hpp"

#include <cmath>

#include "theory/gibbs_matrix.hpp"
#include "theory/spectrum_ends.hpp"

namespace cggibbs {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

double rsgs_rate(const ScaledMatrix& q) {
  const double least = spectrum_ends(q, VectorXd::Zero(q.size())).smallest;
  const auto d = static_cast<double>(q.size());
  return std::exp(d * std::log1p(-least / d));
}

}  // namespace

double random_scan_rate(const MatrixXd& precision) {
  return rsgs_rate(ScaledMatrix(precision, "the precision matrix"));
}

ScanRates scan_rates(const MatrixXd& precision, const ScalingSettings& settings) {
  const ScaledMatrix q(precision, "the precision matrix");
  ScanRates out;
  out.dugs = spectral_radius(sweep_matrix(q.correlations()));  // in units in which nothing is large
  out.rsgs = rsgs_rate(q);
  out.rpgs = permutation_rate(precision);
  out.kappa_r = best_scaling(q, settings);
  out.sign = sign_condition(precision);
  out.bound = std::exp(-1 / out.kappa_r.upper);
  return out;
}

}  // namespace cggibbs
