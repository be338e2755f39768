// Products by rows and by columns are the same.
#include "samplers/latent/part_products.hpp"

#include <gtest/gtest.h>

#include "graph/test_models.hpp"

namespace cggibbs {
namespace {

/// Dense columns; levels in any order, in order, of one row each, with values, and with rows that have none.
std::vector<GaussianPart> parts_of(std::size_t n, Rng& rng) {
  std::vector<GaussianPart> parts;
  const auto add = [&](ColumnsPtr c) { parts.push_back({0, std::move(c), MixtureKind::flat, 0, true}); };
  add(Columns::from(test::dense(n, 3, rng)));
  add(Columns::broadcast(n));
  for (const std::size_t levels : {std::size_t{3}, std::size_t{20}, n})
    for (const bool sorted : {false, true})
      for (const bool valued : {false, true}) {
        IndexMatrix m{n, levels, {}, {}};
        for (std::size_t i = 0; i < n; ++i) {
          m.index.push_back(static_cast<std::uint32_t>(sorted ? i * levels / n : rng.below(levels)));
          if (valued) m.scale.push_back(i % 3 == 0 ? 0.0 : rng.normal());
        }
        add(Columns::from(m));
      }
  add(Columns::from(test::sparse(n, 5, 0.1, rng)));
  return parts;
}

TEST(PartProducts, AreThoseOfTheColumns) {
  Rng rng(3, 0);
  for (const std::size_t n : {std::size_t{1}, std::size_t{60}, std::size_t{401}}) {
    const auto parts = parts_of(n, rng);
    std::vector<ColumnView> columns;
    for (const auto& p : parts)
      for (std::size_t j = 0; j < p.size(); ++j) columns.push_back(p.columns->col(j));
    const std::vector<double> x = test::normals(columns.size(), rng), r = test::normals(n, rng);
    std::vector<double> y(n, 0.5), expected(n, 0.5), back(x.size(), 7.0);
    const PartProducts products(parts);
    products.add(x.data(), y.data());
    products.transposed(r.data(), back.data());
    for (std::size_t j = 0; j < x.size(); ++j) {
      double sum = 0;
      for (std::size_t t = 0; t < columns[j].count; ++t) {
        expected[columns[j].row(t)] += columns[j].value(t) * x[j];
        sum += columns[j].value(t) * r[columns[j].row(t)];
      }
      EXPECT_NEAR(back[j], sum, 1e-12 * static_cast<double>(n));
    }
    for (std::size_t i = 0; i < n; ++i) EXPECT_NEAR(y[i], expected[i], 1e-12);
  }
}

}  // namespace
}  // namespace cggibbs
