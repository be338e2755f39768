// The kinetic energy of Hamiltonian samplers: an inverse mass matrix that is learned in warmup.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "base/archive.hpp"
#include "base/rng.hpp"

namespace cggibbs {

enum class MetricKind { unit, diag, dense, low_rank };
inline constexpr MetricKind all_metrics[] = {MetricKind::unit, MetricKind::diag, MetricKind::dense,
                                             MetricKind::low_rank};

/// "unit", "diag", "dense", "low_rank"
std::string_view name(MetricKind kind);

/// Positions should have about this covariance: the inverse mass matrix. Starts as the identity.
class Metric {
 public:
  virtual ~Metric() = default;
  /// v = (inverse mass) p
  virtual void velocity(const double* p, double* v) = 0;
  /// p ~ N(0, mass)
  virtual void draw_momentum(Rng& rng, double* p) = 0;
  /// A draw of warmup and the gradient of the log density there.
  virtual void learn(const double* q, const double* gradient) = 0;
  /// A window has ended: uses what was learned since the last one, then forgets it.
  virtual void renew() = 0;
  /// Coordinate k is from now on stretch[k] times what it was.
  virtual void rescale(const double* stretch) = 0;
  /// For the header of the output: the diagonal of the inverse mass matrix, or all of it row by row when dense.
  virtual std::vector<double> inverse_mass() const = 0;
  /// What has been learned, for a metric of the same kind and dimension.
  virtual void save(Writer& w) const = 0;
  virtual void load(Reader& r) = 0;
};

std::unique_ptr<Metric> make_metric(MetricKind kind, std::size_t dimension);

namespace detail {
std::unique_ptr<Metric> make_dense_metric(std::size_t dimension);
std::unique_ptr<Metric> make_low_rank_metric(std::size_t dimension);
}  // namespace detail

}  // namespace cggibbs
