// Summed slopes of every distribution against its partials and against finite differences.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "distributions/distribution.hpp"
#include "distributions/example_arguments.hpp"

namespace cggibbs {
namespace {

/// The examples inside the support as rows, by argument.
std::vector<std::vector<double>> columns_of(const Distribution& d) {
  std::vector<std::vector<double>> columns(d.arguments.size());
  for (const auto& row : cross(examples.at(d.name).values)) {
    if (!std::isfinite(d.log_density(row.data()))) continue;
    for (std::size_t k = 0; k < row.size(); ++k) columns[k].push_back(row[k]);
  }
  return columns;
}

class SlopesOf : public testing::TestWithParam<std::string> {};

TEST_P(SlopesOf, SummedSlopesAreTheWeightedPartialsOfTheRows) {
  const Distribution& d = *find_distribution(GetParam());
  const auto columns = columns_of(d);
  const std::size_t n = columns[0].size(), arity = columns.size();
  ASSERT_GT(n, 0U);
  std::vector<double> weights(n);
  for (std::size_t i = 0; i < n; ++i) weights[i] = static_cast<double>(i % 3);
  // Every pattern of scalar arguments: a scalar takes the value of the first row.
  for (unsigned scalars = 0; scalars < (1U << arity); ++scalars)
    for (const double* w :
         {static_cast<const double*>(nullptr), static_cast<const double*>(weights.data())}) {
      std::vector<ArgView> a(arity);
      for (std::size_t k = 0; k < arity; ++k) a[k] = {columns[k].data(), (scalars >> k & 1U) ? 0U : 1U};
      std::vector<std::vector<double>> got(arity, std::vector<double>(n, 0.5)), expected = got;
      std::vector<double*> out;
      for (auto& g : got) out.push_back(g.data());
      double total = 0, size = 1;
      bool inside = true;
      for (std::size_t i = 0; i < n; ++i) {
        double row[max_arguments], first[max_arguments], second[max_arguments];
        for (std::size_t k = 0; k < arity; ++k) row[k] = a[k][i];
        const double weight = w == nullptr ? 1 : w[i];
        const double value = d.log_density(row);
        inside = inside && std::isfinite(value);
        d.partials(row, first, second);
        total += weight * value;
        size += std::abs(value);
        for (std::size_t k = 0; k < arity; ++k) expected[k][i * a[k].stride] += weight * first[k];
      }
      if (!inside) continue;
      EXPECT_NEAR(d.add_slopes(n, a.data(), w, out.data()), total, 1e-12 * size);
      for (std::size_t k = 0; k < arity; ++k)
        for (std::size_t i = 0; i < n; ++i)
          EXPECT_NEAR(got[k][i], expected[k][i], 1e-11 * (1 + std::abs(expected[k][i]) + size))
              << d.arguments[k] << " of row " << i << ", scalars " << scalars;
      const auto l = static_cast<std::size_t>(d.location);
      std::vector<double> slope(n, 0.5);
      EXPECT_NEAR(d.add_location_slope(n, a.data(), w, slope.data()), d.sum_location_part(n, a.data(), w),
                  1e-12 * size);
      for (std::size_t i = 0; i < n; ++i)
        EXPECT_NEAR(slope[i], expected[l][i], 1e-11 * (1 + std::abs(expected[l][i]) + size));
    }
}

TEST_P(SlopesOf, SlopesAreThoseOfFiniteDifferences) {
  const Distribution& d = *find_distribution(GetParam());
  const auto columns = columns_of(d);
  const auto& whole = examples.at(d.name).whole;
  for (std::size_t i = 0; i < columns[0].size(); ++i) {
    double row[max_arguments], slope[max_arguments] = {};
    ArgView a[max_arguments];
    double* out[max_arguments];
    for (std::size_t k = 0; k < columns.size(); ++k) {
      row[k] = columns[k][i];
      a[k] = {&row[k], 1};
      out[k] = &slope[k];
    }
    const double value = d.add_slopes(1, a, nullptr, out);
    for (std::size_t k = 0; k < columns.size(); ++k) {
      if ((k == 0 && d.discrete) || std::ranges::count(whole, k) > 0) {
        EXPECT_EQ(slope[k], 0);
        continue;
      }
      const double x = row[k], h = 1e-6 * (std::abs(x) + 1e-2);
      row[k] = x + h;
      const double up = d.log_density(row);
      row[k] = x - h;
      const double down = d.log_density(row);
      row[k] = x;
      EXPECT_NEAR(slope[k], (up - down) / (2 * h), 1e-6 * (1 + std::abs(slope[k]) + std::abs(value)))
          << d.arguments[k] << " = " << x;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Table, SlopesOf, testing::ValuesIn(distribution_names()),
                         [](const auto& p) { return p.param; });

}  // namespace
}  // namespace cggibbs
