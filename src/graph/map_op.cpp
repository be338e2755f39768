// The elementwise functions: one row each, its name, its value and its slopes.
#include "graph/map_op.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <type_traits>

#include "base/gamma_functions.hpp"
#include "base/special.hpp"
#include "distributions/normal.hpp"
#include "kernels/elementwise.hpp"

namespace cggibbs {
namespace {

using D = double;

/// Without pow() where an exponent is common: precisions, their roots and squares.
double power(double x, double y) {
  return y == -0.5 ? 1 / std::sqrt(x + 0.0) : y == -1 ? 1 / x : y == 2 ? x * x : std::pow(x, y);
}

/// Stands for the slope of what is flat between jumps.
constexpr auto flat = [] {};
template <auto Slope>
constexpr bool is_flat = std::is_same_v<std::remove_cv_t<decltype(Slope)>, std::remove_cv_t<decltype(flat)>>;
void without_slope(std::size_t, const ArgView*, std::size_t, const double*, const double*, double* const*) {}

/// Adds adjoint[i] * slope(i) to the adjoint of one input, where that is asked for.
template <class Slope>
void push_back(std::size_t n, const ArgView& a, const double* adjoint, double* into, Slope slope) {
  if (into == nullptr) return;
  for (std::size_t i = 0; i < n; ++i) into[i * a.stride] += adjoint[i] * slope(i);
}

/// value(x), slope(x, value).
template <auto Value, auto Slope>
constexpr MapFunction one(std::string_view name) {
  MapFunction f{name, 1, nullptr, without_slope};
  f.apply = [](std::size_t n, const ArgView* a, std::size_t, double* out) {
    for (std::size_t i = 0; i < n; ++i) out[i] = Value(a[0][i]);
  };
  if constexpr (!is_flat<Slope>)
    f.add_adjoint = [](std::size_t n, const ArgView* a, std::size_t, const double* out, const double* adjoint,
                       double* const* into) {
      push_back(n, a[0], adjoint, into[0], [&](std::size_t i) { return Slope(a[0][i], out[i]); });
    };
  return f;
}

/// The same, with a kernel for many values at once.
using Many = void (*)(std::span<double>, std::span<const double>);
template <auto Value, auto Slope, Many many>
constexpr MapFunction one_by_kernel(std::string_view name) {
  MapFunction f = one<Value, Slope>(name);
  f.apply = [](std::size_t n, const ArgView* a, std::size_t, double* out) {
    if (n == 0 || a[0].stride == 1) return many({out, n}, {a[0].data, n});
    many({out, 1}, {a[0].data, 1});
    std::fill_n(out, n, out[0]);
  };
  return f;
}

/// value(x, y), slopes of both, each a function of (x, y, value).
template <auto Value, auto SlopeX, auto SlopeY>
constexpr MapFunction two(std::string_view name) {
  MapFunction f{name, 2, nullptr, without_slope};
  f.apply = [](std::size_t n, const ArgView* a, std::size_t, double* out) {
    for (std::size_t i = 0; i < n; ++i) out[i] = Value(a[0][i], a[1][i]);
  };
  if constexpr (!is_flat<SlopeX>)
    f.add_adjoint = [](std::size_t n, const ArgView* a, std::size_t, const double* out, const double* adjoint,
                       double* const* into) {
      push_back(n, a[0], adjoint, into[0], [&](std::size_t i) { return SlopeX(a[0][i], a[1][i], out[i]); });
      push_back(n, a[1], adjoint, into[1], [&](std::size_t i) { return SlopeY(a[0][i], a[1][i], out[i]); });
    };
  return f;
}

/// value(value(a[0], a[1]), a[2]) ...
template <auto Value>
void folded(std::size_t n, const ArgView* a, std::size_t count, double* out) {
  if (count == 2) {
    for (std::size_t i = 0; i < n; ++i) out[i] = Value(a[0][i], a[1][i]);
    return;
  }
  for (std::size_t i = 0; i < n; ++i) {
    double x = a[0][i];
    for (std::size_t k = 1; k < count; ++k) x = Value(x, a[k][i]);
    out[i] = x;
  }
}

/// The slope goes to the first input that has the value.
void selected(std::size_t n, const ArgView* a, std::size_t count, const double* out, const double* adjoint,
              double* const* into) {
  for (std::size_t i = 0; i < n; ++i) {
    std::size_t k = 0;
    while (k + 1 < count && a[k][i] != out[i]) ++k;
    if (into[k] != nullptr) into[k][i * a[k].stride] += adjoint[i];
  }
}

/// exp(x - value), which would be NaN where both are -inf.
void weighted(std::size_t n, const ArgView* a, std::size_t count, const double* out, const double* adjoint,
              double* const* into) {
  for (std::size_t k = 0; k < count; ++k)
    push_back(n, a[k], adjoint, into[k],
              [&](std::size_t i) { return out[i] == -inf ? 0 : std::exp(a[k][i] - out[i]); });
}

void choose(std::size_t n, const ArgView* a, std::size_t, double* out) {
  for (std::size_t i = 0; i < n; ++i) out[i] = a[0][i] != 0 ? a[1][i] : a[2][i];
}
void chosen(std::size_t n, const ArgView* a, std::size_t, const double*, const double* adjoint,
            double* const* into) {
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t k = a[0][i] != 0 ? 1 : 2;
    if (into[k] != nullptr) into[k][i * a[k].stride] += adjoint[i];
  }
}

/// 0 where a[1] <= a[0] <= a[2], else -inf: bounds that move.
void within(std::size_t n, const ArgView* a, std::size_t, double* out) {
  for (std::size_t i = 0; i < n; ++i) {
    const D x = a[0][i], low = a[1][i], high = a[2][i];
    out[i] = low <= x && x <= high ? 0 : std::isnan(x) || std::isnan(low) || std::isnan(high) ? nan : -inf;
  }
}

// std::min and std::max, but NaN where either is.
constexpr auto smaller = [](D x, D y) { return x <= y || std::isnan(x) ? x : y; };
constexpr auto larger = [](D x, D y) { return x >= y || std::isnan(x) ? x : y; };
constexpr auto log_sum = [](D x, D y) { return log_add_exp(x, y); };

constexpr auto plus_one = [](D, D, D) { return 1.0; };
constexpr auto minus_one = [](D, D, D) { return -1.0; };

/// In the order of MapOp.
constexpr std::array table{
    two<[](D x, D y) { return x + y; }, plus_one, plus_one>("+"),
    two<[](D x, D y) { return x - y; }, plus_one, minus_one>("-"),
    two<[](D x, D y) { return x * y; }, [](D, D y, D) { return y; }, [](D x, D, D) { return x; }>("*"),
    two<[](D x, D y) { return x / y; }, [](D, D y, D) { return 1 / y; }, [](D, D y, D v) { return -v / y; }>(
        "/"),
    // y x^(y - 1), also at y = 0 where x may be 0
    two<power, [](D x, D y, D) { return y == 0 ? 0 : y * power(x, y - 1); },
        [](D x, D, D v) { return v == 0 ? 0 : v * std::log(x); }>("^"),
    two<[](D x, D y) { return x == y ? 1.0 : 0.0; }, flat, flat>("equals"),
    MapFunction{"if_else", 3, choose, chosen},
    MapFunction{"min", 0, folded<smaller>, selected},
    MapFunction{"max", 0, folded<larger>, selected},
    MapFunction{"log_add_exp", 0, folded<log_sum>, weighted},
    one<[](D x) { return -x; }, [](D, D) { return -1.0; }>("negate"),
    one<[](D x) { return 1 / x; }, [](D, D v) { return -v * v; }>("inverse"),
    one<[](D x) { return x * x; }, [](D x, D) { return 2 * x; }>("square"),
    one<[](D x) { return std::sqrt(x); }, [](D, D v) { return 0.5 / v; }>("sqrt"),
    one<[](D x) { return std::abs(x); }, [](D x, D) { return x < 0 ? -1.0 : 1.0; }>("abs"),
    one_by_kernel<[](D x) { return std::exp(x); }, [](D, D v) { return v; }, kernels::exps>("exp"),
    one<[](D x) { return std::log(x); }, [](D x, D) { return 1 / x; }>("log"),
    one<[](D x) { return std::log1p(x); }, [](D x, D) { return 1 / (1 + x); }>("log1p"),
    one<[](D x) { return std::expm1(x); }, [](D, D v) { return v + 1; }>("expm1"),
    one<[](D x) { return log1p_exp(x); }, [](D x, D) { return inv_logit(x); }>("log1p_exp"),
    one<[](D x) { return std::log1p(-x); }, [](D x, D) { return -1 / (1 - x); }>("log1m"),
    one_by_kernel<[](D x) { return inv_logit(x); }, [](D, D v) { return v * (1 - v); },
                  kernels::inverse_logits>("inv_logit"),
    one<[](D x) { return normal_cdf(x); },
        [](D x, D) { return std::exp(-0.5 * square(x) - 0.5 * log_two_pi); }>("normal_cdf"),
    one<[](D x) { return -std::expm1(-std::exp(x)); }, [](D x, D) { return std::exp(x - std::exp(x)); }>(
        "inv_cloglog"),
    one<[](D x) { return log_gamma(x); }, [](D x, D) { return digamma(x); }>("lgamma"),
    one<[](D x) { return x >= 0 ? 1.0 : 0.0; }, flat>("step"),
    two<[](D x, D y) { return x < y ? 1.0 : 0.0; }, flat, flat>("less"),
    two<[](D x, D y) { return x <= y ? 1.0 : 0.0; }, flat, flat>("less_equal"),
    two<[](D x, D y) { return x != 0 && y != 0 ? 1.0 : 0.0; }, flat, flat>("and"),
    two<[](D x, D y) { return x != 0 || y != 0 ? 1.0 : 0.0; }, flat, flat>("or"),
    one<[](D x) { return x == 0 ? 1.0 : 0.0; }, flat>("not"),
    MapFunction{"log_within", 3, within, without_slope},
    one<[](D x) { return logit(x); }, [](D x, D) { return 1 / (x * (1 - x)); }>("logit"),
    one<[](D x) { return std::log(-std::log1p(-x)); },
        [](D x, D) { return -1 / ((1 - x) * std::log1p(-x)); }>("cloglog"),
    one<[](D x) { return Normal::quantile(x, 0, 1); },
        [](D, D v) { return std::exp(0.5 * square(v) + 0.5 * log_two_pi); }>("probit"),
    one<[](D x) { return std::nearbyint(x); }, flat>("round"),
    one<[](D x) { return std::trunc(x); }, flat>("trunc"),
    one<[](D x) { return std::cos(x); }, [](D x, D) { return -std::sin(x); }>("cos"),
    one<[](D x) { return std::sin(x); }, [](D x, D) { return std::cos(x); }>("sin"),
    one<[](D x) { return std::tan(x); }, [](D, D v) { return 1 + v * v; }>("tan"),
    one<[](D x) { return std::acos(x); }, [](D x, D) { return -1 / std::sqrt((1 - x) * (1 + x)); }>("acos"),
    one<[](D x) { return std::asin(x); }, [](D x, D) { return 1 / std::sqrt((1 - x) * (1 + x)); }>("asin"),
    one<[](D x) { return std::atan(x); }, [](D x, D) { return 1 / (1 + x * x); }>("atan"),
    one<[](D x) { return std::cosh(x); }, [](D x, D) { return std::sinh(x); }>("cosh"),
    one<[](D x) { return std::sinh(x); }, [](D x, D) { return std::cosh(x); }>("sinh"),
    one<[](D x) { return std::tanh(x); }, [](D, D v) { return (1 - v) * (1 + v); }>("tanh"),
    one<[](D x) { return std::acosh(x); }, [](D x, D) { return 1 / std::sqrt((x - 1) * (x + 1)); }>("acosh"),
    one<[](D x) { return std::asinh(x); }, [](D x, D) { return 1 / std::hypot(1, x); }>("asinh"),
    one<[](D x) { return std::atanh(x); }, [](D x, D) { return 1 / ((1 - x) * (1 + x)); }>("atanh"),
};
static_assert(table.size() == static_cast<std::size_t>(last_map) + 1);

}  // namespace

const MapFunction& function(MapOp op) {
  return table[static_cast<std::size_t>(op)];
}

}  // namespace cggibbs
