// Likelihoods under other links than the usual ones, and by their means: what likelihood.hpp says of its own holds for these.
#pragma once

#include "kernels/likelihood.hpp"

namespace cggibbs::kernels {

/// y log p + (1 - y) log(1 - p) with log(1 - p) = -exp(eta), y in {0, 1}
const Likelihood& bernoulli_cloglog();
/// y log Phi(eta) + (trials - y) log Phi(-eta); rest: an array of trials
const Likelihood& binomial_probit();
/// y log p + (trials - y) log(1 - p) with log(1 - p) = -exp(eta); rest: an array of trials
const Likelihood& binomial_cloglog();
/// phi mu logit(y) - log B(phi mu, phi (1 - mu)) at mu = 1 / (1 + exp(-eta)), 0 < y < 1; rest: phi > 0
const Likelihood& beta_logit();
/// u - exp(u) at u = eta + shape log(y), y > 0; rest: shape > 0
const Likelihood& weibull_log_rate();

// In place of eta the mean; -inf unless it is positive and finite, or 0 like y.

/// y log(mean) - mean
const Likelihood& poisson_mean();
/// y log(mean) - (y + phi) log(mean + phi) + phi log(phi); rest: phi > 0
const Likelihood& negative_binomial_mean();
/// -shape (log(mean) + y / mean), y > 0; rest: shape > 0
const Likelihood& gamma_mean();
/// beta_logit's by mu; -inf unless 0 < mu < 1.
const Likelihood& beta_mean();
/// weibull_log_rate's by exp(eta)
const Likelihood& weibull_rate();

}  // namespace cggibbs::kernels
