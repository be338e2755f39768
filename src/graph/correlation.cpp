// Correlation matrices by their canonical partial correlations (Lewandowski, Kurowicka and Joe 2009).
#include <fmt/format.h>

#include <cggibbs/model.hpp>
#include <cmath>
#include <numbers>

#include "base/gamma_functions.hpp"

namespace cggibbs {
namespace {

/// Element (i, j), j <= i, of a lower triangle stored row by row; without a diagonal, j < i.
std::uint32_t with_diagonal(std::size_t i, std::size_t j) {
  return static_cast<std::uint32_t>(i * (i + 1) / 2 + j);
}
std::uint32_t below_diagonal(std::size_t i, std::size_t j) {
  return static_cast<std::uint32_t>(i * (i - 1) / 2 + j);
}

/// L from z: row i is z[i,0], z[i,1] w[i,0], z[i,2] w[i,0] w[i,1], ..., and on the diagonal the product of all w of its
/// row, with w = sqrt(1 - z^2). half_log is log w.
Var cholesky_factor(const Var& z, const Var& half_log, std::size_t k) {
  const std::size_t below = z.size(), all = k * (k + 1) / 2;
  DenseMatrix own{all, below, std::vector<double>(all * below, 0.0)};
  DenseMatrix before = own;
  std::vector<double> diagonal(all, 0.0);
  for (std::size_t i = 0; i < k; ++i) {
    diagonal[with_diagonal(i, i)] = 1;
    for (std::size_t j = 0; j < i; ++j) {
      const std::size_t column = below_diagonal(i, j);
      own.col(column)[with_diagonal(i, j)] = 1;
      for (std::size_t later = j + 1; later <= i; ++later) before.col(column)[with_diagonal(i, later)] = 1;
    }
  }
  return (linear(std::move(own), z) + diagonal) * exp(linear(std::move(before), half_log));
}

/// The elements of L L' below the diagonal.
Var correlations(const Var& factor, std::size_t k) {
  std::vector<std::uint32_t> left, right, segment;
  for (std::size_t i = 1; i < k; ++i)
    for (std::size_t j = 0; j < i; ++j)
      for (std::size_t m = 0; m <= j; ++m) {
        left.push_back(with_diagonal(i, m));
        right.push_back(with_diagonal(j, m));
        segment.push_back(below_diagonal(i, j));
      }
  return segment_sum(gather(factor, left) * gather(factor, right), segment, k * (k - 1) / 2);
}

void check_rows(const std::string& name, std::size_t k) {
  if (k < 2) throw Error(fmt::format("correlation matrix '{}' needs at least 2 rows.", name));
}

void check_shape(double eta) {
  if (!(eta > 0) || !std::isfinite(eta))
    throw Error(fmt::format("lkj: shape {} is not a positive number.", eta));
}

std::vector<std::string> pair_names(const std::string& name, std::size_t k) {
  std::vector<std::string> names;
  for (std::size_t i = 1; i < k; ++i)
    for (std::size_t j = 0; j < i; ++j) names.push_back(fmt::format("{}[{},{}]", name, i + 1, j + 1));
  return names;
}

}  // namespace

Var ModelBuilder::correlation(const std::string& name, std::size_t k) {
  check_rows(name, k);
  const Var z = bounded(name + "_partial", k * (k - 1) / 2, -1, 1);
  hide(z);
  const Var half_log = 0.5 * (log1m(z) + log1p(z));
  // |dR / dz| = prod (1 - z[i,j]^2)^((k - 2 - j) / 2), j from 0: the last column has none.
  std::vector<std::uint32_t> index;
  std::vector<double> power;
  for (std::size_t i = 1; i < k; ++i)
    for (std::size_t j = 0; j < i && j + 2 < k; ++j) {
      index.push_back(below_diagonal(i, j));
      power.push_back(static_cast<double>(k - 2 - j));
    }
  if (!index.empty()) increment(data(std::move(power)) * gather(half_log, std::move(index)));
  const Var factor = cholesky_factor(z, half_log, k);
  monitor(name, correlations(factor, k), pair_names(name, k));
  return factor;
}

Var ModelBuilder::lkj_correlation(const std::string& name, std::size_t k, double eta,
                                  std::vector<std::string> names) {
  check_rows(name, k);
  check_shape(eta);
  const std::size_t pairs = k * (k - 1) / 2;
  const Var share = unit(name + "_partial", pairs);  // (1 + z) / 2
  hide(share);
  std::vector<double> shape(pairs);
  for (std::size_t i = 1; i < k; ++i)
    for (std::size_t j = 0; j < i; ++j)
      shape[below_diagonal(i, j)] = eta + 0.5 * (static_cast<double>(k) - 2 - static_cast<double>(j));
  factor("beta", {share, shape, shape});
  const Var half_log = 0.5 * (log(share) + log1m(share)) + std::numbers::ln2;
  const Var lower = cholesky_factor(2 * share - 1, half_log, k);
  monitor(name, correlations(lower, k), names.empty() ? pair_names(name, k) : std::move(names));
  return lower;
}

void ModelBuilder::lkj(const Var& factor, double eta) {
  std::size_t k = 0;
  while (k * (k + 1) / 2 < factor.size()) ++k;
  if (k < 2 || k * (k + 1) / 2 != factor.size())
    throw Error(fmt::format("lkj: {} elements are no lower triangle. Give it what correlation() returns.",
                            factor.size()));
  check_shape(eta);
  std::vector<std::uint32_t> diagonal;
  double constant = 0;  // log of the integral of det(R)^(eta - 1)
  const auto rows = static_cast<double>(k);
  for (std::size_t i = 1; i < k; ++i) {
    diagonal.push_back(with_diagonal(i, i));
    const auto r = static_cast<double>(i);
    constant += 0.5 * r * std::log(std::numbers::pi) + log_gamma(eta + 0.5 * (rows - 1 - r)) -
                log_gamma(eta + 0.5 * (rows - 1));
  }
  increment(2 * (eta - 1) * sum(log(gather(factor, std::move(diagonal)))) - constant);
}

}  // namespace cggibbs
