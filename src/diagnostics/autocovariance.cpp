// Autocovariances by direct sums and by fast Fourier transform.
#include "diagnostics/autocovariance.hpp"

#include <bit>

#include "diagnostics/fft.hpp"
#include "diagnostics/moments.hpp"

namespace cggibbs {

MeanAutocovariance::MeanAutocovariance(Chains x, std::size_t direct)
    : length_(draws_per_chain(x)), direct_(direct), centered_(x.size(), length_) {
  means_.reserve(x.size());
  auto to = centered_.flat().begin();
  for (const auto chain : x) {
    means_.push_back(mean(chain));
    for (const double v : chain) *to++ = v - means_.back();
  }
}

double MeanAutocovariance::operator()(std::size_t lag) {
  if (lag < direct_) return directly(lag);
  if (all_lags_.empty()) transform();
  return all_lags_[lag];
}

double MeanAutocovariance::directly(std::size_t lag) const {
  double total = 0;
  for (const auto chain : Chains(centered_)) {
    const double* x = chain.data();
    const double* later = x + lag;
    total += sum_over(length_ - lag, [=](std::size_t i) { return x[i] * later[i]; });
  }
  return total / static_cast<double>(length_ * means_.size());
}

void MeanAutocovariance::transform() {
  // Two chains travel as one complex sequence a + ib. Its autocorrelation sum_j z_{j+t} conj(z_j) has the
  // real part we want, acov_a + acov_b, so power spectra add up over all chains and one transform returns.
  const std::size_t size = std::bit_ceil(2 * length_);
  const Chains chains = centered_;
  std::vector<Complex> z(size);
  std::vector<Complex> power(size);
  for (std::size_t c = 0; c < chains.size(); c += 2) {
    const bool paired = c + 1 < chains.size();
    for (std::size_t i = 0; i < length_; ++i) z[i] = {chains[c][i], paired ? chains[c + 1][i] : 0.0};
    std::fill(z.begin() + static_cast<std::ptrdiff_t>(length_), z.end(), Complex{});
    fft(z);
    for (std::size_t k = 0; k < size; ++k) power[k].re += z[k].re * z[k].re + z[k].im * z[k].im;
  }
  inverse_fft(power);
  const double scale = static_cast<double>(size) * static_cast<double>(length_ * chains.size());
  all_lags_.resize(length_);
  for (std::size_t t = 0; t < length_; ++t) all_lags_[t] = power[t].re / scale;
}

}  // namespace cggibbs
