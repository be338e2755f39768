// Warmup, freezing and recording of one chain.
#include "run/chain.hpp"

#include <algorithm>
#include <cggibbs/error.hpp>

#include "base/archive.hpp"
#include "graph/forward.hpp"
#include "graph/start.hpp"
#include "samplers/choose/factory.hpp"

namespace cggibbs {
namespace {

/// Draws between two looks for a runaway.
constexpr std::size_t look_every = 25;

}  // namespace

Chain::Chain(const Model& model, const Plan& plan, const ChainSettings& settings, std::uint64_t stream,
             const std::vector<double>& start)
    : model_(model),
      settings_(settings),
      state_(make_state(model)),
      rng_(settings.seed, stream),
      values_(model.n_outputs()) {
  if (start.empty()) {
    draw_valid_start(model, state_, rng_);
  } else {
    state_.values = start;
    recompute(model, state_);
  }
  warming_.emplace(model, plan, state_, settings.gibbs, make_blocks(model, settings.gibbs, settings.warmup));
  if (settings.warmup == 0) end_warmup();
}

void Chain::end_warmup() {
  tuned_.emplace(std::move(*warming_).freeze());
  warming_.reset();
  clock_ = {};
}

Work Chain::warming_work() const {
  return warming_->core().work();
}
Work Chain::tuned_work() const {
  return tuned_->core().work();
}
double Chain::accepted_share() const {
  return tuned_ ? tuned_->core().accepted_share() : 1;
}

const std::vector<std::unique_ptr<Block>>& Chain::blocks() const {
  return (warming_ ? warming_->core() : tuned_->core()).blocks();
}

double Chain::block_drift() const {
  double most = 0;
  for (const auto& b : blocks()) most = std::max(most, b->drift());
  return most;
}

TrajectoryAdaptation Chain::adaptation() const {
  for (const auto& b : blocks())
    if (b->trajectories()) return b->trajectories()->adaptation();
  return {};
}

TrajectoryReport Chain::last_trajectories() const {
  std::optional<TrajectoryReport> all;
  for (const auto& b : blocks()) {
    if (!b->trajectories()) continue;
    const TrajectoryReport last = b->trajectories()->last();
    all = all ? together(*all, last) : last;
  }
  return all.value_or(TrajectoryReport{});
}

void Chain::tally_trajectories() {
  for (const auto& b : blocks()) {
    if (!b->trajectories()) continue;
    tally_.whole = b->parameters().size() == model_.parameters().size();
    tally_.add(b->trajectories()->last(), settings_.gibbs.hamiltonian.max_depth);
  }
}

void Chain::refresh_when_due(Conditional& conditional) {
  // Draws are looked at more often than warmup, which may take its time to come back from a bad start.
  if (!warming() && sweeps_ % look_every == 0) runaway_.look(model_, state_, sweeps_, false);
  if (sweeps_ % settings_.refresh_every != 0) return;
  drift_ = std::max(drift_, conditional.refresh());
  if (warming()) runaway_.look(model_, state_, sweeps_, true);
}

const Draw* Chain::take_draw() {
  Rng aside = rng_;  // whether warmup is saved moves no chain
  draw_forward(model_, state_, warming_ ? aside : rng_, forward_weights_);
  record(model_, state_, values_);
  draw_ = {values_, state_.log_density(), warming(), sampling_seconds_, last_trajectories()};
  return &draw_;
}

const Draw* Chain::sweep(bool save_warmup) {
  clock_.start();
  ++sweeps_;
  if (warming_) {
    warming_->sweep(rng_);
    refresh_when_due(warming_->conditional());
    const Draw* draw = save_warmup && sweeps_ % settings_.thin == 0 ? take_draw() : nullptr;
    warmup_seconds_ += clock_.stop();
    if (sweeps_ == settings_.warmup) {
      warmup_work_ = warming_work();
      end_warmup();
    }
    return draw;
  }
  tuned_->sweep(rng_);
  tally_trajectories();
  refresh_when_due(tuned_->conditional());
  const bool due = (sweeps_ - settings_.warmup) % settings_.thin == 0;
  sampling_seconds_ += clock_.stop();
  if (!due) return nullptr;
  ++draws_;
  return take_draw();
}

void Chain::save(Writer& w) const {
  w(warming(), rng_.position());
  state_.save(w);
  w(sweeps_, draws_, warmup_seconds_, sampling_seconds_, warmup_work_, drift_, runaway_, tally_);
  (warming_ ? warming_->core() : tuned_->core()).save(w);
}

void Chain::load(Reader& r) {
  bool warming = false;
  Rng::Position position{};
  r(warming, position);
  state_.load(r);
  r(sweeps_, draws_, warmup_seconds_, sampling_seconds_, warmup_work_, drift_, runaway_, tally_);
  rng_ = Rng(position);
  if (warming_ && !warming) end_warmup();
  if (!warming_ && warming)
    throw Error("a saved chain is in warmup, but the one that loads it is not: load it into a new one.");
  if (warming_)
    warming_->load(r);
  else
    tuned_->load(r);
  if (!r.at_end())
    throw Error(
        "a saved chain has more bytes than its model and sampler take: load it with those that it was saved "
        "with.");
}

}  // namespace cggibbs
