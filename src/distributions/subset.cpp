// The sum over all subsets of size k is an elementary symmetric polynomial, by its recursion.
#include "distributions/subset.hpp"

#include <algorithm>
#include <vector>

#include "distributions/guards.hpp"

namespace cggibbs {
namespace {

/// log of the sum over subsets of size k that leave out `skip`.
double log_total(Event p, std::size_t k, std::size_t skip) {
  thread_local std::vector<double> e;
  e.assign(k + 1, -inf);
  e[0] = 0;
  for (std::size_t i = 0; i < p.size(); ++i)
    if (i != skip)
      for (std::size_t j = k; j >= 1; --j) e[j] = log_add_exp(e[j], std::log(p[i]) + e[j - 1]);
  return e[k];
}

}  // namespace

double Subset::log_density(Event x, Event p, Event k) {
  double members = 0, value = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (std::isnan(x[i]) || std::isnan(p[i])) return nan;
    if ((x[i] != 0 && x[i] != 1) || !(p[i] >= 0 && p[i] < inf)) return -inf;
    members += x[i];
    if (x[i] == 1) value += std::log(p[i]);
  }
  if (members != k[0] || value == -inf) return no_density(k[0]);
  return value - log_total(p, static_cast<std::size_t>(members), p.size());
}

void Subset::add_slopes(Event x, Event p, Event k, double weight, double* const* out) {
  if (out[1] == nullptr || !(log_density(x, p, k) > -inf)) return;
  const auto size = static_cast<std::size_t>(k[0]);
  const double all = log_total(p, size, p.size());
  for (std::size_t i = 0; i < p.size(); ++i) {
    const double with = size == 0 ? 0 : std::exp(log_total(p, size - 1, i) - all);
    out[1][i] += weight * ((x[i] == 1 ? 1 / p[i] : 0) - with);
  }
}

void Subset::draw(Rng& rng, Event p, Event k, std::span<double> x) {
  const std::size_t n = p.size();
  const bool valid = k[0] >= 0 && k[0] <= static_cast<double>(n) && k[0] == std::floor(k[0]);
  const auto size = valid ? static_cast<std::size_t>(k[0]) : 0;
  // total[i][j]: log of the sum over subsets of size j of the elements from i on
  std::vector<std::vector<double>> total(n + 1, std::vector<double>(size + 1, -inf));
  total[n][0] = 0;
  for (std::size_t i = n; i-- > 0;)
    for (std::size_t j = 0; j <= size; ++j)
      total[i][j] = log_add_exp(total[i + 1][j], j == 0 ? -inf : std::log(p[i]) + total[i + 1][j - 1]);
  std::size_t left = size;
  for (std::size_t i = 0; i < n; ++i) {
    x[i] = nan;
    if (!valid || !(total[0][size] > -inf)) continue;
    const double share = left == 0 ? 0 : std::exp(std::log(p[i]) + total[i + 1][left - 1] - total[i][left]);
    x[i] = left > 0 && rng.uniform() < share ? 1 : 0;
    left -= x[i] == 1 ? 1 : 0;
  }
}

}  // namespace cggibbs
