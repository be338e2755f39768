// Rejection, then bisection of the logarithm of the smaller tail, then its slope.
#include "distributions/draw_between.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace cggibbs {
namespace {

LogTails tails(const Distribution& d, const double* parameters, double x) {
  if (x == -inf) return {-inf, 0};
  if (x == inf) return {0, -inf};
  double a[max_arguments];
  a[0] = x;
  std::copy_n(parameters, d.arguments.size() - 1, a + 1);
  return d.log_tails(a);
}

/// Where both tails have rounded away, what is left beyond the end with more of the density falls like an exponential.
double draw_beside_end(const Distribution& d, const double* parameters, double lower, double upper,
                       Rng& rng) {
  double a[max_arguments], first[max_arguments], second[max_arguments];
  std::copy_n(parameters, d.arguments.size() - 1, a + 1);
  const auto at = [&](double x) {
    a[0] = x;
    return d.log_density(a);
  };
  a[0] = at(upper) > at(lower) ? upper : lower;
  d.partials(a, first, second);
  const double most = -std::expm1(-(upper - lower) * std::abs(first[0]));
  return a[0] + std::log1p(-rng.uniform() * most) / first[0];
}

}  // namespace

double draw_between(const Distribution& d, const double* parameters, double lower, double upper, Rng& rng) {
  constexpr int tries = 100;
  for (int t = 0; t < tries; ++t)
    if (const double x = d.draw(rng, parameters); x > lower && x < upper) return x;
  const LogTails first = tails(d, parameters, lower), last = tails(d, parameters, upper);
  const bool above =
      first.upper < last.lower;  // between the ends is part of the upper tail, and not much of it
  const double most = above ? first.upper : last.lower, least = above ? last.upper : first.lower;
  if (!(most > least)) return draw_beside_end(d, parameters, lower, upper, rng);
  const double v = rng.uniform(), wanted = most + std::log(v + (1 - v) * std::exp(least - most));
  const auto is_left = [&](double x) {
    const LogTails at = tails(d, parameters, x);
    return above ? at.upper > wanted : at.lower < wanted;
  };
  double left = lower, right = upper;
  for (double step = 1; left == -inf && step < inf; step *= 2)
    if (const double x = std::min(upper, 0.0) - step; is_left(x)) left = x;
  for (double step = 1; right == inf && step < inf; step *= 2)
    if (const double x = std::max(left, 0.0) + step; !is_left(x)) right = x;
  for (;;) {
    const double middle = std::midpoint(left, right);
    if (!(middle > left && middle < right)) return middle > lower ? middle : right;
    (is_left(middle) ? left : right) = middle;
  }
}

}  // namespace cggibbs
