// How a block with a horseshoe prior moves its scales.
#include <algorithm>
#include <cmath>

#include "kernels/vectors.hpp"
#include "samplers/linear/gaussian_block.hpp"

namespace cggibbs {
namespace {

/// Moves of the global scale beside large coefficients, per update; each costs a product with the design.
constexpr int partial_ridges = 4;

/// Of the squared lengths of columns, the share of their means from which on these are held. Centred columns have none.
constexpr double far_from_zero = 0.1;

double share_of_means(const PartMatrix& a) {
  const std::vector<double> squares = a.squared_lengths(), ones(a.rows(), 1.0);
  std::vector<double> sums(a.cols());
  a.multiply_transposed(ones.data(), sums.data());
  double total = 0;
  for (std::size_t j = 0; j < a.cols(); ++j)
    if (squares[j] > 0) total += square(sums[j]) / (squares[j] * static_cast<double>(a.rows()));
  return total / static_cast<double>(a.cols());
}

}  // namespace

/// Two moves of the global scale that complement each other: with the predictor fixed (w shrinks as tau grows) and with
/// w fixed (the predictor grows with tau). A slab grows with it: then all scales do, and the axes stay what they are.
void GaussianBlock::move_tau(Rng& rng) {
  const Axes& axes = lines_.axes();
  const HorseshoePlace place =
      horseshoe_->place(view_, lines_.design().proper(), plain(), lines_.mean().data());
  const GrowthPrior prior = place.growth();
  double& tau = place.tau;
  const double before = tau;
  double squares = 0;
  for (double w : lines_.w()) squares += w * w;
  const double now = draw_collapsed_tau(before, squares * before * before,
                                        static_cast<double>(lines_.w().size()), prior, rng);
  // What the block adds to the predictor. Not as a difference of predictors: a small shift would lose its digits, or all of
  // itself, and tau could grow by any factor without the likelihood noticing.
  std::fill(shift_.begin(), shift_.end(), 0.0);
  for (std::size_t k = 0; k < axes.with_prior(); ++k)
    kernels::axpy(shift_, {axes.column(k), shift_.size()}, lines_.w()[k] * tau_ratio_);
  work_.products += axes.with_prior() * shift_.size();
  // It does not change here; scaling it by exp(s) below scales tau with w held.
  lines_.shrink(before / now);
  const double log_now = std::log(now);
  const double base = prior(log_now);
  const auto log_conditional = [&](double s) {
    if (learning_ && std::abs(s) > warmup_reach) return -inf;
    const double value = plain().look(shift_.data(), std::expm1(s), work_) + prior(log_now + s) - base;
    return std::isnan(value) ? -inf : value;
  };
  SliceRule rule;
  rule.kind = SliceKind::doubling;
  const double s = slice_step(0.0, 0.0, log_conditional, 1.0, rule, rng).x;
  plain().move(shift_.data(), std::expm1(s), work_);
  tau = now * std::exp(s);
  tau_ratio_ *= tau / before;
  if (place.c2) *place.c2 *= square(tau / before);
}

void GaussianBlock::choose_counterweight() {
  for (std::size_t k = 0; k < companions_.size(); ++k) {
    const auto& column = companions_[k].column;
    const bool constant =
        column[0] != 0 && std::all_of(column.begin(), column.end(), [&](double v) { return v == column[0]; });
    if (constant && share_of_means(lines_.design().proper()) > far_from_zero) holder_ = k;
  }
}

std::optional<Counterweight> GaussianBlock::counterweight() {
  const Companion& c = companions_[*holder_];
  return Counterweight{&c.part, c.element, c.column[0], view_[c.part.parameter] + c.element};
}

/// Of axis k, as its moves see it.
double GaussianBlock::curvature(std::size_t k) {
  const Axes& axes = lines_.axes();
  if (!holder_) return axes.lambda(k);
  std::copy_n(axes.column(k), shift_.size(), shift_.begin());
  plain().follow(shift_.data());
  const std::vector<double>& weights = weights_.usable();
  double total = 0;
  for (std::size_t i = 0; i < shift_.size(); ++i) total += weights[i] * square(shift_[i]);
  work_.products += 2 * shift_.size();
  return total;
}

/// Before the axes are built, which follow. Coefficients are drawn from what these moves leave of them.
void GaussianBlock::move_collapsed(Rng& rng) {
  const HorseshoePlace place =
      horseshoe_->place(view_, lines_.design().proper(), plain(), lines_.mean().data());
  distance_.resize(lines_.mean().size());
  for (std::size_t j = 0; j < distance_.size(); ++j) distance_[j] = place.theta[j] - place.mean[j];
  collapsed_->move(place, distance_.data(), learning_ ? warmup_reach : 100, rng, work_);
  lines_.set_scales(
      [&](std::size_t j) { return 1 / std::sqrt(1 / square(place.tau * place.lambda[j]) + 1 / *place.c2); });
}

void GaussianBlock::move_scales(Rng& rng) {
  const PartMatrix& a = lines_.design().proper();
  const HorseshoePlace place = horseshoe_->place(view_, a, plain(), lines_.mean().data());
  if (a.column(0)) {
    const double* column = nullptr;
    horseshoe_->stretch(
        place, rng, [&](std::size_t j) { column = a.column(j); },
        [&](double t) { return plain().look(column, t, work_); }, [&](double t) { plain().take(column, t); });
  }
  horseshoe_->move(place, weights_.mean(), partial_ridges, false, learning_, rng, work_);
}

}  // namespace cggibbs
