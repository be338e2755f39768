// Weighted means and spreads of numbers and of columns: what default priors are measured by.
#include "models/moments.hpp"

#include <algorithm>
#include <cmath>

#include "base/special.hpp"

namespace cggibbs {
namespace {

double weight_of(std::span<const double> weights, std::size_t i) {
  return weights.empty() ? 1.0 : weights[i];
}

/// WeightedMoments of numbers given by a visitor, which calls f(value, weight) for each. Distances are taken from one of the
/// numbers and divided by the largest, so that neither a large mean nor a large unit eats the spread.
template <class Visit>
WeightedMoments from(const Visit& visit) {
  double origin = 0;
  double total = 0;
  visit([&](double v, double w) {
    if (w > 0 && total == 0) origin = v;
    total += w;
  });
  double reach = 0;
  double top = 0;
  visit([&](double v, double w) {
    if (!(w > 0)) return;
    reach = std::max(reach, std::abs(v - origin));
    top = std::max(top, std::abs(v));
  });
  if (!(total > 0) || top == 0) return {};
  double first = 0;
  double second = 0;
  double squares = 0;
  visit([&](double v, double w) {
    if (!(w > 0)) return;
    const double d = reach > 0 ? (v - origin) / reach : 0.0;
    first += w * d;
    second += w * d * d;
    squares += w * square(v / top);
  });
  const double variance = std::max(0.0, second - first * first / total) / std::max(total - 1, 0.5 * total);
  return {origin + reach * (first / total), reach * std::sqrt(variance), top * std::sqrt(squares / total)};
}

}  // namespace

WeightedMoments weighted_moments(std::span<const double> values, std::span<const double> weights) {
  return from([&](const auto& f) {
    for (std::size_t i = 0; i < values.size(); ++i) f(values[i], weight_of(weights, i));
  });
}

std::vector<WeightedMoments> column_moments(const Matrix& x, std::span<const double> weights) {
  std::vector<WeightedMoments> out(cols(x));
  if (const auto* d = std::get_if<DenseMatrix>(&x)) {
    for (std::size_t j = 0; j < out.size(); ++j) out[j] = weighted_moments(d->col(j), weights);
    return out;
  }
  const auto& s = std::get<SparseMatrix>(x);
  double all = 0;
  for (std::size_t i = 0; i < s.rows; ++i) all += weight_of(weights, i);
  for (std::size_t j = 0; j < out.size(); ++j)
    out[j] = from([&](const auto& f) {
      double stored = 0;
      for (std::size_t t = s.start[j]; t < s.start[j + 1]; ++t) {
        const double w = weight_of(weights, s.row[t]);
        f(s.values[t], w);
        stored += w;
      }
      if (all > stored) f(0.0, all - stored);  // the zeros that are not stored
    });
  return out;
}

}  // namespace cggibbs
