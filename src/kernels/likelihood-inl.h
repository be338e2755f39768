// The SIMD loops over the rows of a likelihood, written once for all of them.
//
// A likelihood is a struct derived from Family, made from Arguments, that gives a Row at eta = e for a vector of rows (see
// poisson_log.cpp for a plain one). What a loop does not use of a row is never computed: calls are inlined.
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "kernels/likelihood.hpp"
#include "kernels/scalar.hpp"
#include "kernels/target.hpp"

#if defined(CGGIBBS_KERNELS_LIKELIHOOD_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef CGGIBBS_KERNELS_LIKELIHOOD_INL_H_
#undef CGGIBBS_KERNELS_LIKELIHOOD_INL_H_
#else
#define CGGIBBS_KERNELS_LIKELIHOOD_INL_H_
#endif

#include "kernels/math-inl.h"
#include "kernels/rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cggibbs {
namespace kernels {
namespace HWY_NAMESPACE {

struct Row {
  V term;
  V t = hn::Zero(D());        ///< log(1 + t) goes with the term, if Family::bits > 0
  V slope = hn::Zero(D());    ///< d / d eta of both
  V weight = hn::Zero(D());   ///< -d2 / d eta2 of both
  V by_rest = hn::Zero(D());  ///< d / d rest[0] of the term, where by_dispersion.hpp has it
};

/// What most likelihoods have in common.
struct Family {
  static constexpr int bits = 0;          ///< 0 <= t < 2^bits - 1
  static constexpr bool curved = true;    ///< slopes and weights are there
  static constexpr bool several = false;  ///< several deltas in one pass pay; the total is terms - logs
  double total(double terms, double) const { return terms; }
  HWY_INLINE V part(D, V term) const { return term; }  ///< of the total, without logs
};
/// With logs (bits > 0) it is part(d, term, log), of one row.

template <class F, class Eta>
struct Terms {
  F family;
  Eta eta;
  template <class Rows>
  HWY_INLINE V operator()(D d, Rows rows) const {
    return family(d, rows, eta(d, rows)).term;
  }
  template <class Rows>
  HWY_INLINE V operator()(D d, Rows rows, V& t) const {
    const Row r = family(d, rows, eta(d, rows));
    t = r.t;
    return r.term;
  }
};

/// The terms, adding their slopes to an array on the way.
template <class F>
struct Slopes {
  F family;
  const double* eta;
  double* slope;
  template <class Rows>
  HWY_INLINE V operator()(D d, Rows rows) const {
    V t;
    return (*this)(d, rows, t);
  }
  template <class Rows>
  HWY_INLINE V operator()(D d, Rows rows, V& t) const {
    const Row r = family(d, rows, rows.load(d, eta));
    rows.store(d, hn::Add(rows.load(d, slope), r.slope), slope);
    t = r.t;
    return r.term;
  }
};

template <class F>
struct ByRest {
  F family;
  const double* eta;
  template <class Rows>
  HWY_INLINE V operator()(D d, Rows rows) const {
    return family(d, rows, rows.load(d, eta)).by_rest;
  }
};

/// Terms with t as it was kept.
template <class F>
struct Kept {
  F family;
  const double* eta;
  const double* kept;
  template <class Rows>
  HWY_INLINE V operator()(D d, Rows rows, V& t) const {
    t = rows.load(d, kept);
    return family.beside_log(d, rows, rows.load(d, eta));
  }
};

template <class F>
struct Each {
  F family;
  const double* eta;
  double* out;
  template <class Rows>
  HWY_INLINE void operator()(D d, Rows rows) const {
    const Row r = family(d, rows, rows.load(d, eta));
    if constexpr (F::bits > 0)
      rows.store(d, family.part(d, r.term, hn::Log1p(d, r.t)), out);
    else
      rows.store(d, family.part(d, r.term), out);
  }
};

template <class F, int count>
struct Several {
  F family;
  const double* eta;
  const double* x;
  const double* deltas;
  template <class Rows>
  HWY_INLINE void operator()(D d, Rows rows, V* terms, V* t) const {
    HWY_UNROLL(3)
    for (int k = 0; k < count; ++k) {
      const Row r = family(d, rows, Shifted{eta, x, deltas[k]}(d, rows));
      t[k] = r.t;
      terms[k] = hn::Add(terms[k], rows.or_zero(d, r.term));
    }
  }
};

/// Rows at eta + delta * x, stored on the way.
template <class F>
struct Storing {
  static constexpr bool has_logs = F::bits > 0;
  F family;
  Shifted eta;
  double* eta_out;
  double* slope;
  double* weight;
  double* kept;
  template <class Rows>
  HWY_INLINE Row operator()(D d, Rows rows) const {
    const V e = eta(d, rows);
    Row r = family(d, rows, e);
    if constexpr (!has_logs) r.term = family.part(d, r.term);
    rows.store(d, e, eta_out);
    rows.store(d, r.slope, slope);
    rows.store(d, r.weight, weight);
    rows.store(d, has_logs ? r.t : r.term, kept);
    return r;
  }
};

struct CurveSums {
  V terms, slopes, curvatures, product;
};

template <class RowAt, class Rows>
HWY_INLINE void add_row(D d, Rows rows, const RowAt& row, const double* x, CurveSums& s) {
  const Row r = row(d, rows);
  const V v = rows.or_zero(d, rows.load(d, x));
  s.terms = hn::Add(s.terms, rows.or_zero(d, r.term));
  s.slopes = hn::MulAdd(v, rows.or_zero(d, r.slope), s.slopes);
  s.curvatures = hn::MulAdd(hn::Mul(v, v), rows.or_zero(d, r.weight), s.curvatures);
  if constexpr (RowAt::has_logs) s.product = times_one_plus(d, s.product, rows.or_zero(d, r.t));
}

/// The sum of term - log(1 + t) over row(d, rows), t in [0, 1], and its derivatives along x. Two sets of sums hide the latency
/// of additions; products are turned into logarithms before they overflow.
template <class RowAt>
HWY_INLINE Along sum_curves(std::size_t n, const RowAt& row, const double* x, const double* next) {
  const D d;
  const std::size_t lanes = hn::Lanes(d);
  const V zero = hn::Zero(d);
  CurveSums a{zero, zero, zero, zero}, b{zero, zero, zero, zero};
  V logs = zero;
  constexpr std::size_t block = 499;
  for (std::size_t i = 0; i < n;) {
    const std::size_t end = i + std::min(block, (n - i) / (2 * lanes)) * 2 * lanes;
    for (; i < end; i += 2 * lanes) {
      if (next != nullptr) {
        __builtin_prefetch(next + i);
        __builtin_prefetch(next + i + lanes);
      }
      add_row(d, FullRows{i}, row, x, a);
      add_row(d, FullRows{i + lanes}, row, x, b);
    }
    if (n - i < 2 * lanes) {
      if (n - i >= lanes) {
        add_row(d, FullRows{i}, row, x, a);
        i += lanes;
      }
      if (i < n) add_row(d, LastRows{i, n - i}, row, x, b);
      i = n;
    }
    if constexpr (RowAt::has_logs) {
      logs = hn::Add(logs, hn::Log1p(d, times_one_plus(d, a.product, b.product)));
      a.product = b.product = zero;
    }
  }
  return {sum_lanes(d, hn::Sub(hn::Add(a.terms, b.terms), logs)), sum_lanes(d, hn::Add(a.slopes, b.slopes)),
          sum_lanes(d, hn::Add(a.curvatures, b.curvatures))};
}

template <class F, class TermAt>
HWY_INLINE double total(std::size_t n, const F& family, const TermAt& term) {
  if constexpr (F::bits > 0) {
    const TermsAndLogs s = sum_rows_and_logs<F::bits>(n, term);
    return family.total(s.terms, s.logs);
  } else {
    return family.total(sum_rows(n, term), 0);
  }
}

template <class F>
double sum_at(std::size_t n, const Arguments& a) {
  const F family(a);
  return total(n, family, Terms<F, Plain>{family, {a.eta}});
}

template <class F>
double sum_shifted(std::size_t n, const Arguments& a, const double* x, double delta) {
  const F family(a);
  return total(n, family, Terms<F, Shifted>{family, {a.eta, x, delta}});
}

/// Short columns wait for results more than they compute, and with several deltas the waits overlap.
template <class F, int count>
HWY_NOINLINE void sums_at_once(std::size_t n, const Arguments& a, const double* x, const double* deltas,
                               double* out) {
  sum_terms_less_logs<count, 1>(n, 1000 / F::bits - 1, Several<F, count>{F(a), a.eta, x, deltas}, out);
}

template <class F>
void sums_shifted(std::size_t n, const Arguments& a, const double* x, std::size_t count, const double* deltas,
                  double* out) {
  if constexpr (F::several) {
    if (count == 3) return sums_at_once<F, 3>(n, a, x, deltas, out);
    if (count == 2) return sums_at_once<F, 2>(n, a, x, deltas, out);
  }
  for (std::size_t k = 0; k < count; ++k) out[k] = sum_shifted<F>(n, a, x, deltas[k]);
}

template <class F>
void each_at(std::size_t n, const Arguments& a, double* out) {
  for_rows(n, Each<F>{F(a), a.eta, out});
}

template <class F>
double sum_with_slope(std::size_t n, const Arguments& a, double* slope) {
  const F family(a);
  return total(n, family, Slopes<F>{family, a.eta, slope});
}

template <class F>
Along curves(std::size_t n, const Arguments& a, const double* x, double delta, const Curves& out) {
  static_assert(F::bits <= 1);
  const Shifted eta{a.eta, x, delta};
  return sum_curves(n, Storing<F>{F(a), eta, out.eta, out.slope, out.weight, out.kept}, x, out.next);
}

/// The derivative of the sum by rest[0].
template <class F>
double sum_by_rest(std::size_t n, const Arguments& a) {
  return sum_rows(n, ByRest<F>{F(a), a.eta});
}

template <class F>
double sum_kept(std::size_t n, const Arguments& a, const double* kept) {
  if constexpr (F::bits > 0) {
    const F family(a);
    return total(n, family, Kept<F>{family, a.eta, kept});
  } else {
    return sum_rows(n, Plain{kept});
  }
}

template <class F, class Curved>
constexpr Likelihood loops_of() {
  Likelihood l{sum_at<F>, sum_shifted<F>, sums_shifted<F>, each_at<F>, nullptr, nullptr, nullptr};
  if constexpr (Curved::curved) {
    l.slope = sum_with_slope<Curved>;
    l.curves = curves<Curved>;
    l.sum_kept = sum_kept<Curved>;
  }
  return l;
}
/// Where loops with derivatives want another form of the rows, that is `Curved`.
template <class F, class Curved = F>
inline constexpr Likelihood likelihood = loops_of<F, Curved>();

/// p = inv_logit(x) and q = 1 - p from t = exp(-|x|), both with full relative accuracy.
HWY_INLINE void logit_parts(D d, V x, V t, V& p, V& q) {
  const V larger = hn::Div(hn::Set(d, 1.0), hn::Add(hn::Set(d, 1.0), t));
  const V smaller = hn::Mul(t, larger);
  const auto negative = hn::Lt(x, hn::Zero(d));
  p = hn::IfThenElse(negative, smaller, larger);
  q = hn::IfThenElse(negative, larger, smaller);
}

/// y q - (trials - y) p: a sum that does not cancel for y = 0 and y = trials.
HWY_INLINE V binomial_slope(V y, V failures, V p, V q) {
  return hn::NegMulAdd(failures, p, hn::Mul(y, q));
}

/// successes log p + failures log q with p = inv_logit(x).
HWY_INLINE Row binomial_row(D d, V x, V successes, V failures, V all) {
  const V t = exp_minus_abs(d, x);
  V p, q;
  logit_parts(d, x, t, p, q);
  const V gain = hn::Mul(successes, hn::Min(hn::Zero(d), x));
  const V loss = hn::Mul(failures, hn::Max(hn::Zero(d), x));
  return {.term = hn::NegMulAdd(all, log1p_unit(d, t), hn::Sub(gain, loss)),
          .slope = binomial_slope(successes, failures, p, q),
          .weight = hn::Mul(all, hn::Mul(p, q))};
}

}  // namespace HWY_NAMESPACE
}  // namespace kernels
}  // namespace cggibbs
HWY_AFTER_NAMESPACE();

#endif
