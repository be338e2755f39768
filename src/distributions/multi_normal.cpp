// Densities and derivatives of normal vectors through triangular factors.
#include "distributions/multi_normal.hpp"

#include <algorithm>
#include <vector>

#include "distributions/small_matrix.hpp"

namespace cggibbs {
namespace {

/// -inf where there is no density or the way to it has lost itself in infinities, NaN where an argument is.
double without_density(Event x, Event mu, Event matrix) {
  for (const Event& a : {x, mu, matrix})
    for (double v : a)
      if (std::isnan(v)) return nan;
  return -inf;
}

/// z = L^-1 (x - mu)
void whiten(Event x, Event mu, const double* factor, double* z) {
  for (std::size_t i = 0; i < x.size(); ++i) {
    z[i] = x[i] - mu[i];
    for (std::size_t j = 0; j < i; ++j) z[i] -= factor[i * x.size() + j] * z[j];
    z[i] /= factor[i * x.size() + i];
  }
}

double constant(std::size_t d) {
  return -0.5 * static_cast<double>(d) * log_two_pi;
}

/// `source` is what the factor was computed from: its NaNs are those of a user, those of the factor say that there is none.
double from_factor(Event x, Event mu, Event source, const double* factor, double* z) {
  const std::size_t d = x.size();
  double value = constant(d);
  for (std::size_t i = 0; i < d; ++i) {
    const double l = factor[i * d + i];
    if (!(l > 0 && l < inf)) return without_density(x, mu, source);
    value -= std::log(l);
  }
  whiten(x, mu, factor, z);
  for (std::size_t i = 0; i < d; ++i) value -= 0.5 * square(z[i]);
  return std::isnan(value) ? without_density(x, mu, {factor, d * d}) : value;
}

/// Slopes in x and mu from w = Sigma^-1 (x - mu).
void add_location_slopes(std::size_t d, const double* w, double weight, double* const* out) {
  for (std::size_t i = 0; i < d; ++i) {
    if (out[0] != nullptr) out[0][i] -= weight * w[i];
    if (out[1] != nullptr) out[1][i] += weight * w[i];
  }
}

/// Slopes in x and mu; and in the factor, written to `slope`.
void slopes_from_factor(Event x, Event mu, const double* factor, double weight, double* const* out,
                        double* slope) {
  const std::size_t d = x.size();
  double* z = small::scratch(1, 2 * d);
  double* w = z + d;
  whiten(x, mu, factor, z);
  for (std::size_t i = d; i-- > 0;) {  // L' w = z
    w[i] = z[i];
    for (std::size_t j = i + 1; j < d; ++j) w[i] -= factor[j * d + i] * w[j];
    w[i] /= factor[i * d + i];
  }
  add_location_slopes(d, w, weight, out);
  for (std::size_t i = 0; i < d; ++i)
    for (std::size_t j = 0; j < d; ++j)
      slope[i * d + j] = j > i ? 0 : w[i] * z[j] - (i == j ? 1 / factor[i * d + i] : 0);
}

/// weight times the slope in the matrix, from that in its factor.
void add_matrix_slope(std::size_t d, const double* factor, const double* slope, double weight, double* out) {
  double* in_matrix = small::scratch(2, d * d);
  small::cholesky_adjoint(d, factor, slope, in_matrix);
  for (std::size_t i = 0; i < d * d; ++i) out[i] += weight * in_matrix[i];
}

}  // namespace

double MultiNormal::log_density(Event x, Event mu, Event covariance) {
  const std::size_t d = x.size();
  return from_factor(x, mu, covariance, small::factored(d, covariance.data()).l, small::scratch(1, d));
}

void MultiNormal::add_slopes(Event x, Event mu, Event covariance, double weight, double* const* out) {
  const std::size_t d = x.size();
  const double* factor = small::factored(d, covariance.data()).l;
  double* slope = small::scratch(0, d * d);
  slopes_from_factor(x, mu, factor, weight, out, slope);
  if (out[2] != nullptr) add_matrix_slope(d, factor, slope, weight, out[2]);
}

double MultiNormalCholesky::log_density(Event x, Event mu, Event factor) {
  return from_factor(x, mu, {}, factor.data(), small::scratch(1, x.size()));
}

void MultiNormalCholesky::add_slopes(Event x, Event mu, Event factor, double weight, double* const* out) {
  const std::size_t d = x.size();
  double* slope = small::scratch(0, d * d);
  slopes_from_factor(x, mu, factor.data(), weight, out, slope);
  if (out[2] != nullptr)
    for (std::size_t i = 0; i < d * d; ++i) out[2][i] += weight * slope[i];
}

double MultiNormalPrecision::log_density(Event x, Event mu, Event precision) {
  const std::size_t d = x.size();
  const auto [factor, log_diagonal] = small::factored(d, precision.data());  // precision = R R'
  double value = constant(d) + log_diagonal;
  if (std::isnan(log_diagonal)) return without_density(x, mu, precision);
  for (std::size_t j = 0; j < d; ++j) {
    double u = 0;  // R' (x - mu)
    for (std::size_t i = j; i < d; ++i) u += factor[i * d + j] * (x[i] - mu[i]);
    value -= 0.5 * square(u);
  }
  return std::isnan(value) ? without_density(x, mu, precision) : value;
}

void MultiNormalPrecision::add_slopes(Event x, Event mu, Event precision, double weight, double* const* out) {
  const std::size_t d = x.size();
  const double* factor = small::factored(d, precision.data()).l;
  double* slope = small::scratch(0, d * d);
  double* u = small::scratch(1, 2 * d);
  double* w = u + d;
  std::fill_n(u, 2 * d, 0.0);
  for (std::size_t i = 0; i < d; ++i)
    for (std::size_t j = 0; j <= i; ++j) u[j] += factor[i * d + j] * (x[i] - mu[i]);
  for (std::size_t i = 0; i < d; ++i)
    for (std::size_t j = 0; j <= i; ++j) w[i] += factor[i * d + j] * u[j];
  add_location_slopes(d, w, weight, out);
  if (out[2] == nullptr) return;
  for (std::size_t i = 0; i < d; ++i)
    for (std::size_t j = 0; j < d; ++j)
      slope[i * d + j] = j > i ? 0 : -(x[i] - mu[i]) * u[j] + (i == j ? 1 / factor[i * d + i] : 0);
  add_matrix_slope(d, factor, slope, weight, out[2]);
}

void MultiNormalCholesky::draw(Rng& rng, Event mu, Event factor, std::span<double> x) {
  const std::size_t d = x.size();
  std::vector<double> z(d);
  for (double& v : z) v = rng.normal();
  for (std::size_t i = 0; i < d; ++i) {
    x[i] = mu[i];
    for (std::size_t j = 0; j <= i; ++j) x[i] += factor[i * d + j] * z[j];
  }
}

void MultiNormal::draw(Rng& rng, Event mu, Event covariance, std::span<double> x) {
  std::vector<double> factor(covariance.size());
  small::cholesky(x.size(), covariance.data(), factor.data());
  MultiNormalCholesky::draw(rng, mu, factor, x);
}

/// With precision C C', C' (x - mu) is standard.
void MultiNormalPrecision::draw(Rng& rng, Event mu, Event precision, std::span<double> x) {
  const std::size_t d = x.size();
  std::vector<double> factor(d * d), z(d);
  small::cholesky(d, precision.data(), factor.data());
  for (double& v : z) v = rng.normal();
  for (std::size_t i = d; i-- > 0;) {
    for (std::size_t j = i + 1; j < d; ++j) z[i] -= factor[j * d + i] * z[j];
    z[i] /= factor[i * d + i];
    x[i] = mu[i] + z[i];
  }
}

}  // namespace cggibbs
