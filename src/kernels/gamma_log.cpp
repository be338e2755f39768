// Gamma outcomes with a log link.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/gamma_log.cpp"
#include "kernels/likelihood-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cggibbs {
namespace kernels {
namespace HWY_NAMESPACE {

struct GammaLog : Family {
  static constexpr bool curved = false;
  const double* y;
  double shape;
  explicit GammaLog(const Arguments& a) : y(a.y), shape(*a.rest[0]) {}
  template <class Rows>
  HWY_INLINE Row operator()(D d, Rows rows, V e) const {
    return {.term = hn::MulAdd(rows.load(d, y), exp_or_inf(d, hn::Neg(e)), e)};
  }
  double total(double terms, double) const { return -shape * terms; }
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
