// The effective sample size that the Gibbs-against-HMC study reports, for comparing numbers with it.
#pragma once

#include "diagnostics/chains.hpp"

namespace cggibbs {

/// What MCMCDiagnosticTools.jl computes by default (kind = :bulk, split_chains = 2, maxlag = 250). It differs
/// from ess_bulk in these ways:
///  - lags stop at 250, or four short of the half chain's length; with at most 125 pairs of lags the
///    autocorrelation time is at most 500, so the answer is never below S / 500 and slow chains look better
///    than they are;
///  - ranks are taken before chains are split, so an odd chain's middle draw counts in them;
///  - the first pair of lags enters whatever its sign, and the even lag after the last pair only if positive;
///  - half chains of four draws or fewer, refused there, give NaN.
double ess_paper(Chains x);

}  // namespace cggibbs
