// The rows of one linear predictor, each with the slope and curvature of its log density, for moves along columns.
#pragma once

#include <vector>

#include "base/work.hpp"
#include "graph/state.hpp"
#include "graph/structure.hpp"

namespace cggibbs {

/// Cached rows that follow a chain of moves: look at a column, try a step along it, take the step. Work is proportional to
/// the entries of the column.
class PredictorRows {
 public:
  /// The path is direct().
  PredictorRows(const Model& model, const PredictorPath& path);

  /// Every row afresh from the predictor in State::values.
  void load(const double* values, Work& work);
  const std::vector<double>& eta() const { return rows_.eta; }
  /// Minus the second derivative of each row's log density.
  const std::vector<double>& weights() const { return rows_.weight; }

  /// What follows is about this column, until the next focus.
  /// The next dense column, if known, is fetched from memory while this one is looked at.
  void focus(const ColumnView& column, Work& work, const double* next = nullptr);

  std::size_t count() const { return count_; }

  /// A log density along the column, relative to the current point.
  struct Point {
    double change;     ///< of the log likelihood
    double slope;      ///< its derivative
    double curvature;  ///< minus its second derivative
  };
  Point here(Work& work);
  /// The change at `count` steps; nothing is stored.
  void changes(std::size_t count, const double* t, double* out, Work& work);
  /// At a step t; take() makes it current.
  Point look(double t, Work& work);
  void take();
  /// Takes a step whose change is known from changes(); slopes are left to be found when somebody asks.
  void take(double t, double change, Work& work);

 private:
  struct Rows {
    std::vector<double> eta, slope, weight, kept;
    void resize(std::size_t n);
    kernels::Curves out() { return {eta.data(), slope.data(), weight.data(), kept.data()}; }
  };
  void gather();
  void freshen(Work& work);
  bool few_changes(std::size_t count, const double* t, double* out, Work& work);
  double base();
  const Factor& factor() const { return model_.factors()[factor_]; }

  const Model& model_;
  NodeId linear_;
  std::size_t factor_, argument_, n_;
  Rows rows_;    ///< current, one per row
  Rows near_;    ///< current, one per entry of a sparse column
  Rows beyond_;  ///< at the last look
  ColumnView column_{};
  bool sparse_ = false;
  std::size_t count_ = 0;
  const double* x_ = nullptr;
  const double* next_ = nullptr;
  bool has_base_ = false;
  bool watched_ = false;  ///< moves_ belong to the rows as they are
  FewMoves moves_;
  bool stale_ = false;  ///< rows know their eta only
  double total_ = 0, base_ = 0, looked_ = 0;
  ArgView all_[max_arguments]{};  ///< arguments over all rows
  ArgView at_[max_arguments]{};   ///< arguments over the column's rows
  const double* weights_at_ = nullptr;
  std::vector<double> ones_;
  std::vector<double> odds_;      ///< memory of a column of few values
  std::vector<double> gathered_;  ///< arguments and weights of a sparse column, n_ apart
};

}  // namespace cggibbs
