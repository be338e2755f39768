// The four supports.
#include "graph/transform.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace cggibbs {

void unconstrain(const ParameterNode& p, std::size_t m, const double* x, double* u) {
  switch (p.support) {
    case SupportKind::real:
      for (std::size_t k = 0; k < m; ++k) u[k] = x[k];
      return;
    case SupportKind::positive:
      for (std::size_t k = 0; k < m; ++k) u[k] = std::log(x[k]);
      return;
    case SupportKind::bounded:
      for (std::size_t k = 0; k < m; ++k)
        u[k] = p.upper == inf    ? std::log(x[k] - p.lower)
               : p.lower == -inf ? -std::log(p.upper - x[k])
                                 : std::log(x[k] - p.lower) - std::log(p.upper - x[k]);
      return;
    case SupportKind::ordered:
      for (std::size_t k = 0; k < m; ++k) u[k] = k == 0 ? x[0] : std::log(x[k] - x[k - 1]);
      return;
    case SupportKind::integer:
      assert(false);
  }
}

double constrain(const ParameterNode& p, std::size_t m, const double* u, double* x) {
  double log_jacobian = 0;
  switch (p.support) {
    case SupportKind::real:
      for (std::size_t k = 0; k < m; ++k) x[k] = u[k];
      break;
    case SupportKind::positive:
      for (std::size_t k = 0; k < m; ++k) {
        x[k] = std::exp(u[k]);
        log_jacobian += u[k];
      }
      break;
    case SupportKind::bounded: {
      if (has_one_bound(p)) {
        const double sign = p.upper == inf ? 1 : -1, end = sign > 0 ? p.lower : p.upper;
        for (std::size_t k = 0; k < m; ++k) {
          const double next = std::nextafter(end, sign * inf);
          x[k] = end + sign * std::exp(sign * u[k]);
          if (sign * x[k] < sign * next) x[k] = next;
          log_jacobian += sign * u[k];
        }
        break;
      }
      const double length = p.upper - p.lower;
      for (std::size_t k = 0; k < m; ++k) {
        // Strictly inside: what has rounded onto its bound has no way back.
        x[k] = std::clamp(p.lower + length * inv_logit(u[k]), std::nextafter(p.lower, p.upper),
                          std::nextafter(p.upper, p.lower));
        log_jacobian += std::log(length) - log1p_exp(u[k]) - log1p_exp(-u[k]);
      }
      break;
    }
    case SupportKind::ordered:
      for (std::size_t k = 0; k < m; ++k) {
        x[k] = k == 0 ? u[0] : std::max(x[k - 1] + std::exp(u[k]), std::nextafter(x[k - 1], inf));
        if (k > 0) log_jacobian += u[k];
      }
      break;
    case SupportKind::integer:
      assert(false);
  }
  return log_jacobian;
}

void constrain_gradient(const ParameterNode& p, std::size_t m, const double* u, const double* x,
                        const double* dx, double* du) {
  switch (p.support) {
    case SupportKind::real:
      for (std::size_t k = 0; k < m; ++k) du[k] = dx[k];
      return;
    case SupportKind::positive:
      for (std::size_t k = 0; k < m; ++k) du[k] = dx[k] * x[k] + 1;
      return;
    case SupportKind::bounded:
      if (has_one_bound(p)) {
        const double sign = p.upper == inf ? 1 : -1;
        for (std::size_t k = 0; k < m; ++k) du[k] = dx[k] * std::exp(sign * u[k]) + sign;
        return;
      }
      for (std::size_t k = 0; k < m; ++k) {
        const double s = inv_logit(u[k]), rest = inv_logit(-u[k]);
        du[k] = dx[k] * (p.upper - p.lower) * s * rest + (rest - s);
      }
      return;
    case SupportKind::ordered: {
      double above = 0;  // x[k] moves with every later element
      for (std::size_t k = m; k-- > 0;) {
        above += dx[k];
        du[k] = k == 0 ? above : above * std::exp(u[k]) + 1;
      }
      return;
    }
    case SupportKind::integer:
      assert(false);
  }
}

}  // namespace cggibbs
