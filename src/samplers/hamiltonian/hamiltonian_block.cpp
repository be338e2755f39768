// Reading the state, one trajectory, writing it back; step size and metric adapt on Stan's schedule.
#include "samplers/hamiltonian/hamiltonian_block.hpp"

#include <algorithm>

namespace cggibbs {
namespace {

/// Draws on the way from the start say nothing about where effects will be.
constexpr std::size_t early = 10;

std::variant<Nuts, Hmc> make_sampler(std::size_t d, const HamiltonianSettings& s) {
  if (s.trajectory == Trajectory::nuts) return Nuts(d, s.max_depth);
  return Hmc(d, s.integration_time);
}

}  // namespace

HamiltonianBlock::HamiltonianBlock(const Model& model, std::vector<NodeId> parameters,
                                   const HamiltonianSettings& settings)
    : settings_(settings),
      density_(model, std::move(parameters)),
      recentring_(model, density_.parameters()),
      log_density_([this](const double* q, double* gradient) {
        count_step();
        std::copy_n(q, u_.size(), u_.begin());
        recentring_.enter(q, u_.data());
        const double logp = density_.log_conditional(u_.data(), gradient, work_);
        return logp == -inf ? logp : logp + recentring_.pull_back(u_.data(), gradient);
      }),
      metric_(make_metric(settings.metric, density_.dimension())),
      sampler_(make_sampler(density_.dimension(), settings)),
      averaging_(settings.target_accept),
      windows_(settings.warmup),
      step_(settings.step_size),
      q_(density_.dimension()),
      before_(density_.dimension()),
      u_(density_.dimension()) {}

std::string HamiltonianBlock::name() const {
  return settings_.trajectory == Trajectory::nuts ? "nuts" : "hmc";
}

/// A leapfrog step passes some ten times over positions, momenta and gradients, and multiplies twice by the metric; one of low rank
/// has some fifteen directions. An effect in other coordinates takes a power.
void HamiltonianBlock::count_step() {
  const std::size_t d = q_.size();
  work_.products += 10 * d + 50 * recentring_.shares().size();
  if (settings_.metric == MetricKind::dense) work_.products += d * d;
  if (settings_.metric == MetricKind::low_rank) work_.products += 4 * d * std::min<std::size_t>(d, 15);
}

void HamiltonianBlock::find_step(Rng& rng) {
  PhasePoint start(q_.size());
  start.q = q_;
  start.logp = log_density_(q_.data(), start.gradient.data());
  step_ = find_step_size(start, log_density_, *metric_, step_ > 0 ? step_ : 1, rng);
  averaging_.restart(step_);
}

void HamiltonianBlock::update(State& state, Rng& rng, bool learn) {
  density_.read(state, u_.data());
  if (learn && !recentring_.empty() && learned_ >= early) recentring_.learn(u_.data());
  q_ = u_;
  recentring_.leave(u_.data(), q_.data());
  if (step_ == 0) find_step(rng);
  if (learn && learned_ == 0) averaging_.restart(step_);
  before_ = q_;
  const HamiltonianMove move =
      std::visit([&](auto& s) { return s.move(log_density_, *metric_, step_, q_.data(), rng); }, sampler_);
  if (q_ != before_) {
    u_ = q_;
    recentring_.enter(q_.data(), u_.data());
    density_.write(u_.data(), state);
    ++work_.commits;
  }
  last_ = {move.acceptance, step_, move.depth, move.leapfrogs, move.divergent, move.energy};
  if (learn) learn_from(move, rng);
}

void HamiltonianBlock::learn_from(const HamiltonianMove& move, Rng& rng) {
  averaging_.learn(move.acceptance);
  step_ = averaging_.step();
  const std::size_t t = learned_++;
  if (windows_.opens(t) && !recentring_.empty()) {
    renew_coordinates();
    find_step(rng);
  }
  if (!windows_.collects(t)) return;
  // The gradient at hand is that of the start: start and gradient go together.
  metric_->learn(before_.data(),
                 std::visit([](const auto& s) { return s.start_gradient().data(); }, sampler_));
  if (!windows_.closes(t)) return;
  metric_->renew();
  // The metric of the last window stays, and so do the coordinates that it was learned in.
  if (!recentring_.empty() && windows_.collects(t + 1)) renew_coordinates();
  find_step(rng);
}

void HamiltonianBlock::renew_coordinates() {
  u_ = q_;
  recentring_.enter(q_.data(), u_.data());
  std::vector<double> stretch(q_.size(), 1.0);
  recentring_.renew(stretch.data());
  metric_->rescale(stretch.data());
  q_ = u_;
  recentring_.leave(u_.data(), q_.data());
}

void HamiltonianBlock::freeze() {
  if (learned_ > 0) step_ = averaging_.average();
}

void HamiltonianBlock::save(Writer& w) const {
  Block::save(w);
  metric_->save(w);
  recentring_.save(w);
  w(averaging_, windows_, learned_, step_, last_);
}

void HamiltonianBlock::load(Reader& r) {
  Block::load(r);
  metric_->load(r);
  recentring_.load(r);
  r(averaging_, windows_, learned_, step_, last_);
}

TrajectoryAdaptation HamiltonianBlock::adaptation() const {
  return {step_, std::string(cggibbs::name(settings_.metric)), metric_->inverse_mass()};
}

}  // namespace cggibbs
