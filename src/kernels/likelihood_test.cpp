// Every likelihood sum on every target against long double.
#include "kernels/likelihood.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "kernels/target.hpp"

namespace cggibbs::kernels {
namespace {

using Real = long double;
constexpr double eps = std::numeric_limits<double>::epsilon();
constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// Error of a sum relative to the sum of the absolute values of its terms: a few roundings and function
/// errors per term, plus roundings of the additions (and products), which add like a random walk over n steps
/// at most.
double sum_tolerance(std::size_t n) {
  return (8 + std::sqrt(static_cast<double>(n))) * eps;
}
/// The same when terms are equal, so that every addition rounds the same way; two lanes and four accumulators
/// share them at least.
double same_way_tolerance(std::size_t n) {
  return (8 + static_cast<double>(n) / 8) * eps;
}
/// exp(-708), where the kernels' exponentials end: a term below it is as good as zero.
constexpr double underflow = 1e-300;

Real log1p_exp(Real x) {
  return std::max(x, Real(0)) + std::log1p(std::exp(-std::abs(x)));
}

Real log_normal_cdf(Real s) {
  if (s > 0) return std::log1p(-std::erfc(s / std::sqrt(Real(2))) / 2);
  if (s > -30) return std::log(std::erfc(-s / std::sqrt(Real(2))) / 2);
  const Real u = 1 / (s * s);
  const Real series = -u * (1 - u * (3 - u * (15 - u * (105 - u * (945 - u * 10395)))));
  return -s * s / 2 - std::log(-s) - std::log(2 * std::acos(Real(-1))) / 2 + std::log1p(series);
}

struct Rows {
  std::vector<double> y, positive, trials, eta, x;  // positive is y + 1/2
  double delta = 0;
};

/// A kernel with its two forms and its term in long double (at the eta the kernel sees).
struct Kernel {
  std::string name;
  bool binary;
  std::function<double(std::size_t n, std::size_t from, const Rows&)> sum, shifted;
  std::function<Real(double y, double trials, Real eta)> term;
};

std::vector<Kernel> kernels() {
  const double phi = 2.5, shape = 3.25, sigma = 0.75, nu = 4.5;
  const auto plain = [](auto f, auto... p) {
    return [=](std::size_t n, std::size_t k, const Rows& r) { return f(n, &r.y[k], &r.eta[k], p...); };
  };
  const auto moved = [](auto f, auto... p) {
    return [=](std::size_t n, std::size_t k, const Rows& r) {
      return f(n, &r.y[k], &r.eta[k], &r.x[k], r.delta, p...);
    };
  };
  return {
      {"bernoulli_logit", true, plain(bernoulli_logit_sum), moved(bernoulli_logit_sum_shifted),
       [](double y, double, Real e) { return y == 1 ? -log1p_exp(-e) : -log1p_exp(e); }},
      {"bernoulli_probit", true, plain(bernoulli_probit_sum), moved(bernoulli_probit_sum_shifted),
       [](double y, double, Real e) { return log_normal_cdf(y == 1 ? e : -e); }},
      {"binomial_logit", false,
       [](std::size_t n, std::size_t k, const Rows& r) {
         return binomial_logit_sum(n, &r.y[k], &r.trials[k], &r.eta[k]);
       },
       [](std::size_t n, std::size_t k, const Rows& r) {
         return binomial_logit_sum_shifted(n, &r.y[k], &r.trials[k], &r.eta[k], &r.x[k], r.delta);
       },
       [](double y, double m, Real e) { return -y * log1p_exp(-e) - (m - y) * log1p_exp(e); }},
      {"poisson_log", false, plain(poisson_log_sum), moved(poisson_log_sum_shifted),
       [](double y, double, Real e) { return y * e - std::exp(e); }},
      {"negative_binomial_log", false, plain(negative_binomial_log_sum, phi),
       moved(negative_binomial_log_sum_shifted, phi),
       [=](double y, double, Real e) {
         const Real w = e - std::log(Real(phi));
         return -y * log1p_exp(-w) - phi * log1p_exp(w);
       }},
      {"gamma_log", false,
       [=](std::size_t n, std::size_t k, const Rows& r) {
         return gamma_log_sum(n, &r.positive[k], &r.eta[k], shape);
       },
       [=](std::size_t n, std::size_t k, const Rows& r) {
         return gamma_log_sum_shifted(n, &r.positive[k], &r.eta[k], &r.x[k], r.delta, shape);
       },
       [=](double y, double, Real e) { return -shape * (e + (y + 0.5) * std::exp(-e)); }},
      {"normal", false, plain(normal_sum, sigma), moved(normal_sum_shifted, sigma),
       [=](double y, double, Real e) { return -(y - e) * (y - e) / (2 * Real(sigma) * sigma); }},
      {"student_t", false, plain(student_t_sum, nu, sigma), moved(student_t_sum_shifted, nu, sigma),
       [=](double y, double, Real e) {
         return -(Real(nu) + 1) / 2 * std::log1p((y - e) * (y - e) / (Real(sigma) * sigma * nu));
       }},
  };
}

Rows random_rows(std::size_t n, double width, bool binary, std::mt19937_64& rng) {
  std::uniform_real_distribution<double> wide(-width, width), unit(-1, 1);
  std::uniform_int_distribution<int> count(1, 20);
  Rows r;
  // Multiples of a power of two, so that eta + delta * x below is exact and fused or not makes no difference.
  const double grain = std::exp2(std::floor(std::log2(width)) - 30);
  r.delta = 0.375;
  for (std::size_t i = 0; i < n; ++i) {
    const double m = count(rng);
    r.trials.push_back(m);
    if (binary) {
      r.y.push_back(rng() & 1 ? 1 : 0);
    } else {
      r.y.push_back(std::uniform_int_distribution<int>(0, static_cast<int>(m))(rng));
    }
    r.positive.push_back(r.y.back() + 0.5);
    r.eta.push_back(std::round(wide(rng) / grain) * grain);
    r.x.push_back(std::round(unit(rng) * width / 4 / grain) * grain);
  }
  return r;
}

/// A sum in long double, and how far a double may be from it.
struct Reference {
  Real sum = 0;
  Real size = 0;          ///< sum of absolute values
  Real conditioning = 0;  ///< what a change of each eta by two units in its last place does

  void add(const Kernel& k, double y, double trials, Real eta) {
    const Real term = k.term(y, trials, eta);
    sum += term;
    size += std::abs(term);
    conditioning += std::abs(k.term(y, trials, eta * (1 + 2 * Real(eps))) - term);
  }
  void check(std::size_t n, double got) const {
    ASSERT_FALSE(std::isnan(got));
    if (sum < -Real(std::numeric_limits<double>::max())) {
      EXPECT_EQ(got, -inf);
    } else {
      EXPECT_LE(std::abs(Real(got) - sum), size * sum_tolerance(n) + conditioning + underflow)
          << "got " << got << ", not " << sum;
    }
  }
};

class LikelihoodOnTarget : public testing::TestWithParam<std::string_view> {
 protected:
  void SetUp() override {
    before_ = simd_target();
    ASSERT_TRUE(select_target(GetParam()));
  }
  void TearDown() override { select_target(before_); }

  void expect_close(const Kernel& k, std::size_t n, std::size_t from, const Rows& r) const {
    Reference plain, shifted;
    for (std::size_t i = from; i < from + n; ++i) {
      plain.add(k, r.y[i], r.trials[i], r.eta[i]);
      shifted.add(k, r.y[i], r.trials[i], r.eta[i] + r.delta * r.x[i]);
    }
    SCOPED_TRACE(testing::Message() << k.name << " n = " << n);
    plain.check(n, k.sum(n, from, r));
    shifted.check(n, k.shifted(n, from, r));
  }

 private:
  std::string_view before_;
};

TEST_P(LikelihoodOnTarget, SumsAgreeWithLongDoubleAtAllSmallSizesAndOddOffsets) {
  std::mt19937_64 rng(1);
  for (const Kernel& k : kernels())
    for (const double width : {1e-12, 1e-3, 5.0, 50.0, 700.0}) {
      const Rows r = random_rows(80, width, k.binary, rng);
      for (std::size_t n = 0; n <= 70; ++n) expect_close(k, n, n % 8, r);
      if (HasFatalFailure() || HasNonfatalFailure()) FAIL() << k.name << " width " << width;
    }
}

TEST_P(LikelihoodOnTarget, SumsAgreeWithLongDoubleAtLargeSizes) {
  std::mt19937_64 rng(2);
  for (const Kernel& k : kernels())
    for (const double width : {1e-12, 5.0, 50.0}) {
      const Rows r = random_rows(20003, width, k.binary, rng);
      for (const std::size_t n : {1000u, 8001u, 20000u}) expect_close(k, n, 3, r);
    }
}

TEST_P(LikelihoodOnTarget, SumsAreFiniteOrMinusInfinityFarOut) {
  std::mt19937_64 rng(3);
  for (const Kernel& k : kernels())
    for (const double width : {800.0, 1e5, 1e100}) {
      const Rows r = random_rows(64, width, k.binary, rng);
      for (std::size_t i = 0; i < 64; ++i) expect_close(k, 1, i, r);
    }
}

TEST_P(LikelihoodOnTarget, BernoulliLogitIsExactInBothTails) {
  const std::vector<double> one{1}, zero{0}, high{800}, low{-800}, thirty{30};
  EXPECT_EQ(bernoulli_logit_sum(1, one.data(), low.data()), -800);
  EXPECT_EQ(bernoulli_logit_sum(1, zero.data(), high.data()), -800);
  EXPECT_NEAR(bernoulli_logit_sum(1, one.data(), high.data()), 0, underflow);
  EXPECT_NEAR(bernoulli_logit_sum(1, one.data(), thirty.data()), -std::log1p(std::exp(-30)),
              4 * eps * std::exp(-30));
}

TEST_P(LikelihoodOnTarget, ProductsDoNotOverflowWhereEveryFactorIsLargest) {
  // eta = 0 makes every factor 1 + exp(-|eta|) equal to 2.
  const std::size_t n = 40000;
  const std::vector<double> y(n, 1), eta(n, 0);
  EXPECT_NEAR(bernoulli_logit_sum(n, y.data(), eta.data()) / (-std::log(2.0) * n), 1, sum_tolerance(n));
  EXPECT_NEAR(bernoulli_probit_sum(n, y.data(), eta.data()) / (-std::log(2.0) * n), 1, sum_tolerance(n));
  // Factors just inside and just outside what the product takes.
  for (const double z2 : {1022.9, 1023.1}) {
    const std::vector<double> far(n, std::sqrt(z2));
    EXPECT_NEAR(student_t_sum(n, far.data(), eta.data(), 1, 1) / (-std::log1p(z2) * n), 1,
                same_way_tolerance(n));
  }
}

TEST_P(LikelihoodOnTarget, FiniteInputsNeverGiveNaN) {
  const double most = std::numeric_limits<double>::max();
  std::mt19937_64 rng(4);
  for (const Kernel& k : kernels()) {
    Rows r = random_rows(40, 1, k.binary, rng);
    for (const double e : {most, -most, 0.0, 709.9, -709.9, 1e-310})
      for (const double x : {most, -most, 0.0})
        for (const double delta : {2.0, -2.0, most}) {
          r.delta = delta;
          for (std::size_t i = 0; i < 40; ++i) {
            r.eta[i] = e;
            r.x[i] = x;
          }
          SCOPED_TRACE(testing::Message() << k.name << ' ' << e << ' ' << x << ' ' << delta);
          for (const std::size_t n : {1u, 7u, 40u}) {
            EXPECT_LT(k.sum(n, 0, r), inf);  // also false for NaN
            EXPECT_LT(k.shifted(n, 0, r), inf);
          }
        }
  }
}

TEST_P(LikelihoodOnTarget, NaNIsNotSwallowed) {
  std::mt19937_64 rng(5);
  for (const Kernel& k : kernels())
    for (const std::size_t bad : {0u, 20u, 38u}) {
      SCOPED_TRACE(testing::Message() << k.name << ' ' << bad);
      Rows r = random_rows(39, 5, k.binary, rng);
      r.eta[bad] = nan;
      EXPECT_TRUE(std::isnan(k.sum(39, 0, r)));
      EXPECT_TRUE(std::isnan(k.shifted(39, 0, r)));
    }
}

TEST_P(LikelihoodOnTarget, ScalesMayBeSubnormalOrHuge) {
  const std::vector<double> y{1, 2, 3};
  for (const double sigma : {5e-324, 1e-200, 1e200}) {
    EXPECT_EQ(normal_sum(3, y.data(), y.data(), sigma), 0);
    EXPECT_EQ(student_t_sum(3, y.data(), y.data(), 4, sigma), 0);
  }
}

TEST_P(LikelihoodOnTarget, NegativeBinomialApproachesPoissonForLargePhi) {
  const std::vector<double> y{3, 0, 7}, a{0.5, 1.0, 1.5}, b{0.6, 0.8, 1.7};
  const double phi = 1e12;
  const double nb = negative_binomial_log_sum(3, y.data(), a.data(), phi) -
                    negative_binomial_log_sum(3, y.data(), b.data(), phi);
  const double poisson = poisson_log_sum(3, y.data(), a.data()) - poisson_log_sum(3, y.data(), b.data());
  EXPECT_NEAR(nb, poisson, 1e-10);  // 1 / phi times counts squared, plus roundings of sums of size 300
}

INSTANTIATE_TEST_SUITE_P(Each, LikelihoodOnTarget, testing::ValuesIn(supported_targets()),
                         [](const auto& target) { return std::string(target.param); });

}  // namespace
}  // namespace cggibbs::kernels
