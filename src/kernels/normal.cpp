// Normal outcomes with a common standard deviation.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/normal.cpp"
#include "kernels/likelihood-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cggibbs {
namespace kernels {
namespace HWY_NAMESPACE {

struct Normal : Family {
  const double* y;
  double inverse_sigma;
  explicit Normal(const Arguments& a) : y(a.y), inverse_sigma(scalar::inverse_scale(*a.rest[0])) {}
  template <class Rows>
  HWY_INLINE Row operator()(D d, Rows rows, V e) const {
    const V r = hn::Set(d, inverse_sigma), z = hn::Mul(hn::Sub(rows.load(d, y), e), r);
    return {.term = hn::Mul(z, z), .slope = hn::Mul(z, r), .weight = hn::Mul(r, r)};
  }
  double total(double terms, double) const { return -0.5 * terms; }
  HWY_INLINE V part(D d, V term) const { return hn::Mul(hn::Set(d, -0.5), term); }
};

const Likelihood* normal_loops() {
  return &likelihood<Normal>;
}

}  // namespace HWY_NAMESPACE
}  // namespace kernels
}  // namespace cggibbs
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace cggibbs::kernels {

namespace scalar {

struct Normal : Family {
  const double* y;
  double r;  ///< 1 / sigma
  explicit Normal(const Arguments& a) : y(a.y), r(inverse_scale(*a.rest[0])) {}
  double term(std::size_t i, double e) const { return square((y[i] - e) * r); }
  Derivatives derivatives(std::size_t i, double e) const { return {(y[i] - e) * r * r, r * r}; }
  double total(double terms) const { return -0.5 * terms; }
};

}  // namespace scalar

HWY_EXPORT(normal_loops);
const Likelihood& normal() {
  if (detail::scalar_chosen()) return scalar::likelihood<scalar::Normal>;
  return *HWY_DYNAMIC_DISPATCH(normal_loops)();
}

}  // namespace cggibbs::kernels
#endif
