// Checks, one Cholesky factorization, and triangular products.
#include "theory/scaled_matrix.hpp"

#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <cggibbs/error.hpp>
#include <cmath>
#include <limits>

namespace cggibbs {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

void require_covariance(const MatrixXd& m, const std::string& name) {
  if (m.rows() != m.cols() || m.rows() == 0)
    throw Error(fmt::format(
        "{} is {} x {}, but a covariance or precision matrix has as many rows as columns, at least one.",
        name, m.rows(), m.cols()));
  for (Index j = 0; j < m.cols(); ++j)
    for (Index i = 0; i < m.rows(); ++i)
      if (!std::isfinite(m(i, j)))
        throw Error(fmt::format("entry ({}, {}) of {} is {}, but must be a finite number.", i + 1, j + 1,
                                name, std::isnan(m(i, j)) ? "NaN (missing)" : "infinite"));
  for (Index j = 0; j < m.cols(); ++j)
    if (!(m(j, j) > 0))
      throw Error(fmt::format("{} is not positive definite: entry ({}, {}) is {:g}, but must be positive.",
                              name, j + 1, j + 1, m(j, j)));
  Index least = 0, most = 0;
  const double small = m.diagonal().minCoeff(&least), large = m.diagonal().maxCoeff(&most);
  if (small < std::numeric_limits<double>::min() || large / small > 1e290)
    throw Error(
        fmt::format("{}: entries ({}, {}) and ({}, {}) are {:g} and {:g}, too far apart for any condition "
                    "number to be computed. Give these coordinates units that are closer.",
                    name, least + 1, least + 1, most + 1, most + 1, small, large));
  // Of what rounding in a file of seven digits leaves.
  constexpr double rounding = 1e-6;
  for (Index j = 0; j < m.cols(); ++j)
    for (Index i = j + 1; i < m.rows(); ++i)
      if (std::abs(m(i, j) - m(j, i)) > rounding * std::sqrt(m(i, i) * m(j, j)))
        throw Error(fmt::format("{} is not symmetric: entry ({}, {}) is {:g}, but ({}, {}) is {:g}.", name,
                                i + 1, j + 1, m(i, j), j + 1, i + 1, m(j, i)));
}

}  // namespace

ScaledMatrix::ScaledMatrix(const MatrixXd& covariance, const std::string& name) {
  require_covariance(covariance, name);
  const Index d = covariance.rows();
  const VectorXd sd = covariance.diagonal().cwiseSqrt();
  log_sd_ = sd.array().log();
  const VectorXd per_sd = sd.cwiseInverse();
  correlations_ = per_sd.asDiagonal() * covariance * per_sd.asDiagonal();
  correlations_ = (0.5 * (correlations_ + correlations_.transpose())).eval();
  correlations_.diagonal().setOnes();
  const Eigen::LLT<MatrixXd> factor(correlations_);
  // A pivot is the share of a variance that the coordinates before it leave open.
  const double least = static_cast<double>(d) * std::numeric_limits<double>::epsilon();
  if (factor.info() == Eigen::Success) {
    Index at = 0;
    const double pivot = factor.matrixLLT().diagonal().cwiseAbs2().minCoeff(&at);
    if (!(pivot > least))
      throw Error(fmt::format(
          "{} is singular up to rounding: coordinate {} is a sum of those before it. Leave it out.", name,
          at + 1));
  } else {
    throw Error(fmt::format(
        "{} is not positive definite. Check that it is a covariance (or precision) matrix, written with "
        "enough digits.",
        name));
  }
  factor_ = factor.matrixLLT();
}

MatrixXd ScaledMatrix::solve(MatrixXd b) const {
  factor_.triangularView<Eigen::Lower>().solveInPlace(b);
  factor_.triangularView<Eigen::Lower>().transpose().solveInPlace(b);
  return b;
}

MatrixXd ScaledMatrix::scaled_inverse(const VectorXd& log_scale) const {
  const VectorXd per_scale = (-log_scale).array().exp();
  MatrixXd inverse = solve(MatrixXd::Identity(size(), size()));
  inverse = (0.5 * (inverse + inverse.transpose())).eval();
  return per_scale.asDiagonal() * inverse * per_scale.asDiagonal();
}

MatrixXd ScaledMatrix::scaled(const VectorXd& log_scale) const {
  const VectorXd scale = log_scale.array().exp();
  return scale.asDiagonal() * correlations_ * scale.asDiagonal();
}

VectorXd ScaledMatrix::times(const VectorXd& log_scale, const VectorXd& v) const {
  const VectorXd scale = log_scale.array().exp();
  VectorXd out = correlations_ * scale.cwiseProduct(v);
  return out.cwiseProduct(scale);
}

VectorXd ScaledMatrix::inverse_times(const VectorXd& log_scale, const VectorXd& v) const {
  const VectorXd per_scale = (-log_scale).array().exp();
  VectorXd out = per_scale.cwiseProduct(v);
  factor_.triangularView<Eigen::Lower>().solveInPlace(out);
  factor_.triangularView<Eigen::Lower>().transpose().solveInPlace(out);
  return out.cwiseProduct(per_scale);
}

}  // namespace cggibbs
