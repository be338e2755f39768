// Student t outcomes with common scale and degrees of freedom.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/student_t.cpp"
#include "kernels/likelihood-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cggibbs {
namespace kernels {
namespace HWY_NAMESPACE {

/// The factor is 1 + z^2 up to 2^10, z = (y - eta) / (sigma sqrt(nu)); logarithms of larger ones, which are
/// rare, go into the term.
struct StudentT : Family {
  static constexpr int bits = 10;
  const double* y;
  double nu;
  double inverse_scale;
  explicit StudentT(const Arguments& a)
      : y(a.y), nu(*a.rest[0]), inverse_scale(scalar::inverse_scale(*a.rest[1] * std::sqrt(nu))) {}
  template <class Rows>
  HWY_INLINE Row operator()(D d, Rows rows, V e) const {
    const V z = hn::Mul(hn::Sub(rows.load(d, y), e), hn::Set(d, inverse_scale));
    const V t = hn::Mul(z, z);
    const auto far = hn::Gt(t, hn::Set(d, (1 << bits) - 1.0));
    if (HWY_LIKELY(hn::AllFalse(d, far))) return {.term = hn::Zero(d), .t = t};
    const V one = hn::Set(d, 1.0);
    // log(1 + z^2) = 2 log|z| + log(1 + 1 / z^2); z^2 may overflow, |z| is kept finite.
    const V size =
        hn::IfThenElse(far, hn::Min(hn::Set(d, std::numeric_limits<double>::max()), hn::Abs(z)), one);
    const V log_size = hn::Log(d, size);
    const V rest = hn::Log1p(d, hn::IfThenElseZero(far, hn::Div(one, t)));
    return {.term = hn::Add(hn::Add(log_size, log_size), rest), .t = hn::IfThenZeroElse(far, t)};
  }
  double total(double terms, double logs) const { return -0.5 * (nu + 1) * (terms + logs); }
  HWY_INLINE V part(D d, V term, V log) const {
    return hn::Mul(hn::Set(d, -0.5 * (nu + 1)), hn::Add(term, log));
  }
};

/// With derivatives, and a logarithm per row.
struct StudentTCurves : Family {
  StudentT plain;
  explicit StudentTCurves(const Arguments& a) : plain(a) {}
  template <class Rows>
  HWY_INLINE Row operator()(D d, Rows rows, V e) const {
    const Row row = plain(d, rows, e);
    const V one = hn::Set(d, 1.0), r = hn::Set(d, plain.inverse_scale);
    const V z = hn::Mul(hn::Sub(rows.load(d, plain.y), e), r);
    const V q = hn::Div(one, hn::MulAdd(z, z, one)), pull = hn::Mul(hn::Set(d, plain.nu + 1), hn::Mul(q, r));
    const V weight = hn::Mul(pull, hn::Mul(r, hn::Sub(hn::Add(q, q), one)));
    const V largest = hn::Set(d, std::numeric_limits<double>::max());
    return {.term = hn::Add(row.term, hn::Log1p(d, row.t)),
            .slope = hn::Mul(hn::Min(largest, hn::Max(hn::Neg(largest), z)), pull),
            .weight = hn::Max(hn::Zero(d), weight)};
  }
  double total(double terms, double) const { return plain.total(terms, 0); }
  HWY_INLINE V part(D d, V term) const { return hn::Mul(hn::Set(d, -0.5 * (plain.nu + 1)), term); }
};

const Likelihood* student_t_loops() {
  return &likelihood<StudentT, StudentTCurves>;
}

}  // namespace HWY_NAMESPACE
}  // namespace kernels
}  // namespace cggibbs
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace cggibbs::kernels {

namespace scalar {

struct StudentT : Family {
  const double* y;
  double nu;
  double r;  ///< 1 / (sigma sqrt(nu))
  explicit StudentT(const Arguments& a)
      : y(a.y), nu(*a.rest[0]), r(inverse_scale(*a.rest[1] * std::sqrt(nu))) {}
  double term(std::size_t i, double e) const {
    const double z = std::min(std::abs((y[i] - e) * r), std::numeric_limits<double>::max());
    // The square of a large z overflows where its logarithm does not.
    return z < 1e100 ? std::log1p(z * z) : 2 * std::log(z);
  }
  Derivatives derivatives(std::size_t i, double e) const {
    constexpr double largest = std::numeric_limits<double>::max();
    const double z = std::clamp((y[i] - e) * r, -largest, largest), q = 1 / (1 + z * z),
                 pull = (nu + 1) * (q * r);
    return {z * pull, std::max(0.0, pull * (r * (2 * q - 1)))};
  }
  double total(double terms) const { return -0.5 * (nu + 1) * terms; }
};

}  // namespace scalar

HWY_EXPORT(student_t_loops);
const Likelihood& student_t() {
  if (detail::scalar_chosen()) return scalar::likelihood<scalar::StudentT>;
  return *HWY_DYNAMIC_DISPATCH(student_t_loops)();
}

}  // namespace cggibbs::kernels
#endif
