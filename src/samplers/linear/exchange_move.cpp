// Choosing a place, and whether the way back would be chosen.
#include "samplers/linear/exchange_move.hpp"

#include <algorithm>
#include <cmath>

namespace cggibbs {

void ExchangeMove::add_column(const HorseshoePlace& at, std::size_t j, double t, double* rows) const {
  const ColumnView c = at.a.parts()[0].columns->col(j);
  for (std::size_t i = 0; i < c.count; ++i) rows[c.row(i)] += t * c.value(i);
}

void ExchangeMove::weigh(const HorseshoePlace& at, const double* eta, double x, Work& work) {
  const std::size_t n = at.a.rows(), d = at.a.cols();
  at.rows.curves(eta, slope_.data(), weight_.data());
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
    lengths_ = at.a.squared_lengths();
    for (auto* v : {&slope_, &weight_, &without_, &shift_}) v->resize(n);
    gradient_.resize(d);
    chance_.resize(2 * d);
  }
  double total = 0;
  for (std::size_t j = 0; j < d; ++j) total += std::abs(at.theta[j] - at.mean[j]);
  double u = rng.uniform() * total;
  std::size_t j = 0;
  while (j + 1 < d && (u -= std::abs(at.theta[j] - at.mean[j])) > 0) ++j;
  const double x = at.theta[j] - at.mean[j];
  std::copy(at.rows.eta().begin(), at.rows.eta().end(), without_.begin());
  add_column(at, j, -x, without_.data());
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
  std::copy(at.rows.eta().begin(), at.rows.eta().end(), without_.begin());
  for (std::size_t i = 0; i < n; ++i) without_[i] += shift_[i];
  add_column(at, k, -sign * x, without_.data());
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
