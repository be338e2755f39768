// Probabilities under the logit link, shared by kernels with slopes.
#if defined(CGGIBBS_KERNELS_LOGIT_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef CGGIBBS_KERNELS_LOGIT_INL_H_
#undef CGGIBBS_KERNELS_LOGIT_INL_H_
#else
#define CGGIBBS_KERNELS_LOGIT_INL_H_
#endif

#include <hwy/highway.h>

#include "kernels/rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cggibbs {
namespace kernels {
namespace HWY_NAMESPACE {

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

}  // namespace HWY_NAMESPACE
}  // namespace kernels
}  // namespace cggibbs
HWY_AFTER_NAMESPACE();

#endif
