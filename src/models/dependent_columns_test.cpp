// Columns that depend on each other under flat priors are found and named before anything runs.
#include "models/dependent_columns.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cggibbs/error.hpp>
#include <cmath>
#include <functional>

#include "base/rng.hpp"
#include "base/test_error.hpp"
#include "models/glm.hpp"

namespace cggibbs {
namespace {

using testing::HasSubstr;

struct NamedColumn {
  std::string name;
  std::vector<double> values;
};

Design design(const std::vector<NamedColumn>& columns, bool sparse = false) {
  Design d;
  d.rows = columns[0].values.size();
  d.response_name = "y";
  Rng rng(5, 1);
  for (std::size_t i = 0; i < d.rows; ++i) d.y.push_back(rng.normal());
  DenseMatrix dense{d.rows, columns.size(), {}};
  SparseMatrix entries{d.rows, columns.size(), {0}, {}, {}};
  for (const auto& c : columns) {
    d.names.push_back(c.name);
    dense.values.insert(dense.values.end(), c.values.begin(), c.values.end());
    for (std::size_t i = 0; i < d.rows; ++i)
      if (c.values[i] != 0) {
        entries.row.push_back(static_cast<std::uint32_t>(i));
        entries.values.push_back(c.values[i]);
      }
    entries.start.push_back(entries.row.size());
  }
  if (sparse)
    d.x = entries;
  else
    d.x = dense;
  return d;
}

std::vector<double> column(std::size_t n, const std::function<double(std::size_t)>& f) {
  std::vector<double> out(n);
  for (std::size_t i = 0; i < n; ++i) out[i] = f(i);
  return out;
}

std::vector<double> noise(std::size_t n, std::uint64_t stream) {
  Rng rng(3, stream);
  return column(n, [&](std::size_t) { return rng.normal(); });
}

GlmSettings flat(const std::string& prior = "flat", const std::string& intercept = "flat") {
  GlmSettings s;
  s.prior = parse_prior_table(prior, "`prior`");
  if (!intercept.empty()) s.intercept_prior = parse_prior(intercept, "`intercept_prior`");
  return s;
}

std::string refusal(const GlmSettings& s, Design d) {
  return test::error_of([&] { build_glm(s, std::move(d)); });
}

TEST(DependentColumns, AreNamedWithWhatTheyAreMadeOf) {
  for (const std::size_t n : {12u, 5000u}) {
    const auto x = noise(n, 1), z = noise(n, 2);
    const auto made = column(n, [&](std::size_t i) { return 2 * x[i] - 0.5 * z[i] + 3; });
    const std::vector<NamedColumn> columns{{"x", x}, {"z", z}, {"made", made}, {"w", noise(n, 4)}};
    EXPECT_THAT(refusal(flat(), design(columns)), HasSubstr("made = 2 x - 0.5 z + 3 Intercept:")) << n;
    // Without an intercept of its own the constant is not among them.
    EXPECT_EQ(refusal(flat("flat", "normal(0,1)"), design(columns)), "(no error)");
    // A proper prior tells them apart.
    EXPECT_EQ(refusal(flat("flat,z=normal(0,1)"), design(columns)), "(no error)");
    EXPECT_EQ(refusal(flat("normal(0,10)"), design(columns)), "(no error)");
  }
}

TEST(DependentColumns, UnitsAndOriginsDoNotHideThem) {
  const std::size_t n = 400;
  const auto celsius = column(n, [&, e = noise(n, 1)](std::size_t i) { return 1e5 + 1e-3 * e[i]; });
  const auto fahrenheit = column(n, [&](std::size_t i) { return 1.8 * celsius[i] + 32; });
  EXPECT_THAT(refusal(flat(), design({{"c", celsius}, {"f", fahrenheit}})), HasSubstr("f = 1.8 c + 32"));
  // Nearly the same is not the same.
  const auto other = column(n, [&, e = noise(n, 2)](std::size_t i) { return celsius[i] + 1e-6 * e[i]; });
  EXPECT_EQ(refusal(flat(), design({{"c", celsius}, {"d", other}})), "(no error)");
}

TEST(DependentColumns, AnOutlierThatTheyShareDoesNotMakeColumnsTheSame) {
  for (const std::size_t n : {60u, 4000u})
    for (const std::string intercept : {"flat", "normal(0,1)"})
      for (const double outlier : {1e12, -1e9, 1e15}) {
        auto x = noise(n, 1), z = noise(n, 2);
        x[n / 2] = z[n / 2] = outlier;
        EXPECT_EQ(refusal(flat("flat", intercept), design({{"x", x}, {"z", z}})), "(no error)")
            << n << intercept;
        auto alike = x;
        alike[n / 3] = outlier;
        EXPECT_EQ(refusal(flat("flat", intercept), design({{"x", x}, {"z", alike}})), "(no error)");
        // What depends on them still does.
        const auto made = column(n, [&](std::size_t i) { return 2 * x[i] - z[i]; });
        EXPECT_THAT(refusal(flat("flat", intercept), design({{"x", x}, {"z", z}, {"made", made}})),
                    HasSubstr("made = 2 x - z:"));
      }
}

TEST(DependentColumns, SmallSharesAreNamed) {
  const std::size_t n = 300;
  const auto dollars = column(n, [&, e = noise(n, 1)](std::size_t i) { return 1e9 * e[i]; });
  const auto small = noise(n, 2);
  const auto sum = column(n, [&](std::size_t i) { return dollars[i] + small[i]; });
  EXPECT_THAT(refusal(flat(), design({{"dollars", dollars}, {"small", small}, {"sum", sum}})),
              HasSubstr("sum = dollars + "));
  EXPECT_THAT(refusal(flat(), design({{"dollars", dollars}, {"sum", sum}, {"small", small}})),
              HasSubstr("small = "));
  EXPECT_EQ(refusal(flat(), design({{"dollars", dollars}, {"small", small}})), "(no error)");
}

TEST(DependentColumns, AllLevelsOfAFactorMakeTheIntercept) {
  const std::size_t n = 3000;
  for (const bool sparse : {false, true}) {
    std::vector<NamedColumn> levels;
    for (std::size_t k = 0; k < 3; ++k)
      levels.push_back(
          {fmt::format("g[{}]", k), column(n, [&](std::size_t i) { return i % 3 == k ? 1.0 : 0.0; })});
    EXPECT_THAT(refusal(flat(), design(levels, sparse)), HasSubstr("g[2] = -g[0] - g[1] + Intercept:"));
    EXPECT_EQ(refusal(flat("flat", "normal(0,1)"), design(levels, sparse)), "(no error)");
    levels.pop_back();
    EXPECT_EQ(refusal(flat(), design(levels, sparse)), "(no error)");
  }
}

TEST(DependentColumns, ConstantsAndZeros) {
  const std::size_t n = 50;
  EXPECT_THAT(refusal(flat(), design({{"x", noise(n, 1)}, {"five", std::vector<double>(n, 5.0)}})),
              HasSubstr("five = 5 Intercept:"));
  EXPECT_THAT(refusal(flat("flat", "normal(0,1)"),
                      design({{"x", noise(n, 1)}, {"none", std::vector<double>(n, 0.0)}})),
              HasSubstr("none = 0:"));
}

TEST(DependentColumns, MoreFlatCoefficientsThanRowsHaveNoPosterior) {
  std::vector<NamedColumn> columns;
  for (std::size_t k = 0; k < 9; ++k) columns.push_back({fmt::format("x{}", k), noise(6, k + 1)});
  EXPECT_THAT(refusal(flat(), design(columns)),
              HasSubstr("10 coefficients have flat priors, but there are only 6 rows"));
  EXPECT_EQ(refusal(flat("x0=flat,.=normal(0,1)"), design(columns)), "(no error)");
}

TEST(DependentColumns, ManyRareLevelsAreToldApart) {
  // Each level has two rows of 1200: rows that are mixed must not make two levels look the same.
  const std::size_t n = 1200, d = 400;
  std::vector<NamedColumn> levels;
  for (std::size_t k = 0; k < d; ++k)
    levels.push_back(
        {fmt::format("g{}", k), column(n, [&](std::size_t i) { return i % 600 == k ? 1.0 : 0.0; })});
  EXPECT_EQ(refusal(flat(), design(levels, true)), "(no error)");
  levels.push_back(
      {"twice", column(n, [&](std::size_t i) { return i % 600 == 7 || i % 600 == 9 ? 3.0 : 0.0; })});
  EXPECT_THAT(refusal(flat(), design(levels, true)), HasSubstr("twice = 3 g7 + 3 g9:"));
}

TEST(FlatLinks, LikelihoodsThatLevelOffAreTold) {
  const std::size_t n = 30;
  const auto warned = [&](GlmSettings s, Link link, std::vector<double> x) {
    s.link = link;
    Design d = design({{"x", std::move(x)}});
    for (double& y : d.y) y = 1 + y * y;
    const auto warnings = build_glm(s, std::move(d)).warnings;
    return std::any_of(warnings.begin(), warnings.end(),
                       [](const auto& w) { return w.find("the posterior is improper") != w.npos; });
  };
  const auto both = noise(n, 1);
  const auto dummy = column(n, [](std::size_t i) { return i % 2 ? 1.0 : 0.0; });
  EXPECT_TRUE(warned(flat(), Link::log, both));
  EXPECT_TRUE(warned(flat("flat", "normal(0,1)"), Link::log, dummy));
  EXPECT_FALSE(warned(flat("flat", "normal(0,1)"), Link::log, both));
  EXPECT_TRUE(warned(flat("flat", "normal(0,1)"), Link::inverse, both));
  EXPECT_FALSE(warned(flat("normal(0,1)", "normal(0,1)"), Link::inverse, dummy));
  EXPECT_FALSE(warned(flat(), Link::identity, dummy));
}

}  // namespace
}  // namespace cggibbs
