// Columns of few distinct values: a move along one takes an exponential per value instead of one per row.
#pragma once

#include <cstddef>
#include <cstdint>

namespace cggibbs::kernels {

/// Entry i of a column is values[code[i]].
struct FewValues {
  static constexpr std::size_t most = 8;
  const double* values = nullptr;
  std::size_t count = 0;               ///< of values; 0 for a column of many
  const std::uint8_t* code = nullptr;  ///< null: every entry is values[0]

  double operator[](std::size_t i) const { return values[code ? code[i] : 0]; }
};

/// odds[i] = exp(eta[i]) where |eta[i]| is within few_values_reach. Returns the largest |eta[i]|.
double find_odds(std::size_t n, const double* eta, double* odds);

/// out[k] = sum_i log(1 + odds[i] exp(deltas[k] x[i])) for one to three deltas. The sizes of log(odds[i]) and of
/// deltas[k] x[i] add up to at most `reach`, and that is at most few_values_reach.
void log_one_plus_odds(std::size_t n, const double* odds, const FewValues& x, std::size_t count,
                       const double* deltas, double reach, double* out);
inline constexpr double few_values_reach = 80;

/// out[c] = the sum of weight[i] exp(sign * eta[i]) over the rows with entry values[c]; weight null: ones. Infinite where an
/// exponential overflows.
void sum_exp_by_value(std::size_t n, const double* weight, const double* eta, double sign, const FewValues& x,
                      double* out);

}  // namespace cggibbs::kernels
