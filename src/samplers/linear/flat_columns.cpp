// A QR decomposition of weighted columns of unit length, and projections with it.
#include "samplers/linear/flat_columns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/special.hpp"
#include "samplers/linear/improper.hpp"

namespace cggibbs {
namespace {

/// What is left of a column of unit length beside those before it: below this it is rounding noise (n errors of 1e-16).
constexpr double dependent = 1e-13;

}  // namespace

FlatColumns::FlatColumns(const Model& model, const std::vector<GaussianPart>& parts)
    : model_(model), parts_(parts) {
  for (const auto& p : parts) {
    n_ = p.columns->rows();
    count_ += p.size();
  }
  y_.resize(n_);
  row_.resize(n_);
  g_.resize(count_);
  weights_.resize(n_);
}

void FlatColumns::build(const std::vector<double>& root) {
  if (count_ == 0) return;
  q_.resize(n_, count_);
  std::fill(q_.a.begin(), q_.a.end(), 0.0);
  std::vector<double> length(count_);
  std::size_t at = 0;
  for (const auto& p : parts_)
    for (std::size_t j = 0; j < p.size(); ++j, ++at) {
      const ColumnView c = p.columns->col(j);
      double* q = q_.col(at);
      double squares = 0;
      for (std::size_t t = 0; t < c.count; ++t) {
        q[c.row(t)] = root[c.row(t)] * c.value(t);
        squares += square(q[c.row(t)]);
      }
      length[at] = std::sqrt(squares);
      for (std::size_t i = 0; i < n_; ++i) q[i] /= length[at];
    }
  const bool fits = count_ <= n_ && qr(q_, inverse_);
  at = 0;
  for (const auto& p : parts_)
    for (std::uint32_t j = 0; j < p.size(); ++j, ++at)
      if (!fits || !(std::abs(inverse_.col(at)[at]) > dependent) || !(length[at] > 0))
        throw ImproperPosterior(
            fmt::format("the column of '{}', which has a flat prior, depends on those of the other "
                        "coefficients with flat priors: no data "
                        "can tell them apart, and there is no posterior. Leave it out of the model, or give "
                        "it a proper prior.",
                        model_.coordinate_name({p.parameter, j})));
  invert_upper(inverse_);
  for (std::size_t k = 0; k < count_; ++k)
    for (std::size_t j = 0; j <= k; ++j) inverse_.col(k)[j] /= length[j];
  for (std::size_t i = 0; i < n_; ++i) weights_[i] = square(root[i]);
  for (std::size_t k = 0; k < count_; ++k)
    for (std::size_t i = 0; i < n_; ++i) q_.col(k)[i] /= root[i];
}

void FlatColumns::remove(double* y) const {
  if (count_ == 0) return;
  for (int round = 0; round < 2; ++round) {
    for (std::size_t i = 0; i < n_; ++i) y_[i] = weights_[i] * y[i];
    multiply_transposed(q_, y_.data(), g_.data());
    multiply(q_, g_.data(), y_.data());
    for (std::size_t i = 0; i < n_; ++i) y[i] -= y_[i];
  }
}

void FlatColumns::remove_transposed(double* x) const {
  if (count_ == 0) return;
  multiply_transposed(q_, x, g_.data());
  multiply(q_, g_.data(), y_.data());
  for (std::size_t i = 0; i < n_; ++i) x[i] -= weights_[i] * y_[i];
}

void FlatColumns::remove_both(Work2D& m) const {
  if (count_ == 0) return;
  for (std::size_t j = 0; j < n_; ++j) remove(m.col(j));
  for (std::size_t i = 0; i < n_; ++i) {
    for (std::size_t j = 0; j < n_; ++j) row_[j] = m.col(j)[i];
    remove(row_.data());
    for (std::size_t j = 0; j < n_; ++j) m.col(j)[i] = row_[j];
  }
}

void FlatColumns::coefficients(const double* y, double* b) const {
  if (count_ == 0) return;
  for (std::size_t i = 0; i < n_; ++i) y_[i] = weights_[i] * y[i];
  multiply_transposed(q_, y_.data(), g_.data());
  multiply(inverse_, g_.data(), b);
}

void FlatColumns::step(std::size_t k, double t, double* b) const {
  for (std::size_t j = 0; j <= k; ++j) b[j] += t * inverse_.col(k)[j];
}

}  // namespace cggibbs
