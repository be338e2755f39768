// Running covariances, their eigenvectors, and proposals along these.
#include "samplers/latent/scale_axes.hpp"

#include <algorithm>
#include <cmath>

#include "base/special.hpp"
#include "base/symmetric_eigen.hpp"
#include "samplers/over_relaxation.hpp"

namespace cggibbs {

ScaleAxes::ScaleAxes(std::size_t count)
    : axes_(count * count), mean_(count), squares_(count * count), width_(count, SliceWidth(1.0)) {
  for (std::size_t k = 0; k < count; ++k) axes_[k * count + k] = 1;
}

void ScaleAxes::learn(const double* logs) {
  const std::size_t k = count();
  ++seen_;
  for (std::size_t a = 0; a < k; ++a) {
    const double before = logs[a] - mean_[a];
    mean_[a] += before / static_cast<double>(seen_);
    // Means up to a are those with this state, means behind it those without.
    const double share = static_cast<double>(seen_ - 1) / static_cast<double>(seen_);
    for (std::size_t b = 0; b < a; ++b) {
      squares_[a * k + b] += before * (logs[b] - mean_[b]);
      squares_[b * k + a] = squares_[a * k + b];
    }
    squares_[a * k + a] += before * before * share;
  }
  if (seen_ < window_) return;
  renew();
  window_ = 2 * seen_;
  seen_ = 0;
  std::fill(mean_.begin(), mean_.end(), 0.0);
  std::fill(squares_.begin(), squares_.end(), 0.0);
}

void ScaleAxes::renew() {
  const std::size_t k = count();
  using Matrix = Eigen::MatrixXd;
  const auto d = static_cast<Eigen::Index>(k);
  const SymmetricEigen found =
      symmetric_eigen(Eigen::Map<const Matrix>(squares_.data(), d, d) / static_cast<double>(seen_));
  if (!found.converged) return;
  Eigen::Map<Matrix>(axes_.data(), d, d) = found.vectors;
  centre_ = mean_;
  sd_.resize(k);
  for (std::size_t a = 0; a < k; ++a) {
    const double sd = std::sqrt(std::max(found.values[static_cast<Eigen::Index>(a)], 1e-8));
    sd_[a] = wider * sd;
    width_[a] = SliceWidth(2.8 * sd);
  }
}

double ScaleAxes::along(std::size_t a, const double* logs) const {
  double sum = 0;
  for (std::size_t b = 0; b < count(); ++b) sum += axis(a)[b] * (logs[b] - centre_[b]);
  return sum;
}

double ScaleAxes::distance(const double* logs) const {
  double sum = 0;
  for (std::size_t a = 0; a < count(); ++a) sum += square(along(a, logs) / sd_[a]);
  return sum;
}

/// A t is a normal law whose precision is a gamma variate: given that of the state, a normal step on the other side leaves it as it is.
void ScaleAxes::propose(Rng& rng, const double* here, double* logs) const {
  const double precision =
      rng.gamma(0.5 * (df + static_cast<double>(count()))) / (0.5 * (df + distance(here)));
  const double root = std::sqrt(precision);
  std::copy(centre_.begin(), centre_.end(), logs);
  for (std::size_t a = 0; a < count(); ++a) {
    const double scale = sd_[a] / root, step = scale * opposite_normal(along(a, here) / scale, rng);
    for (std::size_t b = 0; b < count(); ++b) logs[b] += step * axis(a)[b];
  }
}

double ScaleAxes::largest_correlation() const {
  const std::size_t k = count();
  if (!proposes()) return inf;
  Eigen::MatrixXd c(k, k);
  for (std::size_t a = 0; a < k; ++a)
    for (std::size_t b = 0; b < k; ++b) {
      double sum = 0;
      for (std::size_t j = 0; j < k; ++j) sum += axis(j)[a] * axis(j)[b] * square(sd_[j]);
      c(static_cast<Eigen::Index>(a), static_cast<Eigen::Index>(b)) = sum;
    }
  const Eigen::VectorXd scale = c.diagonal().cwiseSqrt().cwiseInverse();
  const SymmetricEigen found = symmetric_eigen(scale.asDiagonal() * c * scale.asDiagonal());
  return found.converged ? found.values.maxCoeff() : inf;
}

double ScaleAxes::log_proposal(const double* logs) const {
  return -0.5 * (df + static_cast<double>(count())) * std::log1p(distance(logs) / df);
}

}  // namespace cggibbs
