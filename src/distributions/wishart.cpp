// Densities and derivatives of random positive definite matrices.
#include "distributions/wishart.hpp"

#include <vector>

#include "base/gamma_functions.hpp"
#include "distributions/draws.hpp"
#include "distributions/guards.hpp"
#include "distributions/small_matrix.hpp"

namespace cggibbs {
namespace {

std::size_t side(Event matrix) {
  return static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(matrix.size()))));
}

/// Of the lower triangle; NaN where it is not positive definite.
double log_determinant(std::size_t p, Event a) {
  double* factor = small::scratch(0, p * p);
  small::cholesky(p, a.data(), factor);
  double value = 0;
  for (std::size_t i = 0; i < p; ++i) value += 2 * std::log(factor[i * p + i]);
  return value;
}

/// weight times the slope of log |a|, at the lower elements.
void add_log_determinant_slope(std::size_t p, Event a, double weight, double* out) {
  double* whole = small::scratch(0, 2 * p * p);
  double* inverse = whole + p * p;
  for (std::size_t i = 0; i < p; ++i)
    for (std::size_t j = 0; j <= i; ++j) whole[i * p + j] = whole[j * p + i] = a[i * p + j];
  small::inverse(p, whole, inverse);
  for (std::size_t i = 0; i < p; ++i)
    for (std::size_t j = 0; j <= i; ++j) out[i * p + j] += weight * (i == j ? 1 : 2) * inverse[i * p + j];
}

/// tr(a b) of symmetric matrices.
double trace_of_product(std::size_t p, Event a, Event b) {
  double sum = 0;
  for (std::size_t i = 0; i < p; ++i)
    for (std::size_t j = 0; j <= i; ++j) sum += (i == j ? 1 : 2) * a[i * p + j] * b[i * p + j];
  return sum;
}
void add_trace_slope(std::size_t p, Event other, double weight, double* out) {
  for (std::size_t i = 0; i < p; ++i)
    for (std::size_t j = 0; j <= i; ++j) out[i * p + j] += weight * (i == j ? 1 : 2) * other[i * p + j];
}

double log_multi_gamma(std::size_t p, double a) {
  const auto d = static_cast<double>(p);
  double value = 0.25 * d * (d - 1) * log_pi;
  for (std::size_t j = 0; j < p; ++j) value += log_gamma(a - 0.5 * static_cast<double>(j));
  return value;
}
double multi_digamma(std::size_t p, double a) {
  double value = 0;
  for (std::size_t j = 0; j < p; ++j) value += digamma(a - 0.5 * static_cast<double>(j));
  return value;
}

/// -inf, or NaN where an argument is.
double without_density(Event a, Event b, Event c) {
  for (const Event& e : {a, b, c})
    for (double v : e)
      if (std::isnan(v)) return nan;
  return -inf;
}

}  // namespace

double Wishart::log_density(Event x, Event r, Event k) {
  const std::size_t p = side(x);
  const auto d = static_cast<double>(p);
  if (!(k[0] > d - 1 && k[0] < inf)) return without_density(x, r, k);
  const double value = 0.5 * k[0] * log_determinant(p, r) + 0.5 * (k[0] - d - 1) * log_determinant(p, x) -
                       0.5 * trace_of_product(p, r, x) - 0.5 * k[0] * d * log_two -
                       log_multi_gamma(p, 0.5 * k[0]);
  return std::isnan(value) ? without_density(x, r, k) : value;
}

void Wishart::add_slopes(Event x, Event r, Event k, double weight, double* const* out) {
  const std::size_t p = side(x);
  const auto d = static_cast<double>(p);
  if (out[0] != nullptr) {
    add_log_determinant_slope(p, x, 0.5 * weight * (k[0] - d - 1), out[0]);
    add_trace_slope(p, r, -0.5 * weight, out[0]);
  }
  if (out[1] != nullptr) {
    add_log_determinant_slope(p, r, 0.5 * weight * k[0], out[1]);
    add_trace_slope(p, x, -0.5 * weight, out[1]);
  }
  if (out[2] != nullptr)
    out[2][0] += 0.5 * weight *
                 (log_determinant(p, r) + log_determinant(p, x) - d * log_two - multi_digamma(p, 0.5 * k[0]));
}

// Given a[i] ~ inverse_gamma(1/2, 1 / s[i]^2), x is Wishart with R = diag(2 df / a[i]) and df + p - 1 degrees of freedom; a is
// integrated out: each leaves (df x[i,i] + 1 / s[i]^2)^(-(df + p) / 2).
double ScaledWishart::log_density(Event x, Event s, Event df) {
  const std::size_t p = s.size();
  const auto d = static_cast<double>(p);
  const double nu = df[0];
  if (!positive(nu)) return without_density(x, s, df);
  double value = 0.5 * (nu - 2) * log_determinant(p, x) - log_multi_gamma(p, 0.5 * (nu + d - 1)) +
                 d * (0.5 * (nu + d - 1) * std::log(nu) + log_gamma(0.5 * (nu + d)) - log_gamma(0.5));
  for (std::size_t i = 0; i < p; ++i) {
    if (!positive(s[i])) return without_density(x, s, df);
    value -= std::log(s[i]) + 0.5 * (nu + d) * std::log(nu * x[i * p + i] + 1 / square(s[i]));
  }
  return std::isnan(value) ? without_density(x, s, df) : value;
}

void ScaledWishart::add_slopes(Event x, Event s, Event df, double weight, double* const* out) {
  const std::size_t p = s.size();
  const auto d = static_cast<double>(p);
  const double nu = df[0], power = 0.5 * (nu + d);
  double by_df = 0.5 * log_determinant(p, x) - 0.5 * multi_digamma(p, 0.5 * (nu + d - 1)) +
                 d * (0.5 * std::log(nu) + 0.5 * (nu + d - 1) / nu + 0.5 * digamma(power));
  if (out[0] != nullptr) add_log_determinant_slope(p, x, 0.5 * weight * (nu - 2), out[0]);
  for (std::size_t i = 0; i < p; ++i) {
    const double v = x[i * p + i], sum = nu * v + 1 / square(s[i]);
    by_df -= 0.5 * std::log(sum) + power * v / sum;
    if (out[0] != nullptr) out[0][i * p + i] -= weight * power * nu / sum;
    if (out[1] != nullptr) out[1][i] += weight * (2 * power / (sum * square(s[i])) - 1) / s[i];
  }
  if (out[2] != nullptr) out[2][0] += weight * by_df;
}

/// Bartlett: with R = C C' and A lower triangular, roots of chi-squared draws on its diagonal and normal ones below, M A A' M' for
/// M = C'^-1.
void Wishart::draw(Rng& rng, Event r, Event k, std::span<double> x) {
  const std::size_t p = side(r);
  std::vector<double> factor(p * p), a(p * p, 0.0);
  small::cholesky(p, r.data(), factor.data());
  for (std::size_t i = 0; i < p; ++i) {
    const double shape = 0.5 * (k[0] - static_cast<double>(i));
    a[i * p + i] = positive(shape) ? std::exp(0.5 * (log_two + draw_log_gamma(rng, shape))) : nan;
    for (std::size_t j = 0; j < i; ++j) a[i * p + j] = rng.normal();
  }
  for (std::size_t c = 0; c < p; ++c)
    for (std::size_t i = p; i-- > 0;) {
      for (std::size_t j = i + 1; j < p; ++j) a[i * p + c] -= factor[j * p + i] * a[j * p + c];
      a[i * p + c] /= factor[i * p + i];
    }
  for (std::size_t i = 0; i < p; ++i)
    for (std::size_t j = 0; j < p; ++j) {
      x[i * p + j] = 0;
      for (std::size_t c = 0; c < p; ++c) x[i * p + j] += a[i * p + c] * a[j * p + c];
    }
}

void ScaledWishart::draw(Rng& rng, Event s, Event df, std::span<double> x) {
  const std::size_t p = s.size();
  std::vector<double> r(p * p, 0.0);
  for (std::size_t i = 0; i < p; ++i)
    r[i * p + i] = positive(s[i]) && positive(df[0]) ? 2 * df[0] * square(s[i]) * rng.gamma(0.5) : nan;
  const double k = df[0] + static_cast<double>(p) - 1;
  Wishart::draw(rng, r, {&k, 1}, x);
}

}  // namespace cggibbs
