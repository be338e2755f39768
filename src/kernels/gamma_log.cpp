// Gamma outcomes with a log link.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/gamma_log.cpp"
#include "kernels/likelihood-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cggibbs {
namespace kernels {
namespace HWY_NAMESPACE {

struct GammaLog : Family {
  const double* y;
  double shape;
  explicit GammaLog(const Arguments& a) : y(a.y), shape(*a.rest[0]) {}
  template <class Rows>
  HWY_INLINE Row operator()(D d, Rows rows, V e) const {
    const V ratio = hn::Mul(rows.load(d, y), exp_or_inf(d, hn::Neg(e))), k = hn::Set(d, shape);
    return {.term = hn::Add(ratio, e), .slope = hn::MulSub(k, ratio, k), .weight = hn::Mul(k, ratio)};
  }
  double total(double terms, double) const { return -shape * terms; }
  HWY_INLINE V part(D d, V term) const { return hn::Mul(hn::Set(d, -shape), term); }
};

const Likelihood* gamma_log_loops() {
  return &likelihood<GammaLog>;
}

}  // namespace HWY_NAMESPACE
}  // namespace kernels
}  // namespace cggibbs
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace cggibbs::kernels {

namespace scalar {

struct GammaLog : Family {
  const double* y;
  double shape;
  explicit GammaLog(const Arguments& a) : y(a.y), shape(*a.rest[0]) {}
  double term(std::size_t i, double e) const { return e + y[i] * std::exp(-e); }
  Derivatives derivatives(std::size_t i, double e) const {
    const double ratio = y[i] * std::exp(-e);
    return {shape * (ratio - 1), shape * ratio};
  }
  double total(double terms) const { return -shape * terms; }
};

}  // namespace scalar

HWY_EXPORT(gamma_log_loops);
const Likelihood& gamma_log() {
  if (detail::scalar_chosen()) return scalar::likelihood<scalar::GammaLog>;
  return *HWY_DYNAMIC_DISPATCH(gamma_log_loops)();
}

}  // namespace cggibbs::kernels
#endif
