// A radix-2 fast Fourier transform that leaves the spectrum in bit-reversed order.
#pragma once

#include <span>

namespace cggibbs {

struct Complex {
  double re = 0;
  double im = 0;
};

/// In place; the size is a power of two. fft puts frequency k at the bit-reversal of k; inverse_fft starts
/// from that order and returns to the natural one, without dividing by the size. Between the two, any
/// elementwise product or power spectrum may be formed: those do not care about the order, so nothing is ever
/// permuted.
void fft(std::span<Complex> x);
void inverse_fft(std::span<Complex> x);

}  // namespace cggibbs
