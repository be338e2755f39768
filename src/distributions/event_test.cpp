// Distributions of vectors: reference values, and derivatives against finite differences.
#include "distributions/event.hpp"

#include <gtest/gtest.h>

#include "distributions/numeric_derivative.hpp"

namespace cggibbs {
namespace {

using Arguments = std::vector<std::vector<double>>;

double log_density(const std::string& name, const Arguments& a) {
  const std::vector<Event> views(a.begin(), a.end());
  return find_event_distribution(name)->event->log_density(views.data());
}

struct Example {
  std::string name;
  Arguments arguments;
  double value;  ///< computed by hand or by R
};

const std::vector<double> covariance{2, 0, 0.5, 1};  // above the diagonal nothing is read
const Example examples[] = {
    // -log(2 pi) - 0.5 log(1.75) - 0.5 r' S^-1 r with r = (1, -1): r' S^-1 r = (1 + 2 + 2 * 0.5) / 1.75
    {"multi_normal",
     {{1.5, -1}, {0.5, 0}, covariance},
     -1.8378770664093453 - 0.5 * std::log(1.75) - 0.5 * 4 / 1.75},
    // precision 2 0.5 / 0.5 1: r' P r = 2 + 1 - 1
    {"multi_normal_precision",
     {{1.5, -1}, {0.5, 0}, covariance},
     -1.8378770664093453 + 0.5 * std::log(1.75) - 0.5 * 2},
    // factor 2 0 / 0.5 1: z = (0.5, -1.25)
    {"multi_normal_cholesky",
     {{1.5, -1}, {0.5, 0}, covariance},
     -1.8378770664093453 - std::log(2) - 0.5 * 1.8125},
    {"dirichlet", {{0.2, 0.3, 0.5}, {2, 3, 4}}, std::log(40320 / (1. * 2 * 6) * 0.2 * 0.09 * 0.125)},
    {"multinomial", {{1, 0, 2}, {0.2, 0.6, 1.2}}, std::log(3 * 0.1 * 0.36)},
    {"categorical", {{3}, {0.2, 0.6, 1.2}}, std::log(0.6)},
    // by scipy; JAGS says the same to its six digits
    {"multi_student_t_precision", {{1.5, -1}, {0.5, 0}, covariance, {5}}, -2.735722000615879},
    {"wishart", {covariance, {1.5, 0, -0.3, 0.8}, {5}}, -5.252267889951315},
    // JAGS leaves out a constant; the density integrates to 1
    {"scaled_wishart", {covariance, {1.5, 0.8}, {3}}, -4.987734238643846},
    {"ordered_logit",
     {{2}, {0.3}, {-0.5, 0.4, 1.2}},
     std::log(1 / (1 + std::exp(-0.1)) - 1 / (1 + std::exp(0.8)))},
    {"ordered_probit", {{2}, {0.3}, {-0.5, 0.4, 1.2}}, std::log(normal_cdf(0.1) - normal_cdf(-0.8))},
    {"interval", {{1}, {0.3}, {-0.5, 0.4, 1.2}}, 0},
    {"normal_mixture", {{1.3}, {0.3, 2}, {0.7, 1.2}, {0.8, 1.2}}, -1.3845613889537625},
    // 0.2 * 1.2 over the sum of the products of all pairs
    {"subset", {{1, 0, 1, 0}, {0.2, 0.6, 1.2, 0.5}, {2}}, std::log(0.24 / 2.08)},
    // clusters of 3 and 1: a^2 2! 0! / (a (a + 1) (a + 2) (a + 3)), two names of 4
    {"chinese_restaurant",
     {{2, 4, 2, 2}, {1.5}},
     std::log(1.5 * 1.5 * 2 / (1.5 * 2.5 * 3.5 * 4.5) / (4 * 3))},
    {"rounded", {{1.3}, {1.29}, {1}}, 0},
    {"total", {{3.5}, {1, 2.5}}, 0},
};

TEST(EventDistributions, AllHaveAnExample) {
  for (const auto& name : event_distribution_names())
    EXPECT_TRUE(
        std::any_of(std::begin(examples), std::end(examples), [&](const auto& e) { return e.name == name; }));
}

TEST(EventDistributions, HaveTheirReferenceValues) {
  for (const auto& e : examples) EXPECT_NEAR(log_density(e.name, e.arguments), e.value, 1e-13) << e.name;
}

TEST(EventDistributions, SlopesMatchFiniteDifferences) {
  for (const auto& e : examples) {
    if (e.name == "total") continue;  // moved, it is no total
    const Distribution& d = *find_event_distribution(e.name);
    Arguments slope = e.arguments;
    for (auto& s : slope) std::fill(s.begin(), s.end(), 1.0);
    std::vector<double*> out;
    for (auto& s : slope) out.push_back(s.data());
    const std::vector<Event> views(e.arguments.begin(), e.arguments.end());
    d.event->add_slopes(views.data(), 0.5, out.data());
    for (std::size_t k = d.discrete ? 1 : 0; k < slope.size() - (e.name == "subset" ? 1 : 0); ++k)
      for (std::size_t i = 0; i < slope[k].size(); ++i) {
        const auto f = [&](double x) {
          Arguments moved = e.arguments;
          moved[k][i] = x;
          return log_density(e.name, moved);
        };
        const double expected = 1 + 0.5 * numeric_derivative(f, e.arguments[k][i], 0.02, 1);
        EXPECT_NEAR(slope[k][i], expected, 1e-7) << e.name << " argument " << k << " element " << i;
      }
  }
}

TEST(EventDistributions, LabelsOfADirichletProcessHaveTotalProbabilityOne) {
  for (const double alpha : {0.3, 1., 5.})
    for (const std::size_t n : {1U, 2U, 3U, 4U, 5U}) {
      std::vector<double> z(n, 1);
      double total = 0;
      for (std::size_t at = 0; at < n;) {
        total += std::exp(log_density("chinese_restaurant", {z, {alpha}}));
        for (at = 0; at < n && ++z[at] > static_cast<double>(n); ++at) z[at] = 1;
      }
      EXPECT_NEAR(total, 1, 1e-12) << n << " labels, alpha " << alpha;
    }
}

TEST(EventDistributions, OrderedCategoriesKeepTheirDigitsInBothTails) {
  for (const auto& name : {"ordered_logit", "ordered_probit"})
    for (const double far : {5., 20., 35.})
      for (const double x : {1., 2., 3.}) {
        // Mirrored: category 1 of cuts (-1, 1) about mu is category 3 about -mu.
        const double value = log_density(name, {{x}, {far}, {-1, 1}});
        EXPECT_TRUE(std::isfinite(value));
        EXPECT_NEAR(value, log_density(name, {{4 - x}, {-far}, {-1, 1}}), 1e-12 * (1 + std::abs(value)));
      }
  // log(Phi(-19) - Phi(-21)) by mpmath
  EXPECT_NEAR(log_density("ordered_probit", {{2}, {20}, {-1, 1}}), -184.366128669160967, 1e-11);
}

TEST(EventDistributions, HaveNoDensityOutsideTheirSupports) {
  EXPECT_EQ(log_density("multi_normal", {{0, 0}, {0, 0}, {1, 2, 2, 1}}), -inf);
  EXPECT_EQ(log_density("multi_normal_precision", {{0, 0}, {0, 0}, {1, 2, 2, 1}}), -inf);
  EXPECT_EQ(log_density("multi_normal_cholesky", {{0, 0}, {0, 0}, {1, 0, 2, -1}}), -inf);
  EXPECT_EQ(log_density("multi_normal_cholesky", {{0, 0}, {0, 0}, {1, 0, nan, nan}}), -inf);
  for (const auto& name : {"multi_normal", "multi_normal_precision", "multi_normal_cholesky"})
    for (const auto& x : {std::vector<double>{inf, 0}, {0, -inf}, {inf, inf}, {1e200, -1e200}}) {
      EXPECT_EQ(log_density(name, {x, {0, 0}, covariance}), -inf) << name;
      EXPECT_EQ(log_density(name, {{0, 0}, x, {1, 0, 0, 1}}), -inf) << name;
    }
  EXPECT_EQ(log_density("dirichlet", {{-0.1, 1.1}, {1, 1}}), -inf);
  EXPECT_EQ(log_density("dirichlet", {{0.5, 0.5}, {1, 0}}), -inf);
  EXPECT_EQ(log_density("multinomial", {{1, 0.5}, {1, 1}}), -inf);
  EXPECT_EQ(log_density("multinomial", {{1, 0}, {0, 1}}), -inf);
  const std::vector<double> weights{0.1, 0, 0.5, 0.25, 0.15};
  for (const double x : {0., -1., 1.5, 2., 6., inf})
    EXPECT_EQ(log_density("categorical", {{x}, weights}), -inf) << x;
  EXPECT_EQ(log_density("wishart", {{1, 0, 2, 1}, {1, 0, 0, 1}, {3}}), -inf);
  EXPECT_EQ(log_density("wishart", {{1, 0, 0, 1}, {1, 0, 2, 1}, {3}}), -inf);
  EXPECT_EQ(log_density("wishart", {{1, 0, 0, 1}, {1, 0, 0, 1}, {1}}), -inf);
  EXPECT_EQ(log_density("scaled_wishart", {{1, 0, 2, 1}, {1, 1}, {3}}), -inf);
  EXPECT_EQ(log_density("scaled_wishart", {{1, 0, 0, 1}, {1, 0}, {3}}), -inf);
  EXPECT_EQ(log_density("multi_student_t_precision", {{0, 0}, {0, 0}, {1, 2, 2, 1}, {3}}), -inf);
  EXPECT_EQ(log_density("multi_student_t_precision", {{0, 0}, {0, 0}, covariance, {0}}), -inf);
  for (const auto& name : {"ordered_logit", "ordered_probit"}) {
    for (const double x : {0., 4., 1.5, inf}) EXPECT_EQ(log_density(name, {{x}, {0}, {-1, 1}}), -inf) << x;
    EXPECT_EQ(log_density(name, {{1}, {0}, {1, -1}}), -inf);
    EXPECT_EQ(log_density(name, {{1}, {0}, {1, 1}}), -inf);
  }
  EXPECT_EQ(log_density("interval", {{0}, {-0.5}, {-0.5, 0.4}}), 0);
  EXPECT_EQ(log_density("interval", {{2}, {0.5}, {-0.5, 0.4}}), 0);
  EXPECT_EQ(log_density("interval", {{1}, {0.5}, {-0.5, 0.4}}), -inf);
  EXPECT_EQ(log_density("interval", {{1}, {0}, {0.4, -0.5}}), -inf);
  EXPECT_EQ(log_density("rounded", {{1.3}, {1.36}, {1}}), -inf);
  EXPECT_EQ(log_density("rounded", {{120}, {116}, {-1}}), 0);
  EXPECT_EQ(log_density("total", {{3}, {1, 2.5}}), -inf);
  EXPECT_EQ(log_density("normal_mixture", {{0}, {0, 1}, {1, -1}, {1, 1}}), -inf);
  EXPECT_EQ(log_density("normal_mixture", {{0}, {0, 1}, {1, 1}, {0, 0}}), -inf);
  EXPECT_EQ(log_density("subset", {{1, 1, 0}, {1, 1, 1}, {1}}), -inf);
  EXPECT_EQ(log_density("subset", {{1, 0.5, 0}, {1, 1, 1}, {1}}), -inf);
  EXPECT_EQ(log_density("subset", {{1, 0, 0}, {0, 1, 1}, {1}}), -inf);
  for (const double label : {0., 4., 1.5, inf})
    EXPECT_EQ(log_density("chinese_restaurant", {{1, 1, label}, {1}}), -inf) << label;
  EXPECT_EQ(log_density("chinese_restaurant", {{1, 1}, {0}}), -inf);
  EXPECT_EQ(log_density("categorical", {{1}, {0, 0}}), -inf);
  EXPECT_EQ(log_density("categorical", {{1}, {2, -1}}), -inf);
  EXPECT_EQ(log_density("categorical", {{1}, {1, inf}}), -inf);
  for (const auto& e : examples)
    for (std::size_t k = 0; k < e.arguments.size(); ++k) {
      Arguments moved = e.arguments;
      moved[k][0] = nan;
      // A factor without a number on its diagonal is that of a matrix that has none.
      if (e.name == "multi_normal_cholesky" && k == 2)
        EXPECT_EQ(log_density(e.name, moved), -inf);
      else
        EXPECT_TRUE(std::isnan(log_density(e.name, moved))) << e.name << " argument " << k;
    }
}

}  // namespace
}  // namespace cggibbs
