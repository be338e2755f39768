// Sweeps of Newton steps, with slice moves where these are refused too often.
#include "samplers/newton_block.hpp"

#include <algorithm>
#include <cmath>

#include "samplers/mixture_scales.hpp"

namespace cggibbs {
namespace {

/// Sweeps in which every coordinate is sliced: a guard against places that Newton steps seldom leave.
constexpr std::size_t guard = 25;
/// Slices that look ahead would rather shrink than step out.
constexpr double wider = 1.7;
/// Warmup sweeps before Newton steps are judged.
constexpr std::size_t trial_sweeps = 20;

/// -(a t^2 / 2 - b t)
struct QuadraticPrior {
  double a, b;
  double change(double t) const { return t * (b - 0.5 * a * t); }
  void add(LinePoint& p, double t) const {
    p.change += change(t);
    p.slope += b - a * t;
    p.curvature += a;
  }
};

/// A prior factor's row as a function of its first argument.
struct RowPrior {
  const Distribution* distribution;
  mutable double arguments[max_arguments];
  double x, here;
  RowPrior(const Distribution* d, const ArgView* a, std::size_t count, std::size_t j) : distribution(d) {
    for (std::size_t k = 0; k < count; ++k) arguments[k] = a[k][j];
    x = arguments[0];
    here = d->log_density(arguments);
  }
  double change(double t) const {
    arguments[0] = x + t;
    return distribution->log_density(arguments) - here;
  }
  void add(LinePoint& p, double t) const {
    p.change += change(t);
    double first[max_arguments], second[max_arguments];
    distribution->partials(arguments, first, second);
    p.slope += first[0];
    p.curvature += std::fmax(-second[0], 0);
  }
};

}  // namespace

NewtonBlock::NewtonBlock(const Model& model, GaussianParts parts)
    : model_(model), parts_(std::move(parts)), a_(parts_.parts), rows_(model, parts_.predictor) {
  for (const auto& p : parts_.parts) parameters_.push_back(p.parameter);
  const std::size_t d = a_.cols();
  memory_.resize(d);
  mean_.resize(d);
  precision_.resize(d);
  flat_.assign(d, inf);  // no prior: precision 0
  average_.resize(a_.rows());
}

void NewtonBlock::update(State& state, Rng& rng, bool learn) {
  rows_.load(state, work_);
  if (learn) learn_directions(state, rng);
  for (std::size_t p = 0; p < parts_.parts.size(); ++p) sweep_part(p, state, rng, learn);
  if (slow_.count() > 0) sweep_directions(state, rng, learn);
  write_back(state);
  ++sweeps_;
}

void NewtonBlock::freeze() {
  accepted_ = 0;
  tried_ = 0;
}

BlockReport NewtonBlock::report() const {
  BlockReport r;
  r.acceptance = tried_ == 0 ? 1 : accepted_ / static_cast<double>(tried_);
  return r;
}

/// Slice sweeps come at fixed times, so which kernel moves a coordinate never depends on where it is.
StepKind NewtonBlock::kind_of(const StepMemory& memory, bool learn) const {
  if (learn && sweeps_ < trial_sweeps) return sweeps_ % 2 == 0 ? StepKind::slice : StepKind::newton;
  if (sweeps_ % guard == 0) return StepKind::slice;
  if (learn && sweeps_ % guard == 1) return StepKind::newton;
  return memory.trust.deserved() ? StepKind::newton : StepKind::slice;
}

/// Moves along the column that rows_ is focused on; returns the step.
template <class Prior>
double NewtonBlock::move(StepMemory& memory, const Prior& prior, Rng& rng, bool learn) {
  if (kind_of(memory, learn) == StepKind::newton) {
    LinePoint here = rows_.here(work_);
    prior.add(here, 0);
    StepResult step{0, 0};
    // Where there is no curvature the move stays: slicing there instead would not be reversible.
    if (here.curvature > 0 && here.curvature < inf)
      step = newton_step(
          here,
          [&](double t) {
            LinePoint p = rows_.look(t, work_);
            prior.add(p, t);
            return p;
          },
          rng);
    accepted_ += step.acceptance;
    ++tried_;
    if (learn) memory.trust.learn(step.acceptance);
    if (step.t == 0) return 0;
    rows_.take();
    ++work_.commits;
    return step.t;
  }
  const auto log_conditional = [&](std::size_t count, const double* at, double* values) {
    rows_.changes(count, at, values, work_);
    for (std::size_t k = 0; k < count; ++k) {
      const double p = prior.change(at[k]);
      values[k] = p > -inf && !std::isnan(values[k]) ? values[k] + p : -inf;
    }
  };
  const double t = slice_step_ahead(log_conditional, wider * memory.width.width(), SliceRule{}, rng).x;
  if (learn) memory.width.learn(t);
  if (t == 0) return 0;
  rows_.look(t, work_);
  rows_.take();
  ++work_.commits;
  return t;
}

void NewtonBlock::sweep_part(std::size_t p, State& state, Rng& rng, bool learn) {
  const GaussianPart& part = parts_.parts[p];
  std::size_t first = 0;
  for (std::size_t q = 0; q < p; ++q) first += parts_.parts[q].size();
  double* theta = state.values.data() + model_.offset(part.parameter);
  ArgView a[max_arguments] = {};
  const Factor* prior = nullptr;
  if (part.kind != MixtureKind::flat) {
    prior = &model_.factors()[part.factor];
    factor_views(model_, state.values.data(), *prior, a);
  }
  for (std::size_t j = 0; j < part.size(); ++j) {
    rows_.focus(part.columns->col(j));
    StepMemory& memory = memory_[first + j];
    switch (part.kind) {
      case MixtureKind::flat:
        theta[j] += move(memory, QuadraticPrior{0, 0}, rng, learn);
        break;
      case MixtureKind::normal:
      case MixtureKind::scaled: {
        const double sd = part.kind == MixtureKind::normal ? a[2][j] : a[2][j] * a[3][j];
        const double precision = 1 / (sd * sd);
        theta[j] += move(memory, QuadraticPrior{precision, (a[1][j] - theta[j]) * precision}, rng, learn);
        break;
      }
      default:
        theta[j] += move(memory, RowPrior(prior->distribution, a, prior->args.size(), j), rng, learn);
    }
  }
}

/// Means and precisions of the priors; those of mixtures given a variance drawn for this sweep.
void NewtonBlock::prior_precisions(const State& state, Rng& rng) {
  std::size_t at = 0;
  for (const auto& p : parts_.parts) {
    prior_scales(model_, state, p, flat_.data() + at, rng, mean_.data() + at, precision_.data() + at);
    for (std::size_t j = 0; j < p.size(); ++j) precision_[at + j] = 1 / square(precision_[at + j]);
    at += p.size();
  }
}

void NewtonBlock::sweep_directions(State& state, Rng& rng, bool learn) {
  prior_precisions(state, rng);
  for (std::size_t k = 0; k < slow_.count(); ++k) {
    const double* v = slow_.direction(k);
    QuadraticPrior prior{0, 0};
    std::size_t at = 0;
    for (const auto& p : parts_.parts) {
      const double* theta = state.values.data() + model_.offset(p.parameter);
      for (std::size_t j = 0; j < p.size(); ++j, ++at) {
        const double pv = precision_[at] * v[at];
        prior.a += pv * v[at];
        prior.b += pv * (mean_[at] - theta[j]);
      }
    }
    work_.products += 2 * at;
    rows_.focus({nullptr, slow_.column(k), a_.rows()});
    const double t = move(direction_memory_[k], prior, rng, learn);
    if (t == 0) continue;
    at = 0;
    for (const auto& p : parts_.parts) {
      double* theta = state.values.data() + model_.offset(p.parameter);
      for (std::size_t j = 0; j < p.size(); ++j, ++at) theta[j] += t * v[at];
    }
    work_.products += at;
  }
}

/// Row weights are averaged as in GaussianBlock; directions are sought anew whenever these have tripled in number.
void NewtonBlock::learn_directions(const State& state, Rng& rng) {
  if (averaged_ == 50 || averaged_ == 200) std::fill(average_.begin(), average_.end(), 0.0);
  const std::size_t start = averaged_ >= 200 ? 200 : averaged_ >= 50 ? 50 : 0;
  const auto count = static_cast<double>(averaged_ - start + 1);
  const auto& now = rows_.weights();
  for (std::size_t i = 0; i < average_.size(); ++i)
    if (now[i] < inf) average_[i] += (now[i] - average_[i]) / count;
  ++averaged_;
  if (averaged_ < std::max<std::size_t>(10, next_build_)) return;
  next_build_ = 3 * averaged_;
  std::size_t entries = 0;
  for (const auto& p : parts_.parts) entries += p.columns->entries();
  // Directions may cost half of what the coordinates cost: two passes over rows each, sixty rows' time per call.
  const double sweep = 2.0 * static_cast<double>(entries) + 60.0 * static_cast<double>(a_.cols());
  const double each = 2.0 * static_cast<double>(a_.rows()) + 0.3 * static_cast<double>(a_.cols()) + 60;
  prior_precisions(state, rng);
  slow_.build(a_, average_, precision_, static_cast<std::size_t>(std::clamp(0.5 * sweep / each, 1.0, 64.0)));
  direction_memory_.assign(slow_.count(), {});
}

void NewtonBlock::write_back(State& state) {
  const auto& eta = rows_.eta();
  std::copy(eta.begin(), eta.end(),
            state.values.begin() + static_cast<std::ptrdiff_t>(model_.offset(parts_.predictor.linear())));
  recompute_factor(model_, state, parts_.predictor.factor());
  for (const auto& p : parts_.parts)
    if (p.kind != MixtureKind::flat) recompute_factor(model_, state, p.factor);
  work_.rows += a_.rows() + a_.cols();
}

std::unique_ptr<Block> make_newton_block(const Model& model, const std::vector<NodeId>& members) {
  auto parts = find_gaussian_parts(model);
  if (!parts || !PredictorRows::fits(parts->predictor)) return nullptr;
  std::erase_if(parts->parts, [&](const GaussianPart& p) {
    return std::find(members.begin(), members.end(), p.parameter) == members.end();
  });
  if (parts->parts.empty()) return nullptr;
  return std::make_unique<NewtonBlock>(model, std::move(*parts));
}

}  // namespace cggibbs
