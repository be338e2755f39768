// Sweeps of Newton steps, with slice moves where these are refused too often.
#include "samplers/linear/newton_block.hpp"

#include <algorithm>
#include <cmath>

#include "samplers/linear/mixture_scales.hpp"

namespace cggibbs {
namespace {

std::vector<NodeId> moved(const LinearPredictor& predictor) {
  std::vector<NodeId> out;
  for (const auto& p : predictor.parts) out.push_back(p.parameter);
  return out;
}

}  // namespace

NewtonBlock::NewtonBlock(const Model& model, LinearPredictor predictor)
    : model_(model),
      view_(model, moved(predictor)),
      predictor_(std::move(predictor)),
      a_(predictor_.parts),
      mover_(model, predictor_.path),
      memory_(a_.cols()),
      mean_(a_.cols()),
      precision_(a_.cols()),
      weights_(a_.rows()) {}

void NewtonBlock::save(Writer& w) const {
  Block::save(w);
  w(memory_, direction_memory_, next_build_);
  mover_.save(w);
  slow_.save(w);
  weights_.save(w);
}

void NewtonBlock::load(Reader& r) {
  Block::load(r);
  r(memory_, direction_memory_, next_build_);
  mover_.load(r);
  slow_.load(r);
  weights_.load(r);
}

void NewtonBlock::update(State& state, Rng& rng, bool learn) {
  view_.open(state);
  mover_.load(view_, work_);
  if (learn) learn_directions(rng);
  sweep_coefficients(rng, learn);
  if (slow_.count() > 0) sweep_directions(rng, learn);
  // The predictor of these very coefficients: on the way back from a far excursion the two lose different digits, and the
  // next refresh would find residuals that no move has seen.
  if (view_.commit() && !learn)
    check_predictor(mover_.eta().data(), view_[predictor_.path.linear], a_.rows());
  work_.rows += a_.rows() + a_.cols();
  work_.products += a_.products();
  mover_.next_sweep();
}

void NewtonBlock::sweep_coefficients(Rng& rng, bool learn) {
  StepMemory* memory = memory_.data();
  for (const auto& part : predictor_.parts) {
    const PartPrior priors(model_, view_.values(), part);
    for (std::size_t j = 0; j < part.size(); ++j, ++memory) {
      mover_.rows().focus(part.columns->col(j), work_);
      view_[part.parameter][j] += priors.with(j, [&](const auto& prior) {
        return mover_.move(*memory, memory->width.width(), prior, rng, learn, work_);
      });
    }
  }
}

/// Means and precisions of the priors; those of mixtures given a variance drawn for this sweep.
void NewtonBlock::prior_precisions(Rng& rng) {
  std::size_t at = 0;
  for (const auto& p : predictor_.parts) {
    prior_scales(model_, view_.values(), p, rng, mean_.data() + at, precision_.data() + at);
    for (std::size_t j = 0; j < p.size(); ++j) precision_[at + j] = 1 / square(precision_[at + j]);
    at += p.size();
  }
}

QuadraticPrior NewtonBlock::prior_along(const double* v) {
  QuadraticPrior prior{0, 0};
  std::size_t at = 0;
  for (const auto& p : predictor_.parts) {
    const double* theta = view_[p.parameter];
    if (p.kind == MixtureKind::correlated) {
      const EventPrior events(model_, view_.values(), p);
      for (std::size_t j = 0; j < p.size(); j += p.event) {
        const auto [precision, slope] = events.along(v + at + j, theta + j, j / p.event);
        prior.a += precision;
        prior.b += slope;
      }
    } else {
      for (std::size_t j = 0; j < p.size(); ++j) {
        const double pv = precision_[at + j] * v[at + j];
        prior.a += pv * v[at + j];
        prior.b += pv * (mean_[at + j] - theta[j]);
      }
    }
    at += p.size();
  }
  return prior;
}

void NewtonBlock::sweep_directions(Rng& rng, bool learn) {
  prior_precisions(rng);
  for (std::size_t k = 0; k < slow_.count(); ++k) {
    const double* v = slow_.direction(k);
    const QuadraticPrior prior = prior_along(v);
    work_.products += 2 * a_.cols();
    StepMemory& memory = direction_memory_[k];
    const double t = mover_.along({slow_.column(k), memory.width.width(), &memory}, prior, rng, learn, work_);
    if (t == 0) continue;
    for_each_coefficient([&](double& theta, std::size_t j) { theta += t * v[j]; });
    work_.products += a_.cols();
  }
}

/// Directions are sought anew whenever the states that row weights are averaged over have tripled in number.
void NewtonBlock::learn_directions(Rng& rng) {
  weights_.add(mover_.weights());
  if (weights_.seen() < std::max<std::size_t>(10, next_build_)) return;
  next_build_ = 3 * weights_.seen();
  std::size_t entries = 0;
  for (const auto& p : predictor_.parts) entries += p.columns->entries();
  // Directions may cost half of what the coordinates cost: two passes over rows each, sixty rows' time per call. Of a few
  // coefficients (a table whose columns lie far from zero) all combinations but one may be slow, and may cost as much.
  const double share = a_.cols() <= 16 ? 1.0 : 0.5;
  const double sweep = 2.0 * static_cast<double>(entries) + 60.0 * static_cast<double>(a_.cols());
  const double each = 2.0 * static_cast<double>(a_.rows()) + 0.3 * static_cast<double>(a_.cols()) + 60;
  prior_precisions(rng);
  slow_.build(a_, weights_.mean(), precision_,
              static_cast<std::size_t>(std::clamp(share * sweep / each, 1.0, 64.0)));
  direction_memory_.assign(slow_.count(), {});
}

std::vector<LinearPredictor> find_newton_parts(const Model& model, const std::vector<NodeId>& members) {
  std::vector<LinearPredictor> out = predictors_with(model, members);
  std::erase_if(out, [](const LinearPredictor& p) { return !p.path.direct(); });
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
