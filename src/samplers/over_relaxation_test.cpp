// Draws on the other side leave their law as it is, and are worth more than independent ones.
#include "samplers/over_relaxation.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "distributions/beta.hpp"
#include "distributions/gamma.hpp"
#include "distributions/inverse_gamma.hpp"
#include "samplers/scalar/conjugate.hpp"

namespace cggibbs {
namespace {

/// The Kolmogorov statistic times sqrt(n) exceeds it with probability 1e-4.
constexpr double threshold = 2.2253;
constexpr int pairs = 20000;

struct Law {
  DensityForm form;
  double (*draw)(Rng&);
  double (*log_density)(double);
  double (*cdf)(double);
  double low, high;
};

double normal_cdf(double z) {
  return 0.5 * std::erfc(-z * M_SQRT1_2);
}

const std::vector<Law> laws{
    {DensityForm::log_linear, [](Rng& r) { return Gamma::draw(r, 0.7, 4); },
     [](double y) { return Gamma::log_density(y, 0.7, 4); }, [](double y) { return Gamma::cdf(y, 0.7, 4); },
     0, inf},
    {DensityForm::log_inverse, [](Rng& r) { return InverseGamma::draw(r, 2.5, 4); },
     [](double y) { return InverseGamma::log_density(y, 2.5, 4); },
     [](double y) { return InverseGamma::cdf(y, 2.5, 4); }, 0, inf},
    {DensityForm::log_log1m, [](Rng& r) { return Beta::draw(r, 0.5, 3); },
     [](double y) { return Beta::log_density(y, 0.5, 3); }, [](double y) { return Beta::cdf(y, 0.5, 3); }, 0,
     1},
    {DensityForm::quadratic, [](Rng& r) { return 1.5 + 0.4 * r.normal(); },
     [](double y) { return -0.5 * (y - 1.5) * (y - 1.5) / 0.16; },
     [](double y) { return normal_cdf((y - 1.5) / 0.4); }, -inf, inf},
    {DensityForm::quadratic,
     [](Rng& r) {
       double y;
       do y = r.normal();
       while (y < 0.5);
       return y;
     },
     [](double y) { return -0.5 * y * y; },
     [](double y) { return (normal_cdf(y) - normal_cdf(0.5)) / (1 - normal_cdf(0.5)); }, 0.5, inf},
};

/// A draw of the law and what replaces it, as their cumulative probabilities.
struct Pairs {
  std::vector<double> before, after;
};

Pairs pairs_of(const Law& law, double tilt) {
  Rng rng(11, 0);
  Pairs out;
  for (int i = 0; i < pairs; ++i) {
    const double x = law.draw(rng);
    const auto delta = [&](double y) {
      return y > law.low && y < law.high ? law.log_density(y) - law.log_density(x) + tilt * (y - x) : -inf;
    };
    const auto next = conjugate_draw(law.form, x, delta, rng, 1, {law.low, law.high}, Side::opposite);
    EXPECT_TRUE(next.has_value() || tilt != 0);
    out.before.push_back(law.cdf(x));
    out.after.push_back(law.cdf(next.value_or(x)));
  }
  return out;
}

/// Of uniform variates, from the uniform distribution.
double distance(std::vector<double> u) {
  std::sort(u.begin(), u.end());
  const auto n = static_cast<double>(u.size());
  double most = 0;
  for (std::size_t i = 0; i < u.size(); ++i)
    most = std::max({most, u[i] - static_cast<double>(i) / n, static_cast<double>(i + 1) / n - u[i]});
  return most * std::sqrt(n);
}

double correlation(const Pairs& p) {
  double sum = 0;
  for (std::size_t i = 0; i < p.before.size(); ++i) sum += 12 * (p.before[i] - 0.5) * (p.after[i] - 0.5);
  return sum / static_cast<double>(p.before.size());
}

TEST(OppositeDraws, LeaveTheLawAsItIsAndFallOnTheOtherSide) {
  for (const Law& law : laws) {
    const Pairs p = pairs_of(law, 0);
    EXPECT_LT(distance(p.after), threshold) << static_cast<int>(law.form);
    EXPECT_LT(correlation(p), -0.25) << static_cast<int>(law.form);
    EXPECT_GT(correlation(p), -0.5) << static_cast<int>(law.form);
  }
}

// Two points of a reversible chain: which came first cannot be told.
TEST(OppositeDraws, AreReversible) {
  for (const Law& law : laws) {
    const Pairs p = pairs_of(law, 0);
    double skew = 0;
    for (int i = 0; i < pairs; ++i) {
      const double u = p.before[i], v = p.after[i];
      skew += u * u * v - u * v * v;
    }
    EXPECT_LT(std::abs(skew), 4 * std::sqrt(pairs / 60.0)) << static_cast<int>(law.form);
  }
}

TEST(OppositeDraws, OfAnotherLawAreCaught) {
  for (const Law& law : laws)
    EXPECT_GT(distance(pairs_of(law, 0.5).after), threshold) << static_cast<int>(law.form);
}

TEST(OppositeDraws, AreNoneWhereADrawIsNone) {
  Rng rng(12, 0);
  int calls = 0;
  EXPECT_TRUE(std::isnan(draw_opposite(
      1, [&] { return ++calls == 2 ? std::nan("") : 1.0; }, rng)));
}

// Values that round to the same number.
TEST(OppositeDraws, OfFewDifferentValuesKeepTheirFrequencies) {
  Rng rng(13, 0);
  const auto coin = [&] { return rng.uniform() < 0.3 ? 1.0 : 0.0; };
  double ones = 0;
  for (int i = 0; i < pairs; ++i) ones += draw_opposite(coin(), coin, rng);
  EXPECT_NEAR(ones, 0.3 * pairs, 4 * std::sqrt(0.21 * pairs));
}

}  // namespace
}  // namespace cggibbs
