// The unit and the diagonal metric, and the choice among all.
#include "samplers/hamiltonian/metric.hpp"

#include <cmath>

namespace cggibbs {
namespace {

class UnitMetric : public Metric {
 public:
  explicit UnitMetric(std::size_t d) : d_(d) {}
  void velocity(const double* p, double* v) override {
    for (std::size_t k = 0; k < d_; ++k) v[k] = p[k];
  }
  void draw_momentum(Rng& rng, double* p) override {
    for (std::size_t k = 0; k < d_; ++k) p[k] = rng.normal();
  }
  void learn(const double*, const double*) override {}
  void renew() override {}
  void rescale(const double*) override {}
  std::vector<double> inverse_mass() const override { return std::vector<double>(d_, 1.0); }
  void save(Writer&) const override {}
  void load(Reader&) override {}

 private:
  std::size_t d_;
};

/// Variances of the draws, shrunk towards 1e-3 like Stan's.
class DiagonalMetric : public Metric {
 public:
  explicit DiagonalMetric(std::size_t d) : variance_(d, 1.0), mean_(d, 0.0), squares_(d, 0.0) {}

  void velocity(const double* p, double* v) override {
    for (std::size_t k = 0; k < variance_.size(); ++k) v[k] = variance_[k] * p[k];
  }
  void draw_momentum(Rng& rng, double* p) override {
    for (std::size_t k = 0; k < variance_.size(); ++k) p[k] = rng.normal() / std::sqrt(variance_[k]);
  }
  void learn(const double* q, const double*) override {
    ++seen_;
    for (std::size_t k = 0; k < mean_.size(); ++k) {
      const double before = q[k] - mean_[k];
      mean_[k] += before / seen_;
      squares_[k] += before * (q[k] - mean_[k]);
    }
  }
  void renew() override {
    if (seen_ < 2) return;
    for (std::size_t k = 0; k < variance_.size(); ++k) {
      const double v = squares_[k] / (seen_ - 1);
      variance_[k] = (seen_ * v + 5 * 1e-3) / (seen_ + 5);
      mean_[k] = squares_[k] = 0;
    }
    seen_ = 0;
  }
  void rescale(const double* stretch) override {
    for (std::size_t k = 0; k < variance_.size(); ++k) variance_[k] *= stretch[k] * stretch[k];
  }
  std::vector<double> inverse_mass() const override { return variance_; }
  void save(Writer& w) const override { w(variance_, mean_, squares_, seen_); }
  void load(Reader& r) override { r(variance_, mean_, squares_, seen_); }

 private:
  std::vector<double> variance_, mean_, squares_;
  double seen_ = 0;
};

}  // namespace

std::string_view name(MetricKind kind) {
  switch (kind) {
    case MetricKind::unit:
      return "unit";
    case MetricKind::diag:
      return "diag";
    case MetricKind::dense:
      return "dense";
    case MetricKind::low_rank:
      return "low_rank";
  }
  return "";
}

std::unique_ptr<Metric> make_metric(MetricKind kind, std::size_t d) {
  switch (kind) {
    case MetricKind::unit:
      return std::make_unique<UnitMetric>(d);
    case MetricKind::diag:
      return std::make_unique<DiagonalMetric>(d);
    case MetricKind::dense:
      return detail::make_dense_metric(d);
    case MetricKind::low_rank:
      return detail::make_low_rank_metric(d);
  }
  return nullptr;
}

}  // namespace cggibbs
