// Slices of log tau and log c.
#include "samplers/linear/slab_moves.hpp"

#include <cmath>

#include "samplers/scalar/slice.hpp"

namespace cggibbs {
namespace {

void grow(Moving moving, const HorseshoePlace& at, double s) {
  if (moving == Moving::tau)
    at.tau *= std::exp(s);
  else
    *at.c2 *= std::exp(2 * s);
}

}  // namespace

void SlabMoves::read(const double* x, const double* lambda, double tau, double c2, std::size_t n) {
  x_.assign(x, x + n);
  over_.resize(n);
  squares_ = slab_squares_ = 0;
  for (std::size_t j = 0; j < n; ++j) {
    over_[j] = square(lambda[j] * tau) / c2;
    squares_ += square(x[j] / (lambda[j] * tau));
    slab_squares_ += square(x[j]) / c2;
  }
}

double SlabMoves::log_prior(Moving moving, double s, const HorseshoeScales& scales, double tau, double c2) {
  if (moving == Moving::tau) return log_half_cauchy_of_log(std::log(tau) + s, scales.tau_scale);
  return -2 * scales.slab->shape * s - scales.slab->scale / c2 * std::exp(-2 * s);
}

double SlabMoves::log_given(Moving moving, double s, const HorseshoeScales& scales, double tau,
                            double c2) const {
  const double prior = log_prior(moving, s, scales, tau, c2);
  const double fall = std::exp(-2 * s);
  // The precision is (1 + (lambda tau / c)^2) / (lambda tau)^2.
  if (moving == Moving::tau)
    return prior - static_cast<double>(x_.size()) * s - 0.5 * squares_ * fall +
           0.5 * sum_log1p(over_, 1 / fall);
  return prior - 0.5 * slab_squares_ * fall + 0.5 * sum_log1p(over_, fall);
}

double SlabMoves::growth(Moving moving, std::size_t j, double s) const {
  const double fall = std::exp(-2 * s);
  const double over = over_[j];
  return std::sqrt((1 + over) / (moving == Moving::tau ? fall + over : 1 + over * fall));
}

void SlabMoves::move_given(Moving moving, const HorseshoePlace& at, double reach, Rng& rng) {
  const auto log_density = [&](double s) {
    if (!(std::abs(s) < reach)) return -inf;
    const double value = log_given(moving, s, at.scales, at.tau, *at.c2);
    return value < inf ? value : -inf;
  };
  const double now = log_density(0);
  if (!(now > -inf)) return;
  grow(moving, at, slice_step(0.0, now, log_density, 1.0, SliceRule{}, rng).x);
}

void SlabMoves::stretch(Moving moving, const HorseshoePlace& at, double reach, Rng& rng, Work& work) {
  const std::size_t d = x_.size();
  const double base = log_prior(moving, 0, at.scales, at.tau, *at.c2);
  const auto follow = [&](double s) {
    for (std::size_t j = 0; j < d; ++j) step_[j] = x_[j] * (growth(moving, j, s) - 1);
    at.a.multiply(step_.data(), shift_.data());
    work.products += at.a.products() + 10 * d;
  };
  const auto log_density = [&](double s) {
    if (!(std::abs(s) < reach)) return -inf;
    follow(s);
    const double value =
        at.rows.look(shift_.data(), 1, work) + log_prior(moving, s, at.scales, at.tau, *at.c2) - base;
    return value < inf ? value : -inf;
  };
  const double s = slice_step(0.0, 0.0, log_density, 1.0, SliceRule{}, rng).x;
  if (s == 0) return;
  follow(s);
  at.rows.move(shift_.data(), 1, work);
  for (std::size_t j = 0; j < d; ++j) at.theta[j] = at.mean[j] + x_[j] + step_[j];
  grow(moving, at, s);
}

void SlabMoves::move(const HorseshoePlace& at, double reach, Rng& rng, Work& work) {
  const std::size_t d = at.a.cols();
  step_.resize(d);
  shift_.resize(at.a.rows());
  for (const Moving moving : {Moving::tau, Moving::c})
    for (const bool given : {true, false}) {
      for (std::size_t j = 0; j < d; ++j) step_[j] = at.theta[j] - at.mean[j];
      read(step_.data(), at.lambda, at.tau, *at.c2, d);
      if (given)
        move_given(moving, at, reach, rng);
      else
        stretch(moving, at, reach, rng, work);
    }
}

}  // namespace cggibbs
