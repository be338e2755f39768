// Sticks, labels, atoms and what atoms share, in turn.
#include "samplers/dirichlet/dirichlet_block.hpp"

#include <algorithm>
#include <cmath>

#include "base/draw_index.hpp"
#include "distributions/draw_between.hpp"
#include "graph/structure.hpp"
#include "samplers/scalar/coordinate_line.hpp"
#include "samplers/scalar/slice.hpp"

namespace cggibbs {
namespace {

Plan plan_without(const Model& model, const DirichletLabels& labels) {
  Plan plan(model);
  plan.leave_out(labels.z, labels.factor);
  return plan;
}

}  // namespace

DirichletBlock::DirichletBlock(const Model& model, DirichletLabels labels, Settings settings)
    : model_(model),
      labels_(std::move(labels)),
      settings_(settings),
      plan_(plan_without(model, labels_)),
      size_(labels_.size),
      weight_(labels_.size),
      slices_(labels_.size),
      log_weights_(labels_.size) {
  for (auto* v : {&occupied_, &occupied_sizes_, &choices_}) v->reserve(labels_.size);
  sticks_.reserve(labels_.size);
  parameters_.push_back(labels_.z);
  for (const auto& atoms : labels_.atoms) {
    parameters_.push_back(atoms.parameter);
    widths_.emplace_back(1.0);
    for (const auto& prior : labels_.priors)
      if (model.factors()[prior.factor].args[0] == atoms.parameter) prior_of_.push_back(prior.factor);
  }
  for (NodeId p : labels_.shared) {
    views_.emplace_back(model, std::vector<NodeId>{p});
    shared_.emplace_back();
    for (std::uint32_t k = 0; k < model.node(p).size; ++k) shared_.back().push_back({{p, k}});
  }
}

void DirichletBlock::save(Writer& w) const {
  Block::save(w);
  w(widths_, learned_, learned_stays_);
  for (const auto& all : shared_)
    for (const auto& s : all) w(s.width);
}

void DirichletBlock::load(Reader& r) {
  Block::load(r);
  r.fill(widths_);
  r(learned_, learned_stays_);
  for (auto& all : shared_)
    for (auto& s : all) r(s.width);
}

void DirichletBlock::update(State& state, Rng& rng, bool learn) {
  open(state);
  count_labels();
  counts_.stayed = !draw_sticks(rng);
  if (!counts_.stayed) draw_labels(rng);
  if (learn) {
    ++learned_;
    learned_stays_ += counts_.stayed;
  }
  constexpr double rare = 0.05;
  if (settings_.always_pass || static_cast<double>(learned_stays_) > rare * static_cast<double>(learned_))
    pass_one_by_one(rng);
  close_ranks();
  move_atoms(rng, learn);
  for (std::size_t i = 0; i < shared_.size(); ++i)
    for (auto& s : shared_[i]) move_shared(s, views_[i], rng, learn);
  // All of what no draw has: what was occupied or looked at, what a shared parameter has moved under, and what nothing else moves.
  if (settings_.redraw_left)
    for (auto k = static_cast<std::uint32_t>(counts_.occupied); k < labels_.size; ++k) redraw(k, rng);
  recompute_factor(model_, state, labels_.factor);
  for (const auto& prior : labels_.priors) recompute_factor(model_, state, prior.factor);
  work_ += conditional_->work();
  conditional_->work() = {};
}

void DirichletBlock::open(State& state) {
  if (state_ != &state) {
    conditional_.emplace(model_, plan_, state);
    state_ = &state;
  } else {
    conditional_->sync();
  }
  counts_ = {};
}

std::uint32_t DirichletBlock::label_of(std::size_t i) const {
  return static_cast<std::uint32_t>(value(model_, state_->values.data(), labels_.z)[i]) - 1;
}

void DirichletBlock::count_labels() {
  std::fill(size_.begin(), size_.end(), 0);
  for (std::size_t i = 0; i < labels_.size; ++i) ++size_[label_of(i)];
  occupied_.clear();
  occupied_sizes_.clear();
  for (std::uint32_t k = 0; k < labels_.size; ++k) {
    if (size_[k] == 0) continue;
    occupied_.push_back(k);
    occupied_sizes_.push_back(size_[k]);
  }
  touched_ = occupied_.back() + 1;
}

bool DirichletBlock::draw_sticks(Rng& rng) {
  const double alpha = *value(model_, state_->values.data(), labels_.alpha);
  sticks_.draw(occupied_, occupied_sizes_, alpha, rng);
  for (const auto& s : sticks_.all()) weight_[s.label] = s.weight;
  double least = 1;
  for (std::size_t i = 0; i < labels_.size; ++i) {
    slices_[i] = settings_.slices_by_weight ? rng.uniform() * weight_[label_of(i)] : 0;
    least = std::min(least, slices_[i]);
  }
  if (settings_.break_sticks) {
    const std::size_t free = labels_.size - occupied_.size();
    if (!sticks_.break_until(settings_.slices_by_weight ? least : 0.01, free, alpha, rng)) {
      if (settings_.count_free) return false;
      sticks_.broken_off().resize(free);
    }
    std::uint32_t k = 0;
    for (auto& stick : sticks_.broken_off()) {
      while (size_[k] > 0) ++k;
      stick.label = k;
      redraw(k, rng);
      touched_ = std::max(touched_, ++k);
    }
    counts_.broken_off = sticks_.broken_off().size();
    sticks_.join();
  }
  sticks_.sort();
  return true;
}

void DirichletBlock::draw_labels(Rng& rng) {
  const auto& sticks = sticks_.all();
  for (std::size_t i = 0; i < labels_.size; ++i) {
    std::size_t n = 0;
    while (n < sticks.size() && sticks[n].weight > slices_[i]) ++n;
    if (n < 2) continue;
    conditional_->focus({labels_.z, static_cast<std::uint32_t>(i)});
    const std::uint32_t now = label_of(i);
    for (std::size_t s = 0; s < n; ++s)
      log_weights_[s] = sticks[s].label == now ? 0.0 : conditional_->delta(sticks[s].label + 1.0);
    move_label(i, now, sticks[draw_index({log_weights_.data(), n}, rng)].label);
  }
}

void DirichletBlock::move_label(std::size_t i, std::uint32_t from, std::uint32_t to) {
  if (from == to) return;
  conditional_->focus({labels_.z, static_cast<std::uint32_t>(i)});
  conditional_->commit(to + 1.0);
  --size_[from];
  ++size_[to];
}

void DirichletBlock::pass_one_by_one(Rng& rng) {
  const double alpha = *value(model_, state_->values.data(), labels_.alpha);
  for (std::size_t i = 0; i < labels_.size; ++i) {
    const std::uint32_t now = label_of(i);
    std::uint32_t fresh = now;  // the atom of one that is alone is the new one
    if (size_[now] > 1) {
      fresh = 0;
      while (size_[fresh] > 0) ++fresh;  // there is one, for two have the same
      redraw(fresh, rng);
      touched_ = std::max(touched_, fresh + 1);
    }
    conditional_->focus({labels_.z, static_cast<std::uint32_t>(i)});
    choices_.clear();
    for (std::uint32_t k = 0; k < touched_; ++k) {
      if (size_[k] == 0 && k != fresh) continue;
      const double prior = k == fresh ? alpha : size_[k] - (k == now ? 1.0 : 0.0);
      log_weights_[choices_.size()] = std::log(prior) + (k == now ? 0.0 : conditional_->delta(k + 1.0));
      choices_.push_back(k);
    }
    move_label(i, now, choices_[draw_index({log_weights_.data(), choices_.size()}, rng)]);
  }
}

/// Clusters with the highest labels take over those that are free below: the labels in use are 1..K.
void DirichletBlock::close_ranks() {
  std::uint32_t free = 0;
  for (std::uint32_t last = touched_; last > 0; --last) {
    const std::uint32_t k = last - 1;
    if (size_[k] == 0) continue;
    while (free < k && size_[free] > 0) ++free;
    if (free >= k) break;
    for (const auto& atoms : labels_.atoms)
      for (std::size_t e = 0; e < atoms.each; ++e) {
        const std::uint32_t from = atoms.elements[k * atoms.each + e],
                            to = atoms.elements[free * atoms.each + e];
        const double x = value(model_, state_->values.data(), atoms.parameter)[from];
        conditional_->focus({atoms.parameter, to});
        conditional_->commit(x);
      }
    for (std::size_t i = 0; i < labels_.size; ++i) {
      if (label_of(i) != k) continue;
      conditional_->focus({labels_.z, static_cast<std::uint32_t>(i)});
      conditional_->commit(free + 1.0);
    }
    std::swap(size_[free], size_[k]);
  }
  counts_.occupied = static_cast<std::size_t>(
      std::count_if(size_.begin(), size_.begin() + touched_, [](std::uint32_t n) { return n > 0; }));
}

void DirichletBlock::move_atoms(Rng& rng, bool learn) {
  for (std::size_t a = 0; a < labels_.atoms.size(); ++a) {
    const Atoms& atoms = labels_.atoms[a];
    for (std::size_t at = 0; at < counts_.occupied * atoms.each; ++at)
      move_coordinate({atoms.parameter, atoms.elements[at]}, widths_[a], rng, learn);
  }
}

void DirichletBlock::move_coordinate(Coordinate c, SliceWidth& width, Rng& rng, bool learn) {
  Conditional& conditional = *conditional_;
  conditional.focus(c, true);
  const DensityForm form = model_.structure().conjugate(c.parameter);
  if (form != DensityForm::other && move_exactly(conditional, form, width, rng, learn)) return;
  const CoordinateLine line(conditional, learn);
  const double moved = slice_step(line.start(), 0.0, line, width.width(), SliceRule{}, rng).x;
  if (learn) width.learn(moved - line.start());
  if (moved != line.start()) line.commit(moved);
}

/// Of what a shared parameter reaches, without the priors of atoms that no draw has.
double DirichletBlock::occupied_density(const BlockView& view) {
  double total = 0;
  for (const std::size_t f : view.factors()) {
    const Factor& factor = model_.factors()[f];
    const auto prior = std::find_if(labels_.priors.begin(), labels_.priors.end(),
                                    [&](const AtomFactor& p) { return p.factor == f; });
    if (prior == labels_.priors.end()) {
      total += factor_log_density(model_, view.values(), factor);
      work_.rows += factor.size;
    } else {
      const std::size_t count = counts_.occupied * prior->each;
      total += rows_.sum(model_, view.values(), factor, {prior->rows.data(), 0, count});
      work_.rows += count;
    }
  }
  ++work_.evaluations;
  return total;
}

void DirichletBlock::move_shared(Shared& s, BlockView& view, Rng& rng, bool learn) {
  view.open(*state_);
  const auto& p = *model_.node(s.coordinate.parameter).as<ParameterNode>();
  double& x = view[s.coordinate.parameter][s.coordinate.k];
  const double base = occupied_density(view);
  const bool log_scale = p.support == SupportKind::positive;
  const double start = log_scale ? std::log(x) : x;
  const double farthest = std::max(230.0, std::abs(start));
  const auto log_conditional = [&](double y) {
    if (log_scale && (std::abs(y) > farthest || (learn && std::abs(y - start) > warmup_reach))) return -inf;
    const double candidate = log_scale ? std::exp(y) : y;
    if (!in_support(p, candidate)) return -inf;
    x = candidate;
    for (NodeId v : view.nodes()) view.follow(v);
    const double change = occupied_density(view) - base + (log_scale ? y - start : 0);
    return change < inf ? change : -inf;
  };
  const double y = slice_step(start, 0.0, log_conditional, s.width.width(), SliceRule{}, rng).x;
  if (learn) s.width.learn(y - start);
  view.revert();
  if (y == start) return;
  // Atoms that no draw has may have no density now: they are drawn again, and the sums with them.
  conditional_->focus(s.coordinate);
  conditional_->commit(log_scale ? std::exp(y) : y);
}

void DirichletBlock::redraw(std::uint32_t k, Rng& rng) {
  for (std::size_t a = 0; a < labels_.atoms.size(); ++a) {
    const Atoms& atoms = labels_.atoms[a];
    const Factor& factor = model_.factors()[prior_of_[a]];
    const auto& p = *model_.node(atoms.parameter).as<ParameterNode>();
    for (std::size_t e = 0; e < atoms.each; ++e) {
      const std::uint32_t element = atoms.elements[k * atoms.each + e];
      ArgView views[max_arguments];
      factor_views(model_, state_->values.data(), factor, views);
      double parameters[max_arguments];
      for (std::size_t j = 1; j < factor.args.size(); ++j) parameters[j - 1] = views[j][element];
      const double x = draw_between(*factor.distribution, parameters, p.lower, p.upper, rng);
      if (!in_support(p, x)) continue;  // no number is drawn from a prior that is nothing but rounding
      conditional_->focus({atoms.parameter, element});
      conditional_->commit(x);
    }
  }
}

double dirichlet_bytes(const Model& model) {
  double total = 0;
  for (const auto& labels : model.structure().labels())
    total += 8.0 * static_cast<double>(model.state_size()) + 64.0 * static_cast<double>(labels.size);
  return total;
}

std::vector<std::unique_ptr<Block>> make_dirichlet_blocks(const Model& model) {
  std::vector<std::unique_ptr<Block>> out;
  for (const auto& labels : model.structure().labels())
    out.push_back(std::make_unique<DirichletBlock>(model, labels, DirichletBlock::Settings{}));
  return out;
}

}  // namespace cggibbs
