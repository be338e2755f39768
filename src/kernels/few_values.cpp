// Odds and means of rows whose moves have few factors, for every instruction set.
#include "kernels/few_values.hpp"

#include <algorithm>
#include <cmath>

#include "kernels/scalar.hpp"
#include "kernels/target.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/few_values.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "kernels/math-inl.h"
#include "kernels/rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cggibbs {
namespace kernels {
namespace HWY_NAMESPACE {

constexpr std::size_t most = FewValues::most;

/// table[code] of each lane; the table has `most` doubles and is aligned.
HWY_INLINE V look_up(D d, const double* table, VI code) {
  if constexpr (hn::MaxLanes(D()) == most) {
    return hn::TableLookupLanes(hn::Load(d, table), hn::IndicesFromVec(d, code));
  } else if constexpr (2 * hn::MaxLanes(D()) == most) {
    const auto index = hn::IndicesFromVec(d, hn::And(code, hn::Set(DI(), most / 2 - 1)));
    const auto high = hn::RebindMask(d, hn::Gt(code, hn::Set(DI(), most / 2 - 1)));
    return hn::IfThenElse(high, hn::TableLookupLanes(hn::Load(d, table + most / 2), index),
                          hn::TableLookupLanes(hn::Load(d, table), index));
  } else {
    return hn::GatherIndex(d, table, code);
  }
}

/// odds * exp(delta * value of the row), at `count` deltas.
template <int count>
struct CodedOdds {
  const double* odds;
  const std::uint8_t* code;
  const double* factors;  ///< `most` per delta
  template <class Rows>
  HWY_INLINE void operator()(D d, Rows rows, V*, V* t) const {
    const V o = rows.load(d, odds);
    const VI c = rows.load_codes(d, code);
    HWY_UNROLL(3)
    for (int k = 0; k < count; ++k)
      t[k] = hn::Mul(o, look_up(d, factors + static_cast<std::size_t>(k) * most, c));
  }
};

/// The same where all rows have one value.
template <int count>
struct CommonOdds {
  const double* odds;
  const double* factors;
  template <class Rows>
  HWY_INLINE void operator()(D d, Rows rows, V*, V* t) const {
    const V o = rows.load(d, odds);
    HWY_UNROLL(3)
    for (int k = 0; k < count; ++k)
      t[k] = hn::Mul(o, hn::Set(d, factors[static_cast<std::size_t>(k) * most]));
  }
};

struct Factors {
  const double* values;
  double delta;
  double* out;  ///< `most`: whole vectors are stored
  template <class Rows>
  HWY_INLINE void operator()(D d, Rows rows) const {
    const V factor = exp_in_range(d, hn::Mul(hn::Set(d, delta), rows.load(d, values)));
    hn::Store(factor, d, out + rows.i);
  }
};

template <int count>
HWY_INLINE void logs(std::size_t n, const double* odds, const FewValues& x, const double* deltas,
                     std::size_t factors_per_log, double* out) {
  HWY_ALIGN double factors[count * most] = {};
  for (std::size_t k = 0; k < count; ++k) for_rows(x.count, Factors{x.values, deltas[k], factors + k * most});
  constexpr int ways = count == 1 ? 4 : count == 2 ? 2 : 1;
  const std::size_t block = std::max<std::size_t>(factors_per_log / ways, 2) - 1;
  if (x.code)
    sum_terms_less_logs<count, ways>(n, block, CodedOdds<count>{odds, x.code, factors}, out);
  else
    sum_terms_less_logs<count, ways>(n, block, CommonOdds<count>{odds, factors}, out);
  for (std::size_t k = 0; k < count; ++k) out[k] = -out[k];
}

void log_one_plus_odds(std::size_t n, const double* odds, const FewValues& x, std::size_t count,
                       const double* deltas, std::size_t factors_per_log, double* out) {
  if (count == 3)
    logs<3>(n, odds, x, deltas, factors_per_log, out);
  else if (count == 2)
    logs<2>(n, odds, x, deltas, factors_per_log, out);
  else
    logs<1>(n, odds, x, deltas, factors_per_log, out);
}

template <class Rows>
HWY_INLINE V odds_row(D d, Rows rows, const double* eta, double* odds) {
  const V e = rows.load(d, eta), size = hn::Abs(e), reach = hn::Set(d, few_values_reach);
  // Within reach, or some other finite number.
  rows.store(d, exp_in_range(d, hn::Max(hn::Neg(reach), hn::Min(reach, e))), odds);
  return size;
}

double odds_of(std::size_t n, const double* eta, double* odds) {
  const D d;
  const std::size_t lanes = hn::Lanes(d);
  V largest = hn::Zero(d);
  std::size_t i = 0;
  for (; n - i >= lanes; i += lanes) largest = hn::Max(largest, odds_row(d, FullRows{i}, eta, odds));
  if (i < n) largest = hn::Max(largest, odds_row(d, LastRows{i, n - i}, eta, odds));
  return hn::GetLane(hn::MaxOfLanes(d, largest));
}

template <bool weighted>
struct ExpTerm {
  const double* weight;
  const double* eta;
  double sign;
  template <class Rows>
  HWY_INLINE V operator()(D d, Rows rows) const {
    const V e = exp_or_inf(d, hn::Mul(hn::Set(d, sign), rows.load(d, eta)));
    if constexpr (weighted) return hn::Mul(rows.load(d, weight), e);
    return e;
  }
};

/// Every lane has its own sums, `most` apart from those of the next.
template <class Term>
HWY_INLINE void add_by_value(std::size_t n, const Term& term, const FewValues& x, double* out) {
  if (!x.code) {
    *out = sum_rows(n, term);
    return;
  }
  const D d;
  const std::size_t lanes = hn::Lanes(d);
  HWY_ALIGN double terms[HWY_MAX_BYTES / sizeof(double)];
  double sums[most * HWY_MAX_BYTES / sizeof(double)] = {};
  std::size_t i = 0;
  for (; n - i >= lanes; i += lanes) {
    hn::Store(term(d, FullRows{i}), d, terms);
    for (std::size_t l = 0; l < lanes; ++l) sums[l * most + x.code[i + l]] += terms[l];
  }
  if (i < n) {
    hn::Store(term(d, LastRows{i, n - i}), d, terms);
    for (std::size_t l = 0; l < n - i; ++l) sums[l * most + x.code[i + l]] += terms[l];
  }
  for (std::size_t c = 0; c < x.count; ++c) {
    out[c] = 0;
    for (std::size_t l = 0; l < lanes; ++l) out[c] += sums[l * most + c];
  }
}

void exp_by_value(std::size_t n, const double* weight, const double* eta, double sign, const FewValues& x,
                  double* out) {
  if (weight)
    add_by_value(n, ExpTerm<true>{weight, eta, sign}, x, out);
  else
    add_by_value(n, ExpTerm<false>{weight, eta, sign}, x, out);
}

}  // namespace HWY_NAMESPACE
}  // namespace kernels
}  // namespace cggibbs
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace cggibbs::kernels {
HWY_EXPORT(log_one_plus_odds);
HWY_EXPORT(odds_of);
HWY_EXPORT(exp_by_value);

double find_odds(std::size_t n, const double* eta, double* odds) {
  if (!detail::scalar_chosen()) return HWY_DYNAMIC_DISPATCH(odds_of)(n, eta, odds);
  double largest = 0;
  for (std::size_t i = 0; i < n; ++i) {
    odds[i] = std::exp(eta[i]);
    largest = std::max(std::abs(eta[i]), largest);
  }
  return largest;
}

void log_one_plus_odds(std::size_t n, const double* odds, const FewValues& x, std::size_t count,
                       const double* deltas, double reach, double* out) {
  if (detail::scalar_chosen()) {
    for (std::size_t k = 0; k < count; ++k)
      out[k] = scalar::sum_rows(
          n, [&](std::size_t i) { return std::log1p(odds[i] * std::exp(deltas[k] * x[i])); });
    return;
  }
  // Each factor is below 2^bits; their products stay below 2^1000.
  const double bits = reach / std::log(2.0) + 1;
  HWY_DYNAMIC_DISPATCH(log_one_plus_odds)
  (n, odds, x, count, deltas, static_cast<std::size_t>(1000 / bits), out);
}

void sum_exp_by_value(std::size_t n, const double* weight, const double* eta, double sign, const FewValues& x,
                      double* out) {
  if (!detail::scalar_chosen()) return HWY_DYNAMIC_DISPATCH(exp_by_value)(n, weight, eta, sign, x, out);
  for (std::size_t c = 0; c < x.count; ++c)
    out[c] = scalar::sum_rows(n, [&](std::size_t i) {
      if (x.code && x.code[i] != c) return 0.0;
      return (weight ? weight[i] : 1.0) * std::exp(sign * eta[i]);
    });
}

}  // namespace cggibbs::kernels
#endif
