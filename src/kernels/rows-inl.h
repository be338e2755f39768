// Vectors of consecutive rows: loading, storing, and adding up what a kernel computes from them.
//
// Included once per instruction set. Kernels are structs, not lambdas, and hold scalars, not vectors:
// compilers do not pass target attributes on to lambdas, and vectors of some instruction sets cannot be
// members.
#if defined(CGGIBBS_KERNELS_ROWS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef CGGIBBS_KERNELS_ROWS_INL_H_
#undef CGGIBBS_KERNELS_ROWS_INL_H_
#else
#define CGGIBBS_KERNELS_ROWS_INL_H_
#endif

#include <hwy/contrib/math/math-inl.h>
#include <hwy/highway.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

HWY_BEFORE_NAMESPACE();
namespace cggibbs {
namespace kernels {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using D = hn::ScalableTag<double>;
using V = hn::Vec<D>;
using DI = hn::Rebind<std::int64_t, D>;
using VI = hn::Vec<DI>;

/// As many bytes as there are lanes, one per lane.
HWY_INLINE VI widen(const std::uint8_t* p) {
  const hn::Rebind<std::uint8_t, D> bytes;
  const hn::Rebind<std::int32_t, D> half;
  return hn::PromoteTo(DI(), hn::PromoteTo(half, hn::LoadU(bytes, p)));
}

/// Rows i, i + 1, ... of a full vector.
struct FullRows {
  std::size_t i;

  HWY_INLINE V load(D d, const double* p) const { return hn::LoadU(d, p + i); }
  HWY_INLINE void store(D d, V v, double* p) const { hn::StoreU(v, d, p + i); }
  HWY_INLINE VI load_codes(D, const std::uint8_t* p) const { return widen(p + i); }
  HWY_INLINE V or_zero(D, V v) const { return v; }
};

/// The last rows, fewer than a vector: other lanes load zero, and nothing beyond the array is touched.
struct LastRows {
  std::size_t i;
  std::size_t count;

  HWY_INLINE V load(D d, const double* p) const {
#if HWY_MEM_OPS_MIGHT_FAULT
    HWY_ALIGN double buffer[HWY_MAX_BYTES / sizeof(double)] = {};
    std::copy_n(p + i, count, buffer);
    return hn::Load(d, buffer);
#else
    return hn::MaskedLoad(hn::FirstN(d, count), d, p + i);
#endif
  }
  HWY_INLINE void store(D d, V v, double* p) const {
#if HWY_MEM_OPS_MIGHT_FAULT
    HWY_ALIGN double buffer[HWY_MAX_BYTES / sizeof(double)];
    hn::Store(v, d, buffer);
    std::copy_n(buffer, count, p + i);
#else
    hn::BlendedStore(v, hn::FirstN(d, count), d, p + i);
#endif
  }
  HWY_INLINE VI load_codes(D, const std::uint8_t* p) const {
    std::uint8_t buffer[HWY_MAX_BYTES / sizeof(double)] = {};
    std::copy_n(p + i, count, buffer);
    return widen(buffer);
  }
  HWY_INLINE V or_zero(D d, V v) const {
    return hn::IfThenElseZero(hn::FirstN(d, count), v);
  }
};

// x86 minima and maxima return their second argument when either is NaN, so the argument that may be NaN
// comes second throughout.

/// eta as it is stored.
struct Plain {
  const double* eta;

  template <class Rows>
  HWY_INLINE V operator()(D d, Rows rows) const {
    return rows.load(d, eta);
  }
};

/// eta + delta * x, saturated (see scalar::shifted).
struct Shifted {
  const double* eta;
  const double* x;
  double delta;

  template <class Rows>
  HWY_INLINE V operator()(D d, Rows rows) const {
    const V largest = hn::Set(d, std::numeric_limits<double>::max());
    const V v = hn::MulAdd(hn::Set(d, delta), rows.load(d, x), rows.load(d, eta));
    return hn::Min(largest, hn::Max(hn::Neg(largest), v));
  }
};

/// Calls body(d, rows) for every vector of rows.
template <class Body>
HWY_INLINE void for_rows(std::size_t n, Body body) {
  const D d;
  const std::size_t lanes = hn::Lanes(d);
  std::size_t i = 0;
  for (; n - i >= lanes; i += lanes) body(d, FullRows{i});
  if (i < n) body(d, LastRows{i, n - i});
}

HWY_INLINE double sum_lanes(D d, V v) {
  return hn::GetLane(hn::SumOfLanes(d, v));
}

/// The sum of term(d, rows). Four accumulators hide the latency of additions.
template <class Term>
HWY_INLINE double sum_rows(std::size_t n, Term term) {
  const D d;
  const std::size_t lanes = hn::Lanes(d);
  V a0 = hn::Zero(d), a1 = a0, a2 = a0, a3 = a0;
  std::size_t i = 0;
  for (; n - i >= 4 * lanes; i += 4 * lanes) {
    a0 = hn::Add(a0, term(d, FullRows{i}));
    a1 = hn::Add(a1, term(d, FullRows{i + lanes}));
    a2 = hn::Add(a2, term(d, FullRows{i + 2 * lanes}));
    a3 = hn::Add(a3, term(d, FullRows{i + 3 * lanes}));
  }
  for (; n - i >= lanes; i += lanes) a0 = hn::Add(a0, term(d, FullRows{i}));
  if (i < n) {
    const LastRows rows{i, n - i};
    a1 = hn::Add(a1, rows.or_zero(d, term(d, rows)));
  }
  return sum_lanes(d, hn::Add(hn::Add(a0, a1), hn::Add(a2, a3)));
}

/// (1 + p) (1 + t) - 1. Carrying products less one keeps the relative accuracy of small factors t.
HWY_INLINE V times_one_plus(D d, V p, V t) {
  return hn::MulAdd(t, hn::Add(p, hn::Set(d, 1.0)), p);
}

/// The sum of term(d, rows, t) + log(1 + t), where term sets t to values in [0, 2^bits - 1]. Factors 1 + t
/// are multiplied lane by lane, and one logarithm is taken per block of up to 1000 / bits: the product stays
/// below 2^1000.
struct TermsAndLogs {
  double terms;
  double logs;
};
template <int bits, class Term>
HWY_INLINE TermsAndLogs sum_rows_and_logs(std::size_t n, Term term) {
  const D d;
  const std::size_t lanes = hn::Lanes(d);
  // A block multiplies up to block + 1 factors into each of four products, which are then merged.
  constexpr std::size_t block = 1000 / bits / 4 - 1;
  V a0 = hn::Zero(d), a1 = a0, a2 = a0, a3 = a0, logs = a0;
  for (std::size_t i = 0; i < n;) {
    V p0 = hn::Zero(d), p1 = p0, p2 = p0, p3 = p0, t = p0;
    const std::size_t end = i + std::min(block, (n - i) / (4 * lanes)) * 4 * lanes;
    for (; i < end; i += 4 * lanes) {
      a0 = hn::Add(a0, term(d, FullRows{i}, t));
      p0 = times_one_plus(d, p0, t);
      a1 = hn::Add(a1, term(d, FullRows{i + lanes}, t));
      p1 = times_one_plus(d, p1, t);
      a2 = hn::Add(a2, term(d, FullRows{i + 2 * lanes}, t));
      p2 = times_one_plus(d, p2, t);
      a3 = hn::Add(a3, term(d, FullRows{i + 3 * lanes}, t));
      p3 = times_one_plus(d, p3, t);
    }
    if (n - i < 4 * lanes) {
      for (; n - i >= lanes; i += lanes) {
        a0 = hn::Add(a0, term(d, FullRows{i}, t));
        p0 = times_one_plus(d, p0, t);
      }
      if (i < n) {
        const LastRows rows{i, n - i};
        a1 = hn::Add(a1, rows.or_zero(d, term(d, rows, t)));
        p1 = times_one_plus(d, p1, rows.or_zero(d, t));
        i = n;
      }
    }
    const V product = times_one_plus(d, times_one_plus(d, p0, p1), times_one_plus(d, p2, p3));
    logs = hn::Add(logs, hn::Log1p(d, product));
  }
  return {sum_lanes(d, hn::Add(hn::Add(a0, a1), hn::Add(a2, a3))), sum_lanes(d, logs)};
}

template <int count, class Term, class Rows>
HWY_INLINE void multiply_rows(D d, Rows rows, Term term, V* terms, V* products) {
  V t[count];
  term(d, rows, terms, t);
  HWY_UNROLL(3)
  for (int k = 0; k < count; ++k) products[k] = times_one_plus(d, products[k], rows.or_zero(d, t[k]));
}

/// Several such sums in one pass: terms[k] - the sum of log(1 + t[k]), where term(d, rows, terms, t) adds to its terms and sets
/// t. One logarithm is taken per ways * (block + 1) factors or fewer, of which `ways` are multiplied at a time.
template <int count, int ways, class Term>
HWY_INLINE void sum_terms_less_logs(std::size_t n, std::size_t block, Term term, double* out) {
  const D d;
  const std::size_t lanes = hn::Lanes(d);
  V terms[count], logs[count], products[ways * count];
  HWY_UNROLL(3)
  for (int k = 0; k < count; ++k) terms[k] = logs[k] = hn::Zero(d);
  HWY_UNROLL(4)
  for (int k = 0; k < ways * count; ++k) products[k] = hn::Zero(d);
  for (std::size_t i = 0; i < n;) {
    const std::size_t end = i + std::min(block, (n - i) / (ways * lanes)) * ways * lanes;
    for (; i < end; i += ways * lanes) {
      HWY_UNROLL(4)
      for (int w = 0; w < ways; ++w)
        multiply_rows<count>(d, FullRows{i + static_cast<std::size_t>(w) * lanes}, term, terms,
                             products + w * count);
    }
    if (n - i < ways * lanes) {
      for (; n - i >= lanes; i += lanes) multiply_rows<count>(d, FullRows{i}, term, terms, products);
      if (i < n) multiply_rows<count>(d, LastRows{i, n - i}, term, terms, products);
      i = n;
    }
    HWY_UNROLL(3)
    for (int k = 0; k < count; ++k) {
      HWY_UNROLL(3)
      for (int w = 1; w < ways; ++w) products[k] = times_one_plus(d, products[k], products[w * count + k]);
      logs[k] = hn::Add(logs[k], hn::Log1p(d, products[k]));
      HWY_UNROLL(4)
      for (int w = 0; w < ways; ++w) products[w * count + k] = hn::Zero(d);
    }
  }
  HWY_UNROLL(3)
  for (int k = 0; k < count; ++k) out[k] = sum_lanes(d, terms[k]) - sum_lanes(d, logs[k]);
}

}  // namespace HWY_NAMESPACE
}  // namespace kernels
}  // namespace cggibbs
HWY_AFTER_NAMESPACE();

#endif
