// What Hamiltonian samplers share: points in phase space, the leapfrog step, the first step size.
#pragma once

#include <cmath>
#include <cstddef>
#include <functional>
#include <vector>

#include "base/special.hpp"
#include "samplers/hamiltonian/metric.hpp"

namespace cggibbs {

/// Log density at q, up to a constant, and its gradient; -inf outside the support, never NaN.
using LogDensityGradient = std::function<double(const double* q, double* gradient)>;

/// The energy error at which a trajectory counts as divergent.
inline constexpr double divergence_limit = 1000;

struct PhasePoint {
  explicit PhasePoint(std::size_t d) : q(d), p(d), v(d), gradient(d) {}
  std::vector<double> q, p;
  std::vector<double> v;         ///< velocity: (inverse mass) p
  std::vector<double> gradient;  ///< of the log density at q
  double logp = -inf;

  std::size_t size() const { return q.size(); }
  double energy() const {
    double kinetic = 0;
    for (std::size_t k = 0; k < p.size(); ++k) kinetic += p[k] * v[k];
    const double h = 0.5 * kinetic - logp;
    return std::isnan(h) ? inf : h;
  }
};

/// What one update did.
struct HamiltonianMove {
  double acceptance = 0;  ///< mean over the trajectory: what the step size is tuned by
  int depth = 0;
  int leapfrogs = 0;
  bool divergent = false;
  double energy = nan;  ///< of the accepted point
};

inline void refresh_momentum(PhasePoint& z, Metric& metric, Rng& rng) {
  metric.draw_momentum(rng, z.p.data());
  metric.velocity(z.p.data(), z.v.data());
}

/// Half a step of momentum, a step of position, half a step of momentum. A negative step goes back in time.
inline void leapfrog(PhasePoint& z, const LogDensityGradient& density, Metric& metric, double step) {
  const std::size_t d = z.size();
  for (std::size_t k = 0; k < d; ++k) z.p[k] += 0.5 * step * z.gradient[k];
  metric.velocity(z.p.data(), z.v.data());
  for (std::size_t k = 0; k < d; ++k) z.q[k] += step * z.v[k];
  z.logp = density(z.q.data(), z.gradient.data());
  if (z.logp == -inf) return;  // the gradient means nothing; the energy is infinite whatever the momentum
  for (std::size_t k = 0; k < d; ++k) z.p[k] += 0.5 * step * z.gradient[k];
  metric.velocity(z.p.data(), z.v.data());
}

/// From `step`, doubles or halves until the acceptance of a single step crosses 0.8. The start must have density.
inline double find_step_size(const PhasePoint& start, const LogDensityGradient& density, Metric& metric,
                             double step, Rng& rng) {
  int direction = 0;
  for (int tries = 0; tries < 100; ++tries) {
    PhasePoint z = start;
    refresh_momentum(z, metric, rng);
    const double before = z.energy();
    leapfrog(z, density, metric, step);
    const int now = before - z.energy() > std::log(0.8) ? 1 : -1;
    if (direction == 0) direction = now;
    if (now != direction) return step;
    step *= direction > 0 ? 2 : 0.5;
  }
  return step;
}

}  // namespace cggibbs
