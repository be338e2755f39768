// Sums over the support outwards from the mode, term by term.
#include "distributions/hypergeometric.hpp"

#include "base/gamma_functions.hpp"

namespace cggibbs {
namespace {

bool valid(double n1, double n2, double m, double psi) {
  constexpr double most = 1e9;
  return is_count(n1) && is_count(n2) && is_count(m) && m <= n1 + n2 && n1 < most && n2 < most &&
         positive(psi);
}

/// The term of x + 1 over that of x.
double ratio(double x, double n1, double n2, double m, double psi) {
  return psi * (n1 - x) * (m - x) / ((x + 1) * (n2 - m + x + 1));
}

/// Where the ratio falls through 1, by bisection: it decreases in x.
double mode_of(const Support& s, double n1, double n2, double m, double psi) {
  double low = s.lower, high = s.upper;
  while (low < high) {
    const double middle = std::floor(low + (high - low) / 2);
    if (ratio(middle, n1, n2, m, psi) > 1)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/// f(x, term over that of the mode) at the mode, then upwards, then downwards, while terms matter.
template <class F>
void outwards(double n1, double n2, double m, double psi, F&& f) {
  constexpr double nothing = 1e-19;
  const Support s = Hypergeometric::support(n1, n2, m, psi);
  const double mode = mode_of(s, n1, n2, m, psi);
  f(mode, 1.0);
  double term = 1;
  for (double x = mode; x < s.upper && term > nothing; ++x) f(x + 1, term *= ratio(x, n1, n2, m, psi));
  term = 1;
  for (double x = mode; x > s.lower && term > nothing; --x) f(x - 1, term /= ratio(x - 1, n1, n2, m, psi));
}

struct Moments {
  double total = 0, first = 0, second = 0;  ///< about the mode
  double mode = 0;
};

Moments moments(double n1, double n2, double m, double psi) {
  Moments out;
  bool at_mode = true;
  outwards(n1, n2, m, psi, [&](double x, double term) {
    if (at_mode) out.mode = x;
    at_mode = false;
    out.total += term;
    out.first += term * (x - out.mode);
    out.second += term * square(x - out.mode);
  });
  out.first /= out.total;
  out.second /= out.total;
  return out;
}

/// log of the term of x over that of the mode.
double log_term(double x, double mode, double n1, double n2, double m, double psi) {
  if (std::abs(x - mode) > 1000)
    return log_choose(n1, x) - log_choose(n1, mode) + log_choose(n2, m - x) - log_choose(n2, m - mode) +
           (x - mode) * std::log(psi);
  double value = 0;
  for (double k = mode; k < x; ++k) value += std::log(ratio(k, n1, n2, m, psi));
  for (double k = mode; k > x; --k) value -= std::log(ratio(k - 1, n1, n2, m, psi));
  return value;
}

}  // namespace

double Hypergeometric::log_density(double x, double n1, double n2, double m, double psi) {
  if (!valid(n1, n2, m, psi) || !is_count(x)) return no_density(x, n1, n2, m, psi);
  const Support s = support(n1, n2, m, psi);
  if (x < s.lower || x > s.upper) return -inf;
  const Moments sum = moments(n1, n2, m, psi);
  return log_term(x, sum.mode, n1, n2, m, psi) - std::log(sum.total);
}

Partials<5> Hypergeometric::partials(double x, double n1, double n2, double m, double psi) {
  const Moments sum = moments(n1, n2, m, psi);
  const double excess = x - sum.mode - sum.first, variance = sum.second - square(sum.first);
  return {{0, 0, 0, 0, excess / psi}, {0, 0, 0, 0, -(excess + variance) / square(psi)}};
}

double Hypergeometric::draw(Rng& rng, double n1, double n2, double m, double psi) {
  if (!valid(n1, n2, m, psi)) return nan;
  double u = rng.uniform() * moments(n1, n2, m, psi).total;
  double drawn = -1, last = 0;
  outwards(n1, n2, m, psi, [&](double x, double term) {
    if (drawn < 0 && u <= term) drawn = x;
    if (term > 0) last = x;
    u -= term;
  });
  return drawn < 0 ? last : drawn;  // rounding left a crumb of u
}

double Hypergeometric::cdf(double x, double n1, double n2, double m, double psi) {
  if (!valid(n1, n2, m, psi) || std::isnan(x)) return nan;
  double below = 0, total = 0;
  outwards(n1, n2, m, psi, [&](double k, double term) {
    total += term;
    if (k <= x) below += term;
  });
  return below / total;
}

}  // namespace cggibbs
