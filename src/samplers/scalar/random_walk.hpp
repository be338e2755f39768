// One random-walk Metropolis update of a scalar.
#pragma once

#include <algorithm>
#include <cmath>

#include "base/rng.hpp"

namespace cggibbs {

struct WalkMove {
  double x;
  double logp;
  double acceptance;  ///< probability with which the proposal was accepted
};

template <class F>
WalkMove random_walk_step(double x, double logp, const F& log_conditional, double step, Rng& rng) {
  const double candidate = x + step * rng.normal();
  const double value = log_conditional(candidate);
  const double acceptance = std::exp(std::min(0.0, value - logp));
  if (rng.uniform() < acceptance) return {candidate, value, acceptance};
  return {x, logp, acceptance};
}

}  // namespace cggibbs
