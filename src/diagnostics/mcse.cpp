// Monte Carlo standard errors from effective sample sizes.
#include "diagnostics/mcse.hpp"

#include <boost/math/special_functions/beta.hpp>

#include <algorithm>
#include <cmath>

#include "base/special.hpp"
#include "diagnostics/ess.hpp"
#include "diagnostics/moments.hpp"

namespace cggibbs {

namespace detail {

double mcse_sd(std::span<const double> pooled, double ess) {
  if (std::isnan(ess)) return nan;
  const double center = mean(pooled);
  const std::size_t n = pooled.size();
  const double m2 =
      sum_over(n, [&](std::size_t i) { return square(pooled[i] - center); }) / static_cast<double>(n);
  const double m4 =
      sum_over(n, [&](std::size_t i) { return square(square(pooled[i] - center)); }) / static_cast<double>(n);
  // The variance of a sample variance is (m4 - m2^2) / ess; the delta method divides by (2 sd)^2.
  return std::sqrt((m4 - m2 * m2) / ess / m2 / 4);
}

double mcse_quantile(std::span<const double> sorted, double p, double ess) {
  if (std::isnan(ess)) return nan;
  constexpr double one_sd_below = 0.1586553;  // to posterior's digits
  constexpr double one_sd_above = 0.8413447;
  const auto size = static_cast<double>(sorted.size());
  const double low = boost::math::ibeta_inv(ess * p + 1, ess * (1 - p) + 1, one_sd_below);
  const double high = boost::math::ibeta_inv(ess * p + 1, ess * (1 - p) + 1, one_sd_above);
  const double first = std::max(std::floor(low * size), 1.0);
  const double last = std::min(std::ceil(high * size), size);
  return (sorted[static_cast<std::size_t>(last) - 1] - sorted[static_cast<std::size_t>(first) - 1]) / 2;
}

}  // namespace detail

double mcse_mean(Chains x) {
  return std::sqrt(variance(pooled(x)) / ess_mean(x));
}

double mcse_sd(Chains x) {
  const auto all = pooled(x);
  const double center = mean(all);
  return detail::mcse_sd(all, ess_mean(map_draws(x, [center](double v) { return square(v - center); })));
}

double mcse_quantile(Chains x, double p) {
  if (has_nan(x)) return nan;
  auto sorted = pooled(x);
  std::sort(sorted.begin(), sorted.end());
  return detail::mcse_quantile(sorted, p, ess_quantile(x, p));
}

double mcse_median(Chains x) {
  return mcse_quantile(x, 0.5);
}

}  // namespace cggibbs
