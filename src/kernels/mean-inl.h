// Means that linear predictors may drive out of range.
#if defined(CGGIBBS_KERNELS_MEAN_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef CGGIBBS_KERNELS_MEAN_INL_H_
#undef CGGIBBS_KERNELS_MEAN_INL_H_
#else
#define CGGIBBS_KERNELS_MEAN_INL_H_
#endif

#include <hwy/highway.h>

#include <limits>

#include "kernels/rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cggibbs {
namespace kernels {
namespace HWY_NAMESPACE {

/// The term where 0 < mean < inf, or mean = 0 and the row is not of those that `cannot` come from it; -inf elsewhere. NaN stays.
template <class Mask>
HWY_INLINE V mean_term(D d, V mean, Mask cannot, V term) {
  const V zero = hn::Zero(d), infinite = hn::Set(d, std::numeric_limits<double>::infinity());
  const auto beyond = hn::Or(hn::Lt(mean, zero), hn::Eq(mean, infinite));
  const auto outside = hn::Or(beyond, hn::And(hn::Eq(mean, zero), cannot));
  return hn::IfThenElse(outside, hn::Neg(infinite), term);
}

}  // namespace HWY_NAMESPACE
}  // namespace kernels
}  // namespace cggibbs
HWY_AFTER_NAMESPACE();

#endif
