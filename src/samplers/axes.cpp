// Eigen-decompositions in row space (d > n) and in coefficient space (d <= n).
#include "samplers/axes.hpp"

#include <algorithm>
#include <cmath>

namespace cggibbs {
namespace {

/// Axes below this share of the largest eigenvalue are rounding noise.
constexpr double rank_tolerance = 1e-13;

}  // namespace

bool Axes::build(const std::vector<double>& sd, const std::vector<double>& weights) {
  sd_ = sd;
  root_.resize(weights.size());
  const double top = *std::max_element(weights.begin(), weights.end());
  // Any positive weights give valid axes; rows without curvature get a little, so that the root can be inverted.
  for (std::size_t i = 0; i < weights.size(); ++i)
    root_[i] = std::sqrt(std::max(weights[i], 1e-3 * top) + 1e-300);
  t_.resize(a_.rows());
  shift_.resize(a_.rows());
  s_.resize(std::max(a_.rows(), a_.cols()));
  x_.resize(a_.cols());
  return row_space_ ? build_row_space(weights) : build_coefficient_space(weights);
}

bool Axes::build_row_space(const std::vector<double>&) {
  const std::size_t n = a_.rows();
  a_.scaled_gram(sd_.data(), gram_, buffer_);
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t i = 0; i < n; ++i) gram_.col(j)[i] *= root_[i] * root_[j];
  if (!eigen_symmetric(gram_, values_, work_, iwork_)) return false;
  std::size_t first = 0;
  while (first < n && !(values_[first] > rank_tolerance * values_[n - 1])) ++first;
  const std::size_t r = n - first;
  lambda_.assign(values_.begin() + static_cast<std::ptrdiff_t>(first), values_.end());
  u_.resize(n, r);
  c_.resize(n, r);
  for (std::size_t k = 0; k < r; ++k) {
    const double root = std::sqrt(lambda_[k]);
    for (std::size_t i = 0; i < n; ++i) {
      u_.col(k)[i] = gram_.col(first + k)[i];
      c_.col(k)[i] = u_.col(k)[i] * root / root_[i];
    }
  }
  return true;
}

bool Axes::build_coefficient_space(const std::vector<double>& weights) {
  const std::size_t n = a_.rows();
  const std::size_t d = a_.cols();
  if (gram_weights_ != weights) {
    a_.densify(root_.data(), buffer_);
    gram_of_columns(n, d, buffer_.a.data(), gram_);
    a_.densify(nullptr, dense_);
    gram_weights_ = weights;
  }
  v_.resize(d, d);
  for (std::size_t j = 0; j < d; ++j)
    for (std::size_t i = 0; i < d; ++i) v_.col(j)[i] = gram_.col(j)[i] * sd_[i] * sd_[j];
  if (!eigen_symmetric(v_, values_, work_, iwork_)) return false;
  lambda_.resize(d);
  for (std::size_t k = 0; k < d; ++k) lambda_[k] = std::max(0.0, values_[k]);
  scaled_.resize(d, d);
  for (std::size_t k = 0; k < d; ++k)
    for (std::size_t j = 0; j < d; ++j) scaled_.col(k)[j] = sd_[j] * v_.col(k)[j];
  cggibbs::multiply(dense_, scaled_, c_);
  return true;
}

void Axes::rescale(double factor) {
  for (double& x : sd_) x *= factor;
  for (double& x : lambda_) x *= factor * factor;
  for (double& x : c_.a) x *= factor;
}

void Axes::coordinates(const double* z, const double* shift, double* w) {
  if (!row_space_) return cggibbs::multiply_transposed(v_, z, w);
  // V' z = lambda^-1/2 U' W^1/2 A D z
  for (std::size_t i = 0; i < a_.rows(); ++i) t_[i] = root_[i] * shift[i];
  cggibbs::multiply_transposed(u_, t_.data(), w);
  for (std::size_t k = 0; k < count(); ++k) w[k] /= std::sqrt(lambda_[k]);
}

void Axes::back(const double* w, const double* noise, double* z) {
  if (!row_space_) return cggibbs::multiply(v_, w, z);
  // z = noise + V (w - V' noise): the seen part from w, the rest from the noise.
  for (std::size_t j = 0; j < a_.cols(); ++j) x_[j] = sd_[j] * noise[j];
  a_.multiply(x_.data(), shift_.data());
  coordinates(nullptr, shift_.data(), s_.data());
  for (std::size_t k = 0; k < count(); ++k) s_[k] = (w[k] - s_[k]) / std::sqrt(lambda_[k]);
  cggibbs::multiply(u_, s_.data(), t_.data());
  for (std::size_t i = 0; i < a_.rows(); ++i) t_[i] *= root_[i];
  a_.multiply_transposed(t_.data(), x_.data());
  for (std::size_t j = 0; j < a_.cols(); ++j) z[j] = noise[j] + sd_[j] * x_[j];
}

void Axes::row_of(std::size_t j, double* out) {
  if (!row_space_) {
    for (std::size_t k = 0; k < count(); ++k) out[k] = v_.col(k)[j];
    return;
  }
  std::fill(x_.begin(), x_.end(), 0.0);
  x_[j] = sd_[j];
  a_.multiply(x_.data(), shift_.data());
  coordinates(nullptr, shift_.data(), out);
}

}  // namespace cggibbs
