// Philox stream and the basic variates drawn from it.
#include "base/rng.hpp"

#include <Random123/philox.h>

#include <boost/random/exponential_distribution.hpp>
#include <boost/random/normal_distribution.hpp>
#include <cmath>

namespace cggibbs {

Rng::Rng(const Position& p) : key_{p.seed, p.stream}, block_(p.block), used_(p.used) {
  if (block_ > 0) {
    --block_;
    refill();
    used_ = p.used;
  }
}

void Rng::refill() {
  const r123::Philox4x64::ctr_type drawn = r123::Philox4x64()({{block_, 0, 0, 0}}, {{key_[0], key_[1]}});
  for (std::size_t i = 0; i < buffer_.size(); ++i) buffer_[i] = drawn[i];
  ++block_;
  used_ = 0;
}

double Rng::normal() {
  return boost::random::normal_distribution<double>()(*this);
}

double Rng::exponential() {
  return boost::random::exponential_distribution<double>()(*this);
}

/// Marsaglia and Tsang (2000), for a shape of at least 1: a cubed normal, accepted nearly always, mostly without a logarithm.
double Rng::gamma_from_normal(double shape) {
  const double d = shape - 1.0 / 3, c = 1 / std::sqrt(9 * d);
  for (;;) {
    const double x = normal(), root = 1 + c * x;
    if (!(root > 0)) continue;
    const double v = root * root * root, u = uniform();
    if (u < 1 - 0.0331 * (x * x) * (x * x) || std::log(u) < 0.5 * x * x + d * (1 - v + std::log(v)))
      return d * v;
  }
}

double Rng::gamma(double shape) {
  if (!(shape < 1)) return shape < std::numeric_limits<double>::infinity() ? gamma_from_normal(shape) : shape;
  // gamma(a) = gamma(a + 1) * u^(1/a)
  const double log_u = std::log(uniform()) / shape;
  return gamma_from_normal(shape + 1) * std::exp(log_u);
}

std::uint64_t Rng::below(std::uint64_t n) {
  // Rejection keeps it exactly uniform.
  const std::uint64_t limit = max() - max() % n;
  std::uint64_t u = (*this)();
  while (u >= limit) u = (*this)();
  return u % n;
}

}  // namespace cggibbs
