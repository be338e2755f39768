// The regressions with flat priors.
#include "agreement/flat_cases.hpp"

#include <fmt/format.h>

#include <cmath>

#include "base/rng.hpp"
#include "graph/test_models.hpp"

namespace cggibbs::test {
namespace {

const Prior flat{PriorKind::flat, {}};

FlatCase start(std::string name, std::size_t rows, const Prior& coefficients, const Prior& sigma) {
  FlatCase c;
  c.name = std::move(name);
  c.settings.family = Family::gaussian;
  c.settings.decorrelate = Decorrelate::off;
  c.settings.prior.others = {coefficients};
  c.settings.intercept_prior = flat;
  c.settings.dispersion_prior.others = {sigma};
  c.design.rows = rows;
  return c;
}

template <class Entry>
void set_columns(FlatCase& c, std::size_t d, const Entry& entry) {
  DenseMatrix x{c.design.rows, d, std::vector<double>(c.design.rows * d)};
  for (std::size_t j = 0; j < d; ++j) {
    c.design.names.push_back(fmt::format("x{}", j));
    for (std::size_t i = 0; i < x.rows; ++i) x.col(j)[i] = entry(i, j);
  }
  c.design.x = std::move(x);
}

}  // namespace

FlatCase log_heights(std::size_t rows) {
  FlatCase c = start("log_heights", rows, flat, flat);
  Rng rng(31, 0);
  set_columns(c, 2, [&](std::size_t, std::size_t j) {
    return j == 0 ? 4.2 + 0.06 * rng.normal() : rng.uniform() < 0.4 ? 1.0 : 0.0;
  });
  const auto& x = std::get<DenseMatrix>(c.design.x);
  for (std::size_t i = 0; i < rows; ++i)
    c.design.y.push_back(5 + 1.1 * x.col(0)[i] + 0.3 * x.col(1)[i] + 0.9 * rng.normal());
  c.hard = true;
  return c;
}

FlatCase uncentred_wide(std::size_t rows, std::size_t columns) {
  FlatCase c = start("uncentred_wide", rows, {PriorKind::normal, {0, 10}}, {PriorKind::lognormal, {3, 0.1}});
  Rng rng(32, 0);
  set_columns(c, columns, [&](std::size_t, std::size_t) { return 8 + rng.normal(); });
  for (std::size_t i = 0; i < rows; ++i) c.design.y.push_back(300 + 40 * rng.normal());
  c.hard = c.crowded = true;
  return c;
}

FlatCase incomes(std::size_t groups) {
  const std::size_t rows = 2 * groups;
  FlatCase c = start("incomes", rows, flat, {PriorKind::lognormal, {7.6, 0.1}});
  c.settings.sd_prior = Prior{PriorKind::lognormal, {8.5, 0.25}};
  Rng rng(33, 0);
  set_columns(c, 1, [&](std::size_t, std::size_t) { return rng.normal(); });
  const auto& x = std::get<DenseMatrix>(c.design.x);
  GroupTerm g{.group = "g", .levels = {}, .index = {}, .effects = {"Intercept", "x0"}, .values = {{}, {}}};
  std::vector<double> level, slope;
  for (std::size_t k = 0; k < groups; ++k) {
    g.levels.push_back(fmt::format("g{}", k));
    level.push_back(6000 * rng.normal());
    slope.push_back(3000 * rng.normal());
  }
  for (std::size_t i = 0; i < rows; ++i) {
    const std::size_t k = i % groups;
    g.index.push_back(static_cast<std::uint32_t>(k));
    g.values[1].push_back(x.col(0)[i]);
    c.design.y.push_back(50000 + level[k] + (4000 + slope[k]) * x.col(0)[i] + 2000 * rng.normal());
  }
  c.design.groups.push_back(std::move(g));
  return c;
}

FlatCase some_flat_wide() {
  FlatCase c = start("some_flat_wide", 30, {PriorKind::normal, {0.5, 2}}, {PriorKind::lognormal, {1, 0.1}});
  Rng rng(34, 0);
  set_columns(c, 45, [&](std::size_t, std::size_t j) { return (j == 1 ? 2 : 0) + rng.normal(); });
  for (const char* name : {"x0", "x1", "x2"}) c.settings.prior.entries.push_back({name, flat});
  for (std::size_t i = 0; i < 30; ++i) c.design.y.push_back(20 + 15 * rng.normal());
  c.hard = true;
  return c;
}

FlatCase time_stamp(double ratio, bool is_flat) {
  const Prior wide{PriorKind::normal, {0, 5}};
  FlatCase c = start(fmt::format("time_stamp_{:.0e}_{}", ratio, is_flat ? "flat" : "wide"), 80,
                     is_flat ? flat : wide, {PriorKind::half_normal, {5}});
  for (char& letter : c.name)
    if (letter == '+') letter = '_';
  if (!is_flat) c.settings.intercept_prior = Prior{PriorKind::normal, {0, 5 * ratio}};
  Rng rng(35, 0);
  set_columns(c, 2, [&](std::size_t, std::size_t j) { return j == 0 ? ratio + rng.normal() : rng.normal(); });
  const auto& x = std::get<DenseMatrix>(c.design.x);
  for (std::size_t i = 0; i < 80; ++i)
    c.design.y.push_back(2 * (x.col(0)[i] - ratio) - x.col(1)[i] + 0.5 * rng.normal());
  c.hard = true;
  c.singular = ratio > 1e6;
  return c;
}

FlatCase weighted(bool sparse, bool few_valued) {
  FlatCase c = start(fmt::format("weighted_{}{}", sparse ? "sparse" : "dense", few_valued ? "_few" : ""), 240,
                     flat, flat);
  Rng rng(36, sparse);
  set_columns(c, 8, [&](std::size_t, std::size_t j) {
    if (sparse && rng.uniform() < 0.5) return 0.0;
    return few_valued ? 0.5 * (static_cast<double>(rng.below(3)) - (j == 1 ? 2 : 1)) : rng.normal();
  });
  const auto& x = std::get<DenseMatrix>(c.design.x);
  for (std::size_t i = 0; i < c.design.rows; ++i) {
    c.design.offset.push_back(3 * rng.normal());
    c.design.weights.push_back(i % 17 == 0 ? 0.0 : 0.2 + 3 * rng.uniform());
    c.design.y.push_back(c.design.offset[i] + 2 + x.col(0)[i] - 0.5 * x.col(3)[i] +
                         rng.normal() / std::sqrt(c.design.weights[i] + 0.1));
  }
  if (sparse) c.design.x = test::sparse(x);
  return c;
}

std::vector<FlatCase> flat_cases() {
  return {log_heights(120),       uncentred_wide(20, 60), incomes(12),
          some_flat_wide(),       time_stamp(1e5, true),  time_stamp(3e7, true),
          time_stamp(3e7, false), time_stamp(1e8, false), time_stamp(1e9, true),
          time_stamp(1e9, false), weighted(false, false), weighted(true, false),
          weighted(false, true),  weighted(true, true)};
}

}  // namespace cggibbs::test
