// Two products with tall matrices a step.
#include "theory/scaling_ascent.hpp"

#include <algorithm>
#include <cmath>

#include "base/rng.hpp"

namespace cggibbs {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Rows whose length is this share of the longest: they are of parts that the bound does not need, and shrink from step to step. The
/// first keep their scale, the second are left out before they underflow.
constexpr double settled = 1e-30, gone = 1e-100;

Index width_for(Index d) {
  return std::min(d, static_cast<Index>(std::sqrt(2 * static_cast<double>(d))) + 2);
}

/// 0 where there is nothing to divide by.
VectorXd ratio(const VectorXd& a, const VectorXd& b) {
  return (b.array() > 0).select(a.array() / b.array(), 0.0);
}

VectorXd row_lengths(const MatrixXd& m) {
  return m.rowwise().norm();
}

}  // namespace

ScalingAscent::ScalingAscent(const ScaledMatrix& matrix)
    : r_(matrix), log_scale_(VectorXd::Zero(matrix.size())) {
  const Index d = matrix.size();
  Rng rng(1, 0);
  const auto random = [&] {
    MatrixXd m(d, width_for(d));
    for (double& each : m.reshaped()) each = rng.normal();
    return m;
  };
  y_ = random();
  rz_ = random();
  z_ = matrix.solve(rz_);
  normalize();
  y_ = ratio(row_lengths(z_), row_lengths(y_)).asDiagonal() * y_;
  look();
}

double ScalingAscent::work() const {
  const auto d = static_cast<double>(y_.rows());
  return 2 * d * d * static_cast<double>(y_.cols());
}

/// tr(Z'RZ) = 1
void ScalingAscent::normalize() {
  const double size = 1 / std::sqrt(z_.cwiseProduct(rz_).sum());
  z_ *= size;
  rz_ *= size;
}

/// What is known of the present rows.
void ScalingAscent::look() {
  lengths_ = row_lengths(z_);
  ry_ = r_.correlations() * y_;
  pulls_ = row_lengths(ry_);
  bound_before_ = bound_;
  bound_ = y_.cwiseProduct(ry_).sum();
  const double least = settled * lengths_.maxCoeff();
  const VectorXd pushes = row_lengths(rz_);
  for (Index i = 0; i < lengths_.size(); ++i)
    if (lengths_[i] > least && pulls_[i] > 0 && pushes[i] > 0)
      log_scale_[i] =
          0.5 * std::log(lengths_[i]) - 0.25 * (std::log(pulls_[i]) + std::log(bound_ * pushes[i]));
}

void ScalingAscent::step() {
  MatrixXd y = ratio(VectorXd::Ones(pulls_.size()), pulls_).asDiagonal() * ry_;
  rz_ = ratio(pulls_, lengths_).asDiagonal() * z_;
  z_ = r_.solve(rz_);
  normalize();
  MatrixXd z = z_, rz = rz_;

  if (bound_ < bound_before_) momentum_ = 1;
  if (y_before_.size() > 0) {
    const double next = 0.5 * (1 + std::sqrt(1 + 4 * momentum_ * momentum_));
    const double further = (momentum_ - 1) / next;
    momentum_ = next;
    y_ = y + further * (y - y_before_);
    z_ += further * (z - z_before_);
    rz_ += further * (rz - rz_before_);
    normalize();
  } else {
    y_ = y;
  }
  y_before_ = std::move(y);
  z_before_ = std::move(z);
  rz_before_ = std::move(rz);

  VectorXd lengths = row_lengths(z_);
  lengths = (lengths.array() > gone * lengths.maxCoeff()).select(lengths, 0.0);
  z_ = (lengths.array() > 0).cast<double>().matrix().asDiagonal() * z_;
  y_ = ratio(lengths, row_lengths(y_)).asDiagonal() * y_;
  look();
}

}  // namespace cggibbs
