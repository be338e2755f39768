// Probabilities of intervals between cut points, by logarithms of the nearer tail.
#include "distributions/ordered_links.hpp"

#include <algorithm>

#include "distributions/guards.hpp"

namespace cggibbs {
namespace {

struct Logit {
  static double log_cdf(double z) { return -log1p_exp(-z); }
  static double log_slope(double z) { return -log1p_exp(z) - log1p_exp(-z); }
};
struct Probit {
  static double log_cdf(double z) { return log_normal_cdf(z); }
  static double log_slope(double z) { return -0.5 * (z * z + log_two_pi); }
};

bool ascend(Event cut) {
  return std::adjacent_find(cut.begin(), cut.end(), [](double a, double b) { return !(a < b); }) == cut.end();
}

bool any_nan(Event x, Event mu, Event cut) {
  return std::isnan(x[0]) || std::isnan(mu[0]) ||
         std::any_of(cut.begin(), cut.end(), [](double c) { return std::isnan(c); });
}

/// Both are symmetric: an interval above 0 is seen from the other side.
template <class Link>
double log_between(double low, double high) {
  if (low > 0) return log_between<Link>(-high, -low);
  const double upper = high == inf ? 0 : Link::log_cdf(high);
  if (low == -inf) return upper;
  return upper + log1m_exp(Link::log_cdf(low) - upper);
}

template <class Link>
double log_density(Event x, Event mu, Event cut) {
  if (any_nan(x, mu, cut)) return nan;
  const auto top = static_cast<double>(cut.size()) + 1;
  if (!(x[0] >= 1 && x[0] <= top) || x[0] != std::floor(x[0]) || !std::isfinite(mu[0]) || !ascend(cut))
    return -inf;
  const auto k = static_cast<std::size_t>(x[0]);
  const double value =
      log_between<Link>(k == 1 ? -inf : cut[k - 2] - mu[0], k > cut.size() ? inf : cut[k - 1] - mu[0]);
  return std::isnan(value) ? -inf : value;
}

template <class Link>
void add_slopes(Event x, Event mu, Event cut, double weight, double* const* out) {
  const double value = log_density<Link>(x, mu, cut);
  if (!std::isfinite(value)) return;
  const auto k = static_cast<std::size_t>(x[0]);
  const double above = k > cut.size() ? 0 : std::exp(Link::log_slope(cut[k - 1] - mu[0]) - value);
  const double below = k == 1 ? 0 : std::exp(Link::log_slope(cut[k - 2] - mu[0]) - value);
  if (out[1] != nullptr) out[1][0] -= weight * (above - below);
  if (out[2] == nullptr) return;
  if (k <= cut.size()) out[2][k - 1] += weight * above;
  if (k > 1) out[2][k - 2] -= weight * below;
}

}  // namespace

double OrderedLogit::log_density(Event x, Event mu, Event cut) {
  return cggibbs::log_density<Logit>(x, mu, cut);
}
void OrderedLogit::add_slopes(Event x, Event mu, Event cut, double weight, double* const* out) {
  cggibbs::add_slopes<Logit>(x, mu, cut, weight, out);
}
double OrderedProbit::log_density(Event x, Event mu, Event cut) {
  return cggibbs::log_density<Probit>(x, mu, cut);
}
void OrderedProbit::add_slopes(Event x, Event mu, Event cut, double weight, double* const* out) {
  cggibbs::add_slopes<Probit>(x, mu, cut, weight, out);
}

double Interval::log_density(Event x, Event t, Event cut) {
  if (any_nan(x, t, cut)) return nan;
  if (!std::is_sorted(cut.begin(), cut.end())) return -inf;
  // t on a cut point belongs to the interval below it.
  const auto below = static_cast<double>(std::lower_bound(cut.begin(), cut.end(), t[0]) - cut.begin());
  return x[0] == below ? 0 : -inf;
}

void Interval::draw(Rng&, Event t, Event cut, std::span<double> x) {
  x[0] = any_nan(t, t, cut) || !std::is_sorted(cut.begin(), cut.end())
             ? nan
             : static_cast<double>(std::lower_bound(cut.begin(), cut.end(), t[0]) - cut.begin());
}

void OrderedLogit::draw(Rng& rng, Event mu, Event cut, std::span<double> x) {
  const double u = rng.uniform(), t = mu[0] + std::log(u) - std::log1p(-u);
  Interval::draw(rng, {&t, 1}, cut, x);
  ++x[0];
}

void OrderedProbit::draw(Rng& rng, Event mu, Event cut, std::span<double> x) {
  const double t = mu[0] + rng.normal();
  Interval::draw(rng, {&t, 1}, cut, x);
  ++x[0];
}

}  // namespace cggibbs
