// What a sampler sees of the graph: one coordinate, the change of log density at a candidate, commit.
#pragma once

#include <vector>

#include "base/work.hpp"
#include "graph/plan.hpp"
#include "graph/state.hpp"

namespace cggibbs {

struct Bounds {
  double lower;
  double upper;
};

/// Owns the work space of one chain. Evaluating a candidate never writes to the state; commit writes what the
/// evaluation touched. With `naive` every evaluation recomputes the whole graph: the baseline, same answers.
class Conditional {
 public:
  Conditional(const Model& model, const Plan& plan, State& state, bool naive = false);

  /// Chooses the coordinate that the calls below are about. Where several candidates are to be evaluated, work that they can
  /// share is worth doing.
  void focus(Coordinate c, bool several = false);
  double current() const { return current_; }
  Bounds bounds() const;
  SupportKind support() const { return parameter_->support; }

  /// log density at the candidate minus log density now; -inf outside the support. Never NaN: throws Error
  /// instead.
  double delta(double candidate);
  void commit(double candidate);

  /// To be called after the state was changed from outside.
  void sync();
  /// Recomputes all sums from the parameters; returns the drift they had.
  double refresh();

  Work& work() { return work_; }
  const Work& work() const { return work_; }
  const State& state() const { return state_; }
  const Model& model() const { return model_; }

 private:
  /// A fused step along a column of few values: its rows, and what moves along the column start from.
  struct Watch {
    bool on = false;
    bool relative = false;  ///< the base line counts as 0: nobody has needed it so far
    FewMoves moves;
    std::vector<double> odds, gathered;
  };

  /// A factor step over rows in order: all that its sum at a candidate needs, found once per focus.
  struct BoundFactor {
    decltype(Distribution::sum) sum = nullptr;  ///< null where the step is of another kind
    std::size_t count;
    const double* weights;
    ArgView args[max_arguments];
  };
  /// A fused step that is one loop over all rows, likewise.
  struct BoundFused {
    decltype(Distribution::sum_shifted) sum = nullptr;
    std::size_t count;
    const double *column, *moved, *still;
    ArgView args[max_arguments];
  };

  void bind(const FactorStep& step, BoundFactor& bound);
  void bind(const FusedStep& step, BoundFused& bound);
  double evaluate(double candidate);
  double evaluate_naive(double candidate);
  void take_base_lines();
  void restore();
  void propose_node(const NodeStep& step);
  double fused_sum(const FusedStep& step, double shift);
  bool watch(const FusedStep& step, Watch& watch);
  bool few_change(const FusedStep& step, std::size_t index, double shift, double& change);
  double fused_sum_blocks(const FusedStep& step, const ColumnView& column, double shift);
  double rows_sum(const FactorStep& step, const double* values, bool location = false);
  double stats_value(std::size_t f, const double* values) const;
  /// True when what remains of a sum is rounding error: it is then to be computed afresh.
  bool commit_factor(const FactorStep& step, double new_sum, double old_sum);
  void commit_fused(const FusedStep& step, std::size_t index);
  double shift_of(const FusedStep& step) const;
  RowSet rows_of(const TouchSet& touched) const { return touched.rows(at_.k, state_.members); }
  void move_members();
  void copy_rows(const NodeStep& step, const double* from, double* to) const;
  double* current_of(NodeId v) { return state_.values.data() + model_.offset(v); }
  double* proposed_of(NodeId v) { return proposed_.data() + model_.offset(v); }

  const Model& model_;
  const Plan& plan_;
  State& state_;
  bool naive_;

  Coordinate at_{0, 0};
  const ParameterPlan* steps_ = nullptr;
  const ParameterNode* parameter_ = nullptr;
  double current_ = 0;
  double evaluated_ = 0;  ///< the candidate that proposed_ and the sums below belong to
  bool has_evaluated_ = false;
  bool has_base_ = false;
  bool dirty_ = false;  ///< proposed_ differs from the state in the touched rows
  double naive_base_ = 0;

  /// Equal to state_.values except in the rows that the last evaluation wrote.
  std::vector<double> proposed_;
  std::vector<double> factor_base_, factor_new_, fused_base_, fused_new_;
  bool several_ = false;
  std::vector<Watch> watches_;  ///< by fused step
  std::vector<BoundFactor> bound_factors_;
  std::vector<BoundFused> bound_fused_;
  std::vector<char> lost_;  ///< by factor step of the last commit
  std::vector<double> ones_;
  std::vector<double> scratch_;
  static constexpr std::size_t block = 256;
  std::vector<double>
      buffers_;  ///< block-sized rows: one per factor argument, one per map input, one for weights
  FactorRows factor_rows_;
  Work work_;
};

}  // namespace cggibbs
