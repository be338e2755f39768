// One-dimensional targets whose law is known, and the test that one step from an exact draw keeps it.
#pragma once

#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "base/rng.hpp"
#include "base/special.hpp"
#include "base/test_statistics.hpp"

namespace cggibbs::test {

struct Target {
  std::string name;
  std::function<double(double)> log_density;  ///< up to a constant
  std::function<double(Rng&)> draw;
  std::function<double(double)> cdf;
};

inline Target normal_target() {
  return {"normal", [](double x) { return -0.5 * x * x; }, [](Rng& rng) { return rng.normal(); },
          [](double x) { return normal_cdf(x); }};
}

/// 0.5 N(-2, 0.2) + 0.5 N(2, 1): doubling reaches the narrow mode from the wide one more easily than back.
inline Target bimodal_target() {
  return {
      "bimodal",
      [](double x) { return log_add_exp(std::log(5) - 0.5 * square((x + 2) / 0.2), -0.5 * square(x - 2)); },
      [](Rng& rng) { return rng.uniform() < 0.5 ? -2 + 0.2 * rng.normal() : 2 + rng.normal(); },
      [](double x) { return 0.5 * normal_cdf((x + 2) / 0.2) + 0.5 * normal_cdf(x - 2); }};
}

inline Target exponential_target() {
  return {"exponential", [](double x) { return x > 0 ? -x : -inf; },
          [](Rng& rng) { return rng.exponential(); }, [](double x) { return x > 0 ? -std::expm1(-x) : 0; }};
}

inline Target cauchy_target() {
  return {"cauchy", [](double x) { return -std::log1p(x * x); },
          [](Rng& rng) { return std::tan(M_PI * (rng.uniform() - 0.5)); },
          [](double x) { return 0.5 + std::atan(x) / M_PI; }};
}

inline std::vector<Target> targets() {
  return {normal_target(), bimodal_target(), exponential_target(), cauchy_target()};
}

/// Enough for a shift of 0.03 sd to be seen.
inline constexpr int replicates = 20000;
/// A correct kernel fails a comparison once in ten thousand seeds; ours are fixed.
inline constexpr double smallest_p = 1e-4;

/// p value of "one step from a draw of the target is a draw of the target". Step: (x, logp, log_density, rng)
/// -> x.
template <class Step>
double invariance_p(const Target& target, const Step& step, std::uint64_t seed) {
  Rng rng(seed, 0);
  std::vector<double> after;
  after.reserve(replicates);
  for (int r = 0; r < replicates; ++r) {
    const double x = target.draw(rng);
    after.push_back(step(x, target.log_density(x), target.log_density, rng));
  }
  return ks_one_sample(std::move(after), target.cdf);
}

}  // namespace cggibbs::test
