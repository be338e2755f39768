// Ridges of scales and coefficients leave the prior invariant.
#include "samplers/linear/partial_ridge.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/special.hpp"
#include "base/test_statistics.hpp"
#include "samplers/linear/half_cauchy_scales.hpp"
#include "samplers/scalar/slice.hpp"

namespace cggibbs {
namespace {

double half_cauchy(Rng& rng, double scale) {
  return std::abs(scale * std::tan(M_PI * (rng.uniform() - 0.5)));
}

/// Scales and coefficients from their prior, with a slab of precision `slab` (0: none), one move without data. `forget` leaves out
/// that much of s per coefficient that stays, as one who forgets the Jacobian of lambda e^-s does; a move that sees `seen` of the
/// slab's precision is one for another prior.
double invariance_statistic(int replicates, double forget, double slab = 0, double seen = 1) {
  const std::size_t d = 6;
  const double tau_scale = 0.5;
  const double lambda_scale = 1.5;
  Rng rng(3, 0);
  PartialRidge ridge;
  std::vector<std::vector<double>> before(3), after(3);
  for (int k = 0; k < replicates; ++k) {
    double tau = half_cauchy(rng, tau_scale);
    std::vector<double> lambda(d), theta(d);
    for (std::size_t j = 0; j < d; ++j) {
      lambda[j] = half_cauchy(rng, lambda_scale);
      theta[j] = rng.normal() / std::sqrt(1 / square(tau * lambda[j]) + slab);
    }
    const auto note = [&](std::vector<std::vector<double>>& into) {
      into[0].push_back(tau);
      into[1].push_back(lambda[0]);
      into[2].push_back(std::abs(theta[0]));
    };
    note(before);
    ridge.choose(theta.data(), lambda.data(), tau, seen * slab, d, 0.8, rng);
    double staying = 0;
    for (std::size_t j = 0; j < d; ++j) staying += ridge.stays(j) ? 1 : 0;
    const auto f = [&](double s) {
      return ridge.log_density(s, std::log(tau), tau_scale, lambda_scale) + forget * staying * s;
    };
    const double s = slice_step(0.0, f(0.0), f, 1.0, SliceRule{}, rng).x;
    tau *= std::exp(s);
    for (std::size_t j = 0; j < d; ++j)
      (ridge.stays(j) ? lambda[j] : theta[j]) *= std::exp(ridge.stays(j) ? -s : s);
    note(after);
  }
  double worst = 0;
  for (std::size_t c = 0; c < before.size(); ++c)
    worst = std::max(worst, test::ks_statistic(before[c], after[c]));
  return worst;
}

TEST(PartialRidge, LeavesThePriorInvariant) {
  EXPECT_LT(invariance_statistic(40000, 0), 2.5);
}

TEST(PartialRidge, LeavesThePriorWithASlabInvariant) {
  EXPECT_LT(invariance_statistic(40000, 0, 2), 2.5);
}

TEST(PartialRidge, AForgottenJacobianIsCaughtByTheSameTest) {
  EXPECT_GT(invariance_statistic(40000, 1), 2.5);
  EXPECT_GT(invariance_statistic(40000, 1, 2), 2.5);
  EXPECT_GT(invariance_statistic(40000, 0, 2, 1e-9), 2.5);
}

}  // namespace
}  // namespace cggibbs
