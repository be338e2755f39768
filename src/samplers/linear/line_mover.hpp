// Moves along columns of a predictor: Newton steps where these are trusted, slices elsewhere.
#pragma once

#include <cmath>

#include "base/archive.hpp"
#include "graph/block_view.hpp"
#include "samplers/linear/line.hpp"
#include "samplers/linear/predictor_rows.hpp"

namespace cggibbs {

class LineMover {
 public:
  LineMover(const Model& model, const PredictorPath& path) : rows_(model, path) {}

  PredictorRows& rows() { return rows_; }
  void load(const BlockView& view, Work& work) { rows_.load(view.values(), work); }
  const std::vector<double>& eta() const { return rows_.eta(); }
  const std::vector<double>& weights() const { return rows_.weights(); }
  /// The end of a sweep: slice sweeps come at fixed times, so which kernel moves a line never depends on where it is.
  void next_sweep() { ++sweeps_; }
  void save(Writer& w) const { w(sweeps_); }
  void load(Reader& r) { r(sweeps_); }

  /// Moves along a dense column.
  template <class Prior>
  double along(const Line& line, const Prior& prior, Rng& rng, bool learn, Work& work) {
    rows_.focus({nullptr, line.column, rows_.eta().size()}, work, line.next);
    return move(*line.memory, line.width, prior, rng, learn, work);
  }
  /// Moves along the column that rows() is focused on, under a prior with change(t) and add(point, t). Returns the step.
  template <class Prior>
  double move(StepMemory& memory, double width, const Prior& prior, Rng& rng, bool learn, Work& work) {
    return newton(memory, learn) ? newton_move(memory, prior, rng, learn, work)
                                 : slice_move(memory, width, prior, rng, learn, work);
  }

 private:
  /// Sweeps in which every line is sliced: a guard against places that Newton steps seldom leave.
  static constexpr std::size_t guard = 25;
  /// Warmup sweeps before Newton steps are judged.
  static constexpr std::size_t trial_sweeps = 20;
  /// Up to here looking ahead pays (a tenth of the time at 30 entries, nothing at 60); beyond, points asked for in vain cost
  /// what they cost.
  static constexpr std::size_t short_column = 128;
  /// Slices that look ahead would rather shrink than step out.
  static constexpr double wider = 1.7;

  bool newton(const StepMemory& memory, bool learn) const {
    if (learn && sweeps_ < trial_sweeps) return sweeps_ % 2 == 1;
    if (sweeps_ % guard == 0) return false;
    if (learn && sweeps_ % guard == 1) return true;
    return memory.trust.deserved();
  }

  template <class Prior>
  double newton_move(StepMemory& memory, const Prior& prior, Rng& rng, bool learn, Work& work) {
    LinePoint here = rows_.here(work);
    prior.add(here, 0);
    StepResult step{0, 0};
    // Where there is no curvature the move stays: slicing there instead would not be reversible.
    if (here.curvature > 0 && here.curvature < inf)
      step = newton_step(
          here,
          [&](double t) {
            LinePoint p = rows_.look(t, work);
            prior.add(p, t);
            return p;
          },
          rng);
    if (learn) memory.trust.learn(step.acceptance);
    if (step.t == 0) return 0;
    rows_.take();
    ++work.commits;
    return step.t;
  }

  template <class Prior>
  double slice_move(StepMemory& memory, double width, const Prior& prior, Rng& rng, bool learn, Work& work) {
    const auto log_conditional = [&](std::size_t count, const double* at, double* values) {
      rows_.changes(count, at, values, work);
      for (std::size_t k = 0; k < count; ++k) {
        const double p = prior.change(at[k]);
        values[k] = p > -inf && !std::isnan(values[k]) ? values[k] + p : -inf;
      }
    };
    const auto one = [&](double t) {
      double v;
      log_conditional(1, &t, &v);
      return v;
    };
    const SliceMove moved = rows_.count() <= short_column
                                ? slice_step_ahead(log_conditional, wider * width, SliceRule{}, rng)
                                : slice_step(0.0, 0.0, one, width, SliceRule{}, rng);
    if (learn) memory.width.learn(moved.x);
    if (moved.x == 0) return 0;
    rows_.take(moved.x, moved.logp - prior.change(moved.x), work);
    ++work.commits;
    return moved.x;
  }

  PredictorRows rows_;
  std::size_t sweeps_ = 0;
};

}  // namespace cggibbs
