// The dense metric: the sample covariance, shrunk towards a small multiple of the identity like Stan's.
#include <Eigen/Cholesky>

#include "samplers/hamiltonian/metric.hpp"

namespace cggibbs {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using In = Eigen::Map<const VectorXd>;
using Out = Eigen::Map<VectorXd>;

class DenseMetric : public Metric {
 public:
  explicit DenseMetric(Index d)
      : d_(d),
        covariance_(MatrixXd::Identity(d, d)),
        factor_(covariance_),
        mean_(VectorXd::Zero(d)),
        squares_(MatrixXd::Zero(d, d)),
        before_(d),
        after_(d) {}

  void velocity(const double* p, double* v) override {
    Out(v, d_).noalias() = covariance_.selfadjointView<Eigen::Lower>() * In(p, d_);
  }
  void draw_momentum(Rng& rng, double* p) override {
    Out out(p, d_);
    for (double& z : out) z = rng.normal();
    factor_.matrixU().solveInPlace(out);  // covariance = L L': p = L'^-1 z has covariance^-1
  }
  void learn(const double* q, const double*) override {
    ++seen_;
    before_ = In(q, d_) - mean_;
    mean_ += before_ / seen_;
    after_ = In(q, d_) - mean_;
    squares_.noalias() += after_ * before_.transpose();
  }
  void renew() override {
    if (seen_ < 2) return;
    MatrixXd shrunk = squares_ * (seen_ / (seen_ + 5) / (seen_ - 1));
    shrunk.diagonal().array() += 1e-3 * 5 / (seen_ + 5);
    const Eigen::LLT<MatrixXd> factor(shrunk);
    if (factor.info() == Eigen::Success) {
      covariance_ = std::move(shrunk);
      factor_ = factor;
    }
    mean_.setZero();
    squares_.setZero();
    seen_ = 0;
  }
  void rescale(const double* stretch) override {
    covariance_ = (In(stretch, d_).asDiagonal() * covariance_ * In(stretch, d_).asDiagonal()).eval();
    factor_.compute(covariance_);
  }
  std::vector<double> inverse_mass() const override {
    return {covariance_.data(), covariance_.data() + covariance_.size()};
  }
  void save(Writer& w) const override { w(covariance_, mean_, squares_, seen_); }
  void load(Reader& r) override {
    r(covariance_, mean_, squares_, seen_);
    factor_.compute(covariance_);  // as it was computed then
  }

 private:
  Index d_;
  MatrixXd covariance_;
  Eigen::LLT<MatrixXd> factor_;
  VectorXd mean_;
  MatrixXd squares_;
  VectorXd before_, after_;
  double seen_ = 0;
};

}  // namespace

std::unique_ptr<Metric> detail::make_dense_metric(std::size_t d) {
  return std::make_unique<DenseMetric>(static_cast<Index>(d));
}

}  // namespace cggibbs
