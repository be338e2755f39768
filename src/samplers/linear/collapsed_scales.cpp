// Slices of log(tau / c) on the density of the predictor.
#include "samplers/linear/collapsed_scales.hpp"

#include <algorithm>
#include <cmath>

#include "samplers/scalar/slice.hpp"

namespace cggibbs {
namespace {

/// Pivots below this share of the largest are rounding noise; see Axes, which finds the rank from equal scales too.
constexpr double rank_tolerance = 1e-13, equal_scales_tolerance = 1e-11;

}  // namespace

/// Centred columns have a rank below n: a density needs coordinates of what they span, the same ones for all scales.
CollapsedScales::CollapsedScales(const ReducedDesign& a)
    : a_(a), lengths_(a.squared_lengths()), shift_(a.rows()), sd_(a.cols()) {
  std::vector<double> work;
  for (std::size_t j = 0; j < sd_.size(); ++j) sd_[j] = lengths_[j] > 0 ? 1 / std::sqrt(lengths_[j]) : 0;
  a_.scaled_gram(sd_.data(), gram_, buffer_);
  const std::size_t rank = pivoted_cholesky(gram_, rows_, work, equal_scales_tolerance);
  rows_.resize(rank);
}

double CollapsedScales::log_density(const std::vector<double>& sd, const double* shift, Work& work) {
  const std::size_t r = rows_.size();
  a_.scaled_gram(sd.data(), gram_, buffer_);
  work.products += a_.gram_products() + r * r * r / 12;
  factor_.resize(r, r);
  solved_.resize(r);
  for (std::size_t k = 0; k < r; ++k) {
    const double* from = gram_.col(static_cast<std::size_t>(rows_[k]));
    for (std::size_t i = 0; i < r; ++i) factor_.col(k)[i] = from[rows_[i]];
    solved_[k] = shift[rows_[k]];
  }
  if (!cholesky(factor_)) return -inf;
  solve_lower(factor_, r, solved_.data());
  double most = 0, least = inf, total = 0;
  for (std::size_t k = 0; k < r; ++k) {
    const double pivot = square(factor_.col(k)[k]);
    most = std::max(most, pivot);
    least = std::min(least, pivot);
    total -= 0.5 * (std::log(pivot) + square(solved_[k]));
  }
  return least > rank_tolerance * most && total < inf ? total : -inf;
}

void CollapsedScales::move(const HorseshoePlace& at, const double* x, double reach, Rng& rng, Work& work) {
  const std::size_t d = a_.cols();
  a_.multiply(x, shift_.data());
  work.products += a_.products();
  const double c2 = *at.c2, rho2 = square(at.tau) / c2;
  // Variances over c^2, and what they sum to in the rows.
  const auto shape = [&](double s) {
    const double inverse = std::exp(-2 * s) / rho2;
    double total = 0;
    for (std::size_t j = 0; j < d; ++j) {
      sd_[j] = 1 / (inverse / square(at.lambda[j]) + 1);
      total += lengths_[j] * sd_[j];
    }
    return total;
  };
  const double now_total = shape(0);
  const auto log_density_at = [&](double s) {
    if (!(std::abs(s) < reach)) return -inf;
    const double log_grow = std::log(now_total / shape(s));  // of c^2
    const double grow = std::exp(log_grow);
    for (double& v : sd_) v = std::sqrt(v * grow * c2);
    const double value = log_density(sd_, shift_.data(), work) +
                         SlabMoves::log_prior(Moving::tau, s + 0.5 * log_grow, at.scales, at.tau, c2) +
                         SlabMoves::log_prior(Moving::c, 0.5 * log_grow, at.scales, at.tau, c2);
    return value < inf ? value : -inf;
  };
  const double now = log_density_at(0);
  if (!(now > -inf)) return;
  SliceRule rule;
  rule.max_steps = 1;  // looks are dear: one wide interval that only shrinks
  const double s = slice_step(0.0, now, log_density_at, 6.0, rule, rng).x;
  *at.c2 = c2 * now_total / shape(s);
  at.tau *= std::exp(s) * std::sqrt(*at.c2 / c2);
}

}  // namespace cggibbs
