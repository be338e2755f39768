// What holds for every row of the table.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "distributions/example_arguments.hpp"
#include "distributions/numeric_derivative.hpp"

namespace cggibbs {
namespace {

class EveryDistribution : public testing::TestWithParam<std::string> {
 protected:
  const Distribution& d = *find_distribution(GetParam());
  const Examples& example = examples.at(d.name);
  const std::vector<std::vector<double>> points = cross(example.values);

  bool is_integer(std::size_t k) const {
    return (k == 0 && d.discrete) || std::ranges::count(example.whole, k) > 0;
  }
  std::vector<ArgView> columns(std::vector<std::vector<double>>& storage) const {
    storage.assign(d.arguments.size(), {});
    for (const auto& a : points)
      for (std::size_t k = 0; k < a.size(); ++k) storage[k].push_back(a[k]);
    std::vector<ArgView> views;
    for (const auto& c : storage) views.push_back({c.data(), 1});
    return views;
  }
};

std::string show(const std::vector<double>& a) {
  std::string s = "at";
  for (const double v : a) s += fmt::format(" {}", v);
  return s;
}

TEST_P(EveryDistribution, IsNeverNanNorPlusInfinityWithoutANanArgument) {
  const std::vector<double> odd{-inf, -1e300, -800, -1, -1e-300, 0,    1e-310, 1e-300,
                                0.5,  1,      2,    3,  800,     1e15, 1e300,  inf};
  const auto check = [&](const std::vector<double>& a, bool also_location_part) {
    const double f = d.log_density(a.data());
    ASSERT_FALSE(std::isnan(f) || f == inf) << f << " " << show(a);
    if (!also_location_part) return;
    const double part = d.location_part(a.data());
    ASSERT_FALSE(std::isnan(part) || part == inf) << part << " " << show(a);
  };
  for (const auto& a : points)
    for (std::size_t k = 0; k < a.size(); ++k)
      for (std::size_t m = 0; m <= k; ++m)
        for (const double v : odd)
          for (const double w : odd) {
            // Infinities one at a time: nothing sensible can be asked of their difference.
            if (k != m && (std::isinf(v) || std::isinf(w))) continue;
            auto b = a;
            b[k] = v;
            b[m] = w;
            // location_part may trust that x and the number of trials belong together.
            check(b, m > 0 && !is_integer(k) && !is_integer(m) && d.log_density(a.data()) > -inf);
          }
}

TEST_P(EveryDistribution, IsNanForANanArgument) {
  for (const auto& a : points) {
    const bool possible = d.log_density(a.data()) > -inf;
    for (std::size_t k = 0; k < a.size(); ++k) {
      auto b = a;
      b[k] = nan;
      EXPECT_TRUE(std::isnan(d.log_density(b.data()))) << show(b);
      EXPECT_TRUE(!possible || std::isnan(d.location_part(b.data()))) << show(b);
    }
  }
}

TEST_P(EveryDistribution, LivesExactlyOnItsSupport) {
  for (const auto& a : points) {
    const Support s = d.support(a.data() + 1);
    EXPECT_EQ(s.discrete, d.discrete);
    const bool inside = a[0] >= s.lower && a[0] <= s.upper && (!s.discrete || a[0] == std::floor(a[0]));
    EXPECT_EQ(d.log_density(a.data()) > -inf, inside) << show(a);
  }
}

TEST_P(EveryDistribution, LocationPartMovesAsTheLogDensityDoes) {
  const auto at = static_cast<std::size_t>(d.location);
  for (const auto& a : points)
    for (const double other : example.values[at]) {
      auto b = a;
      b[at] = other;
      const double f = d.log_density(a.data());
      const double g = d.log_density(b.data());
      if (f == -inf || g == -inf) continue;
      EXPECT_NEAR(d.location_part(b.data()) - d.location_part(a.data()), g - f,
                  1e-12 * (1 + std::abs(f) + std::abs(g)))
          << show(a) << " -> " << other;
    }
}

TEST_P(EveryDistribution, SumsAddUpTheRowsAndZeroWeightsDropThem) {
  std::vector<std::vector<double>> storage;
  const auto views = columns(storage);
  const std::size_t n = points.size();
  std::vector<double> each(n), weights(n);
  d.each(n, views.data(), each.data());
  double sum = 0, weighted = 0, weighted_part = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double f = d.log_density(points[i].data());
    EXPECT_EQ(each[i], f);
    sum += f;
    weights[i] = f == -inf ? 0 : 0.5 + static_cast<double>(i % 3);
    if (f == -inf) continue;
    weighted += weights[i] * f;
    weighted_part += weights[i] * d.location_part(points[i].data());
  }
  EXPECT_EQ(d.sum(n, views.data(), nullptr), sum);
  EXPECT_NEAR(d.sum(n, views.data(), weights.data()), weighted, 1e-12 * std::abs(weighted));
  EXPECT_NEAR(d.sum_location_part(n, views.data(), weights.data()), weighted_part,
              1e-12 * std::abs(weighted_part));
}

TEST_P(EveryDistribution, WhatTheLocationLeavesOutCompletesItsPart) {
  if (!d.beside.sum) return;
  for (const auto& a : points) {
    const double f = d.log_density(a.data());
    if (f == -inf) continue;
    DoubleDouble sums[beside_sums] = {};
    double t[beside_sums];
    for (const double weight : {1.0, 2.5}) d.beside.add(a.data(), weight, sums);
    for (int k = 0; k < beside_sums; ++k) t[k] = sums[k].value();
    std::vector<ArgView> scalars;
    for (const double& v : a) scalars.push_back({&v, 0});
    const double part = d.location_part(a.data());
    EXPECT_NEAR(3.5 * part + d.beside.sum(3.5, t, scalars.data()), 3.5 * f,
                1e-12 * (1 + std::abs(f) + std::abs(part)))
        << show(a);
  }
}

TEST_P(EveryDistribution, PartialsMatchFiniteDifferences) {
  for (const auto& a : points) {
    if (d.log_density(a.data()) == -inf) continue;
    std::array<double, max_arguments> first, second;
    d.partials(a.data(), first.data(), second.data());
    for (std::size_t k = 0; k < a.size(); ++k) {
      if (is_integer(k)) {
        EXPECT_EQ(first[k], 0);
        EXPECT_EQ(second[k], 0);
        continue;
      }
      const auto f = [&](double v) {
        auto b = a;
        b[k] = v;
        return d.log_density(b.data());
      };
      // Small enough to stay inside (0, 1) and on one side of a kink.
      const double h = 0.04 * std::min(1.0, std::abs(a[k]));
      const double slope = numeric_derivative(f, a[k], h, 1);
      const double curvature = numeric_derivative(f, a[k], h, 2);
      EXPECT_NEAR(first[k], slope, 1e-8 * (1 + std::abs(slope))) << k << " " << show(a);
      EXPECT_NEAR(second[k], curvature, 1e-6 * (1 + std::abs(curvature))) << k << " " << show(a);
    }
  }
}

TEST_P(EveryDistribution, CdfGrowsByTheDensity) {
  ASSERT_NE(d.cdf, nullptr);
  for (const auto& a : points) {
    const double f = d.log_density(a.data());
    const auto cdf = [&](double v) {
      auto b = a;
      b[0] = v;
      return d.cdf(b.data());
    };
    const double growth = d.discrete ? cdf(a[0]) - cdf(a[0] - 0.5)
                                     : numeric_derivative(cdf, a[0], 0.04 * std::min(1.0, std::abs(a[0])), 1);
    EXPECT_NEAR(growth, std::exp(f), 1e-9 * (1 + std::exp(f))) << show(a);
  }
}

TEST_P(EveryDistribution, LogTailsAreThoseOfTheCdf) {
  for (const auto& a : points) {
    const double p = d.cdf(a.data());
    const LogTails tails = d.log_tails(a.data());
    EXPECT_NEAR(std::exp(tails.lower), p, 1e-13) << show(a);
    EXPECT_NEAR(std::exp(tails.upper), 1 - p, 1e-13) << show(a);
  }
}

TEST_P(EveryDistribution, DependsOnItsArgumentsAsItsFormsSay) {
  // A form of two terms and a constant: three points tell the fourth.
  const auto terms = [](DensityForm form, double y) -> std::array<double, 2> {
    switch (form) {
      case DensityForm::quadratic:
        return {y, y * y};
      case DensityForm::log_linear:
        return {std::log(y), y};
      case DensityForm::log_inverse:
        return {std::log(y), 1 / y};
      case DensityForm::log_inverse_square:
        return {std::log(y), 1 / (y * y)};
      case DensityForm::log_log1m:
        return {std::log(y), std::log1p(-y)};
      case DensityForm::other:
        break;
    }
    return {0, 0};
  };
  for (std::size_t k = 0; k < d.arguments.size(); ++k)
    for (const auto& a : points) {
      if (d.forms[k] == DensityForm::other || d.log_density(a.data()) == -inf) continue;
      const std::array<double, 4> y{0.2, 0.35, 0.6, 0.85};
      std::array<double, 4> f, t, u;
      for (std::size_t i = 0; i < 4; ++i) {
        auto b = a;
        b[k] = y[i];
        f[i] = d.log_density(b.data());
        t[i] = terms(d.forms[k], y[i])[0];
        u[i] = terms(d.forms[k], y[i])[1];
      }
      const double det = (t[1] - t[0]) * (u[2] - u[0]) - (t[2] - t[0]) * (u[1] - u[0]);
      const double alpha = ((f[1] - f[0]) * (u[2] - u[0]) - (f[2] - f[0]) * (u[1] - u[0])) / det;
      const double beta = ((t[1] - t[0]) * (f[2] - f[0]) - (t[2] - t[0]) * (f[1] - f[0])) / det;
      const double expected = f[0] + alpha * (t[3] - t[0]) + beta * (u[3] - u[0]);
      EXPECT_NEAR(f[3], expected, 1e-9 * (1 + std::abs(f[3]) + std::abs(f[0]))) << k << " " << show(a);
    }
}

TEST_P(EveryDistribution, QuantileInvertsTheCdf) {
  EXPECT_EQ(d.quantile == nullptr, d.discrete);
  if (d.discrete) return;
  for (auto a : points) {
    const Support s = d.support(a.data() + 1);
    EXPECT_EQ(d.quantile(0, a.data() + 1), s.lower);
    EXPECT_EQ(d.quantile(1, a.data() + 1), s.upper);
    EXPECT_TRUE(std::isnan(d.quantile(-0.1, a.data() + 1)));
    EXPECT_TRUE(std::isnan(d.quantile(1.1, a.data() + 1)));
    for (const double p : {1e-6, 0.01, 0.3, 0.5, 0.8, 0.999}) {
      a[0] = d.quantile(p, a.data() + 1);
      if (a[0] == s.upper) continue;  // the quantile of a beta may round to 1
      EXPECT_NEAR(d.cdf(a.data()), p, 1e-10 * p + 1e-15) << show(a);
    }
  }
}

TEST(Table, EveryDistributionHasExamplesAndNamesAreUnique) {
  const auto names = distribution_names();
  EXPECT_EQ(names.size(), examples.size());
  for (const auto& name : names) {
    ASSERT_TRUE(examples.contains(name)) << name;
    EXPECT_EQ(examples.at(name).values.size(), find_distribution(name)->arguments.size()) << name;
  }
  EXPECT_EQ(find_distribution("no_such_distribution"), nullptr);
}

INSTANTIATE_TEST_SUITE_P(Table, EveryDistribution, testing::ValuesIn(distribution_names()),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace cggibbs
