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
    const Distribution& d = *find_event_distribution(e.name);
    Arguments slope = e.arguments;
    for (auto& s : slope) std::fill(s.begin(), s.end(), 1.0);
    std::vector<double*> out;
    for (auto& s : slope) out.push_back(s.data());
    const std::vector<Event> views(e.arguments.begin(), e.arguments.end());
    d.event->add_slopes(views.data(), 0.5, out.data());
    for (std::size_t k = d.discrete ? 1 : 0; k < slope.size(); ++k)
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
