// The low-rank metric: a diagonal, and the few directions that still deviate from it, from draws and gradients
// (as in nutpie: Seyboldt, Carlson and Carpenter 2024).
#include <Eigen/QR>
#include <cmath>
#include <deque>

#include "base/symmetric_eigen.hpp"
#include "samplers/hamiltonian/metric.hpp"

namespace cggibbs {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using In = Eigen::Map<const VectorXd>;
using Out = Eigen::Map<VectorXd>;

/// f(eigenvalues) of a symmetric positive matrix.
template <class F>
MatrixXd apply_to_spectrum(const MatrixXd& a, F f) {
  const SymmetricEigen e = symmetric_eigen(a);
  return e.vectors * e.values.unaryExpr(f).asDiagonal() * e.vectors.transpose();
}

/// The X with X g X = d: for a normal target with covariance d and gradient covariance g = d^-1 it is d itself.
MatrixXd geometric_mean(const MatrixXd& d, const MatrixXd& g) {
  const MatrixXd root = apply_to_spectrum(g, [](double x) { return std::sqrt(x); });
  const MatrixXd inverse_root = apply_to_spectrum(g, [](double x) { return 1 / std::sqrt(x); });
  MatrixXd middle = root * d * root;
  middle = apply_to_spectrum(0.5 * (middle + middle.transpose()),
                             [](double x) { return std::sqrt(std::max(x, 0.0)); });
  return inverse_root * middle * inverse_root;
}

/// inverse mass = S (I + U (diag(lambda) - I) U') S with S = diag(scale).
class LowRankMetric : public Metric {
 public:
  explicit LowRankMetric(Index d) : d_(d), scale_(VectorXd::Ones(d)), u_(d, 0), x_(d) {}

  void velocity(const double* p, double* v) override {
    x_ = scale_.cwiseProduct(In(p, d_));
    stretch(lambda_less_one_);
    Out(v, d_) = scale_.cwiseProduct(x_);
  }
  void draw_momentum(Rng& rng, double* p) override {
    for (double& z : x_) z = rng.normal();
    stretch(inverse_root_less_one_);
    Out(p, d_) = x_.cwiseQuotient(scale_);
  }
  void learn(const double* q, const double* gradient) override {
    if (draws_.size() == most_draws) {
      draws_.pop_front();
      gradients_.pop_front();
    }
    draws_.emplace_back(In(q, d_));
    gradients_.emplace_back(In(gradient, d_));
  }
  void renew() override {
    if (draws_.size() >= fewest_draws) estimate();
    draws_.clear();
    gradients_.clear();
  }
  void rescale(const double* stretch) override { scale_ = scale_.cwiseProduct(In(stretch, d_)); }
  std::vector<double> inverse_mass() const override {
    VectorXd diagonal = VectorXd::Ones(d_);
    if (u_.cols() > 0) diagonal += u_.cwiseAbs2() * lambda_less_one_;
    diagonal = diagonal.cwiseProduct(scale_.cwiseAbs2());
    return {diagonal.data(), diagonal.data() + d_};
  }
  void save(Writer& w) const override {
    w(scale_, u_, lambda_less_one_, inverse_root_less_one_, draws_.size());
    for (const auto& seen : {&draws_, &gradients_})
      for (const VectorXd& x : *seen) w(x);
  }
  void load(Reader& r) override {
    std::size_t count = 0;
    r(scale_, u_, lambda_less_one_, inverse_root_less_one_, count);
    coefficients_.resize(u_.cols());
    for (const auto& seen : {&draws_, &gradients_}) {
      seen->assign(std::min(count, most_draws), VectorXd());
      for (VectorXd& x : *seen) r(x);
    }
  }

 private:
  static constexpr std::size_t most_draws = 100, fewest_draws = 5;
  static constexpr double cutoff = 2;  ///< eigenvalues between 1 / cutoff and cutoff are left at 1
  static constexpr double floor =
      1e-5;  ///< added to both covariances, which have fewer draws than dimensions

  /// x += U (factor * U' x)
  void stretch(const VectorXd& factor) {
    if (u_.cols() == 0) return;
    coefficients_.noalias() = u_.transpose() * x_;
    coefficients_ = coefficients_.cwiseProduct(factor);
    x_.noalias() += u_ * coefficients_;
  }

  void estimate() {
    const auto m = static_cast<Index>(draws_.size());
    MatrixXd q(d_, m), g(d_, m);
    for (Index t = 0; t < m; ++t) {
      q.col(t) = draws_[static_cast<std::size_t>(t)];
      g.col(t) = gradients_[static_cast<std::size_t>(t)];
    }
    q.colwise() -= q.rowwise().mean().eval();
    g.colwise() -= g.rowwise().mean().eval();
    for (Index k = 0; k < d_; ++k) {
      const double ratio = std::sqrt(q.row(k).norm() / g.row(k).norm());
      scale_[k] = std::isfinite(ratio) ? std::clamp(ratio, 1e-10, 1e10) : 1;
    }
    const double each = 1 / std::sqrt(static_cast<double>(m - 1));
    q = scale_.cwiseInverse().asDiagonal() * q * each;
    g = scale_.asDiagonal() * g * each;

    MatrixXd both(d_, 2 * m);
    both << q, g;
    const Eigen::ColPivHouseholderQR<MatrixXd> qr(both);
    const Index rank = qr.rank();
    const MatrixXd basis = qr.householderQ() * MatrixXd::Identity(d_, rank);
    const MatrixXd qb = basis.transpose() * q, gb = basis.transpose() * g;
    const MatrixXd identity = MatrixXd::Identity(rank, rank);
    const MatrixXd mean =
        geometric_mean(qb * qb.transpose() + floor * identity, gb * gb.transpose() + floor * identity);
    const SymmetricEigen e = symmetric_eigen(0.5 * (mean + mean.transpose()));
    std::vector<Index> kept;
    for (Index k = 0; k < rank; ++k) {
      const double lambda = e.values[k];
      if (std::isfinite(lambda) && lambda > 0 && (lambda > cutoff || lambda < 1 / cutoff)) kept.push_back(k);
    }
    const auto r = static_cast<Index>(kept.size());
    u_.resize(d_, r);
    lambda_less_one_.resize(r);
    inverse_root_less_one_.resize(r);
    coefficients_.resize(r);
    for (Index k = 0; k < r; ++k) {
      const Index from = kept[static_cast<std::size_t>(k)];
      u_.col(k) = basis * e.vectors.col(from);
      lambda_less_one_[k] = e.values[from] - 1;
      inverse_root_less_one_[k] = 1 / std::sqrt(e.values[from]) - 1;
    }
  }

  Index d_;
  VectorXd scale_;
  MatrixXd u_;  ///< orthonormal columns
  VectorXd lambda_less_one_, inverse_root_less_one_;
  VectorXd x_, coefficients_;
  std::deque<VectorXd> draws_, gradients_;
};

}  // namespace

std::unique_ptr<Metric> detail::make_low_rank_metric(std::size_t d) {
  return std::make_unique<LowRankMetric>(static_cast<Index>(d));
}

}  // namespace cggibbs
