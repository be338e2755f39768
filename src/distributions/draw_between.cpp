// Rejection, then bisection of the logarithm of the smaller tail, then its slope.
#include "distributions/draw_between.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "base/draw_index.hpp"

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

namespace {

/// One of the whole numbers between the ends, by their masses: from the end with more of it these fall, or rise to one mode and fall.
double draw_whole(const Distribution& d, const double* parameters, double lower, double upper, Rng& rng) {
  constexpr double negligible = -45;
  constexpr std::size_t most = 10'000'000;
  const Support s = d.support(parameters);
  const double first = std::ceil(std::fmax(lower, s.lower)), last = std::floor(std::fmin(upper, s.upper));
  if (!(first <= last) || first == -inf) return nan;
  double a[max_arguments];
  std::copy_n(parameters, d.arguments.size() - 1, a + 1);
  const auto log_mass = [&](double k) {
    a[0] = k;
    return d.log_density(a);
  };
  const bool up = last == inf || log_mass(first) >= log_mass(last);
  std::vector<double> masses;
  double top = -inf;
  for (double k = up ? first : last; k >= first && k <= last && masses.size() < most; k += up ? 1 : -1) {
    const double before = masses.empty() ? -inf : masses.back();
    masses.push_back(log_mass(k));
    top = std::fmax(top, masses.back());
    if (masses.back() < before && masses.back() < top + negligible) break;
  }
  if (!(top > -inf)) return nan;
  const auto i = static_cast<double>(draw_index(masses, rng));
  return up ? first + i : last - i;
}

}  // namespace

double draw_cut(const Distribution& d, const double* parameters, double lower, double upper, Rng& rng) {
  if (!d.discrete && d.log_tails && lower < upper) {
    const double x = draw_between(d, parameters, lower, upper, rng);
    return x >= lower && x <= upper ? x : nan;
  }
  constexpr int tries = 1000;
  for (int t = 0; t < tries; ++t) {
    const double x = d.draw(rng, parameters);
    if (x >= lower && x <= upper) return x;
    if (std::isnan(x)) return x;
  }
  return d.discrete ? draw_whole(d, parameters, lower, upper, rng) : nan;
}

}  // namespace cggibbs
