// With t_i = 1 + e_i the eigenvalues of the law's covariance relative to the target's, and m its mean:
//   KL = (sum (e_i - log t_i) + |m|^2) / 2
//   chi^2 = prod (1 - e_i^2)^(-1/2) exp(m' (1 - E)^-1 m) - 1
//   BC = prod t_i^(1/4) (1 + e_i/2)^(-1/2) exp(-m' (1 + E/2)^-1 m / 8), Bhattacharyya's coefficient.
// Total variation is at most sqrt(KL/2) (Pinsker), sqrt(1 - exp(-KL)) (Bretagnolle and Huber), sqrt(chi^2)/2 and sqrt(1 - BC^2),
// and at least 1 - BC and that of any projection on a line.
#include "theory/gaussian_distance.hpp"

#include <algorithm>
#include <cmath>

#include "base/special.hpp"
#include "base/symmetric_eigen.hpp"

namespace cggibbs {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// e - log(1 + e) without cancellation.
double log_excess(double e) {
  if (std::abs(e) < 1e-3) return e * e * (0.5 - e * (1.0 / 3 - e * (0.25 - e / 5)));
  return e - std::log1p(e);
}

/// log(1 + e) / 4 - log(1 + e/2) / 2 without cancellation.
double log_overlap(double e) {
  if (std::abs(e) < 1e-3) return e * e / 16 * (-1 + e - 7.0 / 8 * e * e);
  return 0.25 * std::log1p(e) - 0.5 * std::log1p(0.5 * e);
}

/// Bures: tr S + tr S_t - 2 tr sqrt(sqrt(S) S_t sqrt(S)), squared distance of the covariances.
double squared_bures(const MatrixXd& excess, const MatrixXd& factor) {
  const MatrixXd k = factor.transpose() * factor;  // similar to S
  const Index d = k.rows();
  if (excess.cwiseAbs().maxCoeff() > 1e-4) {
    const MatrixXd t = MatrixXd::Identity(d, d) + excess;
    const VectorXd roots = symmetric_eigenvalues(k * t * k).cwiseMax(0).cwiseSqrt();
    return std::max(0.0, k.trace() + t.cwiseProduct(k).sum() - 2 * roots.sum());
  }
  // For small differences the sum above cancels: half the sum of squares over sums of variances, in the eigenvectors of S.
  const SymmetricEigen e = symmetric_eigen(factor * factor.transpose());
  const MatrixXd half = e.vectors.transpose() * factor;
  const MatrixXd difference = half * excess * half.transpose();
  double sum = 0;
  for (Index j = 0; j < d; ++j)
    for (Index i = 0; i < d; ++i) sum += square(difference(i, j)) / (e.values[i] + e.values[j]);
  return 0.5 * sum;
}

}  // namespace

double total_variation(double mean, double sd) {
  // The densities cross where (x - mean)^2 / sd^2 + 2 log sd = x^2.
  const double a = 1 - sd * sd, b = -2 * mean, c = mean * mean + 2 * sd * sd * std::log(sd);
  const auto difference = [&](double x) { return normal_cdf((x - mean) / sd) - normal_cdf(x); };
  if (std::abs(a) < 1e-12) return mean == 0 ? 0 : std::abs(difference(mean / 2));
  const double root = std::sqrt(std::max(0.0, b * b - 4 * a * c));
  const double q = -0.5 * (b + std::copysign(root, b));
  if (q == 0) return 0;
  return std::abs(difference(q / a) - difference(c / q));
}

GaussianDistance gaussian_distance(const RelativeLaw& law, const MatrixXd& factor) {
  const SymmetricEigen e = symmetric_eigen(law.excess);
  const VectorXd m = e.vectors.transpose() * law.mean;
  GaussianDistance out;
  double log_chi2 = 0, log_bc = 0, weighted_mean = 0, weighted_variance = 0;
  out.tv_lower = 0;
  for (Index i = 0; i < m.size(); ++i) {
    const double x = e.values[i], m2 = m[i] * m[i];
    if (!(x > -1))
      return {inf, inf, 1, 1,
              std::sqrt((factor * law.mean).squaredNorm() + squared_bures(law.excess, factor))};
    out.kl += 0.5 * (log_excess(x) + m2);
    log_chi2 += x < 1 ? -0.5 * std::log1p(-x * x) + m2 / (1 - x) : inf;
    log_bc += log_overlap(x) - m2 / (8 * (1 + x / 2));
    out.tv_lower = std::max(out.tv_lower, total_variation(m[i], std::sqrt(1 + x)));
    // Fisher's line between the two: m / (1 + x/2).
    const double along = m[i] / (1 + x / 2);
    weighted_mean += along * m[i];
    weighted_variance += along * along;
  }
  if (weighted_variance > 0) {
    double law_variance = 0;
    for (Index i = 0; i < m.size(); ++i)
      law_variance += (1 + e.values[i]) * square(m[i] / (1 + e.values[i] / 2));
    out.tv_lower = std::max(out.tv_lower, total_variation(weighted_mean / std::sqrt(weighted_variance),
                                                          std::sqrt(law_variance / weighted_variance)));
  }
  out.chi2 = std::expm1(log_chi2);
  out.tv_lower = std::max(out.tv_lower, -std::expm1(log_bc));
  out.tv_upper = std::min({1.0, std::sqrt(out.kl / 2), std::sqrt(-std::expm1(-out.kl)),
                           0.5 * std::sqrt(out.chi2), std::sqrt(-std::expm1(2 * log_bc))});
  out.tv_upper = std::max(out.tv_upper, out.tv_lower);
  out.w2 = std::sqrt((factor * law.mean).squaredNorm() + squared_bures(law.excess, factor));
  return out;
}

}  // namespace cggibbs
