// Counting clusters, and the gamma functions of their sizes.
#include "distributions/chinese_restaurant.hpp"

#include "base/gamma_functions.hpp"
#include "distributions/guards.hpp"

namespace cggibbs {
namespace {

struct Clusters {
  std::size_t count = 0;
  double log_sizes = 0;  ///< sum of log (n_k - 1)!
};

/// Labels are whole numbers from 1 to their number.
Clusters clusters_of(Event z) {
  thread_local std::vector<std::uint32_t> size;
  size.assign(z.size(), 0);
  for (double label : z) ++size[static_cast<std::size_t>(label) - 1];
  Clusters out;
  for (const auto n : size)
    if (n > 0) {
      ++out.count;
      out.log_sizes += log_gamma(n);
    }
  return out;
}

}  // namespace

double ChineseRestaurant::log_density(Event z, Event alpha) {
  const double a = alpha[0];
  const auto n = static_cast<double>(z.size());
  if (std::isnan(a)) return nan;
  for (double label : z) {
    if (std::isnan(label)) return nan;
    if (!(label >= 1 && label <= n) || label != std::floor(label)) return -inf;
  }
  if (!positive(a)) return -inf;
  const Clusters c = clusters_of(z);
  const auto k = static_cast<double>(c.count);
  const double choices = log_gamma(n + 1) - log_gamma(n - k + 1);
  return k * std::log(a) + c.log_sizes + log_gamma(a) - log_gamma(a + n) - choices;
}

void ChineseRestaurant::add_slopes(Event z, Event alpha, double weight, double* const* out) {
  if (out[1] == nullptr || !(log_density(z, alpha) > -inf)) return;
  const double a = alpha[0];
  out[1][0] += weight * (static_cast<double>(clusters_of(z).count) / a + digamma(a) -
                         digamma(a + static_cast<double>(z.size())));
}

}  // namespace cggibbs
