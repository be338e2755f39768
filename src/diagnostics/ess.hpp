// Effective sample sizes of several chains, as R's posterior package defines them.
#pragma once

#include "diagnostics/chains.hpp"

namespace cggibbs {

// All of these split chains in halves first, and are NaN when a draw is NaN, when there are fewer than three
// draws per half, or when what is averaged (scores, draws, indicators) does not vary.

double ess_bulk(Chains x);                ///< of rank-normalised draws
double ess_tail(Chains x);                ///< the smaller of ess_quantile at 5% and 95%
double ess_mean(Chains x);                ///< of the draws themselves
double ess_quantile(Chains x, double p);  ///< of the indicator x <= q_p

/// Chains taken as they are: Geyer's initial monotone positive sequence on autocorrelations that count
/// disagreement between chains as correlation; never more than S log10(S).
double ess_unsplit(Chains x);

}  // namespace cggibbs
