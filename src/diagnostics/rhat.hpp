// Convergence of several chains: R-hat (Vehtari, Gelman, Simpson, Carpenter & Buerkner 2021).
#pragma once

#include <span>

#include "diagnostics/chains.hpp"

namespace cggibbs {

/// The larger of the R-hats of rank-normalised split chains and of rank-normalised folded split chains. NaN
/// when all draws are equal or one is NaN; infinite when every half chain is constant but they differ.
double rhat(Chains x);

/// R-hat of chains taken as they are: sqrt((B / W + n - 1) / n).
double rhat_unsplit(Chains x);

/// The same from means and variances of chains of n draws.
double rhat_of_moments(std::span<const double> means, std::span<const double> variances, double n);

}  // namespace cggibbs
