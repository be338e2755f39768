// Sufficient statistics reproduce the sum over rows.
#include <gtest/gtest.h>

#include <set>

#include "distributions/example_arguments.hpp"

namespace cggibbs {
namespace {

std::vector<std::string> names_with_statistics() {
  auto names = distribution_names();
  std::erase_if(names, [](const auto& name) { return find_distribution(name)->stats_elements == 0; });
  return names;
}

class StatisticsOf : public testing::TestWithParam<std::string> {};

TEST_P(StatisticsOf, ReproduceTheSumOverRandomRows) {
  const Distribution& d = *find_distribution(GetParam());
  const auto elements = static_cast<std::size_t>(d.stats_elements);
  auto values = examples.at(d.name).values;
  values.erase(values.begin());
  const auto parameters = cross(values);
  Rng rng(1, 0);
  // Rows drawn under varied parameters, evaluated under each of them.
  std::vector<std::vector<double>> rows;
  for (std::size_t i = 0; i < 1000; ++i) {
    const auto& p = parameters[i % parameters.size()];
    rows.push_back({d.draw(rng, p.data())});
    rows.back().insert(rows.back().end(), p.begin(), p.end());
  }
  std::array<DoubleDouble, max_stats> t{};
  for (const auto& row : rows) d.stats(row.data(), t.data());
  const double n = static_cast<double>(rows.size());
  for (const auto& p : parameters) {
    const auto scalars = p.begin() + static_cast<std::ptrdiff_t>(elements) - 1;
    long double sum = 0, size = 0;
    for (auto row : rows) {
      std::copy(scalars, p.end(), row.begin() + static_cast<std::ptrdiff_t>(elements));
      const double f = d.log_density(row.data());
      sum += f;
      size += std::abs(f);
    }
    EXPECT_NEAR(d.log_density_from_stats(n, t.data(), &*scalars), double(sum), 1e-12 * double(size));
  }
}

TEST_P(StatisticsOf, HaveNoDensityForInvalidParametersAndNanForNan) {
  const Distribution& d = *find_distribution(GetParam());
  const std::array<DoubleDouble, max_stats> t{};
  const std::array<double, max_arguments> invalid{-1, -1, -1, -1, -1}, undefined{nan, nan, nan, nan, nan};
  EXPECT_EQ(d.log_density_from_stats(3, t.data(), invalid.data()), -inf);
  EXPECT_TRUE(std::isnan(d.log_density_from_stats(3, t.data(), undefined.data())));
}

INSTANTIATE_TEST_SUITE_P(Table, StatisticsOf, testing::ValuesIn(names_with_statistics()),
                         [](const auto& test) { return test.param; });

TEST(Statistics, ExistWhereFewSumsSuffice) {
  const auto names = names_with_statistics();
  EXPECT_EQ(
      std::set<std::string>(names.begin(), names.end()),
      (std::set<std::string>{"normal", "normal_scaled", "lognormal", "half_normal", "gamma", "inverse_gamma",
                             "exponential", "beta", "bernoulli", "poisson", "geometric"}));
}

}  // namespace
}  // namespace cggibbs
