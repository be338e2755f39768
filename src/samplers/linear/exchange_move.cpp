// Choosing a place, and whether the way back would be chosen.
#include "samplers/linear/exchange_move.hpp"

#include <algorithm>
#include <cmath>

#include "kernels/vectors.hpp"

namespace cggibbs {

void ExchangeMove::add_column(const HorseshoePlace& at, std::size_t j, double t, double* rows) const {
  const ColumnView c = at.a.parts()[0].columns->col(j);
  for (std::size_t i = 0; i < c.count; ++i) rows[c.row(i)] += t * c.value(i);
}

/// The squared lengths of columns, or of what is left of them where the mean of the predictor is held.
void ExchangeMove::measure(const HorseshoePlace& at) {
  lengths_ = at.a.squared_lengths();
  if (!at.rows.holds_mean()) return;
  for (std::size_t j = 0; j < lengths_.size(); ++j) {
    std::fill(shift_.begin(), shift_.end(), 0.0);
    add_column(at, j, 1, shift_.data());
    at.rows.follow(shift_.data());
    lengths_[j] = kernels::dot(shift_, shift_);
  }
}

/// The predictor after a move by `shift_`, or before it, without an effect t of coefficient j.
void ExchangeMove::leave_out(const HorseshoePlace& at, bool moved, std::size_t j, double t) {
  without_ = at.rows.eta();
  const auto add = [&](std::vector<double>& x) {
    at.rows.follow(x.data());
    for (std::size_t i = 0; i < x.size(); ++i) without_[i] += x[i];
  };
  if (moved) add(slope_ = shift_);
  std::fill(slope_.begin(), slope_.end(), 0.0);
  add_column(at, j, -t, slope_.data());
  add(slope_);
}

void ExchangeMove::weigh(const HorseshoePlace& at, const double* eta, double x, Work& work) {
  const std::size_t n = at.a.rows(), d = at.a.cols();
  at.rows.curves(eta, slope_.data(), weight_.data());
  at.rows.follow(slope_.data());  // a column without its mean sees slopes without theirs
  at.a.multiply_transposed(slope_.data(), gradient_.data());
  work.rows += n;
  work.products += at.a.products() + 20 * d;
  double weight = 0;
  for (double w : weight_) weight += w / static_cast<double>(n);
  double most = -inf;
  for (std::size_t k = 0; k < d; ++k) {
    const double bend = 0.5 * x * x * weight * lengths_[k];
    chance_[k] = x * gradient_[k] - bend;
    chance_[d + k] = -x * gradient_[k] - bend;
    most = std::max({most, chance_[k], chance_[d + k]});
  }
  double total = 0;
  for (double& c : chance_) total += std::exp(c - most);
  const double log_total = most + std::log(total);
  for (double& c : chance_) c -= log_total;
}

void ExchangeMove::move(const HorseshoePlace& at, Rng& rng, Work& work) {
  const std::size_t n = at.a.rows(), d = at.a.cols();
  if (lengths_.empty()) {
    for (auto* v : {&slope_, &weight_, &without_, &shift_}) v->resize(n);
    measure(at);
    gradient_.resize(d);
    chance_.resize(2 * d);
  }
  double total = 0;
  for (std::size_t j = 0; j < d; ++j) total += std::abs(at.theta[j] - at.mean[j]);
  double u = rng.uniform() * total;
  std::size_t j = 0;
  while (j + 1 < d && (u -= std::abs(at.theta[j] - at.mean[j])) > 0) ++j;
  const double x = at.theta[j] - at.mean[j];
  leave_out(at, false, j, x);
  weigh(at, without_.data(), x, work);
  u = rng.uniform();
  std::size_t place = 0;
  while (place + 1 < 2 * d && (u -= std::exp(chance_[place])) > 0) ++place;
  const double forth = chance_[place];
  const bool kept = place < d;
  const std::size_t k = kept ? place : place - d;
  if (k == j && kept) return;
  const double sign = kept ? 1 : -1, other = at.theta[k] - at.mean[k];
  std::fill(shift_.begin(), shift_.end(), 0.0);
  if (k == j) {
    add_column(at, j, -2 * x, shift_.data());
  } else {
    add_column(at, j, sign * other - x, shift_.data());
    add_column(at, k, sign * x - other, shift_.data());
  }
  const double change = at.rows.look(shift_.data(), 1, work);
  leave_out(at, true, k, sign * x);
  weigh(at, without_.data(), sign * x, work);
  const double back = chance_[kept ? j : d + j];
  if (!(change + (way_back_ ? back - forth : 0) > -rng.exponential())) return;
  at.rows.take(shift_.data(), 1);
  if (k == j) {
    at.theta[j] = at.mean[j] - x;
    return;
  }
  at.theta[k] = at.mean[k] + sign * x;
  at.theta[j] = at.mean[j] + sign * other;
  std::swap(at.lambda[j], at.lambda[k]);
}

}  // namespace cggibbs
