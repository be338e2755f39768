// tr(U S) and tr(V S) by the vectors that U and V are made of.
#include "theory/scaling_bound.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace cggibbs {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// y' S y of every column, and what rounding may have changed in the sum of them with these weights.
struct Forms {
  VectorXd values;
  double rounding = 0;
};

Forms forms(const ScaledMatrix& matrix, const VectorXd& scale, const MatrixXd& y, const VectorXd& weights) {
  const MatrixXd scaled = scale.asDiagonal() * y;
  Forms out;
  out.values = scaled.cwiseProduct(matrix.correlations() * scaled).colwise().sum();
  // |y|' |R| |y| <= (sum |y|)^2, correlations being at most one; 2 (d + 2) roundings in each form.
  const double unit = std::numeric_limits<double>::epsilon() * static_cast<double>(y.rows() + 2);
  out.rounding = unit * weights.cwiseAbs().dot(scaled.cwiseAbs().colwise().sum().cwiseAbs2().transpose());
  return out;
}

}  // namespace

double scaling_lower_bound(const ScaledMatrix& matrix, const VectorXd& log_scale, const SpectrumEnds& ends,
                           const SoftEnd& top, const SoftEnd& bottom) {
  const VectorXd scale = log_scale.array().exp();
  const VectorXd variances = scale.cwiseAbs2();  // the diagonal of S
  const VectorXd v_weights = bottom.weights.array() - bottom.rest_weight;
  const Forms v = forms(matrix, scale, ends.bottom.vectors, v_weights);
  const double below = v_weights.dot(v.values) + bottom.rest_weight * variances.sum() + v.rounding;

  // c_i^2 U_ii = V_ii; where that would blow a coordinate up, the diagonal of U grows instead, which is as good.
  constexpr double most = 1e4;
  VectorXd c(top.diagonal.size());
  double added = 0;
  for (Index i = 0; i < c.size(); ++i) {
    const double has = top.diagonal[i], wants = bottom.diagonal[i];
    c[i] = has > 0 ? std::min(std::sqrt(wants / has), most) : 0;
    added += std::max(0.0, wants - c[i] * c[i] * has) * variances[i];
  }
  const VectorXd u_weights = top.weights.array() - top.rest_weight;
  const Forms u = forms(matrix, scale, c.asDiagonal() * ends.top.vectors, u_weights);
  const double above =
      u_weights.dot(u.values) + top.rest_weight * c.cwiseAbs2().dot(variances) + added - u.rounding;
  return std::max(1.0, above / below);
}

}  // namespace cggibbs
