// With w the weights, q the vectors and r_ab = log(value_b / value_a), the second derivatives of the soft maximum are
//   4 sum_ab G_ab (q_a q_b)(q_a q_b)' + 4 diag(diagonal) - 4 p diagonal diagonal',   products of vectors elementwise,
//   G_ab = w_a exp(r_ab) expm1((p - 1) r_ab) / expm1(r_ab),   and (p - 1) w_a where the values are equal:
// by differentiating the eigenvalues of sqrt(R) D^2 sqrt(R) = sum_i exp(2 x_i) m_i m_i', m_i the columns of sqrt(R).
#include "theory/soft_end.hpp"

#include <algorithm>
#include <cmath>

namespace cggibbs {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// G_ab / w_a
double coupling(double log_ratio, double p) {
  if (std::abs(log_ratio) < 1e-12) return p - 1;
  return std::exp(log_ratio) * std::expm1((p - 1) * log_ratio) / std::expm1(log_ratio);
}

}  // namespace

SoftEnd soften(const SpectrumEnd& end, double sharpness) {
  SoftEnd out;
  out.sharpness = sharpness;
  const double largest = end.values[0];
  out.weights = (sharpness * (end.values.array() / largest).log()).exp();
  out.rest_weight = std::pow(end.rest_mean / largest, sharpness);
  const auto rest = static_cast<double>(end.rest);
  const double total = out.weights.sum() + rest * out.rest_weight;
  out.log_value = std::log(largest) + std::log(total) / sharpness;
  out.weights /= total;
  out.rest_weight /= total;
  out.mean = out.weights.dot(end.values) + rest * out.rest_weight * end.rest_mean;
  out.mean_inverse = out.weights.dot(end.values.cwiseInverse());
  if (out.rest_weight > 0) out.mean_inverse += rest * out.rest_weight / end.rest_mean;
  out.diagonal = end.vectors.cwiseAbs2() * (out.weights.array() - out.rest_weight).matrix();
  out.diagonal.array() += out.rest_weight;
  out.diagonal = out.diagonal.cwiseMax(0);
  return out;
}

SoftCurvature::SoftCurvature(const SpectrumEnd& end, const SoftEnd& soft)
    : all_(end.vectors), gradient_(soft.diagonal), sharpness_(soft.sharpness) {
  const double p = soft.sharpness;
  constexpr double negligible = 1e-5;
  const Index listed = end.values.size();
  Index k = 1;
  while (k < listed && soft.weights[k] > negligible * soft.weights[0]) ++k;
  active_ = end.vectors.leftCols(k);
  // What is not listed has its mean in whatever direction: I - sum of q q'.
  VectorXd with_rest = VectorXd::Zero(k);
  if (end.rest > 0 && end.rest_mean > 0)
    for (Index a = 0; a < k; ++a)
      with_rest[a] = soft.weights[a] * coupling(std::log(end.rest_mean / end.values[a]), p);
  pairs_.resize(k, listed);
  for (Index a = 0; a < k; ++a)
    for (Index b = 0; b < listed; ++b) {
      const double g = soft.weights[a] * coupling(std::log(end.values[b] / end.values[a]), p);
      // With an active one a pair occurs in both orders; with another once, and counts twice.
      pairs_(a, b) = b < k ? g - with_rest[a] - with_rest[b] : 2 * (g - with_rest[a]);
    }
  diagonal_ = soft.diagonal + 2 * active_.cwiseAbs2() * with_rest;
  diagonal_.array() += (p - 1) * soft.rest_weight;
}

VectorXd SoftCurvature::times(const VectorXd& z) const {
  const MatrixXd between = (z.asDiagonal() * active_).transpose() * all_;
  const MatrixXd weighted = all_ * pairs_.cwiseProduct(between).transpose();
  VectorXd out = active_.cwiseProduct(weighted).rowwise().sum();
  out += diagonal_.cwiseProduct(z) - sharpness_ * gradient_.dot(z) * gradient_;
  return 4 * out;
}

}  // namespace cggibbs
