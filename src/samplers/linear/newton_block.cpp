// Sweeps of Newton steps, with slice moves where these are refused too often.
#include "samplers/linear/newton_block.hpp"

#include <algorithm>
#include <cmath>

#include "samplers/linear/mixture_scales.hpp"

namespace cggibbs {
namespace {

/// A prior factor's row as a function of its first argument.
struct RowPrior {
  const Distribution* distribution;
  mutable double arguments[max_arguments];
  double x, here;
  RowPrior(const Distribution* d, const ArgView* a, std::size_t count, std::size_t j) : distribution(d) {
    for (std::size_t k = 0; k < count; ++k) arguments[k] = a[k][j];
    x = a[0][j];
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

NewtonBlock::NewtonBlock(const Model& model, LinearPredictor predictor)
    : model_(model),
      predictor_(std::move(predictor)),
      a_(predictor_.parts),
      mover_(model, predictor_.path),
      weights_(a_.rows()) {
  for (const auto& p : predictor_.parts) parameters_.push_back(p.parameter);
  const std::size_t d = a_.cols();
  memory_.resize(d);
  mean_.resize(d);
  precision_.resize(d);
}

void NewtonBlock::update(State& state, Rng& rng, bool learn) {
  mover_.rows().load(state, work_);
  if (learn) learn_directions(state, rng);
  for (std::size_t p = 0; p < predictor_.parts.size(); ++p) sweep_part(p, state, rng, learn);
  if (slow_.count() > 0) sweep_directions(state, rng, learn);
  write_back(state, learn);
  mover_.next_sweep();
}

void NewtonBlock::sweep_part(std::size_t p, State& state, Rng& rng, bool learn) {
  const GaussianPart& part = predictor_.parts[p];
  std::size_t first = 0;
  for (std::size_t q = 0; q < p; ++q) first += predictor_.parts[q].size();
  double* theta = state.values.data() + model_.offset(part.parameter);
  ArgView a[max_arguments] = {};
  const Factor* prior = nullptr;
  if (part.kind != MixtureKind::flat) {
    prior = &model_.factors()[part.factor];
    factor_views(model_, state.values.data(), *prior, a);
  }
  for (std::size_t j = 0; j < part.size(); ++j) {
    mover_.rows().focus(part.columns->col(j), work_);
    StepMemory& memory = memory_[first + j];
    switch (part.kind) {
      case MixtureKind::flat:
        theta[j] += mover_.move(memory, memory.width.width(), QuadraticPrior{0, 0}, rng, learn, work_);
        break;
      case MixtureKind::normal:
      case MixtureKind::scaled: {
        const double sd = part.kind == MixtureKind::normal ? a[2][j] : a[2][j] * a[3][j];
        const double precision = 1 / (sd * sd);
        theta[j] +=
            mover_.move(memory, memory.width.width(),
                        QuadraticPrior{precision, (a[1][j] - theta[j]) * precision}, rng, learn, work_);
        break;
      }
      default:
        theta[j] += mover_.move(memory, memory.width.width(),
                                RowPrior(prior->distribution, a, prior->args.size(), j), rng, learn, work_);
    }
  }
}

/// Means and precisions of the priors; those of mixtures given a variance drawn for this sweep.
void NewtonBlock::prior_precisions(const State& state, Rng& rng) {
  std::size_t at = 0;
  for (const auto& p : predictor_.parts) {
    prior_scales(model_, state, p, rng, mean_.data() + at, precision_.data() + at);
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
    for (const auto& p : predictor_.parts) {
      const double* theta = state.values.data() + model_.offset(p.parameter);
      for (std::size_t j = 0; j < p.size(); ++j, ++at) {
        const double pv = precision_[at] * v[at];
        prior.a += pv * v[at];
        prior.b += pv * (mean_[at] - theta[j]);
      }
    }
    work_.products += 2 * at;
    mover_.rows().focus({nullptr, slow_.column(k), a_.rows()}, work_);
    StepMemory& memory = direction_memory_[k];
    const double t = mover_.move(memory, memory.width.width(), prior, rng, learn, work_);
    if (t == 0) continue;
    at = 0;
    for (const auto& p : predictor_.parts) {
      double* theta = state.values.data() + model_.offset(p.parameter);
      for (std::size_t j = 0; j < p.size(); ++j, ++at) theta[j] += t * v[at];
    }
    work_.products += at;
  }
}

/// Directions are sought anew whenever the states that row weights are averaged over have tripled in number.
void NewtonBlock::learn_directions(const State& state, Rng& rng) {
  weights_.add(mover_.rows().weights());
  if (weights_.seen() < std::max<std::size_t>(10, next_build_)) return;
  next_build_ = 3 * weights_.seen();
  std::size_t entries = 0;
  for (const auto& p : predictor_.parts) entries += p.columns->entries();
  // Directions may cost half of what the coordinates cost: two passes over rows each, sixty rows' time per call. Of a few
  // coefficients (a table whose columns lie far from zero) all combinations but one may be slow, and may cost as much.
  const double share = a_.cols() <= 16 ? 1.0 : 0.5;
  const double sweep = 2.0 * static_cast<double>(entries) + 60.0 * static_cast<double>(a_.cols());
  const double each = 2.0 * static_cast<double>(a_.rows()) + 0.3 * static_cast<double>(a_.cols()) + 60;
  prior_precisions(state, rng);
  slow_.build(a_, weights_.mean(), precision_,
              static_cast<std::size_t>(std::clamp(share * sweep / each, 1.0, 64.0)));
  direction_memory_.assign(slow_.count(), {});
}

void NewtonBlock::write_back(State& state, bool learn) {
  // The predictor of these very coefficients: on the way back from a far excursion the two lose different digits, and the
  // next refresh would find residuals that no move has seen.
  const NodeId linear = predictor_.path.linear;
  recompute_node(model_, state, linear);
  if (!learn)
    check_predictor(mover_.rows().eta().data(), state.values.data() + model_.offset(linear), a_.rows());
  recompute_factor(model_, state, predictor_.path.factor);
  for (const auto& p : predictor_.parts)
    if (p.kind != MixtureKind::flat) recompute_factor(model_, state, p.factor);
  work_.rows += a_.rows() + a_.cols();
  work_.products += a_.products();
}

std::vector<LinearPredictor> find_newton_parts(const Model& model, const std::vector<NodeId>& members) {
  std::vector<LinearPredictor> out;
  for (LinearPredictor p : model.structure().predictors()) {
    std::erase_if(p.parts, [&](const GaussianPart& part) {
      return std::find(members.begin(), members.end(), part.parameter) == members.end();
    });
    if (p.path.direct() && !p.parts.empty()) out.push_back(std::move(p));
  }
  return out;
}

std::vector<std::unique_ptr<Block>> make_newton_blocks(const Model& model,
                                                       const std::vector<NodeId>& members) {
  std::vector<std::unique_ptr<Block>> blocks;
  for (auto& p : find_newton_parts(model, members))
    blocks.push_back(std::make_unique<NewtonBlock>(model, std::move(p)));
  return blocks;
}

}  // namespace cggibbs
