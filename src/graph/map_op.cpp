// Loops of the elementwise functions: one line per function.
#include "graph/map_op.hpp"

#include <algorithm>
#include <cmath>

#include "base/special.hpp"

namespace cggibbs {
namespace {

template <class F>
void unary(std::size_t n, const ArgView* a, double* out, F f) {
  for (std::size_t i = 0; i < n; ++i) out[i] = f(a[0][i]);
}

template <class F>
void binary(std::size_t n, const ArgView* a, double* out, F f) {
  for (std::size_t i = 0; i < n; ++i) out[i] = f(a[0][i], a[1][i]);
}

/// f(f(a[0], a[1]), a[2]) ...
template <class F>
void folded(std::size_t n, const ArgView* a, std::size_t count, double* out, F f) {
  if (count == 2) return binary(n, a, out, f);
  for (std::size_t i = 0; i < n; ++i) {
    double x = a[0][i];
    for (std::size_t k = 1; k < count; ++k) x = f(x, a[k][i]);
    out[i] = x;
  }
}

/// std::min and std::max, but NaN where either is.
double smaller(double x, double y) {
  return x <= y || std::isnan(x) ? x : y;
}
double larger(double x, double y) {
  return x >= y || std::isnan(x) ? x : y;
}

}  // namespace

std::string_view name(MapOp op) {
  switch (op) {
    case MapOp::add:
      return "+";
    case MapOp::subtract:
      return "-";
    case MapOp::multiply:
      return "*";
    case MapOp::divide:
      return "/";
    case MapOp::power:
      return "^";
    case MapOp::equals:
      return "equals";
    case MapOp::if_else:
      return "if_else";
    case MapOp::minimum:
      return "min";
    case MapOp::maximum:
      return "max";
    case MapOp::log_add_exp:
      return "log_add_exp";
    case MapOp::negate:
      return "negate";
    case MapOp::inverse:
      return "inverse";
    case MapOp::square:
      return "square";
    case MapOp::sqrt:
      return "sqrt";
    case MapOp::abs:
      return "abs";
    case MapOp::exp:
      return "exp";
    case MapOp::log:
      return "log";
    case MapOp::log1p:
      return "log1p";
    case MapOp::expm1:
      return "expm1";
    case MapOp::log1p_exp:
      return "log1p_exp";
    case MapOp::log1m:
      return "log1m";
    case MapOp::inv_logit:
      return "inv_logit";
    case MapOp::normal_cdf:
      return "normal_cdf";
    case MapOp::inv_cloglog:
      return "inv_cloglog";
    case MapOp::lgamma:
      return "lgamma";
    case MapOp::step:
      return "step";
  }
  return "";
}

std::size_t inputs(MapOp op) {
  if (op <= MapOp::equals) return 2;
  if (op == MapOp::if_else) return 3;
  return op <= MapOp::log_add_exp ? 0 : 1;
}

void apply(MapOp op, std::size_t n, const ArgView* a, std::size_t count, double* out) {
  switch (op) {
    case MapOp::add:
      return binary(n, a, out, [](double x, double y) { return x + y; });
    case MapOp::subtract:
      return binary(n, a, out, [](double x, double y) { return x - y; });
    case MapOp::multiply:
      return binary(n, a, out, [](double x, double y) { return x * y; });
    case MapOp::divide:
      return binary(n, a, out, [](double x, double y) { return x / y; });
    case MapOp::power:
      return binary(n, a, out, [](double x, double y) { return std::pow(x, y); });
    case MapOp::equals:
      return binary(n, a, out, [](double x, double y) { return x == y ? 1.0 : 0.0; });
    case MapOp::if_else:
      for (std::size_t i = 0; i < n; ++i) out[i] = a[0][i] != 0 ? a[1][i] : a[2][i];
      return;
    case MapOp::minimum:
      return folded(n, a, count, out, [](double x, double y) { return smaller(x, y); });
    case MapOp::maximum:
      return folded(n, a, count, out, [](double x, double y) { return larger(x, y); });
    case MapOp::log_add_exp:
      return folded(n, a, count, out, [](double x, double y) { return log_add_exp(x, y); });
    case MapOp::negate:
      return unary(n, a, out, [](double x) { return -x; });
    case MapOp::inverse:
      return unary(n, a, out, [](double x) { return 1 / x; });
    case MapOp::square:
      return unary(n, a, out, [](double x) { return x * x; });
    case MapOp::sqrt:
      return unary(n, a, out, [](double x) { return std::sqrt(x); });
    case MapOp::abs:
      return unary(n, a, out, [](double x) { return std::abs(x); });
    case MapOp::exp:
      return unary(n, a, out, [](double x) { return std::exp(x); });
    case MapOp::log:
      return unary(n, a, out, [](double x) { return std::log(x); });
    case MapOp::log1p:
      return unary(n, a, out, [](double x) { return std::log1p(x); });
    case MapOp::expm1:
      return unary(n, a, out, [](double x) { return std::expm1(x); });
    case MapOp::log1p_exp:
      return unary(n, a, out, [](double x) { return log1p_exp(x); });
    case MapOp::log1m:
      return unary(n, a, out, [](double x) { return std::log1p(-x); });
    case MapOp::inv_logit:
      return unary(n, a, out, [](double x) { return inv_logit(x); });
    case MapOp::normal_cdf:
      return unary(n, a, out, [](double x) { return normal_cdf(x); });
    case MapOp::inv_cloglog:
      return unary(n, a, out, [](double x) { return -std::expm1(-std::exp(x)); });
    case MapOp::lgamma:
      return unary(n, a, out, [](double x) { return std::lgamma(x); });
    case MapOp::step:
      return unary(n, a, out, [](double x) { return x >= 0 ? 1.0 : 0.0; });
  }
}

}  // namespace cggibbs
