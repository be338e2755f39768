// Monte Carlo standard errors, as R's posterior package defines them.
#pragma once

#include <span>

#include "diagnostics/chains.hpp"

namespace cggibbs {

double mcse_mean(Chains x);
double mcse_sd(Chains x);
double mcse_quantile(Chains x, double p);
double mcse_median(Chains x);

namespace detail {

/// From the pooled draws and the effective sample size of (x - mean)^2.
double mcse_sd(std::span<const double> pooled, double ess);

/// Half the distance between the draws at the 16% and 84% points of the Beta posterior of the level of q_p,
/// given that the indicator x <= q_p was seen ess times.
double mcse_quantile(std::span<const double> sorted, double p, double ess);

}  // namespace detail

}  // namespace cggibbs
