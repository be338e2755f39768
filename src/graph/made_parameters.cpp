// Parameters that are made of others (positive definite matrices; the start of these and of simplexes), and truncated factors.
#include <fmt/format.h>

#include <algorithm>
#include <cggibbs/model.hpp>
#include <cmath>

#include "distributions/small_matrix.hpp"
#include "graph/var_access.hpp"

namespace cggibbs {
namespace {

/// Puts element k of a vector where `places` says, in an array of n.
SparseMatrix scatter(std::size_t n, const std::vector<std::size_t>& places) {
  SparseMatrix m{n, places.size(), {0}, {}, {}};
  for (const std::size_t at : places) {
    m.row.push_back(static_cast<std::uint32_t>(at));
    m.values.push_back(1);
    m.start.push_back(m.row.size());
  }
  return m;
}

/// Where the diagonal of a k x k matrix stands, and what is below it.
std::vector<std::size_t> diagonal_places(std::size_t k) {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < k; ++i) places.push_back(i * k + i);
  return places;
}
std::vector<std::size_t> places_below(std::size_t k) {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < k; ++i)
    for (std::size_t j = 0; j < i; ++j) places.push_back(i * k + j);
  return places;
}

/// A parameter whose support lies between constant bounds needs no telling.
bool inside(const Node& x, const Node& lower, const Node& upper) {
  const auto* p = x.as<ParameterNode>();
  const auto *low = lower.as<DataNode>(), *high = upper.as<DataNode>();
  return p && low && high &&
         std::all_of(low->values.begin(), low->values.end(), [&](double v) { return v <= p->lower; }) &&
         std::all_of(high->values.begin(), high->values.end(), [&](double v) { return v >= p->upper; });
}

std::vector<double> at(const std::vector<double>& values, const std::vector<std::size_t>& places) {
  std::vector<double> out;
  for (const std::size_t p : places) out.push_back(values[p]);
  return out;
}

}  // namespace

Var ModelBuilder::positive_definite(const std::string& name, std::size_t k) {
  if (k == 0) throw Error(fmt::format("matrix '{}' needs a row.", name));
  // The lower factor L with x = L L': its diagonal is positive, and the Jacobian is 2^k prod_i L[i,i]^(k - i + 1).
  const Var diagonal = positive(name + "_diagonal", k);
  hide(diagonal);
  Var factor = linear(scatter(k * k, diagonal_places(k)), diagonal);
  MadeParameter made{VarAccess::id(diagonal), 0, true};
  if (k > 1) {
    const Var below = real(name + "_below", k * (k - 1) / 2);
    hide(below);
    made.second = VarAccess::id(below);
    factor = factor + linear(scatter(k * k, places_below(k)), below);
  }
  factor = reshape(factor, {k, k});
  std::vector<double> power;
  for (std::size_t i = 0; i < k; ++i) power.push_back(static_cast<double>(k - i));
  increment(data(std::move(power)) * log(diagonal) + std::log(2));
  const Var x = matrix_product(factor, transpose(factor));
  monitor(name, x);
  draft_->made[VarAccess::id(x)] = made;
  return x;
}

void ModelBuilder::start_made(const Var& parameter, const std::vector<double>& values) {
  const MadeParameter made = draft_->made.at(VarAccess::id(parameter));
  const std::size_t n = parameter.size();
  if (values.size() != n) throw Error(fmt::format("{} start values for {} elements.", values.size(), n));
  const auto set = [&](NodeId v, std::vector<double> x) {
    draft_->nodes[v].as<ParameterNode>()->init = std::move(x);
  };
  if (!made.matrix) {  // x[k] = v[k] * prod_{l<k} (1 - v[l])
    std::vector<double> sticks;
    double rest = 0;
    for (const double x : values) {
      if (!(x > 0 && x < 1)) throw Error(fmt::format("start: {} is not strictly between 0 and 1.", x));
      rest += x;
    }
    if (!(std::abs(rest - 1) < 1e-6))
      throw Error(fmt::format("start: a simplex sums to 1, not to {}.", rest));
    for (std::size_t k = 0; k + 1 < n; ++k) {
      sticks.push_back(std::clamp(values[k] / rest, 1e-12, 1 - 1e-12));
      rest -= values[k];
    }
    return set(made.first, std::move(sticks));
  }
  const auto k = static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(n))));
  std::vector<double> factor(n);
  for (std::size_t i = 0; i < k; ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (!(std::abs(values[i * k + j] - values[j * k + i]) <= 1e-6 * (1 + std::abs(values[i * k + j]))))
        throw Error(
            fmt::format("start: the matrix is not symmetric: element {},{} is {} and element {},{} {}.",
                        i + 1, j + 1, values[i * k + j], j + 1, i + 1, values[j * k + i]));
  small::cholesky(k, values.data(), factor.data());
  if (!(factor[n - 1] > 0)) throw Error("start: the matrix is not positive definite.");
  set(made.first, at(factor, diagonal_places(k)));
  if (k > 1) set(made.second, at(factor, places_below(k)));
}

void ModelBuilder::truncated(std::string_view distribution, const std::vector<Arg>& args, const Arg& lower,
                             const Arg& upper) {
  factor(distribution, args);
  std::vector<Arg> all{lower, upper};
  all.insert(all.end(), args.begin() + 1, args.end());
  const Var x = VarAccess::node_of(draft_, args[0]), low = VarAccess::node_of(draft_, lower),
            high = VarAccess::node_of(draft_, upper);
  all[0] = low;
  all[1] = high;
  const Var share =
      VarAccess::probability(draft_, ProbabilityOp::log_interval, "truncation", distribution, all);
  // One interval that all rows share is taken from each of them.
  const std::size_t rows = draft_->factors.back().size;
  if (share.size() != 1 && share.size() != rows)
    throw Error(fmt::format("truncation of {}: {} intervals for {} rows.", distribution, share.size(), rows));
  draft_->factors.back().cut = {VarAccess::id(share), VarAccess::id(low), VarAccess::id(high)};
  increment(share.size() == rows ? -share : -static_cast<double>(rows) * share);
  if (!inside(VarAccess::node(x), VarAccess::node(low), VarAccess::node(high)))
    increment(log_within(x, low, high));
}

}  // namespace cggibbs
