// Small models of every shape, shared by the tests of graph and samplers.
#pragma once

#include <cggibbs/model.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "base/rng.hpp"
#include "graph/model.hpp"

namespace cggibbs::test {

std::vector<double> normals(std::size_t n, Rng& rng);

DenseMatrix dense(std::size_t n, std::size_t d, Rng& rng);

SparseMatrix sparse(std::size_t n, std::size_t d, double share, Rng& rng);

/// The entries that are not zero.
SparseMatrix sparse(const DenseMatrix& x);

/// Entries become the nearest of `values` numbers; those of a sparse matrix are never zero.
template <class AnyMatrix>
AnyMatrix of_few_values(AnyMatrix m, std::size_t values) {
  const double step = 3.0 / static_cast<double>(values);
  for (double& v : m.values)
    v = 0.1 + step * std::round(std::fmin(std::fmax((v + 1.5) / step, 0), static_cast<double>(values - 1)));
  return m;
}

std::vector<double> coin_flips(std::size_t n, Rng& rng);

std::vector<std::uint32_t> groups(std::size_t n, std::size_t k, Rng& rng);

struct NamedModel {
  std::string name;
  std::shared_ptr<const Model> model;
};

std::shared_ptr<const Model> logistic(Matrix x, std::vector<double> y);

std::shared_ptr<const Model> eight_schools();

/// An intercept "mu" and, by level, an intercept and a slope "u" with scales "s" and "t" and an LKJ prior of their correlation.
std::shared_ptr<const Model> correlated_effects(const std::vector<std::uint32_t>& level, std::size_t levels,
                                                const std::vector<double>& slope, std::vector<double> y);
std::shared_ptr<const Model> correlated_effects(std::size_t n, std::size_t levels, Rng& rng);

/// One model per feature of the graph: dense, sparse and index columns, fused and unfused paths, statistics,
/// weights, reductions, integers, ordered and simplex parameters, a rotated prior, moving indexes, vectors and matrices,
/// maps of many inputs, effects of groups with correlations, merged rows.
std::vector<NamedModel> zoo();

}  // namespace cggibbs::test
