// One line per elementwise function, in the order of map_op.cpp.
#include "graph/map_adjoint.hpp"

#include <cmath>

#include "base/special.hpp"
#include "distributions/gamma_functions.hpp"

namespace cggibbs {
namespace {

/// slope(x, value) is d value / d x.
template <class Slope>
void unary(std::size_t n, const ArgView* a, const double* out, const double* adjoint, double* const* into,
           Slope slope) {
  if (into[0] == nullptr) return;
  for (std::size_t i = 0; i < n; ++i) into[0][i * a[0].stride] += adjoint[i] * slope(a[0][i], out[i]);
}

/// Slopes of both inputs, each a function of (x, y, value).
template <class SlopeX, class SlopeY>
void binary(std::size_t n, const ArgView* a, const double* out, const double* adjoint, double* const* into,
            SlopeX slope_x, SlopeY slope_y) {
  if (into[0] != nullptr)
    for (std::size_t i = 0; i < n; ++i)
      into[0][i * a[0].stride] += adjoint[i] * slope_x(a[0][i], a[1][i], out[i]);
  if (into[1] != nullptr)
    for (std::size_t i = 0; i < n; ++i)
      into[1][i * a[1].stride] += adjoint[i] * slope_y(a[0][i], a[1][i], out[i]);
}

/// The slope of each input, a function of its own value and the result.
template <class Slope>
void several(std::size_t n, const ArgView* a, std::size_t count, const double* out, const double* adjoint,
             double* const* into, Slope slope) {
  for (std::size_t k = 0; k < count; ++k)
    if (into[k] != nullptr)
      for (std::size_t i = 0; i < n; ++i) into[k][i * a[k].stride] += adjoint[i] * slope(a[k][i], out[i]);
}

/// Minimum and maximum: the first input that has the value.
void selected(std::size_t n, const ArgView* a, std::size_t count, const double* out, const double* adjoint,
              double* const* into) {
  for (std::size_t i = 0; i < n; ++i) {
    std::size_t k = 0;
    while (k + 1 < count && a[k][i] != out[i]) ++k;
    if (into[k] != nullptr) into[k][i * a[k].stride] += adjoint[i];
  }
}

double normal_density(double x) {
  return std::exp(-0.5 * square(x) - 0.5 * log_two_pi);
}

/// y x^(y - 1), also at y = 0 where x may be 0.
double power_slope(double x, double y) {
  return y == 0 ? 0 : y * std::pow(x, y - 1);
}

}  // namespace

void add_adjoint(MapOp op, std::size_t n, const ArgView* a, std::size_t count, const double* out,
                 const double* adjoint, double* const* into) {
  const auto one = [&](auto slope) { unary(n, a, out, adjoint, into, slope); };
  const auto two = [&](auto x, auto y) { binary(n, a, out, adjoint, into, x, y); };
  using D = double;
  switch (op) {
    case MapOp::add:
      return two([](D, D, D) { return 1.0; }, [](D, D, D) { return 1.0; });
    case MapOp::subtract:
      return two([](D, D, D) { return 1.0; }, [](D, D, D) { return -1.0; });
    case MapOp::multiply:
      return two([](D, D y, D) { return y; }, [](D x, D, D) { return x; });
    case MapOp::divide:
      return two([](D, D y, D) { return 1 / y; }, [](D, D y, D v) { return -v / y; });
    case MapOp::power:
      return two([](D x, D y, D) { return power_slope(x, y); },
                 [](D x, D, D v) { return v == 0 ? 0 : v * std::log(x); });
    case MapOp::equals:
    case MapOp::step:
      return;  // flat between their jumps
    case MapOp::if_else:
      for (std::size_t i = 0; i < n; ++i) {
        const std::size_t k = a[0][i] != 0 ? 1 : 2;
        if (into[k] != nullptr) into[k][i * a[k].stride] += adjoint[i];
      }
      return;
    case MapOp::minimum:
    case MapOp::maximum:
      return selected(n, a, count, out, adjoint, into);
    case MapOp::log_add_exp:  // exp(x - value) would be NaN where both are -inf
      return several(n, a, count, out, adjoint, into,
                     [](D x, D v) { return v == -inf ? 0 : std::exp(x - v); });
    case MapOp::negate:
      return one([](D, D) { return -1.0; });
    case MapOp::inverse:
      return one([](D, D v) { return -v * v; });
    case MapOp::square:
      return one([](D x, D) { return 2 * x; });
    case MapOp::sqrt:
      return one([](D, D v) { return 0.5 / v; });
    case MapOp::abs:
      return one([](D x, D) { return x < 0 ? -1.0 : 1.0; });
    case MapOp::exp:
      return one([](D, D v) { return v; });
    case MapOp::log:
      return one([](D x, D) { return 1 / x; });
    case MapOp::log1p:
      return one([](D x, D) { return 1 / (1 + x); });
    case MapOp::expm1:
      return one([](D, D v) { return v + 1; });
    case MapOp::log1p_exp:
      return one([](D x, D) { return inv_logit(x); });
    case MapOp::log1m:
      return one([](D x, D) { return -1 / (1 - x); });
    case MapOp::inv_logit:
      return one([](D, D v) { return v * (1 - v); });
    case MapOp::normal_cdf:
      return one([](D x, D) { return normal_density(x); });
    case MapOp::inv_cloglog:
      return one([](D x, D) { return std::exp(x - std::exp(x)); });
    case MapOp::lgamma:
      return one([](D x, D) { return digamma(x); });
  }
}

}  // namespace cggibbs
