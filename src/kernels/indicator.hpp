// Bernoulli rows that all move by the same amount: one exponential per move instead of one per row.
#pragma once

#include <cstddef>

namespace cggibbs::kernels {

/// odds[i] = exp(eta[i]) from kept[i] = exp(-|eta[i]|); returns the largest |eta[i]|.
double odds_from_kept(std::size_t n, const double* eta, const double* kept, double* odds);

/// out[k] = sum_i log(1 + odds[i] * factors[k]) for one to three factors, where odds and factors lie within exp(-reach) and
/// exp(reach) of 1 and reach is at most indicator_reach.
void log_one_plus_odds(std::size_t n, const double* odds, std::size_t count, const double* factors,
                       double reach, double* out);
inline constexpr double indicator_reach = 80;

}  // namespace cggibbs::kernels
