// Every likelihood sum on every target against long double.
#include "kernels/likelihood.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "kernels/reference.hpp"
#include "kernels/target.hpp"

namespace cggibbs::kernels {
namespace {

using namespace reference;
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

/// A sum in long double, and how far a double may be from it.
struct Exact {
  Real sum = 0;
  Real size = 0;          ///< sum of absolute values
  Real conditioning = 0;  ///< what a change of each eta by two units in its last place does

  void add(const Case& k, double y, double trials, Real eta) {
    const Real term = k.term(y, trials, eta);
    sum += term;
    size += std::abs(term) + k.parts;
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

  void expect_close(const Case& k, std::size_t n, std::size_t from, const Data& r) const {
    Exact plain, shifted;
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
  for (const Case& k : cases())
    for (const double width : {1e-12, 1e-3, 5.0, 50.0, 700.0}) {
      const Data r = k.data(80, width, rng);
      for (std::size_t n = 0; n <= 70; ++n) expect_close(k, n, n % 8, r);
      if (HasFatalFailure() || HasNonfatalFailure()) FAIL() << k.name << " width " << width;
    }
}

TEST_P(LikelihoodOnTarget, SumsAgreeWithLongDoubleAtLargeSizes) {
  std::mt19937_64 rng(2);
  for (const Case& k : cases())
    for (const double width : {1e-12, 5.0, 50.0}) {
      const Data r = k.data(20003, width, rng);
      for (const std::size_t n : {1000u, 8001u, 20000u}) expect_close(k, n, 3, r);
    }
}

TEST_P(LikelihoodOnTarget, EachRowIsWhatASumOfItAloneSays) {
  std::mt19937_64 rng(7);
  for (const Case& k : cases())
    for (const double width : {1e-3, 5.0, 50.0, 1e5}) {
      const Data r = k.data(48, width, rng);
      for (std::size_t n = 0; n <= 40; ++n) {
        const std::size_t from = n % 8;
        std::vector<double> out(n);
        k.loops().each(n, k.arguments(r, from), out.data());
        for (std::size_t i = 0; i < n; ++i) {
          const double alone = k.sum(1, from + i, r);
          if (out[i] == alone) continue;
          ASSERT_NEAR(out[i], alone, 1e-13 * (1 + std::abs(alone) + k.parts)) << k.name << " width " << width;
        }
      }
    }
}

TEST_P(LikelihoodOnTarget, SumsAreFiniteOrMinusInfinityFarOut) {
  std::mt19937_64 rng(3);
  for (const Case& k : cases())
    for (const double width : {800.0, 1e5, 1e100}) {
      const Data r(64, width, k.outcome, rng);
      for (std::size_t i = 0; i < 64; ++i) expect_close(k, 1, i, r);
    }
}

TEST_P(LikelihoodOnTarget, BernoulliLogitIsExactInBothTails) {
  const std::vector<double> one{1}, zero{0}, high{800}, low{-800}, thirty{30};
  const auto sum = bernoulli_logit().sum;
  EXPECT_EQ(sum(1, {one.data(), low.data()}), -800);
  EXPECT_EQ(sum(1, {zero.data(), high.data()}), -800);
  EXPECT_NEAR(sum(1, {one.data(), high.data()}), 0, underflow);
  EXPECT_NEAR(sum(1, {one.data(), thirty.data()}), -std::log1p(std::exp(-30)), 4 * eps * std::exp(-30));
}

TEST_P(LikelihoodOnTarget, ProductsDoNotOverflowWhereEveryFactorIsLargest) {
  // eta = 0 makes every factor 1 + exp(-|eta|) equal to 2.
  const std::size_t n = 40000;
  const std::vector<double> y(n, 1), eta(n, 0);
  for (const auto loops : {bernoulli_logit, bernoulli_probit})
    EXPECT_NEAR(loops().sum(n, {y.data(), eta.data()}) / (-std::log(2.0) * n), 1, sum_tolerance(n));
  // Factors just inside and just outside what the product takes.
  for (const double z2 : {1022.9, 1023.1}) {
    const std::vector<double> far(n, std::sqrt(z2));
    const double one = 1;
    EXPECT_NEAR(student_t().sum(n, {far.data(), eta.data(), {&one, &one}}) / (-std::log1p(z2) * n), 1,
                same_way_tolerance(n));
  }
}

TEST_P(LikelihoodOnTarget, FiniteInputsNeverGiveNaN) {
  const double most = std::numeric_limits<double>::max();
  std::mt19937_64 rng(4);
  for (const Case& k : cases()) {
    Data r(40, 1, k.outcome, rng);
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
  for (const Case& k : cases())
    for (const std::size_t bad : {0u, 20u, 38u}) {
      SCOPED_TRACE(testing::Message() << k.name << ' ' << bad);
      Data r = k.data(39, 5, rng);
      r.eta[bad] = nan;
      EXPECT_TRUE(std::isnan(k.sum(39, 0, r)));
      EXPECT_TRUE(std::isnan(k.shifted(39, 0, r)));
    }
}

TEST_P(LikelihoodOnTarget, ScalesMayBeSubnormalOrHuge) {
  const std::vector<double> y{1, 2, 3};
  for (const double sigma : {5e-324, 1e-200, 1e200}) {
    const double nu = 4;
    EXPECT_EQ(normal().sum(3, {y.data(), y.data(), {&sigma}}), 0);
    EXPECT_EQ(student_t().sum(3, {y.data(), y.data(), {&nu, &sigma}}), 0);
  }
}

TEST_P(LikelihoodOnTarget, NegativeBinomialApproachesPoissonForLargePhi) {
  const std::vector<double> y{3, 0, 7}, a{0.5, 1.0, 1.5}, b{0.6, 0.8, 1.7};
  const double phi = 1e12;
  const auto difference = [&](const Likelihood& loops) {
    return loops.sum(3, {y.data(), a.data(), {&phi}}) - loops.sum(3, {y.data(), b.data(), {&phi}});
  };
  const double nb = difference(negative_binomial_log()), poisson = difference(poisson_log());
  EXPECT_NEAR(nb, poisson, 1e-10);  // 1 / phi times counts squared, plus roundings of sums of size 300
}

INSTANTIATE_TEST_SUITE_P(Each, LikelihoodOnTarget, testing::ValuesIn(supported_targets()),
                         [](const auto& target) { return std::string(target.param); });

}  // namespace
}  // namespace cggibbs::kernels
