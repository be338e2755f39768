// Decimation in frequency forwards, decimation in time backwards.
#include "diagnostics/fft.hpp"

#include <bit>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <vector>

namespace cggibbs {

namespace {

/// Entry h + k is exp(-i pi k / h) for k < h and every power of two h < size: the factors of a butterfly of
/// half-width h lie together, and the table of a large transform contains those of the smaller ones.
std::span<const Complex> roots(std::size_t size) {
  thread_local std::vector<Complex> table(1);
  for (std::size_t h = table.size(); h < size; h *= 2) {
    for (std::size_t k = 0; k < h; ++k) {
      const double angle = -M_PI * static_cast<double>(k) / static_cast<double>(h);
      table.push_back({std::cos(angle), std::sin(angle)});
    }
  }
  return table;
}

}  // namespace

void fft(std::span<Complex> x) {
  assert(std::has_single_bit(x.size()));
  const auto w = roots(x.size());
  for (std::size_t h = x.size() / 2; h >= 1; h /= 2) {
    for (std::size_t start = 0; start < x.size(); start += 2 * h) {
      Complex* a = x.data() + start;
      Complex* b = a + h;
      for (std::size_t k = 0; k < h; ++k) {
        const Complex sum{a[k].re + b[k].re, a[k].im + b[k].im};
        const Complex diff{a[k].re - b[k].re, a[k].im - b[k].im};
        const Complex r = w[h + k];
        a[k] = sum;
        b[k] = {diff.re * r.re - diff.im * r.im, diff.re * r.im + diff.im * r.re};
      }
    }
  }
}

void inverse_fft(std::span<Complex> x) {
  assert(std::has_single_bit(x.size()));
  const auto w = roots(x.size());
  for (std::size_t h = 1; h < x.size(); h *= 2) {
    for (std::size_t start = 0; start < x.size(); start += 2 * h) {
      Complex* a = x.data() + start;
      Complex* b = a + h;
      for (std::size_t k = 0; k < h; ++k) {
        const Complex r = w[h + k];
        const Complex turned{b[k].re * r.re + b[k].im * r.im, b[k].im * r.re - b[k].re * r.im};
        b[k] = {a[k].re - turned.re, a[k].im - turned.im};
        a[k] = {a[k].re + turned.re, a[k].im + turned.im};
      }
    }
  }
}

}  // namespace cggibbs
