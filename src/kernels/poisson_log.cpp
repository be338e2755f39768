// Poisson counts with a log link.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/poisson_log.cpp"
#include "kernels/likelihood-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cggibbs {
namespace kernels {
namespace HWY_NAMESPACE {

struct PoissonLog : Family {
  const double* y;
  explicit PoissonLog(const Arguments& a) : y(a.y) {}
  template <class Rows>
  HWY_INLINE Row operator()(D d, Rows rows, V e) const {
    // Where exp(eta) overflows, y * eta must not: the term is -inf.
    const V count = rows.load(d, y), linear = hn::Mul(count, hn::Min(hn::Set(d, exp_highest), e));
    const V mean = exp_or_inf(d, e);
    return {.term = hn::Sub(linear, mean), .slope = hn::Sub(count, mean), .weight = mean};
  }
};

const Likelihood* poisson_log_loops() {
  return &likelihood<PoissonLog>;
}

}  // namespace HWY_NAMESPACE
}  // namespace kernels
}  // namespace cggibbs
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace cggibbs::kernels {

namespace scalar {

struct PoissonLog : Family {
  const double* y;
  explicit PoissonLog(const Arguments& a) : y(a.y) {}
  double term(std::size_t i, double e) const {
    const double mean = std::exp(e);
    return mean == inf ? -inf : y[i] * e - mean;
  }
  Derivatives derivatives(std::size_t i, double e) const { return {y[i] - std::exp(e), std::exp(e)}; }
};

}  // namespace scalar

HWY_EXPORT(poisson_log_loops);
const Likelihood& poisson_log() {
  if (detail::scalar_chosen()) return scalar::likelihood<scalar::PoissonLog>;
  return *HWY_DYNAMIC_DISPATCH(poisson_log_loops)();
}

}  // namespace cggibbs::kernels
#endif
