// Scales by slices with z held, z by rotations with kicks from what is not Gaussian.
#include "samplers/latent/latent_block.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "graph/transform.hpp"
#include "samplers/scalar/slice.hpp"

namespace cggibbs {
namespace {

constexpr int max_steps = 64;
constexpr double shortest_step = 0.02;

std::vector<NodeId> parameters_of(const LinearPredictor& predictor) {
  std::vector<NodeId> out;
  for (const auto& p : predictor.parts) out.push_back(p.parameter);
  return out;
}

void add_unique(std::vector<NodeId>& to, const std::vector<NodeId>& from) {
  for (NodeId v : from)
    if (std::find(to.begin(), to.end(), v) == to.end()) to.push_back(v);
}

/// A scale that the predictor reads is left to others. So is one that the likelihood reads beside it, unless that is normal:
/// working rows know no other terms.
std::vector<NodeId> scales_of(const Model& model, const LinearPredictor& predictor, const WorkingRows& rows) {
  std::vector<NodeId> out;
  for (const auto& p : predictor.parts) {
    add_unique(out, p.scales);
    add_unique(out, p.correlations);
  }
  add_unique(out, rows.deviation());
  std::erase_if(out, [&](NodeId scale) {
    if (model.node(scale).as<ParameterNode>()->support == SupportKind::integer) return true;
    const BlockView reach(model, {scale});
    const auto& nodes = reach.nodes();
    const auto& factors = reach.factors();
    return std::binary_search(nodes.begin(), nodes.end(), predictor.path.linear) ||
           (!rows.exact() && std::binary_search(factors.begin(), factors.end(), predictor.path.factor));
  });
  return out;
}

/// Nodes that the scales reach, in order; coefficients reach the linear node and maps on its path alone.
std::vector<NodeId> beside_path(const BlockView& view, const PredictorPath& path) {
  std::vector<NodeId> out = view.nodes();
  std::erase_if(out, [&](NodeId v) {
    return v == path.linear || std::find(path.maps.begin(), path.maps.end(), v) != path.maps.end();
  });
  return out;
}

std::size_t dimension(const Model& model, const std::vector<NodeId>& parameters) {
  std::size_t d = 0;
  for (NodeId p : parameters) d += model.node(p).size;
  return d;
}

std::vector<NodeId> joined(std::vector<NodeId> a, const std::vector<NodeId>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

}  // namespace

LatentBlock::LatentBlock(const Model& model, LinearPredictor predictor, bool jacobian)
    : model_(model),
      predictor_(std::move(predictor)),
      jacobian_(jacobian),
      coefficients_(parameters_of(predictor_)),
      scales_(scales_of(model, predictor_, WorkingRows(model, predictor_.path))),
      view_(model, joined(scales_, coefficients_)),
      follow_(beside_path(view_, predictor_.path)),
      gradient_(model, coefficients_),
      likelihood_(model, predictor_.path),
      rows_(model, predictor_.path),
      map_(model, predictor_),
      beside_(model, view_, predictor_),
      by_sums_(rows_.exact()),
      // Proposals that ignore what is not normal are refused the more often the more there is.
      independent_(by_sums_ && beside_.coefficients() <= 2),
      axes_(dimension(model, scales_)),
      fixed_(predictor_.path.rows),
      logs_(axes_.count()),
      tried_(axes_.count()) {
  for (auto* v : {&x_, &z_, &momentum_, &slope_, &start_}) v->resize(map_.size());
  averaging_.restart(step_);
  if (rows_.exact()) map_.set_weights(rows_.weights().data());
  for (double w : rows_.weights()) total_weight_ += w;
}

void LatentBlock::save(Writer& w) const {
  Block::save(w);
  w(averaging_, step_, next_build_, started_, turn_, by_sums_, independent_);
  rows_.save(w);
  axes_.save(w);
}

void LatentBlock::load(Reader& r) {
  Block::load(r);
  r(averaging_, step_, next_build_, started_, turn_, by_sums_, independent_);
  rows_.load(r);
  axes_.load(r);
  if (started_ && !rows_.exact()) map_.set_weights(rows_.weights().data());
}

void LatentBlock::freeze() {
  step_ = std::clamp(averaging_.average(), shortest_step, 0.5 * std::numbers::pi);
}

void LatentBlock::write(const double* x) {
  for (const auto& p : predictor_.parts) {
    std::copy_n(x, p.size(), view_[p.parameter]);
    x += p.size();
  }
}

void LatentBlock::read(double* x) const {
  for (const auto& p : predictor_.parts) x = std::copy_n(view_[p.parameter], p.size(), x);
}

void LatentBlock::update(State& state, Rng& rng, bool learn) {
  view_.open(state);
  values_ = state.values;
  adjoint_.resize(values_.size());
  if (!prepare(rng, learn)) return view_.revert();
  if (!scales_.empty()) move_scales(rng, learn);
  if (independent_)
    draw_coefficients(rng);
  else
    move_coefficients(rng, learn);
  view_.commit();
  ++work_.commits;
  if (learn && !scales_.empty()) {
    read_scales();
    axes_.learn(logs_.data());
  }
}

/// The map at the scales as they are, and where the coefficients are in it.
bool LatentBlock::prepare(Rng& rng, bool learn) {
  read(x_.data());
  std::fill(slope_.begin(), slope_.end(), 0.0);
  write(slope_.data());
  view_.follow(predictor_.path.linear);
  std::copy_n(view_[predictor_.path.linear], fixed_.size(), fixed_.begin());
  write(x_.data());
  view_.follow(predictor_.path.linear);
  if (!rows_.exact()) {
    if (learn && !started_) find_mode(rng);
    if (learn) learn_rows();
    if (!started_ && !learn) expand_at_zero();
  }
  use_rows();
  if (!map_.at(view_, rows_.scale(view_.values()))) return false;
  // Sums tell the density only as long as the factor is exact; rows do with any factor.
  if (by_sums_ && map_.arrow().lost_digits() && (learn || !started_)) by_sums_ = independent_ = false;
  started_ = true;
  map_.standardize(x_.data(), z_.data());
  work_.products += map_.arrow().factor_products() + 3 * map_.arrow().solve_products();
  return true;
}

/// Newton's method with halved steps from the start, at the scales of the start, and a draw around where it ends.
void LatentBlock::find_mode(Rng& rng) {
  double here = 0;
  for (int k = 0; k < 50; ++k) {
    std::copy_n(view_.values(), values_.size(), values_.begin());
    expand();
    use_rows();
    if (!map_.at(view_, rows_.scale(view_.values()))) return;
    std::fill(z_.begin(), z_.end(), 0.0);
    map_.coefficients(z_.data(), start_.data());
    double better = -inf;
    for (double share = 1; share > 1e-4 && !(better > here); share /= 2) {
      for (std::size_t j = 0; j < x_.size(); ++j) momentum_[j] = x_[j] + share * (start_[j] - x_[j]);
      write(momentum_.data());
      better = view_.change(work_);
    }
    if (!(better > here)) {
      write(x_.data());
      view_.change(work_);
      break;
    }
    x_ = momentum_;
    if (better - here < 0.01) break;
    here = better;
  }
  for (double& z : z_) z = rng.normal();
  map_.coefficients(z_.data(), start_.data());
  write(start_.data());
  if (std::isfinite(view_.change(work_))) x_ = start_;
  write(x_.data());
  view_.change(work_);
}

/// The working rows of the values at hand.
void LatentBlock::expand() {
  gradient_.log_conditional(values_.data(), adjoint_.data(), work_);
  const std::size_t at = model_.offset(predictor_.path.linear);
  rows_.look(values_.data(), values_.data() + at, adjoint_.data() + at);
  map_.set_weights(rows_.weights().data());
}

/// Without warmup: around no coefficients at all, as the map may not depend on what it moves.
void LatentBlock::expand_at_zero() {
  std::copy_n(view_.values(), values_.size(), values_.begin());
  for (const auto& p : predictor_.parts)
    std::fill_n(values_.begin() + static_cast<std::ptrdiff_t>(model_.offset(p.parameter)), p.size(), 0.0);
  expand();
}

/// Averages over states of warmup; the map follows them ever more rarely.
void LatentBlock::learn_rows() {
  std::copy_n(view_.values(), values_.size(), values_.begin());
  gradient_.log_conditional(values_.data(), adjoint_.data(), work_);
  const std::size_t at = model_.offset(predictor_.path.linear);
  rows_.learn(values_.data(), values_.data() + at, adjoint_.data() + at);
  if (rows_.seen() < next_build_) return;
  next_build_ = rows_.seen() + std::max<std::size_t>(1, rows_.seen() / 3);
  rows_.adopt();
  map_.set_weights(rows_.weights().data());
}

void LatentBlock::use_rows() {
  if (!rows_.exact()) return map_.set_pull(rows_.pull(view_.values(), fixed_.data()).data());
  // From where the coefficients are: sums of squares of the size that residuals have.
  const double* eta = view_[predictor_.path.linear];
  const auto& pull = rows_.pull(view_.values(), eta);
  const auto& weights = rows_.weights();
  residual_squares_ = 0;
  for (std::size_t i = 0; i < pull.size(); ++i)
    if (weights[i] > 0) residual_squares_ += pull[i] * pull[i] / weights[i];
  map_.set_pull(pull.data(), x_.data());
}

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

/// Of any other, up to terms that the moves leave alone.
double LatentBlock::density_by_rows() {
  map_.coefficients(z_.data(), x_.data());
  write(x_.data());
  if (rows_.exact()) return view_.change(work_);  // with all terms of its deviation
  view_.follow(predictor_.path.linear);
  for (const auto& p : predictor_.parts) work_.rows += p.columns->entries();
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

double LatentBlock::density_at(const std::vector<double>& logs) {
  double volume = write_scales(logs);
  if (!std::isfinite(volume)) return -inf;
  for (NodeId v : follow_) view_.follow(v);
  work_.products += map_.arrow().factor_products() + 3 * map_.arrow().solve_products();
  if (!map_.at(view_, rows_.scale(view_.values()))) return -inf;
  if (jacobian_) volume += map_.log_volume();
  ++work_.evaluations;
  if (by_sums_ && map_.arrow().lost_digits()) return -inf;
  const double total = volume + (by_sums_ ? normal_density() : density_by_rows());
  return total < inf ? total : -inf;
}

/// A proposal from what warmup has seen, and every other time a slice along one axis, in turn; without proposals along every axis.
void LatentBlock::move_scales(Rng& rng, bool learn) {
  read_scales();
  here_ = density_at(logs_);
  if (!std::isfinite(here_)) return;
  if (axes_.proposes()) {
    const std::size_t turn = turn_++;
    if (turn % 2 == 0) slice_scales(turn / 2 % axes_.count(), rng, learn);
    propose_scales(rng);
  } else {
    for (std::size_t k = 0; k < axes_.count(); ++k) slice_scales(k, rng, learn);
  }
  density_at(logs_);
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
  axes_.propose(rng, tried_.data());
  const double there = density_at(tried_);
  const double change = there - here_ + axes_.log_proposal(logs_.data()) - axes_.log_proposal(tried_.data());
  if (!(std::log(rng.uniform()) < change)) return;
  logs_ = tried_;
  here_ = there;
}

/// Of a normal model: from their law given the scales, corrected for what is not normal.
void LatentBlock::draw_coefficients(Rng& rng) {
  const auto beside = [&](const double* z) {
    map_.coefficients(z, x_.data());
    write(x_.data());
    return beside_.coefficients() > 0 ? beside_.value(view_) + beside_.correction(map_, x_.data()) : 0.0;
  };
  const double here = beside_.coefficients() > 0 ? beside(z_.data()) : 0.0;
  for (double& z : start_) z = rng.normal();
  const double there = beside(start_.data());
  if (beside_.coefficients() == 0 || std::log(rng.uniform()) < there - here)
    z_ = start_;
  else
    beside(z_.data());
}

/// Log density in z, and its gradient less that of a standard normal.
double LatentBlock::gradient_at(const double* z, double* gradient) {
  map_.coefficients(z, x_.data());
  const double* x = x_.data();
  for (const auto& p : predictor_.parts) {
    std::copy_n(x, p.size(), values_.data() + model_.offset(p.parameter));
    x += p.size();
  }
  const double density = gradient_.log_conditional(values_.data(), adjoint_.data(), work_);
  for (const auto& p : predictor_.parts)
    gradient = std::copy_n(adjoint_.data() + model_.offset(p.parameter), p.size(), gradient);
  gradient -= map_.size();
  map_.to_z(gradient);
  for (std::size_t j = 0; j < map_.size(); ++j) gradient[j] += z[j];
  work_.products += 2 * map_.arrow().solve_products();
  return density;
}

/// Leapfrog steps that follow a standard normal exactly and are kicked by the rest (Shahbaba et al. 2014): about a quarter of
/// an orbit, after which a standard normal has forgotten where it was.
void LatentBlock::move_coefficients(Rng& rng, bool learn) {
  std::copy_n(view_.values(), values_.size(), values_.begin());
  start_ = z_;
  double energy = gradient_at(z_.data(), slope_.data());
  for (double& p : momentum_) {
    p = rng.normal();
    energy -= 0.5 * p * p;
  }
  const double angle = (0.4 + 0.2 * rng.uniform()) * std::numbers::pi;
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
  if (!(rng.uniform() < acceptance)) z_ = start_;
  map_.coefficients(z_.data(), x_.data());
  write(x_.data());
  if (!learn) return;
  averaging_.learn(acceptance);
  step_ = std::clamp(averaging_.step(), shortest_step, 0.5 * std::numbers::pi);
}

}  // namespace cggibbs
