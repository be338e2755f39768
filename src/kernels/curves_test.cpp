// Slopes, curvatures and kept values on every target against plain loops and differences.
#include "kernels/curves.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "base/special.hpp"
#include "kernels/likelihood.hpp"
#include "kernels/target.hpp"

namespace cggibbs::kernels {
namespace {

constexpr double phi = 1.7, sigma = 0.6;

struct Data {
  std::vector<double> y, trials, eta, x;
  explicit Data(std::size_t n, std::mt19937_64& rng, double spread) : y(n), trials(n), eta(n), x(n) {
    std::normal_distribution<double> normal;
    for (std::size_t i = 0; i < n; ++i) {
      y[i] = static_cast<double>(rng() % 2);
      trials[i] = y[i] + static_cast<double>(rng() % 4);
      eta[i] = spread * normal(rng);
      x[i] = normal(rng);
    }
  }
};

struct CurveKernel {
  std::string name;
  std::function<Along(const Data&, double delta, const Curves&)> curves;
  std::function<double(const Data&, double delta)> sum;
  std::function<double(const Data&, std::size_t i, double eta)> slope, weight;
};

const std::vector<CurveKernel> all{
    {"bernoulli_logit",
     [](const Data& d, double t, const Curves& out) {
       return bernoulli_logit_curves(d.y.size(), d.y.data(), d.eta.data(), d.x.data(), t, out);
     },
     [](const Data& d, double t) {
       return bernoulli_logit_sum_shifted(d.y.size(), d.y.data(), d.eta.data(), d.x.data(), t);
     },
     [](const Data& d, std::size_t i, double e) { return d.y[i] - inv_logit(e); },
     [](const Data&, std::size_t, double e) { return inv_logit(e) * inv_logit(-e); }},
    {"binomial_logit",
     [](const Data& d, double t, const Curves& out) {
       return binomial_logit_curves(d.y.size(), d.y.data(), d.trials.data(), d.eta.data(), d.x.data(), t,
                                    out);
     },
     [](const Data& d, double t) {
       return binomial_logit_sum_shifted(d.y.size(), d.y.data(), d.trials.data(), d.eta.data(), d.x.data(),
                                         t);
     },
     [](const Data& d, std::size_t i, double e) { return d.y[i] - d.trials[i] * inv_logit(e); },
     [](const Data& d, std::size_t i, double e) { return d.trials[i] * inv_logit(e) * inv_logit(-e); }},
    {"poisson_log",
     [](const Data& d, double t, const Curves& out) {
       return poisson_log_curves(d.y.size(), d.y.data(), d.eta.data(), d.x.data(), t, out);
     },
     [](const Data& d, double t) {
       return poisson_log_sum_shifted(d.y.size(), d.y.data(), d.eta.data(), d.x.data(), t);
     },
     [](const Data& d, std::size_t i, double e) { return d.y[i] - std::exp(e); },
     [](const Data&, std::size_t, double e) { return std::exp(e); }},
    {"negative_binomial_log",
     [](const Data& d, double t, const Curves& out) {
       return negative_binomial_log_curves(d.y.size(), d.y.data(), d.eta.data(), d.x.data(), t, phi, out);
     },
     [](const Data& d, double t) {
       return negative_binomial_log_sum_shifted(d.y.size(), d.y.data(), d.eta.data(), d.x.data(), t, phi);
     },
     [](const Data& d, std::size_t i, double e) {
       return phi * (d.y[i] - std::exp(e)) / (std::exp(e) + phi);
     },
     [](const Data& d, std::size_t i, double e) {
       return phi * (d.y[i] + phi) * std::exp(e) / square(std::exp(e) + phi);
     }},
    {"normal",
     [](const Data& d, double t, const Curves& out) {
       return normal_curves(d.y.size(), d.y.data(), d.eta.data(), d.x.data(), t, sigma, out);
     },
     [](const Data& d, double t) {
       return normal_sum_shifted(d.y.size(), d.y.data(), d.eta.data(), d.x.data(), t, sigma);
     },
     [](const Data& d, std::size_t i, double e) { return (d.y[i] - e) / (sigma * sigma); },
     [](const Data&, std::size_t, double) { return 1 / (sigma * sigma); }},
};

class CurvesOn : public testing::TestWithParam<std::string_view> {
 protected:
  void SetUp() override { ASSERT_TRUE(select_target(GetParam())); }
  void TearDown() override { select_target(before_); }
  std::string_view before_ = simd_target();
};

TEST_P(CurvesOn, AgreeWithSumsSlopesAndCurvaturesOfPlainLoops) {
  std::mt19937_64 rng(3);
  for (const std::size_t n : {0, 1, 3, 7, 8, 9, 33, 1027}) {
    const Data data(n, rng, 4);
    for (const auto& kernel : all) {
      std::vector<double> eta(n), slope(n), weight(n), kept(n);
      const Along along = kernel.curves(data, 0.3, {eta.data(), slope.data(), weight.data(), kept.data()});
      const double expected = kernel.sum(data, 0.3);
      const Along again = along_column(n, data.x.data(), slope.data(), weight.data());
      EXPECT_NEAR(along.slope, again.slope, 1e-11 * (1 + std::abs(again.slope))) << kernel.name;
      EXPECT_NEAR(along.curvature, again.curvature, 1e-11 * (1 + again.curvature)) << kernel.name;
      EXPECT_NEAR(along.sum, expected, 1e-12 * (1 + std::abs(expected))) << kernel.name << " n " << n;
      double sum_kept = 0;
      for (std::size_t i = 0; i < n; ++i) {
        const double e = data.eta[i] + 0.3 * data.x[i];
        EXPECT_NEAR(eta[i], e, 1e-14 * (1 + std::abs(e)));
        const double s = kernel.slope(data, i, e), w = kernel.weight(data, i, e);
        EXPECT_NEAR(slope[i], s, 1e-12 * (1 + std::abs(s))) << kernel.name << " row " << i;
        EXPECT_NEAR(weight[i], w, 1e-12 * (1 + std::abs(w))) << kernel.name << " row " << i;
        sum_kept += kept[i];
      }
      if (kernel.name == "bernoulli_logit")
        sum_kept = bernoulli_logit_sum_kept(n, data.y.data(), eta.data(), kept.data());
      EXPECT_NEAR(sum_kept, expected, 1e-12 * (1 + std::abs(expected))) << kernel.name;
    }
  }
}

TEST_P(CurvesOn, SeveralDeltasGiveTheSumsOfEachAlone) {
  std::mt19937_64 rng(4);
  const double deltas[] = {-0.7, 0.0, 2.5};
  for (const std::size_t n : {0, 1, 7, 8, 9, 31, 1000, 8001, 20011}) {
    const Data data(n, rng, 4);
    for (const std::size_t count : {1, 2, 3}) {
      double sums[3];
      bernoulli_logit_sums_shifted(n, data.y.data(), data.eta.data(), data.x.data(), count, deltas, sums);
      for (std::size_t k = 0; k < count; ++k) {
        const double alone =
            bernoulli_logit_sum_shifted(n, data.y.data(), data.eta.data(), data.x.data(), deltas[k]);
        EXPECT_NEAR(sums[k], alone, 1e-13 * (1 + std::abs(alone))) << n << " " << count << " " << k;
      }
    }
  }
  // Every factor at its largest: the products must not overflow at the edges of a block.
  const std::size_t n = 40000;
  const std::vector<double> zero(n, 0.0), ones(n, 1.0);
  double sums[3];
  bernoulli_logit_sums_shifted(n, zero.data(), zero.data(), zero.data(), 3, deltas, sums);
  for (double s : sums) EXPECT_NEAR(s, -std::log(2.0) * n, 1e-12 * n);
}

TEST_P(CurvesOn, TailsKeepTheirRelativeAccuracy) {
  const double y[] = {1, 0, 1, 0}, eta[] = {40, -40, -800, 800}, x[] = {0, 0, 0, 0};
  double e[4], slope[4], weight[4], kept[4];
  bernoulli_logit_curves(4, y, eta, x, 1.0, {e, slope, weight, kept});
  EXPECT_NEAR(slope[0], std::exp(-40), 1e-14 * std::exp(-40));
  EXPECT_NEAR(weight[1], std::exp(-40), 1e-14 * std::exp(-40));
  EXPECT_EQ(slope[2], 1);
  EXPECT_EQ(slope[3], -1);
}

TEST_P(CurvesOn, DerivativesAlongAColumnAreDotProducts) {
  std::mt19937_64 rng(5);
  for (const std::size_t n : {0, 1, 8, 100}) {
    const Data d(n, rng, 1);
    double slope = 0, curvature = 0;
    for (std::size_t i = 0; i < n; ++i) {
      slope += d.x[i] * d.eta[i];
      curvature += d.x[i] * d.x[i] * d.trials[i];
    }
    const auto got = along_column(n, d.x.data(), d.eta.data(), d.trials.data());
    EXPECT_NEAR(got.slope, slope, 1e-12);
    EXPECT_NEAR(got.curvature, curvature, 1e-12 * (1 + curvature));
  }
}

INSTANTIATE_TEST_SUITE_P(Targets, CurvesOn, testing::ValuesIn(supported_targets()),
                         [](const auto& target) { return std::string(target.param); });

}  // namespace
}  // namespace cggibbs::kernels
