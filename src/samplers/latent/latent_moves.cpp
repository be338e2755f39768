// Scales by slices and proposals with z held, z by rotations with kicks from what is not Gaussian.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "graph/factor.hpp"
#include "graph/transform.hpp"
#include "samplers/latent/latent_block.hpp"
#include "samplers/over_relaxation.hpp"
#include "samplers/scalar/slice.hpp"

namespace cggibbs {
namespace {

constexpr int max_steps = 64;
/// Proposals do most of the work; slices reach what these do not.
constexpr std::size_t sweeps_per_slice = 8;
constexpr int proposals = 2;

}  // namespace

/// Of a normal model: rows are known by their sums.
double LatentBlock::normal_density() {
  const double scale = rows_.scale(view_.values());
  if (beside_.coefficients() > 0) {
    map_.coefficients(z_.data(), x_.data());
    write(x_.data());
  }
  return 0.5 * total_weight_ * std::log(scale) - 0.5 * scale * residual_squares_ +
         map_.log_density_at_mode(scale) + beside_.value(view_) + beside_.correction(map_, x_.data());
}

/// The coefficients at z.
void LatentBlock::place_coefficients(const double* z) {
  map_.coefficients(z, x_.data());
  if (companions_.count() > 0) companions_.follow(z + map_.size(), 1, x_.data());
}

/// Of any other, up to terms that the moves leave alone.
double LatentBlock::density_by_rows() {
  place_coefficients(z_.data());
  write(x_.data());
  if (rows_.exact()) return view_.change(work_);  // with all terms of its deviation
  if (by_parts_)
    find_predictor(x_.data(), view_[predictor_.path.linear]);
  else
    view_.follow(predictor_.path.linear);
  work_.products += map_.columns().products();
  const double* eta = view_[predictor_.path.linear];
  return likelihood_.sum(view_.values(), eta, eta, 0.0, work_) + map_.log_prior(x_.data()) +
         beside_.value(view_);
}

void LatentBlock::read_scales() {
  double* u = logs_.data();
  for (NodeId v : scales_) {
    const Node& node = model_.node(v);
    unconstrain(*node.as<ParameterNode>(), node.size, view_[v], u);
    u += node.size;
  }
}

/// Returns the log volume of the move; infinite where numbers end.
double LatentBlock::write_scales(const std::vector<double>& logs) {
  double volume = 0;
  const double* u = logs.data();
  for (NodeId v : scales_) {
    const Node& node = model_.node(v);
    const auto& parameter = *node.as<ParameterNode>();
    const double farthest = parameter.support == SupportKind::bounded ? 30 : 230;
    for (std::size_t k = 0; k < node.size; ++k)
      if (parameter.support != SupportKind::real && !(std::abs(u[k]) <= farthest)) return -inf;
    volume += constrain(parameter, node.size, u, view_[v]);
    u += node.size;
  }
  return volume;
}

/// The map at these scales. Returns the log volume of the move there; infinite where there is no map.
double LatentBlock::place(const std::vector<double>& logs) {
  const double volume = write_scales(logs);
  if (!std::isfinite(volume)) return -inf;
  work_.products += map_.products();
  if (rows_.exact() && !by_sums_)
    to_origin();  // density_by_rows() has left everything elsewhere
  else if (map_.tied())
    write(map_.origin().data());
  for (NodeId v : follow_scales_) view_.follow(v);
  count_look();
  return map_.at(view_, rows_.scale(view_.values())) ? volume : -inf;
}

double LatentBlock::density_here(double volume) {
  if (!std::isfinite(volume) || (by_sums_ && map_.factor().lost_digits())) return -inf;
  ++work_.evaluations;
  if (jacobian_) volume += map_.log_volume();
  const double total = volume + (by_sums_ ? normal_density() : density_by_rows());
  return total < inf ? total : -inf;
}

/// A proposal from what warmup has seen, and now and then a slice along one axis, in turn; without proposals along every axis.
void LatentBlock::move_scales(Rng& rng, bool learn) {
  read_scales();
  tried_ = logs_;
  here_ = density_here(write_scales(logs_));  // prepare() has placed the map
  if (!std::isfinite(here_)) return;
  if (axes_.proposes()) {
    const std::size_t turn = turn_++;
    if (turn % sweeps_per_slice == 0) slice_scales(turn / sweeps_per_slice % axes_.count(), rng, learn);
    for (int k = 0; k < proposals; ++k) propose_scales(rng);
  } else {
    for (std::size_t k = 0; k < axes_.count(); ++k) slice_scales(k, rng, learn);
  }
  if (tried_ != logs_) place(logs_);  // else the last that was looked at is where the scales are
}

void LatentBlock::slice_scales(std::size_t k, Rng& rng, bool learn) {
  const double* axis = axes_.axis(k);
  const auto along = [&](double t) {
    if (learn && std::abs(t) > warmup_reach) return -inf;
    for (std::size_t j = 0; j < logs_.size(); ++j) tried_[j] = logs_[j] + t * axis[j];
    return density_at(tried_);
  };
  const SliceMove move = slice_step(0.0, here_, along, axes_.width(k).width(), SliceRule{}, rng);
  if (learn) axes_.width(k).learn(move.x);
  for (std::size_t j = 0; j < logs_.size(); ++j) logs_[j] += move.x * axis[j];
  here_ = move.logp;
}

void LatentBlock::propose_scales(Rng& rng) {
  axes_.propose(rng, logs_.data(), tried_.data());
  const double there = density_at(tried_);
  const double change = there - here_ + axes_.log_proposal(logs_.data()) - axes_.log_proposal(tried_.data());
  if (!(std::log(rng.uniform()) < change)) return;
  logs_ = tried_;
  here_ = there;
}

/// Of a normal model: from their law given the scales, on the other side of its mean more often than not; corrected for what is not
/// normal, which is the same as seen from either end.
void LatentBlock::draw_coefficients(Rng& rng) {
  const auto beside = [&](const double* z) {
    map_.coefficients(z, x_.data());
    write(x_.data());
    return beside_.coefficients() > 0 ? beside_.value(view_) + beside_.correction(map_, x_.data()) : 0.0;
  };
  const double here = beside_.coefficients() > 0 ? beside(z_.data()) : 0.0;
  for (std::size_t j = 0; j < z_.size(); ++j) start_[j] = -overshoot * z_[j] + fresh_part * rng.normal();
  const double there = beside(start_.data());
  if (beside_.coefficients() == 0 || std::log(rng.uniform()) < there - here)
    z_ = start_;
  else
    beside(z_.data());
}

/// fixed_ and what coefficients add to it.
void LatentBlock::find_predictor(const double* x, double* eta) const {
  std::copy(fixed_.begin(), fixed_.end(), eta);
  map_.columns().add(x, eta);
}

/// Log density in the coefficients at hand and its gradient, from all that these and companions reach.
double LatentBlock::gradient_by_graph(double* gradient) {
  const double* x = x_.data();
  for (const auto& p : predictor_.parts) {
    std::copy_n(x, p.size(), values_.data() + model_.offset(p.parameter));
    x += p.size();
  }
  const double density = gradient_.log_conditional(values_.data(), adjoint_.data(), work_);
  for (const auto& p : predictor_.parts)
    gradient = std::copy_n(adjoint_.data() + model_.offset(p.parameter), p.size(), gradient);
  return density;
}

/// The same up to a constant, from the likelihood and the map's own priors.
double LatentBlock::gradient_by_parts(double* gradient) {
  const std::size_t at = model_.offset(predictor_.path.linear);
  const Factor& factor = model_.factors()[predictor_.path.factor];
  find_predictor(x_.data(), values_.data() + at);
  std::fill_n(adjoint_.data() + at, factor.size, 0.0);
  double* slopes[max_arguments] = {};
  slopes[predictor_.path.argument] = adjoint_.data() + at;
  const double likelihood = add_factor_slopes(model_, values_.data(), factor, slopes);
  map_.columns().transposed(adjoint_.data() + at, gradient);
  map_.add_prior_slope(x_.data(), gradient);
  ++work_.evaluations;
  work_.rows += factor.size;
  work_.products += 2 * map_.columns().products();
  return likelihood + map_.log_prior(x_.data());
}

/// Log density in z, and its gradient less that of a standard normal.
double LatentBlock::gradient_at(const double* z, double* gradient) {
  place_coefficients(z);
  double density = 0;
  if (companions_.count() > 0) density = companions_.place(z + map_.size(), values_.data());
  if (!jacobian_) density = 0;
  density += by_parts_ && !rows_.exact() ? gradient_by_parts(gradient) : gradient_by_graph(gradient);
  count_look();
  if (companions_.count() > 0)
    companions_.to_w(values_.data(), adjoint_.data(), gradient, gradient + map_.size());
  map_.to_z(gradient);
  for (std::size_t j = 0; j < z_.size(); ++j) gradient[j] += z[j];
  work_.products += 2 * map_.factor().solve_products();
  return density;
}

/// Leapfrog steps that follow a standard normal exactly and are kicked by the rest (Shahbaba et al. 2014): somewhat more than a
/// quarter of an orbit, after which a standard normal is on the other side of its mean, `overshoot` as far on average.
void LatentBlock::move_coefficients(Rng& rng, bool learn) {
  std::copy_n(view_.values(), values_.size(), values_.begin());
  start_ = z_;
  double energy = gradient_at(z_.data(), slope_.data());
  for (double& p : momentum_) {
    p = rng.normal();
    energy -= 0.5 * p * p;
  }
  const double angle = (0.5 + 0.2 * rng.uniform()) * std::numbers::pi;
  const int steps = std::clamp(static_cast<int>(std::ceil(angle / step_)), 1, max_steps);
  const double c = std::cos(angle / steps), s = std::sin(angle / steps), kick = angle / steps;
  double reached = -inf;
  for (int t = 0; t < steps; ++t) {
    for (std::size_t j = 0; j < z_.size(); ++j) {
      const double p = momentum_[j] + 0.5 * kick * slope_[j];
      momentum_[j] = c * p - s * z_[j];
      z_[j] = c * z_[j] + s * p;
    }
    reached = gradient_at(z_.data(), slope_.data());
    if (!std::isfinite(reached)) break;
    for (std::size_t j = 0; j < z_.size(); ++j) momentum_[j] += 0.5 * kick * slope_[j];
  }
  double change = reached - energy;
  for (double p : momentum_) change -= 0.5 * p * p;
  const double acceptance = std::isfinite(change) ? std::min(1.0, std::exp(change)) : 0.0;
  if (!(rng.uniform() < acceptance))
    z_ = start_;
  else if (companions_.count() > 0)
    companions_.write(z_.data() + map_.size(), view_);
  place_coefficients(z_.data());
  write(x_.data());
  if (!learn) return;
  averaging_.learn(acceptance);
  step_ = std::clamp(averaging_.step(), shortest_step, 0.5 * std::numbers::pi);
}

}  // namespace cggibbs
