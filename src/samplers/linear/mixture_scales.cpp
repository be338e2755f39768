// Drawing mixing variances.
#include "samplers/linear/mixture_scales.hpp"

#include <algorithm>
#include <cmath>

#include "samplers/linear/event_prior.hpp"

namespace cggibbs {

double draw_inverse_gaussian(Rng& rng, double mean, double shape) {
  const double y = square(rng.normal());
  const double a = mean * y / (2 * shape);
  // The smaller root, without cancellation.
  const double x = mean / (1 + a + std::sqrt(a * (a + 2)));
  return rng.uniform() <= mean / (mean + x) ? x : mean * mean / x;
}

void prior_scales(const Model& model, const double* values, const GaussianPart& part, Rng& rng, double* mean,
                  double* sd) {
  const std::size_t m = part.size();
  if (part.kind == MixtureKind::flat) {
    std::fill(mean, mean + m, 0.0);
    std::fill(sd, sd + m, inf);
    return;
  }
  if (part.kind == MixtureKind::correlated) {
    const EventPrior prior(model, values, part);
    const double* theta = model.values(values).of(part.parameter);
    for (std::size_t j = 0; j < m; ++j) {
      mean[j] = prior.mean(j / part.event)[j % part.event];
      sd[j] = 1 / std::sqrt(prior.along_coefficient(j, theta).first);
    }
    return;
  }
  const Factor& factor = model.factors()[part.factor];
  ArgView a[max_arguments];
  factor_views(model, values, factor, a);
  for (std::size_t j = 0; j < m; ++j) {
    const double x = a[0][j];
    switch (part.kind) {
      case MixtureKind::flat:
      case MixtureKind::correlated:
        break;
      case MixtureKind::normal:
        mean[j] = a[1][j];
        sd[j] = a[2][j];
        break;
      case MixtureKind::scaled:
        mean[j] = a[1][j];
        sd[j] = a[2][j] * a[3][j];
        break;
      case MixtureKind::student_t:
      case MixtureKind::cauchy: {
        const bool cauchy = part.kind == MixtureKind::cauchy;
        const double nu = cauchy ? 1 : a[1][j];
        const double mu = cauchy ? a[1][j] : a[2][j];
        const double sigma = cauchy ? a[2][j] : a[3][j];
        mean[j] = mu;
        sd[j] = std::sqrt(0.5 * (nu * square(sigma) + square(x - mu)) / rng.gamma(0.5 * (nu + 1)));
        break;
      }
      case MixtureKind::laplace: {
        const double b = a[2][j];
        mean[j] = a[1][j];
        // 1 / variance given x is inverse Gaussian with mean 1 / (b |x - mu|) and shape 1 / b^2.
        const double distance = std::max(std::abs(x - a[1][j]), 1e-10 * b);
        sd[j] = 1 / std::sqrt(draw_inverse_gaussian(rng, 1 / (b * distance), 1 / square(b)));
        break;
      }
    }
  }
}

}  // namespace cggibbs
