#include "samplers/collapsed_scales.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "graph/test_models.hpp"

namespace cggibbs {
namespace {

/// A wide design and its parts, all dense.
struct Design {
  Design(std::size_t n, std::size_t d, Rng& rng) : parts(make(n, d, rng)), a(parts) {}
  static std::vector<GaussianPart> make(std::size_t n, std::size_t d, Rng& rng) {
    ModelBuilder b;
    const Var beta = b.real("b", d);
    b.factor("normal", {beta, 0, 1});
    b.factor("bernoulli_logit", {test::coin_flips(n, rng), linear(test::dense(n, d, rng), beta)});
    return find_gaussian_parts(*b.build())->parts;
  }
  std::vector<GaussianPart> parts;
  PartMatrix a;
};

/// (A D^2 A')^-1 from scratch.
Work2D naive_precision(const PartMatrix& a, const std::vector<double>& sd) {
  Work2D gram, buffer, out;
  a.scaled_gram(sd.data(), gram, buffer);
  std::vector<int> pivot;
  std::vector<double> work;
  const std::size_t r = pivoted_cholesky(gram, pivot, work, 1e-15);
  Work2D pivoted;
  inverse_of_cholesky(gram, r, pivoted);
  out.resize(r, r);
  for (std::size_t j = 0; j < r; ++j)
    for (std::size_t i = 0; i < r; ++i)
      out.col(static_cast<std::size_t>(pivot[j]))[pivot[i]] = pivoted.col(j)[i];
  return out;
}

double half_cauchy(Rng& rng) {
  return std::abs(std::tan(M_PI * (rng.uniform() - 0.5)));
}

const std::vector<std::size_t> all_rows{0, 1, 2, 3, 4};

/// All columns once, from the first on, and that one again.
std::vector<std::size_t> columns_from(std::size_t first, std::size_t d) {
  std::vector<std::size_t> columns;
  for (std::size_t j = 0; j <= d; ++j) columns.push_back((first + j) % d);
  return columns;
}

TEST(CollapsedScales, KeepsTheInverseThatARecomputationGives) {
  Rng rng(1, 0);
  const Design design(5, 40, rng);
  std::vector<double> lambda(40), sd(40), shift(5), theta(40), back(5);
  const double tau = 0.3;
  for (std::size_t j = 0; j < 40; ++j) sd[j] = tau * (lambda[j] = half_cauchy(rng));
  for (double& s : shift) s = rng.normal();
  CollapsedScales scales(design.a);
  scales.start(naive_precision(design.a, sd), all_rows);
  const auto before = lambda;
  scales.move(columns_from(33, 40), shift.data(), tau, 1, lambda.data(), sd.data(), rng);
  for (std::size_t j = 0; j < 40; ++j) {
    EXPECT_NE(lambda[j], before[j]);
    EXPECT_DOUBLE_EQ(sd[j], tau * lambda[j]);
  }
  const Work2D naive = naive_precision(design.a, sd);
  const double top = *std::max_element(naive.a.begin(), naive.a.end());
  for (std::size_t k = 0; k < naive.a.size(); ++k)
    EXPECT_NEAR(scales.precision().a[k], naive.a[k], 1e-8 * top);
  scales.draw_coefficients(shift.data(), sd.data(), theta.data(), rng);
  design.a.multiply(theta.data(), back.data());
  for (std::size_t i = 0; i < 5; ++i) EXPECT_NEAR(back[i], shift[i], 1e-8);
}

/// Scales from their prior, a shift given them, one move: the largest Kolmogorov-Smirnov statistic between the scales
/// before and after, times sqrt(n / 2). Above 2.5 has probability 7e-6 per scale.
double invariance_statistic(int replicates, bool stale, double prior_scale) {
  const std::size_t d = 8;
  Rng rng(2, 0);
  const Design design(5, d, rng);
  CollapsedScales scales(design.a);
  std::vector<std::vector<double>> before(d), after(d);
  const double tau = 0.7;
  for (int k = 0; k < replicates; ++k) {
    std::vector<double> lambda(d), sd(d), theta(d), shift(5);
    for (std::size_t j = 0; j < d; ++j) {
      sd[j] = tau * (lambda[j] = half_cauchy(rng));
      theta[j] = sd[j] * rng.normal();
      before[j].push_back(lambda[j]);
    }
    design.a.multiply(theta.data(), shift.data());
    auto old = sd;
    if (stale) old[0] *= 3;
    scales.start(naive_precision(design.a, old), all_rows);
    scales.move(columns_from(rng.below(d), d), shift.data(), tau, prior_scale, lambda.data(), sd.data(), rng);
    for (std::size_t j = 0; j < d; ++j) after[j].push_back(lambda[j]);
  }
  double worst = 0;
  for (std::size_t j = 0; j < d; ++j) {
    std::sort(before[j].begin(), before[j].end());
    std::sort(after[j].begin(), after[j].end());
    std::size_t at = 0;
    for (std::size_t i = 0; i < before[j].size(); ++i) {
      while (at < after[j].size() && after[j][at] <= before[j][i]) ++at;
      worst = std::max(worst, std::abs(static_cast<double>(i + 1) - static_cast<double>(at)) / replicates);
    }
  }
  return worst * std::sqrt(replicates / 2.0);
}

TEST(CollapsedScales, LeaveTheirLawGivenThePredictorInvariant) {
  EXPECT_LT(invariance_statistic(20000, false, 1), 2.5);
}

TEST(CollapsedScales, AStaleInverseOrAnotherPriorIsCaughtByTheSameTest) {
  EXPECT_GT(invariance_statistic(20000, true, 1), 2.5);
  EXPECT_GT(invariance_statistic(20000, false, 1.3), 2.5);
}

}  // namespace
}  // namespace cggibbs
