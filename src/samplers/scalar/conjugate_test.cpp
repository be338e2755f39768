// Exact draws follow their distributions wherever they start from, and integers without bound theirs.
#include "samplers/scalar/conjugate.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cggibbs/model.hpp>
#include <vector>

#include "distributions/incomplete.hpp"
#include "distributions/poisson.hpp"
#include "graph/start.hpp"
#include "samplers/gibbs.hpp"

namespace cggibbs {
namespace {

/// The Kolmogorov statistic times sqrt(n) exceeds t with probability 2 exp(-2 t^2): here 1e-4.
constexpr double threshold = 2.2253;

double kolmogorov(std::vector<double> u) {
  std::sort(u.begin(), u.end());
  const auto n = static_cast<double>(u.size());
  double distance = 0;
  for (std::size_t i = 0; i < u.size(); ++i) {
    const auto at = static_cast<double>(i);
    distance = std::max({distance, u[i] - at / n, (at + 1) / n - u[i]});
  }
  return distance * std::sqrt(n);
}

/// Draws by the form from f, started at x, passed through a cdf.
template <class LogDensity, class Cdf>
double distance_of_draws(DensityForm form, double x, LogDensity f, Cdf cdf) {
  Rng rng(4, 0);
  std::vector<double> u;
  for (int i = 0; i < 5000; ++i) {
    const auto draw = conjugate_draw(
        form, x, [&](double y) { return f(y) - f(x); }, rng);
    EXPECT_TRUE(draw.has_value());
    u.push_back(cdf(*draw));
  }
  return kolmogorov(u);
}

TEST(ConjugateDraw, FollowsItsDistributionFromAnyStart) {
  for (const double x : {1e-12, 0.01, 0.4, 3., 1e6}) {
    const auto gamma = [](double y) { return Gamma::log_density(y, 2.5, 4); };
    EXPECT_LT(
        distance_of_draws(DensityForm::log_linear, x, gamma, [](double y) { return Gamma::cdf(y, 2.5, 4); }),
        threshold)
        << x;
    const auto inverse = [](double y) { return InverseGamma::log_density(y, 2.5, 4); };
    EXPECT_LT(distance_of_draws(DensityForm::log_inverse, x, inverse,
                                [](double y) { return InverseGamma::cdf(y, 2.5, 4); }),
              threshold)
        << x;
  }
  for (const double x : {1e-9, 0.2, 0.9, 1 - 1e-9}) {
    const auto beta = [](double y) { return Beta::log_density(y, 2.5, 4); };
    EXPECT_LT(
        distance_of_draws(DensityForm::log_log1m, x, beta, [](double y) { return Beta::cdf(y, 2.5, 4); }),
        threshold)
        << x;
  }
}

/// Of a normal with mean 1.5 and standard deviation 0.4 above `lower`, looked at from x; against one of `sd`.
double distance_of_normals(double x, double reach, double lower, double sd) {
  Rng rng(6, 0);
  const auto f = [](double y) { return -0.5 * (y - 1.5) * (y - 1.5) / 0.16; };
  const auto below = [&](double y) { return 0.5 * std::erfc((1.5 - y) / sd * M_SQRT1_2); };
  std::vector<double> u;
  for (int i = 0; i < 5000; ++i) {
    const auto draw =
        conjugate_draw(DensityForm::quadratic, x, [&](double y) { return y > lower ? f(y) - f(x) : -inf; },
                       rng, reach, {lower, inf});
    EXPECT_TRUE(draw.has_value()) << x << " " << reach;
    if (!draw) return inf;
    u.push_back((below(*draw) - below(lower)) / (1 - below(lower)));
  }
  return kolmogorov(u);
}

TEST(ConjugateDraw, FollowsNormalsWholeAndCutFromAnyStart) {
  for (const double x : {-1e6, 1.2, 3e4})
    for (const double reach : {1e-9, 0.7, 1e7})
      EXPECT_LT(distance_of_normals(x, reach, -inf, 0.4), threshold) << x << " " << reach;
  for (const double lower : {-3., 1.3, 2.9})
    for (const double x : {1e-12, 1e-4, 0.1, 4.})
      EXPECT_LT(distance_of_normals(lower + x, 1, lower, 0.4), threshold) << lower << " " << x;
  EXPECT_GT(distance_of_normals(1.2, 0.7, -inf, 0.48), threshold);
}

// Exact draws from the middle of the law and other moves from its ends would not leave it as it is.
TEST(ConjugateDraw, WhetherThereIsOneDoesNotDependOnTheStart) {
  const auto f = [](double y) { return -0.5 * (y + 15) * (y + 15) / 0.5; };
  for (const double upper : {inf, 40., 0.1, 1e-5}) {
    Rng rng(3, 0);
    int drawn = 0, tried = 0;
    for (double x : {1e-200, 1e-9, 0.003, 0.02, 0.3, 39.999, 0.0999999, 9.99999e-6, 7e-6}) {
      if (!(x < upper)) continue;
      const auto delta = [&](double y) { return y > 0 && y < upper ? f(y) - f(x) : -inf; };
      ++tried;
      drawn += conjugate_draw(DensityForm::quadratic, x, delta, rng, 0.1, {0, upper}).has_value();
    }
    EXPECT_EQ(drawn, upper < 0.01 ? 0 : tried) << upper;
  }
}

/// Chains of draws, each from where the last one led to.
template <class LogDensity, class Cdf>
double distance_of_chain(DensityForm form, LogDensity f, Cdf cdf) {
  Rng rng(7, 0);
  std::vector<double> u;
  double x = 0.5;
  for (int i = 0; i < 20000; ++i) {
    const auto draw = conjugate_draw(
        form, x, [&](double y) { return f(y) - f(x); }, rng);
    if (draw) x = *draw;  // else beyond the range of doubles
    u.push_back(cdf(x));
  }
  return kolmogorov(u);
}

// Draws of small shapes are so small that the rate, or the other shape, is lost in rounding there.
TEST(ConjugateDraw, FollowsItsDistributionWithSmallShapes) {
  for (const double shape : {0.03, 0.1, 0.5}) {
    SCOPED_TRACE(shape);
    EXPECT_LT(distance_of_chain(
                  DensityForm::log_linear, [&](double y) { return Gamma::log_density(y, shape, 4); },
                  [&](double y) { return Gamma::cdf(y, shape, 4); }),
              threshold);
    EXPECT_LT(distance_of_chain(
                  DensityForm::log_inverse, [&](double y) { return InverseGamma::log_density(y, shape, 4); },
                  [&](double y) { return InverseGamma::cdf(y, shape, 4); }),
              threshold);
    EXPECT_LT(distance_of_chain(
                  DensityForm::log_log1m, [&](double y) { return Beta::log_density(y, shape, 0.7); },
                  [&](double y) { return Beta::cdf(y, shape, 0.7); }),
              threshold);
  }
}

TEST(ConjugateDraw, IsCaughtWhenItsDensityIsOffByOnePower) {
  const auto gamma = [](double y) { return Gamma::log_density(y, 2.5, 4) + std::log(y); };
  EXPECT_GT(
      distance_of_draws(DensityForm::log_linear, 0.4, gamma, [](double y) { return Gamma::cdf(y, 2.5, 4); }),
      threshold);
  const auto beta = [](double y) { return Beta::log_density(y, 2.5, 4) + std::log1p(-y); };
  EXPECT_GT(
      distance_of_draws(DensityForm::log_log1m, 0.4, beta, [](double y) { return Beta::cdf(y, 2.5, 4); }),
      threshold);
}

TEST(ConjugateDraw, HasNothingToDrawFromAnImproperDensity) {
  Rng rng(5, 0);
  const auto growing = [](double y) { return y; };
  EXPECT_FALSE(conjugate_draw(DensityForm::log_linear, 1.0, growing, rng));
  const auto nowhere = [](double) { return -inf; };
  EXPECT_FALSE(conjugate_draw(DensityForm::log_linear, 1.0, nowhere, rng));
}

/// Sweeps from a start; u of each draw of the first coordinate. Draws of exact kernels are independent.
template <class Cdf>
double distance_of_sweeps(const Model& model, int thin, Cdf cdf, double* evaluations = nullptr) {
  const Plan plan(model);
  Rng rng(6, 0);
  State state = make_state(model);
  draw_valid_start(model, state, rng);
  WarmingGibbs warming(model, plan, state, {});
  for (int i = 0; i < 200; ++i) warming.sweep(rng);
  TunedGibbs gibbs = std::move(warming).freeze();
  std::vector<double> u;
  for (int i = 0; i < 4000; ++i) {
    for (int t = 0; t < thin; ++t) gibbs.sweep(rng);
    u.push_back(cdf(state.values[model.offset(model.parameters()[0])], rng));
  }
  if (evaluations) *evaluations = static_cast<double>(gibbs.core().work().evaluations) / (4000.0 * thin);
  return kolmogorov(u);
}

TEST(ExactCoordinates, APrecisionIsDrawnFromItsPosteriorByTwoEvaluations) {
  ModelBuilder b;
  const Var tau = b.positive("tau");
  const std::vector<double> y{0.3, -1, 2, 0.5};
  b.factor("gamma", {tau, 0.5, 2});
  b.factor("normal", {y, 0.2, pow(tau, -0.5)});
  double squares = 0, evaluations = 0;
  for (const double v : y) squares += square(v - 0.2);
  const auto cdf = [&](double x, Rng&) { return Gamma::cdf(x, 0.5 + 2, 2 + 0.5 * squares); };
  EXPECT_LT(distance_of_sweeps(*b.build(), 1, cdf, &evaluations), threshold);
  EXPECT_LE(evaluations, 3.5);
}

TEST(ExactCoordinates, AProbabilityIsDrawnFromItsPosterior) {
  ModelBuilder b;
  const Var p = b.unit("p");
  b.factor("beta", {p, 1, 2});
  b.factor("binomial", {std::vector<double>{3, 5}, p, 9});
  b.factor("bernoulli", {1, 1 - p});
  EXPECT_LT(distance_of_sweeps(*b.build(), 1, [](double x, Rng&) { return Beta::cdf(x, 9, 13); }), threshold);
}

TEST(IntegersWithoutBound, FollowTheirDistributionBySlice) {
  // y ~ binomial(n, p) with n ~ poisson(lambda): n - y is Poisson(lambda (1 - p)).
  for (const double lambda : {0.7, 9., 4000.}) {
    ModelBuilder b;
    const Var n = b.count("n", {1});
    b.factor("poisson", {n, lambda});
    b.factor("binomial", {2, 0.3, n});
    b.start(n, {std::round(lambda) + 2});
    // A whole number is spread over its jump, which makes the result exactly uniform.
    const auto cdf = [&](double x, Rng& rng) {
      const double upper = Poisson::cdf(x - 2, 0.7 * lambda), lower = Poisson::cdf(x - 2.5, 0.7 * lambda);
      return lower + rng.uniform() * (upper - lower);
    };
    EXPECT_LT(distance_of_sweeps(*b.build(), 8, cdf), threshold) << lambda;
  }
}

}  // namespace
}  // namespace cggibbs
