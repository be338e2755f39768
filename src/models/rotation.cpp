// Penalized IRLS with Eigen; only a preconditioner, so it never has to converge to be valid.
#include "models/rotation.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

namespace cggibbs {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// A mean inside the range of the family, near the observation: where IRLS starts.
double first_mean(Family family, double y, double trials, double overall) {
  switch (family) {
    case Family::gaussian:
    case Family::student_t:
      return y;
    case Family::bernoulli:
      return (y + 0.5) / 2;
    case Family::binomial:
      return (y + 0.5) / (trials + 1);
    case Family::poisson:
    case Family::negative_binomial:
      return 0.5 * (y + overall) + 0.1;
    case Family::gamma:
      return 0.5 * (y + overall);
    case Family::beta:
      return 0.5 * (y + overall);
  }
  return y;
}

bool has_dispersion(Family family) {
  return family == Family::gaussian || family == Family::student_t || family == Family::gamma ||
         family == Family::beta;
}

}  // namespace

Rotation find_rotation(const DenseMatrix& x, const Response& r, const std::vector<double>& offset,
                       Family family, Link link, const std::vector<double>& prior_mean,
                       const std::vector<double>& prior_precision) {
  const auto n = static_cast<Eigen::Index>(x.rows);
  const auto p = static_cast<Eigen::Index>(x.cols);
  const Eigen::Map<const MatrixXd> design(x.values.data(), n, p);
  const Eigen::Map<const VectorXd> m(prior_mean.data(), p);
  const Eigen::Map<const VectorXd> precision(prior_precision.data(), p);

  double overall = 0;
  for (double y : r.y) overall += y / static_cast<double>(n);
  const auto trials = [&](Eigen::Index i) {
    return r.trials.empty() ? 1.0 : r.trials[static_cast<std::size_t>(i)];
  };
  VectorXd eta(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    double mu = first_mean(family, r.y[static_cast<std::size_t>(i)], trials(i), overall);
    if (link == Link::log || link == Link::sqrt || link == Link::inverse)
      mu = std::max(mu, 1e-3 * (1 + std::abs(overall)));
    eta[i] = link_function(link, mu);
  }

  Rotation out;
  VectorXd theta = m;
  MatrixXd information = MatrixXd::Identity(p, p);
  VectorXd weight(n), working(n);
  for (int iteration = 0; iteration < 30; ++iteration) {
    double pearson = 0;
    for (Eigen::Index i = 0; i < n; ++i) {
      const auto k = static_cast<std::size_t>(i);
      const double e =
          std::clamp(eta[i], -30.0 - 1e6 * (link == Link::identity), 30.0 + 1e6 * (link != Link::log));
      const double mu = inverse_link(link, e);
      double slope = inverse_link_slope(link, e);
      if (std::abs(slope) < 1e-10) slope = slope < 0 ? -1e-10 : 1e-10;
      const double variance = std::max(variance_function(family, mu), 1e-10);
      const double w =
          (r.weights.empty() ? 1.0 : r.weights[k]) * (family == Family::binomial ? trials(i) : 1.0);
      const double y = family == Family::binomial && trials(i) > 0 ? r.y[k] / trials(i) : r.y[k];
      weight[i] = w * slope * slope / variance;
      working[i] = e + (y - mu) / slope - (offset.empty() ? 0.0 : offset[k]);
      pearson += w * (y - mu) * (y - mu) / variance;
    }
    if (has_dispersion(family) && iteration > 0)
      out.dispersion = std::max(pearson / static_cast<double>(std::max<Eigen::Index>(1, n - p)), 1e-12);
    information = design.transpose() * (weight / out.dispersion).asDiagonal() * design;
    information += precision.asDiagonal();
    // A hair of ridge, relative to each column, keeps collinear columns factorizable.
    information.diagonal() += 1e-10 * information.diagonal() + VectorXd::Constant(p, 1e-12);
    const VectorXd right =
        design.transpose() * (weight.cwiseProduct(working) / out.dispersion) + precision.cwiseProduct(m);
    const VectorXd next = information.ldlt().solve(right);
    if (!next.allFinite()) break;
    const double change = (next - theta).norm() / (1e-8 + next.norm());
    theta = next;
    eta = design * theta;
    if (!offset.empty()) eta += Eigen::Map<const VectorXd>(offset.data(), n);
    if (change < 1e-9 && iteration > 2) break;
  }
  if (family == Family::bernoulli || family == Family::binomial)
    out.separated = eta.cwiseAbs().maxCoeff() > 18;

  Eigen::LLT<MatrixXd> cholesky(information);
  for (double ridge = 1e-8; cholesky.info() != Eigen::Success && ridge < 1e3; ridge *= 10) {
    MatrixXd padded = information;
    padded.diagonal() *= 1 + ridge;
    cholesky.compute(padded);
  }
  const MatrixXd upper = cholesky.matrixL().transpose();
  const MatrixXd rotation =
      upper.triangularView<Eigen::Upper>().solve(MatrixXd::Identity(p, p)).triangularView<Eigen::Upper>();
  const VectorXd z = upper * theta;
  out.matrix = {x.cols, x.cols, std::vector<double>(rotation.data(), rotation.data() + p * p)};
  out.start.assign(z.data(), z.data() + p);
  out.estimate.assign(theta.data(), theta.data() + p);
  return out;
}

}  // namespace cggibbs
