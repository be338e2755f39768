// A horseshoe with many more columns than rows against its exact posterior, by weighted draws from the prior.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "base/special.hpp"
#include "graph/start.hpp"
#include "graph/test_models.hpp"
#include "samplers/choose/factory.hpp"

namespace cggibbs {
namespace {

constexpr std::size_t rows = 7;
constexpr std::size_t columns = 60;

/// Centred, so that the rank is one less than the rows, and correlated; one column in other units than the rest.
DenseMatrix design() {
  Rng rng(40, 0);
  DenseMatrix x = test::dense(rows, columns, rng);
  std::vector<double> common(rows);
  for (double& v : common) v = rng.normal();
  for (std::size_t j = 0; j < columns; ++j) {
    double mean = 0;
    for (std::size_t i = 0; i < rows; ++i) mean += (x.col(j)[i] += common[i]) / rows;
    for (std::size_t i = 0; i < rows; ++i) x.col(j)[i] -= mean;
  }
  for (std::size_t i = 0; i < rows; ++i) x.col(2)[i] *= 1000;
  return x;
}

const std::vector<double> labels{1, 0, 1, 1, 0, 1, 0};

double half_cauchy(Rng& rng) {
  return std::tan(M_PI / 2 * rng.uniform());
}

/// Where the global scale is, from the regime of few large coefficients to that of all of them large; sizes of coefficients.
std::vector<double> functions(double tau, const double* theta) {
  std::vector<double> f;
  for (double c : {-4.0, -2.0, -1.0, 0.0, 1.0, 3.0}) f.push_back(std::log(tau) > c ? 1 : 0);
  double small = 0;
  for (std::size_t j = 0; j < columns; ++j) small += 1 / (1 + std::abs(theta[j]));
  f.push_back(small / columns);
  for (std::size_t j : {0, 1, 2}) f.push_back(theta[j] / (1 + std::abs(theta[j])));
  return f;
}

struct Estimate {
  std::vector<double> mean, error;
};

/// c^2 ~ inverse_gamma(2, scale); 0: none.
struct SlabPrior {
  double scale = 0;
};

/// Means of f by weights; errors by the delta method.
Estimate weighted(const std::vector<std::vector<double>>& f, const std::vector<double>& weight) {
  double total = 0;
  for (double w : weight) total += w;
  Estimate e{std::vector<double>(f[0].size(), 0.0), std::vector<double>(f[0].size(), 0.0)};
  for (std::size_t k = 0; k < e.mean.size(); ++k) {
    for (std::size_t r = 0; r < f.size(); ++r) e.mean[k] += weight[r] * f[r][k] / total;
    for (std::size_t r = 0; r < f.size(); ++r)
      e.error[k] += square(weight[r] * (f[r][k] - e.mean[k]) / total);
    e.error[k] = std::sqrt(e.error[k]);
  }
  return e;
}

struct Exact {
  Estimate right;
  Estimate other_tau;   ///< under a prior of the global scale that is a fifth too wide
  Estimate other_slab;  ///< under c^2 ~ inverse_gamma(2, 8/3 scale)
};

/// Draws from the prior, weighted by the likelihood, and by bounded ratios of densities for other priors.
Exact from_prior(const DenseMatrix& x, std::size_t draws, SlabPrior slab = {}) {
  Rng rng(41, 0);
  std::vector<std::vector<double>> f;
  std::vector<double> weight, by_tau, by_slab;
  std::vector<double> theta(columns);
  constexpr double wide = 1.2, slabs = 8.0 / 3;
  for (std::size_t r = 0; r < draws; ++r) {
    const double tau = half_cauchy(rng);
    // The intercept is t(3, 0, 1).
    std::vector<double> eta(rows, rng.normal() / std::sqrt(rng.gamma(1.5) / 1.5));
    const double precision = slab.scale > 0 ? rng.gamma(2) / slab.scale : 0;
    for (std::size_t j = 0; j < columns; ++j) {
      theta[j] = tau * half_cauchy(rng) * rng.normal();
      if (precision > 0) theta[j] = rng.normal() / std::sqrt(1 / square(tau * half_cauchy(rng)) + precision);
      for (std::size_t i = 0; i < rows; ++i) eta[i] += theta[j] * x.col(j)[i];
    }
    double logp = 0;
    for (std::size_t i = 0; i < rows; ++i) logp -= log1p_exp(labels[i] > 0 ? -eta[i] : eta[i]);
    if (logp < -30) continue;
    weight.push_back(std::exp(logp));
    by_tau.push_back(weight.back() * wide * (1 + square(tau)) / (square(wide) + square(tau)));
    by_slab.push_back(weight.back() * square(slabs) * std::exp(-(slabs - 1) * slab.scale * precision));
    f.push_back(functions(tau, theta.data()));
  }
  return {weighted(f, weight), weighted(f, by_tau), weighted(f, by_slab)};
}

/// Means over updates of all blocks; errors from 50 batches.
Estimate from_blocks(const DenseMatrix& x, const GibbsSettings& settings, std::size_t updates,
                     SlabPrior slab = {}) {
  ModelBuilder b;
  const Var tau = b.positive("tau");
  const Var lambda = b.positive("lambda", columns);
  const Var beta = b.real("b", columns);
  b.factor("half_cauchy", {tau, 1});
  b.factor("half_cauchy", {lambda, 1});
  if (slab.scale > 0) {
    const Var c2 = b.positive("c2");
    const Var free2 = square(lambda * tau);
    b.factor("inverse_gamma", {c2, 2, slab.scale});
    b.factor("normal", {beta, 0, sqrt(c2 * free2 / (c2 + free2))});
  } else {
    b.factor("normal", {beta, 0, lambda * tau});
  }
  const Var a = b.real("a");
  b.factor("student_t", {a, 3, 0, 1});
  b.factor("bernoulli_logit", {labels, a + linear(x, beta)});
  const auto model = b.build();
  const auto blocks = make_blocks(*model, settings, 1000);
  Rng rng(42, 0);
  State state = make_state(*model);
  draw_valid_start(*model, state, rng);
  for (int k = 0; k < 1000; ++k)
    for (const auto& block : blocks) block->update(state, rng, true);
  for (const auto& block : blocks) block->freeze();
  constexpr std::size_t batches = 50;
  std::vector<std::vector<double>> batch;
  for (std::size_t r = 0; r < updates; ++r) {
    for (const auto& block : blocks) block->update(state, rng, false);
    // Parameters lie in the order of their declaration.
    const auto f = functions(state.values[0], state.values.data() + 1 + columns);
    if (r % (updates / batches) == 0) batch.emplace_back(f.size(), 0.0);
    for (std::size_t k = 0; k < f.size(); ++k)
      batch.back()[k] += f[k] / (static_cast<double>(updates) / batches);
  }
  Estimate e{std::vector<double>(batch[0].size(), 0.0), std::vector<double>(batch[0].size(), 0.0)};
  for (std::size_t k = 0; k < e.mean.size(); ++k) {
    for (const auto& m : batch) e.mean[k] += m[k] / batches;
    for (const auto& m : batch) e.error[k] += square(m[k] - e.mean[k]);
    e.error[k] = std::sqrt(e.error[k] / (batches * (batches - 1)));
  }
  return e;
}

double largest_z(const Estimate& a, const Estimate& b) {
  double worst = 0;
  for (std::size_t k = 0; k < a.mean.size(); ++k)
    worst = std::max(worst, std::abs(a.mean[k] - b.mean[k]) / std::hypot(a.error[k], b.error[k]));
  return worst;
}

GibbsSettings sampler(const char* name) {
  GibbsSettings settings;
  settings.sampler = name;
  return settings;
}

TEST(Horseshoe, HasItsExactPosteriorWithMoreColumnsThanRows) {
  const DenseMatrix x = design();
  const Exact exact = from_prior(x, 1000000);
  for (const auto& [name, updates] : {std::pair{"gaussian_block", 50000}, std::pair{"newton", 60000}}) {
    const Estimate found = from_blocks(x, sampler(name), static_cast<std::size_t>(updates));
    // Ten z-scores: beyond 4 once in 1600 runs of a right sampler.
    EXPECT_LT(largest_z(found, exact.right), 4) << name;
    EXPECT_GT(largest_z(found, exact.other_tau), 4) << name;
  }
  EXPECT_LT(largest_z(from_blocks(x, sampler("gaussian_block"), 30000, {1e16}), exact.right), 4)
      << "a regularized one without end";
}

TEST(Horseshoe, RegularizedHasItsExactPosteriorWithMoreColumnsThanRows) {
  const DenseMatrix x = design();
  const SlabPrior slab{3};
  const Exact exact = from_prior(x, 1000000, slab);
  for (const auto& [name, updates] : {std::pair{"gaussian_block", 30000}, std::pair{"newton", 60000}}) {
    const Estimate found = from_blocks(x, sampler(name), static_cast<std::size_t>(updates), slab);
    EXPECT_LT(largest_z(found, exact.right), 4) << name;
    EXPECT_GT(largest_z(found, exact.other_tau), 4) << name;
    EXPECT_GT(largest_z(found, exact.other_slab), 4) << name;
  }
}

}  // namespace
}  // namespace cggibbs
