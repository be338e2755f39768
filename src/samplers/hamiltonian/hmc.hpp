// Hamiltonian Monte Carlo of fixed, jittered integration time.
#pragma once

#include <algorithm>
#include <utility>

#include "samplers/hamiltonian/hamiltonian.hpp"

namespace cggibbs {

/// Owns the work space of one chain; a move allocates nothing.
class Hmc {
 public:
  /// Each move integrates over a time uniform on (0.5, 1.5) * integration_time, so that no direction is periodic.
  Hmc(std::size_t dimension, double integration_time)
      : time_(integration_time), z_(dimension), start_gradient_(dimension) {}

  /// Moves q; where the density at q is zero nothing moves.
  HamiltonianMove move(const LogDensityGradient& density, Metric& metric, double step, double* q, Rng& rng) {
    HamiltonianMove result;
    std::copy_n(q, z_.size(), z_.q.begin());
    z_.logp = density(q, z_.gradient.data());
    start_gradient_ = z_.gradient;
    refresh_momentum(z_, metric, rng);
    const double before = z_.energy();
    if (!std::isfinite(before)) return result;  // rounded onto the edge of the support: stay
    const double steps = std::round((0.5 + rng.uniform()) * time_ / step);
    const int count = static_cast<int>(std::clamp(steps, 1.0, static_cast<double>(most_steps)));
    while (result.leapfrogs < count && !result.divergent) {
      leapfrog(z_, density, metric, step);
      ++result.leapfrogs;
      result.divergent = z_.energy() - before > divergence_limit;
    }
    const double after = result.divergent ? inf : z_.energy();
    result.acceptance = std::exp(std::min(0.0, before - after));
    result.energy = before;
    if (rng.uniform() < result.acceptance) {
      std::copy(z_.q.begin(), z_.q.end(), q);
      result.energy = after;
    }
    return result;
  }
  /// Of the log density where the last move started.
  const std::vector<double>& start_gradient() const { return start_gradient_; }

 private:
  static constexpr int most_steps = 1024;
  double time_;
  PhasePoint z_;
  std::vector<double> start_gradient_;
};

}  // namespace cggibbs
