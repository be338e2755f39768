// Slices and exact draws of many elements, round by round.
#include "samplers/joint/array_block.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>

#include "base/draw_index.hpp"
#include "graph/structure.hpp"
#include "samplers/choose/registry.hpp"
#include "samplers/over_relaxation.hpp"
#include "samplers/scalar/conjugate.hpp"
#include "samplers/scalar/coordinate_line.hpp"
#include "samplers/scalar/whole_numbers.hpp"

namespace cggibbs {

ArrayBlock::ArrayBlock(const Model& model, Conditionals conditionals, const SliceRule& rule, double width,
                       double tilt)
    : parameters_{conditionals.parameter()},
      conditionals_(std::move(conditionals)),
      rule_(rule),
      tilt_(tilt),
      form_(model.structure().conjugate(parameters_[0])),
      body_(model.node(parameters_[0]).as<ParameterNode>()),
      log_scale_(body_->support == SupportKind::positive) {
  const std::size_t n = conditionals_.size();
  widths_.assign(n, SliceWidth(width));
  mirrors_.resize(n);
  laws_.resize(n);
  for (auto* v : {&start_, &base_, &value_, &gained_, &level_, &left_, &right_, &moved_}) v->resize(n);
  left_steps_.resize(n);
  right_steps_.resize(n);
  for (auto* v : {&at_, &scaled_, &out_}) v->reserve(n);
  looks_.resize(most_looks * n);
  seen_.resize(most_looks * n);
  all_.resize(n);
  std::iota(all_.begin(), all_.end(), 0U);
  for (auto* v : {&waiting_, &stepping_, &active_, &next_}) v->reserve(n);
  if (body_->support == SupportKind::integer)
    log_weights_.resize(n * (static_cast<std::size_t>(body_->upper - body_->lower) + 1));
}

void ArrayBlock::save(Writer& w) const {
  Block::save(w);
  w(widths_, mirrors_, sweeps_);
}

void ArrayBlock::load(Reader& r) {
  Block::load(r);
  r.fill(widths_, mirrors_);
  r(sweeps_);
}

/// out_ at at_, which follows `which`.
void ArrayBlock::evaluate(const Elements& which) {
  out_.resize(which.size());
  conditionals_.log_densities(which, at_, out_, work_);
  if (tilt_ != 0)
    for (std::size_t i = 0; i < which.size(); ++i) out_[i] += tilt_ * at_[i];
}

/// What evaluate() finds at these points of the lines that slices are taken along, less what it is at their start.
void ArrayBlock::evaluate_lines(const Elements& which) {
  if (!log_scale_) {
    evaluate(which);
  } else {
    scaled_ = at_;
    for (std::size_t i = 0; i < which.size(); ++i)
      at_[i] = is_too_far(scaled_[i], start_[which[i]], learn_) ? -1 : std::exp(scaled_[i]);
    evaluate(which);  // -1 has no density
    std::swap(at_, scaled_);
    // The Jacobian of exp, as in CoordinateLine.
    for (std::size_t i = 0; i < which.size(); ++i) out_[i] += at_[i] - start_[which[i]];
  }
  for (std::size_t i = 0; i < which.size(); ++i) out_[i] -= base_[which[i]];
}

/// Moves one end of the intervals of these outwards while it is in the slice.
void ArrayBlock::step_out(const Elements& which, bool left) {
  auto& ends = left ? left_ : right_;
  auto& steps = left ? left_steps_ : right_steps_;
  active_.clear();
  for (std::uint32_t k : which)
    if (steps[k] > 0) active_.push_back(k);
  while (!active_.empty()) {
    at_.clear();
    for (std::uint32_t k : active_) at_.push_back(ends[k]);
    evaluate_lines(active_);
    next_.clear();
    for (std::size_t i = 0; i < active_.size(); ++i) {
      const std::uint32_t k = active_[i];
      if (!(out_[i] > level_[k])) continue;
      ends[k] += left ? -widths_[k].width() : widths_[k].width();
      if (--steps[k] > 0) next_.push_back(k);
    }
    std::swap(active_, next_);
  }
}

/// slice_step of each: the same draws of random numbers, but in rounds. Leaves the new places in moved_ and value_.
void ArrayBlock::slice(const Elements& which, Rng& rng) {
  for (std::uint32_t k : which) {
    start_[k] = log_scale_ ? std::log(value_[k]) : value_[k];
    level_[k] = -rng.exponential();
    const double width = widths_[k].width();
    left_[k] = start_[k] - width * rng.uniform();
    right_[k] = left_[k] + width;
    left_steps_[k] = static_cast<int>(rng.below(static_cast<std::uint64_t>(rule_.max_steps)));
    right_steps_[k] = rule_.max_steps - 1 - left_steps_[k];
  }
  step_out(which, true);
  step_out(which, false);
  active_ = which;
  while (!active_.empty()) {
    at_.clear();
    for (std::uint32_t k : active_) at_.push_back(left_[k] + rng.uniform() * (right_[k] - left_[k]));
    evaluate_lines(active_);
    next_.clear();
    for (std::size_t i = 0; i < active_.size(); ++i) {
      const std::uint32_t k = active_[i];
      if (out_[i] > level_[k]) {
        moved_[k] = at_[i];
        gained_[k] = out_[i];
      } else if (at_[i] == start_[k] || !(left_[k] < right_[k])) {
        moved_[k] = start_[k];  // rounding has brought the interval down to the start itself
        gained_[k] = 0;
      } else {
        (at_[i] < start_[k] ? left_ : right_)[k] = at_[i];
        next_.push_back(k);
      }
    }
    std::swap(active_, next_);
  }
  for (std::uint32_t k : which) {
    if (learn_) {
      widths_[k].learn(moved_[k] - start_[k]);
      mirrors_[k].learn_slice(moved_[k] - start_[k]);
    }
    if (moved_[k] == start_[k]) continue;
    value_[k] = log_scale_ ? std::exp(moved_[k]) : moved_[k];
    base_[k] += gained_[k] - (log_scale_ ? moved_[k] - start_[k] : 0);
  }
}

/// mirror_step of each. What the parabola needs is kept in left_ and right_, the density at the new place in gained_.
void ArrayBlock::mirror(const Elements& which, Rng& rng) {
  const auto look = [&](const Elements& these, const std::vector<double>& around, double side,
                        std::vector<double>& seen) {
    at_.clear();
    for (std::uint32_t k : these) at_.push_back(around[k] + side * MirrorUse::reach * widths_[k].width());
    evaluate_lines(these);
    for (std::size_t i = 0; i < these.size(); ++i) seen[these[i]] = out_[i];
  };
  const auto law = [&](std::uint32_t k, double x, double here) {
    return mirror_law(x, MirrorUse::reach * widths_[k].width(), left_[k], here, right_[k]);
  };
  for (std::uint32_t k : which) start_[k] = log_scale_ ? std::log(value_[k]) : value_[k];
  look(which, start_, -1, left_);
  look(which, start_, 1, right_);
  active_.clear();
  next_.clear();
  for (std::uint32_t k : which) {
    const auto go = law(k, start_[k], 0);
    if (!go) {
      next_.push_back(k);
      continue;
    }
    laws_[k] = *go;
    moved_[k] = go->draw(rng);
    active_.push_back(k);
  }
  if (learn_)
    for (std::uint32_t k : next_) mirrors_[k].learn(0, 0);
  if (active_.empty()) return;
  look(active_, moved_, 0, gained_);
  look(active_, moved_, -1, left_);
  look(active_, moved_, 1, right_);
  for (std::uint32_t k : active_) {
    const auto back = gained_[k] > -inf ? law(k, moved_[k], gained_[k]) : std::nullopt;
    const double gain =
        back ? gained_[k] + back->log_density(start_[k]) - laws_[k].log_density(moved_[k]) : -inf;
    const double acceptance = std::exp(std::min(0.0, gain));
    const bool taken = rng.uniform() < acceptance;
    if (learn_) mirrors_[k].learn(acceptance, taken ? moved_[k] - start_[k] : 0);
    if (taken) value_[k] = log_scale_ ? std::exp(moved_[k]) : moved_[k];
  }
}

/// Those in waiting_: by mirror steps, where it is their turn and they pay, else by slices. Where many have to be sliced the rest may
/// as well be: passes are the same for few and for all.
void ArrayBlock::move(Rng& rng) {
  constexpr double most = 0.8;
  if (MirrorUse::is_turn(++sweeps_, learn_)) {
    const auto steps = [&](std::uint32_t k) { return learn_ || mirrors_[k].pays(); };
    stepping_.clear();
    std::copy_if(waiting_.begin(), waiting_.end(), std::back_inserter(stepping_), steps);
    if (!stepping_.empty() &&
        static_cast<double>(stepping_.size()) >= most * static_cast<double>(waiting_.size())) {
      std::erase_if(waiting_, steps);
      mirror(stepping_, rng);
    }
  }
  // In warmup an element far from where its conditional is moves again: see GibbsCore.
  constexpr double much = 10;
  for (int moves = learn_ ? 40 : 1; moves > 0 && !waiting_.empty(); --moves) {
    slice(waiting_, rng);
    std::erase_if(waiting_, [&](std::uint32_t k) { return gained_[k] <= much; });
  }
}

/// Those whose conditional could not be drawn from stay in waiting_.
void ArrayBlock::draw_exactly(Rng& rng) {
  const detail::Ends ends{body_->lower, body_->upper};
  const std::size_t n = all_.size();
  std::size_t looks = 0;
  for (std::uint32_t k : all_) {
    const auto first = detail::first_looks(form_, value_[k], widths_[k].width(), ends);
    looks = first.count;
    for (std::size_t l = 0; l < looks; ++l) looks_[l * n + k] = first.at[l];
  }
  for (std::size_t l = 0; l < looks; ++l) {
    at_.assign(looks_.begin() + static_cast<std::ptrdiff_t>(l * n),
               looks_.begin() + static_cast<std::ptrdiff_t>((l + 1) * n));
    evaluate(all_);
    std::copy(out_.begin(), out_.end(), seen_.begin() + static_cast<std::ptrdiff_t>(l * n));
  }
  waiting_.clear();
  for (std::uint32_t k : all_) {
    const auto delta = [&](double x) {
      for (std::size_t l = 0; l < looks; ++l)
        if (looks_[l * n + k] == x) return seen_[l * n + k] - base_[k];
      active_.assign(1, k);
      at_.assign(1, x);
      evaluate(active_);
      return out_[0] - base_[k];
    };
    const auto draw = conjugate_draw(form_, value_[k], delta, rng, widths_[k].width(), ends,
                                     learn_ ? Side::any : Side::opposite);
    if (!draw) {
      waiting_.push_back(k);
      continue;
    }
    if (learn_ && form_ == DensityForm::quadratic) widths_[k].learn(*draw - value_[k]);
    value_[k] = *draw;
  }
}

void ArrayBlock::draw_whole_numbers(Rng& rng) {
  const std::size_t values = log_weights_.size() / all_.size();
  for (std::size_t v = 0; v < values; ++v) {
    at_.assign(all_.size(), body_->lower + static_cast<double>(v));
    evaluate(all_);
    for (std::uint32_t k : all_) log_weights_[k * values + v] = out_[k];
  }
  for (std::uint32_t k : all_) {
    const auto now = static_cast<std::size_t>(value_[k] - body_->lower);
    const auto next = redraw_index({&log_weights_[k * values], values}, now, learn_ ? 0 : overshoot, rng);
    value_[k] = body_->lower + static_cast<double>(next);
  }
}

void ArrayBlock::update(State& state, Rng& rng, bool learn) {
  learn_ = learn;
  conditionals_.open(state);
  std::copy(conditionals_.current().begin(), conditionals_.current().end(), value_.begin());
  if (body_->support == SupportKind::integer) {
    draw_whole_numbers(rng);
  } else {
    at_ = value_;
    evaluate(all_);
    base_.assign(out_.begin(), out_.end());
    waiting_ = all_;
    if (form_ != DensityForm::other) draw_exactly(rng);
    move(rng);
  }
  conditionals_.commit(value_, work_);
}

std::vector<std::unique_ptr<Block>> make_array_blocks(const Model& model, const std::vector<NodeId>& members,
                                                      const SliceRule& rule, double width) {
  std::vector<std::unique_ptr<Block>> blocks;
  std::vector<NodeId> long_ones;
  for (NodeId p : members)
    if (may_move_together(model, p, rule)) long_ones.push_back(p);
  if (long_ones.empty()) return blocks;
  const Plan plan(model);
  for (NodeId p : long_ones)
    if (auto conditionals = Conditionals::of(model, plan, p))
      blocks.push_back(std::make_unique<ArrayBlock>(model, std::move(*conditionals), rule, width));
  return blocks;
}

bool may_move_together(const Model& model, NodeId parameter, const SliceRule& rule) {
  constexpr std::size_t fewest = 8;  // below it passes take longer than one element after the other
  const Node& node = model.node(parameter);
  const auto& body = *node.as<ParameterNode>();
  if (node.size < fewest) return false;
  if (body.support == SupportKind::integer) return has_few_values(body.lower, body.upper);
  return rule.kind == SliceKind::stepping;
}

double array_cost(const Model& model, const Plan& plan, NodeId parameter, const SliceRule& rule) {
  if (!may_move_together(model, parameter, rule)) return inf;
  const auto all = Conditionals::of(model, plan, parameter);
  if (!all) return inf;
  const auto& body = *model.node(parameter).as<ParameterNode>();
  const auto rows = static_cast<double>(all->rows());
  const double pass = static_cast<double>(all->visits()) * evaluation_overhead;
  if (body.support == SupportKind::integer) return (body.upper - body.lower + 2) * (rows + pass);
  // Few elements are left in the last rounds.
  constexpr double rounds = 15;
  const bool exact = model.structure().conjugate(parameter) != DensityForm::other;
  return exact ? (exact_evaluations + 1) * (rows + pass) : slice_evaluations * rows + rounds * pass;
}

}  // namespace cggibbs
