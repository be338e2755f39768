// Sweeps over coordinates and blocks, and the dispatch from coordinate to kernel.
#include "samplers/gibbs.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/draw_index.hpp"
#include "samplers/choose/factory.hpp"
#include "samplers/over_relaxation.hpp"
#include "samplers/scalar/coordinate_line.hpp"
#include "samplers/scalar/random_walk.hpp"
#include "samplers/scalar/whole_numbers.hpp"

namespace cggibbs {

namespace {

/// The coordinates that no block has taken over.
std::vector<Coordinate> remaining(const Model& model, const std::vector<std::unique_ptr<Block>>& blocks) {
  std::vector<char> taken(model.nodes().size());
  for (const auto& b : blocks)
    if (!b->shares())
      for (NodeId p : b->parameters()) taken[p] = true;
  std::vector<Coordinate> out = model.coordinates();
  std::erase_if(out, [&](Coordinate c) { return taken[c.parameter]; });
  return out;
}

std::vector<ScalarKernel> coordinate_kernels(const Model& model, const GibbsSettings& settings,
                                             const std::vector<Coordinate>& coordinates) {
  const auto assigned = assign_samplers(model, settings);
  std::vector<ScalarKernel> by_node(model.nodes().size());
  for (std::size_t i = 0; i < assigned.size(); ++i) by_node[model.parameters()[i]] = assigned[i]->rest;
  std::vector<ScalarKernel> out;
  out.reserve(coordinates.size());
  for (Coordinate c : coordinates) out.push_back(by_node[c.parameter]);
  return out;
}

std::vector<DensityForm> coordinate_forms(const Model& model, const std::vector<Coordinate>& coordinates) {
  std::vector<DensityForm> out;
  out.reserve(coordinates.size());
  for (Coordinate c : coordinates) out.push_back(model.structure().conjugate(c.parameter));
  return out;
}

}  // namespace

GibbsCore::GibbsCore(const Model& model, const Plan& plan, State& state, const GibbsSettings& settings,
                     std::vector<std::unique_ptr<Block>> blocks)
    : settings_(settings),
      state_(state),
      conditional_(model, plan, state, settings.naive),
      blocks_(std::move(blocks)),
      coordinates_(remaining(model, blocks_)),
      kernels_(coordinate_kernels(model, settings, coordinates_)),
      forms_(coordinate_forms(model, coordinates_)),
      widths_(coordinates_.size(), SliceWidth(settings.width)),
      mirrors_(coordinates_.size()),
      steps_(coordinates_.size(), WalkStep(settings.width)),
      order_(coordinates_.size()) {
  std::iota(order_.begin(), order_.end(), 0U);
  std::size_t most = 0;
  for (NodeId p : model.parameters()) {
    const auto& parameter = *model.node(p).as<ParameterNode>();
    if (parameter.support == SupportKind::integer && has_few_values(parameter.lower, parameter.upper))
      most = std::max(most, static_cast<std::size_t>(parameter.upper - parameter.lower) + 1);
  }
  log_weights_.resize(most);
}

void GibbsCore::freeze() {
  accepted_ = 0;
  updates_ = 0;
  conditional_.work() = {};
  for (auto& b : blocks_) {
    b->freeze();
    b->reset_work();
  }
}

void GibbsCore::save(Writer& w) const {
  w(widths_, mirrors_, steps_, order_, sweeps_, accepted_, updates_, begun_, conditional_.work());
  for (const auto& b : blocks_) b->save(w);
}

void GibbsCore::load(Reader& r) {
  r.fill(widths_, mirrors_, steps_, order_);
  r(sweeps_, accepted_, updates_, begun_, conditional_.work());
  for (const auto& b : blocks_) b->load(r);
  conditional_.sync();
}

Work GibbsCore::work() const {
  Work total = conditional_.work();
  for (const auto& b : blocks_) total += b->work();
  return total;
}

/// What is normal given all else is drawn from a known law: arrays and their locations walk away from a start together, while scales wait.
void GibbsCore::begin(Rng& rng) {
  begun_ = true;
  const auto first = [](const auto& b) { return b->goes_first(); };
  if (std::none_of(blocks_.begin(), blocks_.end(), first)) return;
  constexpr int rounds = 30;
  for (int round = 0; round < rounds; ++round) {
    for (auto& b : blocks_)
      if (b->goes_first()) b->update(state_, rng, true);
    conditional_.sync();
    for (std::size_t i = 0; i < coordinates_.size(); ++i)
      if (forms_[i] == DensityForm::quadratic) update<true>(i, rng);
  }
}

template <bool learn>
void GibbsCore::sweep(Rng& rng) {
  if constexpr (learn)
    if (!begun_) begin(rng);
  ++sweeps_;
  sweep_coordinates<learn>(rng);
  if (blocks_.empty()) return;
  for (auto& b : blocks_) b->update(state_, rng, learn);
  conditional_.sync();
}

template <bool learn>
void GibbsCore::sweep_coordinates(Rng& rng) {
  const std::size_t d = coordinates_.size();
  switch (settings_.scan) {
    case Scan::dugs:
      for (std::size_t i = 0; i < d; ++i) update<learn>(i, rng);
      return;
    case Scan::rsgs:
      if (d == 0) return;
      for (std::size_t i = 0; i < d; ++i) update<learn>(rng.below(d), rng);
      return;
    case Scan::rpgs:
      for (std::size_t i = d; i > 1; --i) std::swap(order_[i - 1], order_[rng.below(i)]);
      for (std::size_t i = 0; i < d; ++i) update<learn>(order_[i], rng);
      return;
  }
}

template <bool learn>
void GibbsCore::update(std::size_t coordinate, Rng& rng) {
  conditional_.focus(coordinates_[coordinate], kernels_[coordinate] != ScalarKernel::random_walk &&
                                                   forms_[coordinate] == DensityForm::other);
  ++updates_;
  if (conditional_.support() == SupportKind::integer)
    update_integer<learn>(coordinate, rng);
  else if (forms_[coordinate] != DensityForm::other &&
           move_exactly(conditional_, forms_[coordinate], widths_[coordinate], rng, learn))
    accepted_ += 1;
  else if (!move_mirrored<learn>(coordinate, rng))
    update_continuous<learn>(coordinate, rng);
}

/// False where it is not the turn of mirror steps, or warmup has seen that they do not pay.
template <bool learn>
bool GibbsCore::move_mirrored(std::size_t coordinate, Rng& rng) {
  MirrorUse& use = mirrors_[coordinate];
  if (kernels_[coordinate] != ScalarKernel::mirror || !MirrorUse::is_turn(sweeps_, learn)) return false;
  if (!learn && !use.pays()) return false;
  const CoordinateLine line(conditional_, learn);
  const double reach = MirrorUse::reach * widths_[coordinate].width();
  const MirrorMove move = mirror_step(line.start(), line, reach, rng);
  if constexpr (learn) use.learn(move.acceptance, move.x - line.start());
  accepted_ += move.acceptance;
  if (move.x != line.start()) line.commit(move.x);
  return true;
}

/// A slice so low that almost anything is above it leads nowhere in particular, and other coordinates would make room for it there.
/// In warmup a coordinate that has gained that much moves again, until it is where its conditional is.
template <bool learn>
void GibbsCore::update_continuous(std::size_t coordinate, Rng& rng) {
  constexpr double much = 10;
  for (int moves = learn ? 40 : 1; moves > 0 && move_continuous<learn>(coordinate, rng) > much; --moves) {
  }
}

/// Returns what the log density has gained.
template <bool learn>
double GibbsCore::move_continuous(std::size_t coordinate, Rng& rng) {
  const CoordinateLine line(conditional_, learn);
  double moved, gained = 0;
  if (kernels_[coordinate] != ScalarKernel::random_walk) {
    const SliceMove move =
        slice_step(line.start(), 0.0, line, widths_[coordinate].width(), settings_.slice, rng);
    moved = move.x;
    gained = move.logp;
    accepted_ += 1;
    if constexpr (learn) {
      widths_[coordinate].learn(moved - line.start());
      mirrors_[coordinate].learn_slice(moved - line.start());
    }
  } else {
    const WalkMove move = random_walk_step(line.start(), 0.0, line, steps_[coordinate].step(), rng);
    moved = move.x;
    accepted_ += move.acceptance;
    if constexpr (learn) steps_[coordinate].learn(move.acceptance);
  }
  if (moved == line.start()) return 0;
  line.commit(moved);
  return gained;
}

template <bool learn>
void GibbsCore::update_integer(std::size_t coordinate, Rng& rng) {
  const Bounds b = conditional_.bounds();
  if (!has_few_values(b.lower, b.upper)) {
    // The whole number with a uniform fraction beside it has a density that is constant between whole numbers.
    const double start = conditional_.current() + rng.uniform();
    const auto log_conditional = [&](double y) {
      const double x = std::floor(y);
      return x == conditional_.current() ? 0.0 : conditional_.delta(x);
    };
    const double moved =
        slice_step(start, 0.0, log_conditional, widths_[coordinate].width(), settings_.slice, rng).x;
    if constexpr (learn) widths_[coordinate].learn(moved - start);
    if (std::floor(moved) != conditional_.current()) conditional_.commit(std::floor(moved));
    accepted_ += 1;
    return;
  }
  const auto n = static_cast<std::size_t>(b.upper - b.lower) + 1;
  for (std::size_t i = 0; i < n; ++i) {
    const double candidate = b.lower + static_cast<double>(i);
    log_weights_[i] = candidate == conditional_.current() ? 0.0 : conditional_.delta(candidate);
  }
  const auto now = static_cast<std::size_t>(conditional_.current() - b.lower);
  conditional_.commit(
      b.lower + static_cast<double>(redraw_index({log_weights_.data(), n}, now, learn ? 0 : overshoot, rng)));
  accepted_ += 1;
}

template void GibbsCore::sweep<true>(Rng&);
template void GibbsCore::sweep<false>(Rng&);
template void GibbsCore::update<true>(std::size_t, Rng&);
template void GibbsCore::update<false>(std::size_t, Rng&);

}  // namespace cggibbs
