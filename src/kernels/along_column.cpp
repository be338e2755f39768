// Derivatives along a column from stored slopes and weights.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/along_column.cpp"
#include "kernels/likelihood-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cggibbs {
namespace kernels {
namespace HWY_NAMESPACE {

struct Stored {
  static constexpr bool has_logs = false;
  const double* slope;
  const double* weight;
  template <class Rows>
  HWY_INLINE Row operator()(D d, Rows rows) const {
    return {.term = hn::Zero(d), .slope = rows.load(d, slope), .weight = rows.load(d, weight)};
  }
};

Along along_column(std::size_t n, const double* x, const double* slope, const double* weight) {
  return sum_curves(n, Stored{slope, weight}, x, nullptr);
}

}  // namespace HWY_NAMESPACE
}  // namespace kernels
}  // namespace cggibbs
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace cggibbs::kernels {

HWY_EXPORT(along_column);
Along along_column(std::size_t n, const double* x, const double* slope, const double* weight) {
  if (!detail::scalar_chosen()) return HWY_DYNAMIC_DISPATCH(along_column)(n, x, slope, weight);
  return {0, scalar::sum_rows(n, [&](std::size_t i) { return x[i] * slope[i]; }),
          scalar::sum_rows(n, [&](std::size_t i) { return x[i] * x[i] * weight[i]; })};
}

}  // namespace cggibbs::kernels
#endif
