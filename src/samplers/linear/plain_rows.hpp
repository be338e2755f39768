// The rows of any linear predictor as one sum, for slices along columns.
#pragma once

#include <cmath>
#include <optional>
#include <vector>

#include "base/archive.hpp"
#include "graph/block_view.hpp"
#include "graph/predictor.hpp"
#include "samplers/linear/line.hpp"
#include "samplers/scalar/slice.hpp"

namespace cggibbs {

/// A coefficient whose column is one number (the intercept), and its value in the state.
struct Counterweight {
  const GaussianPart* part;
  std::size_t element;
  double entry;
  double* value;
};

/// Where a predictor is on its way through an update of a block. Maps may stand between it and its factor.
class PlainRows {
 public:
  PlainRows(const Model& model, const PredictorPath& path);

  /// The predictor of the state, or an eta that others have moved.
  void load(const BlockView& view, Work& work);
  void load(const BlockView& view, const double* eta, Work& work);
  const std::vector<double>& eta() const { return eta_; }
  /// Minus the second derivative of each row's log density.
  const std::vector<double>& weights();

  /// And the first one, of another predictor.
  void curves(const double* eta, double* slope, double* weight) {
    predictor_.curves(values_, eta, slope, weight);
  }

  /// From here on, until the next load, moves leave the mean of the predictor alone: this coefficient goes the other way. That
  /// is a change of coordinates from it to what it is where the others' columns have their means. Without one: they do not.
  void hold_mean(const std::optional<Counterweight>& other) { other_ = other; }
  bool holds_mean() const { return other_.has_value(); }
  /// What a move by x does to the predictor, in place of x.
  void follow(double* x) const;

  /// The change of the log likelihood at eta + t x, and of the prior of who holds the mean. A look may be taken, if it was the
  /// last.
  double look(const double* x, double t, Work& work);
  void take(const double* x, double t);
  /// Moves there without a look.
  void move(const double* x, double t, Work& work);

  /// A slice along a line under a prior with change(t). Returns the step.
  template <class Prior>
  double along(const Line& line, const Prior& prior, Rng& rng, bool /*learn*/, Work& work) {
    const auto log_conditional = [&](double t) {
      const double value = look(line.column, t * line.unit, work) + prior.change(t);
      return std::isnan(value) ? -inf : value;
    };
    const double t = slice_step(0.0, 0.0, log_conditional, line.width, SliceRule{}, rng).x;
    if (t == 0) return 0;
    take(line.column, t * line.unit);
    ++work.commits;
    return t;
  }
  void next_sweep() {}
  void save(Writer&) const {}
  void load(Reader&) {}

 private:
  /// The mean of x; leaves the rest of it behind.
  double split(const double* x);

  const Model& model_;
  Predictor predictor_;
  std::size_t at_;                  ///< where the state has the predictor
  const double* values_ = nullptr;  ///< of the state
  std::vector<double> eta_, weights_;
  double likelihood_ = 0, looked_ = 0;
  std::optional<Counterweight> other_;
  std::vector<double> rest_;
};

}  // namespace cggibbs
