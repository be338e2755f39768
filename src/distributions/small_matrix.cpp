// Gauss-Jordan, Cholesky, and Cholesky run backwards (Smith 1995).
#include "distributions/small_matrix.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <utility>
#include <vector>

#include "base/special.hpp"

namespace cggibbs::small {

double* scratch(int slot, std::size_t n) {
  thread_local std::array<std::vector<double>, 3> slots;
  auto& s = slots[static_cast<std::size_t>(slot)];
  if (s.size() < n) s.resize(n);
  return s.data();
}

void inverse(std::size_t d, const double* a, double* out) {
  thread_local std::vector<std::size_t> swapped;
  if (swapped.size() < d) swapped.resize(d);
  std::copy_n(a, d * d, out);
  for (std::size_t c = 0; c < d; ++c) {
    std::size_t pivot = c;
    for (std::size_t i = c + 1; i < d; ++i)
      if (std::abs(out[i * d + c]) > std::abs(out[pivot * d + c])) pivot = i;
    swapped[c] = pivot;
    if (pivot != c) std::swap_ranges(out + c * d, out + (c + 1) * d, out + pivot * d);
    const double p = out[c * d + c];
    if (p == 0 || !std::isfinite(p)) {
      std::fill_n(out, d * d, nan);
      return;
    }
    out[c * d + c] = 1;
    for (std::size_t j = 0; j < d; ++j) out[c * d + j] /= p;
    for (std::size_t i = 0; i < d; ++i) {
      if (i == c) continue;
      const double f = std::exchange(out[i * d + c], 0.0);
      for (std::size_t j = 0; j < d; ++j) out[i * d + j] -= f * out[c * d + j];
    }
  }
  for (std::size_t c = d; c-- > 0;)
    if (swapped[c] != c)
      for (std::size_t i = 0; i < d; ++i) std::swap(out[i * d + c], out[i * d + swapped[c]]);
}

void cholesky(std::size_t d, const double* a, double* l) {
  for (std::size_t i = 0; i < d; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      double sum = a[i * d + j];
      for (std::size_t k = 0; k < j; ++k) sum -= l[i * d + k] * l[j * d + k];
      l[i * d + j] = i == j ? (sum > 0 ? std::sqrt(sum) : nan) : sum / l[j * d + j];
    }
    for (std::size_t j = i + 1; j < d; ++j) l[i * d + j] = 0;
  }
}

Factored factored(std::size_t d, const double* a) {
  struct Known {
    std::size_t d = 0;
    std::vector<double> a, l;
    double log_diagonal = nan;
  };
  thread_local Known k;
  // Bit for bit: what is not a number is not equal to itself.
  if (k.d != d || std::memcmp(k.a.data(), a, d * d * sizeof(double)) != 0) {
    k.d = d;
    k.a.assign(a, a + d * d);
    k.l.resize(d * d);
    cholesky(d, a, k.l.data());
    k.log_diagonal = 0;
    for (std::size_t i = 0; i < d; ++i) {
      const double r = k.l[i * d + i];
      k.log_diagonal += r > 0 && r < inf ? std::log(r) : nan;
    }
  }
  return {k.l.data(), k.log_diagonal};
}

void cholesky_adjoint(std::size_t d, const double* l, const double* slope, double* out) {
  for (std::size_t i = 0; i < d; ++i)
    for (std::size_t j = 0; j < d; ++j) out[i * d + j] = j > i ? 0 : slope[i * d + j];
  for (std::size_t j = d; j-- > 0;) {
    for (std::size_t i = d; i-- > j + 1;) {
      const double g = out[i * d + j] / l[j * d + j];
      out[i * d + j] = g;
      out[j * d + j] -= g * l[i * d + j];
      for (std::size_t k = 0; k < j; ++k) {
        out[i * d + k] -= g * l[j * d + k];
        out[j * d + k] -= g * l[i * d + k];
      }
    }
    const double g = out[j * d + j] / (2 * l[j * d + j]);
    out[j * d + j] = g;
    for (std::size_t k = 0; k < j; ++k) out[j * d + k] -= 2 * g * l[j * d + k];
  }
}

}  // namespace cggibbs::small
