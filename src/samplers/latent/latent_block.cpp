// What the block moves, the map that it moves in, and how warmup finds it.
#include "samplers/latent/latent_block.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/settings_text.hpp"
#include "samplers/linear/improper.hpp"

namespace cggibbs {
namespace {

constexpr const char* lost_factor =
    "latent: columns times prior scales differ by so many orders of magnitude that the smaller ones are "
    "lost. "
    "Use `standardize=zscore`, or `sampler=newton`."_settings;
/// Scales may be out of reach for some sweeps of warmup, in which nothing moves; from a start to its end they are the data's.
constexpr int most_failures = 100;
/// Once companions move with the coefficients: against places that these moves seldom leave.
constexpr std::size_t sweeps_per_move_alone = 8;

std::vector<NodeId> parameters_of(const LinearPredictor& predictor) {
  std::vector<NodeId> out;
  for (const auto& p : predictor.parts) out.push_back(p.parameter);
  return out;
}

void add_unique(std::vector<NodeId>& to, const std::vector<NodeId>& from) {
  for (NodeId v : from)
    if (std::find(to.begin(), to.end(), v) == to.end()) to.push_back(v);
}

/// A scale that the predictor reads is left to others. So is one that the likelihood reads beside it, unless that is normal and
/// reads it in its deviation alone: working rows know no other terms.
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
    const NodeId variate = model.factors()[predictor.path.factor].args[0];
    return std::binary_search(nodes.begin(), nodes.end(), predictor.path.linear) || variate == scale ||
           std::binary_search(nodes.begin(), nodes.end(), variate) ||
           (!rows.exact() && std::binary_search(factors.begin(), factors.end(), predictor.path.factor));
  });
  return out;
}

/// Nodes that a view reaches, in order, less the linear node and the maps on its path.
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

bool is_plain(const Model& model, const LinearPredictor& predictor) {
  if (!predictor.path.direct() || !model.node(predictor.path.linear).as<LinearNode>()) return false;
  return std::all_of(predictor.parts.begin(), predictor.parts.end(), [&](const GaussianPart& p) {
    const auto readers = model.readers(p.parameter);
    return p.ties.empty() &&
           (p.kind == MixtureKind::flat ? readers.size() == 1 : is_normal(p) && readers.size() == 2);
  });
}

}  // namespace

LatentBlock::LatentBlock(const Model& model, LinearPredictor predictor, bool jacobian, double reluctance)
    : model_(model),
      predictor_(std::move(predictor)),
      jacobian_(jacobian),
      coefficients_(parameters_of(predictor_)),
      parameters_(coefficients_),
      scales_(scales_of(model, predictor_, WorkingRows(model, predictor_.path))),
      companions_(model, predictor_, joined(scales_, coefficients_), reluctance),
      view_(model, joined(joined(scales_, coefficients_), companions_.parameters())),
      follow_(beside_path(BlockView(model, joined(scales_, coefficients_)), predictor_.path)),
      follow_scales_(beside_path(BlockView(model, scales_), predictor_.path)),
      gradient_(model, joined(coefficients_, companions_.parameters())),
      likelihood_(model, predictor_.path),
      rows_(model, predictor_.path),
      map_(model, predictor_),
      beside_(model, BlockView(model, joined(scales_, coefficients_)), predictor_),
      by_parts_(is_plain(model, predictor_)),
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
  companions_.save(w);
  w(sweeps_);
  for (const auto& block : alone_) block->save(w);
}

void LatentBlock::load(Reader& r) {
  Block::load(r);
  r(averaging_, step_, next_build_, started_, turn_, by_sums_, independent_);
  rows_.load(r);
  axes_.load(r);
  companions_.load(r);
  r(sweeps_);
  for (const auto& block : alone_) block->load(r);
  if (started_ && !rows_.exact()) map_.set_weights(rows_.weights().data());
}

void LatentBlock::freeze() {
  for (const auto& block : alone_) block->freeze();
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

void LatentBlock::move_alone(std::vector<std::unique_ptr<Block>> blocks) {
  for (auto& block : blocks) {
    add_unique(parameters_, block->parameters());
    alone_.push_back(std::move(block));
  }
}

void LatentBlock::update(State& state, Rng& rng, bool learn) {
  view_.open(state);
  values_.resize(state.values.size());
  adjoint_.resize(values_.size());
  const bool ready = prepare(rng, learn);
  if (ready)
    move(rng, learn);
  else
    view_.revert();
  if (!ready && learn && ++failures_ == most_failures) throw UnsuitedSampler(lost_factor);
  move_companions_alone(state, rng, learn);
}

void LatentBlock::move(Rng& rng, bool learn) {
  failures_ = 0;
  if (!scales_.empty()) move_scales(rng, learn);
  if (independent_)
    draw_coefficients(rng);
  else
    move_coefficients(rng, learn);
  view_.commit();
  ++work_.commits;
  if (!learn) return;
  companions_.learn(view_, x_);
  if (scales_.empty()) return;
  read_scales();
  axes_.learn(logs_.data());
}

/// Together with the coefficients they get to the other side of their means, which a move by themselves in between would undo.
void LatentBlock::move_companions_alone(State& state, Rng& rng, bool learn) {
  if (companions_.count() > 0 && sweeps_++ % sweeps_per_move_alone != 0) return;
  for (const auto& block : alone_) {
    block->reset_work();
    block->update(state, rng, learn);
    work_ += block->work();
  }
}

/// The map at the scales as they are, and where the coefficients are in it.
bool LatentBlock::prepare(Rng& rng, bool learn) {
  read(x_.data());
  if (!rows_.exact() && !fixed_is_known_) find_fixed();
  if (!rows_.exact()) {
    if (learn && !started_) find_mode(rng);
    if (learn) learn_rows();
    // Without warmup: around no coefficients at all, as the map may not depend on what it moves.
    if (!started_ && !learn) expand(fixed_.data());
  }
  use_rows();
  to_origin();
  if (!map_.at(view_, rows_.scale(view_.values()))) return false;
  // Sums tell the density only as long as the factor is exact; rows do with any factor. After warmup it is too late for them:
  // where scales have come to by other moves the block stands still, as its own neither lead there nor away.
  if (by_sums_ && map_.factor().lost_digits()) {
    if (!learn && started_) return false;
    by_sums_ = independent_ = false;
  }
  started_ = true;
  count_look();
  for (auto* v : {&z_, &momentum_, &slope_, &start_}) v->resize(map_.size() + companions_.count());
  if (companions_.count() > 0) {
    companions_.standardize(view_, z_.data() + map_.size());
    companions_.follow(z_.data() + map_.size(), -1, x_.data());
  }
  map_.standardize(x_.data(), z_.data());
  work_.products += map_.products();
  return true;
}

/// Where the map reads ties: coefficients, and what these reach beside the predictor. Nothing else reads that before commit().
void LatentBlock::to_origin() {
  if (!map_.tied()) return;
  write(map_.origin().data());
  for (NodeId v : follow_) view_.follow(v);
}

/// The predictor without its coefficients, which stay as they are. Where nothing else adds to it that is a constant.
void LatentBlock::find_fixed() {
  std::fill(slope_.begin(), slope_.end(), 0.0);
  write(slope_.data());
  view_.follow(predictor_.path.linear);
  std::copy_n(view_[predictor_.path.linear], fixed_.size(), fixed_.begin());
  write(x_.data());
  view_.follow(predictor_.path.linear);
  if (const auto* linear = model_.node(predictor_.path.linear).as<LinearNode>())
    fixed_is_known_ = std::all_of(linear->terms.begin(), linear->terms.end(), [&](const LinearTerm& t) {
      return std::find(coefficients_.begin(), coefficients_.end(), t.source) != coefficients_.end();
    });
}

/// Newton's method with halved steps from the start, at the scales of the start, and a draw around where it ends.
void LatentBlock::find_mode(Rng& rng) {
  double here = 0;
  for (int k = 0; k < 50; ++k) {
    expand(view_[predictor_.path.linear]);
    use_rows();
    to_origin();
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

/// The working rows of this predictor, whose coefficients need not be those at hand.
void LatentBlock::expand(const double* eta) {
  rows_.look(view_.values(), eta);
  adopt_rows();
}

void LatentBlock::adopt_rows() {
  map_.set_weights(rows_.weights().data());
  pull_is_known_ = false;
}

/// Averages over states of warmup; the map follows them ever more rarely.
void LatentBlock::learn_rows() {
  rows_.learn(view_.values(), view_[predictor_.path.linear]);
  work_.rows += fixed_.size();
  if (rows_.seen() < next_build_) return;
  next_build_ = rows_.seen() + std::max<std::size_t>(1, rows_.seen() / 3);
  rows_.adopt();
  adopt_rows();
}

void LatentBlock::use_rows() {
  if (!rows_.exact()) {
    if (!pull_is_known_) map_.set_pull(rows_.pull(view_.values(), fixed_.data()).data());
    pull_is_known_ = fixed_is_known_;
    return;
  }
  // From where the coefficients are: sums of squares of the size that residuals have.
  const double* eta = view_[predictor_.path.linear];
  const auto& pull = rows_.pull(view_.values(), eta);
  const auto& weights = rows_.weights();
  residual_squares_ = 0;
  for (std::size_t i = 0; i < pull.size(); ++i)
    if (weights[i] > 0) residual_squares_ += pull[i] * pull[i] / weights[i];
  map_.set_pull(pull.data(), x_.data());
}

}  // namespace cggibbs
