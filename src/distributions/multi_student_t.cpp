// Density and derivatives of Student vectors, through those of normal vectors.
#include "distributions/multi_student_t.hpp"

#include <vector>

#include "base/gamma_functions.hpp"
#include "distributions/draws.hpp"
#include "distributions/guards.hpp"
#include "distributions/multi_normal.hpp"

namespace cggibbs {
namespace {

/// r' P r with r = x - mu.
double squared_length(Event x, Event mu, Event precision) {
  const std::size_t d = x.size();
  double sum = 0;
  for (std::size_t i = 0; i < d; ++i)
    for (std::size_t j = 0; j <= i; ++j)
      sum += (i == j ? 1 : 2) * (x[i] - mu[i]) * precision[i * d + j] * (x[j] - mu[j]);
  return std::max(sum, 0.0);
}

}  // namespace

double MultiStudentTPrecision::log_density(Event x, Event mu, Event precision, Event nu) {
  const auto d = static_cast<double>(x.size());
  const double normal = MultiNormalPrecision::log_density(x, mu, precision);
  if (!positive(nu[0]) || !(normal > -inf)) return no_density(normal, nu[0]);
  const double q = squared_length(x, mu, precision);
  return normal + 0.5 * q + 0.5 * d * (log_two - std::log(nu[0])) + log_gamma(0.5 * (nu[0] + d)) -
         log_gamma(0.5 * nu[0]) - 0.5 * (nu[0] + d) * std::log1p(q / nu[0]);
}

void MultiStudentTPrecision::add_slopes(Event x, Event mu, Event precision, Event nu, double weight,
                                        double* const* out) {
  const std::size_t d = x.size();
  const double q = squared_length(x, mu, precision), all = nu[0] + static_cast<double>(d);
  const double pull = all / (nu[0] + q);  // of x to mu, against a normal vector
  double* const normal[3] = {nullptr, nullptr, out[2]};
  MultiNormalPrecision::add_slopes(x, mu, precision, weight, normal);
  for (std::size_t i = 0; i < d; ++i) {
    double w = 0;  // of P (x - mu)
    for (std::size_t j = 0; j < d; ++j) w += precision[i >= j ? i * d + j : j * d + i] * (x[j] - mu[j]);
    if (out[0] != nullptr) out[0][i] -= weight * pull * w;
    if (out[1] != nullptr) out[1][i] += weight * pull * w;
    if (out[2] != nullptr)
      for (std::size_t j = 0; j <= i; ++j)
        out[2][i * d + j] += weight * 0.5 * (1 - pull) * (i == j ? 1 : 2) * (x[i] - mu[i]) * (x[j] - mu[j]);
  }
  if (out[3] != nullptr)
    out[3][0] += 0.5 * weight *
                 (digamma(0.5 * all) - digamma(0.5 * nu[0]) - static_cast<double>(d) / nu[0] -
                  std::log1p(q / nu[0]) + pull * q / nu[0]);
}

void MultiStudentTPrecision::draw(Rng& rng, Event mu, Event precision, Event nu, std::span<double> x) {
  const std::vector<double> zero(x.size(), 0.0);
  MultiNormalPrecision::draw(rng, zero, precision, x);
  const double shrink =
      positive(nu[0]) ? std::exp(0.5 * (draw_log_gamma(rng, 0.5 * nu[0]) - std::log(0.5 * nu[0]))) : nan;
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = mu[i] + x[i] / shrink;
}

}  // namespace cggibbs
