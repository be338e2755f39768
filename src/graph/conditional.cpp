// Evaluating and committing a move of one coordinate by its plan.
#include "graph/conditional.hpp"

#include <algorithm>
#include <cmath>

#include "graph/explain_nan.hpp"

namespace cggibbs {
namespace {

/// What is left of a double-double sum after a term so much larger than it has gone is that term's rounding error.
bool lost(double gone, double left) {
  return std::abs(gone) > 1e15 * std::abs(left);
}

}  // namespace

Conditional::Conditional(const Model& model, const Plan& plan, State& state, bool naive)
    : model_(model), plan_(plan), state_(state), naive_(naive), proposed_(state.values) {
  std::size_t factors = 0;
  std::size_t fused = 0;
  std::size_t longest = 1;
  for (const auto& p : plan.all()) {
    factors = std::max(factors, p.factors.size());
    fused = std::max(fused, p.fused.size());
    for (const auto& c : p.fused) longest = std::max(longest, c.columns->rows());
  }
  factor_base_.resize(factors);
  factor_new_.resize(factors);
  lost_.resize(factors);
  fused_base_.resize(fused);
  fused_new_.resize(fused);
  watches_.resize(fused);
  bound_factors_.resize(factors);
  bound_fused_.resize(fused);
  ones_.assign(longest, 1.0);
  buffers_.resize((max_arguments + max_map_inputs + 1) * block);
}

void Conditional::sync() {
  proposed_ = state_.values;
  dirty_ = has_evaluated_ = has_base_ = false;
  if (parameter_) current_ = current_of(at_.parameter)[at_.k];
}

double Conditional::refresh() {
  const double drift = cggibbs::refresh(model_, state_, scratch_);
  sync();
  return drift;
}

void Conditional::focus(Coordinate c, bool several) {
  restore();
  at_ = c;
  several_ = several;
  steps_ = &plan_.of(c.parameter);
  parameter_ = model_.node(c.parameter).as<ParameterNode>();
  current_ = current_of(c.parameter)[c.k];
  has_evaluated_ = has_base_ = false;
}

Bounds Conditional::bounds() const {
  Bounds b{parameter_->lower, parameter_->upper};
  if (parameter_->support == SupportKind::ordered) {
    const double* x = state_.values.data() + model_.offset(at_.parameter);
    if (at_.k > 0) b.lower = x[at_.k - 1];
    if (at_.k + 1 < model_.node(at_.parameter).size) b.upper = x[at_.k + 1];
  }
  return b;
}

double Conditional::delta(double candidate) {
  const Bounds b = bounds();
  if (!(candidate >= b.lower && candidate <= b.upper)) return -inf;
  const double d = naive_ ? evaluate_naive(candidate) : evaluate(candidate);
  if (d < inf) return d;
  // +inf is a density spike on the boundary of a support: a null set that no chain may stick to.
  if (d == inf) return -inf;
  explain_nan(model_, proposed_.data(), at_, candidate);  // throws, unless a value overflowed
  return -inf;
}

double Conditional::evaluate(double candidate) {
  if (!has_base_) take_base_lines();
  ++work_.evaluations;
  has_evaluated_ = false;
  dirty_ = true;
  proposed_of(at_.parameter)[at_.k] = candidate;
  for (const auto& step : steps_->nodes) propose_node(step);

  double total = 0;
  bool forbidden = false;
  for (std::size_t i = 0; i < steps_->factors.size(); ++i) {
    const FactorStep& step = steps_->factors[i];
    if (const BoundFactor& b = bound_factors_[i]; b.sum) {
      factor_new_[i] = b.sum(b.count, b.args, b.weights);
      work_.rows += b.count;
    } else if (step.mode == FactorMode::stats) {
      factor_new_[i] = stats_value(step.factor, proposed_.data());
      ++work_.rows;
    } else {
      factor_new_[i] = rows_sum(step, proposed_.data());
      work_.rows += rows_of(step.rows).count;
    }
    total += factor_new_[i] - factor_base_[i];
    forbidden = forbidden || factor_new_[i] == -inf;
  }
  // One density forbids it, whatever the others say where they have none: spare the likelihood.
  if (forbidden || total == -inf) return -inf;
  for (std::size_t i = 0; i < steps_->fused.size(); ++i) {
    if (const BoundFused& b = bound_fused_[i]; b.sum) {
      const double shift = *b.moved - *b.still;
      fused_new_[i] = shift == 0 ? fused_base_[i] : b.sum(b.count, b.args, b.column, shift);
      if (shift != 0) work_.rows += b.count;
      total += fused_new_[i] - fused_base_[i];
      continue;
    }
    const double shift = shift_of(steps_->fused[i]);
    double change;
    if (watches_[i].on && few_change(steps_->fused[i], i, shift, change)) {
      fused_new_[i] = fused_base_[i] + change;
      total += change;
    } else {
      fused_new_[i] = fused_sum(steps_->fused[i], shift);
      total += fused_new_[i] - fused_base_[i];
    }
  }
  evaluated_ = candidate;
  has_evaluated_ = true;
  return total;
}

/// Touched in all rows, a factor may have its sum from another one that is cached: not here.
void Conditional::bind(const FactorStep& step, BoundFactor& bound) {
  bound.sum = nullptr;
  if (step.mode == FactorMode::stats) return;
  const Factor& factor = model_.factors()[step.factor];
  const RowSet rows = rows_of(step.rows);
  if (rows.list || rows.count == factor.size || !factor.event.empty()) return;
  factor_views(model_, proposed_.data(), factor, bound.args);
  for (std::size_t k = 0; k < factor.args.size(); ++k)
    bound.args[k].data += rows.first * bound.args[k].stride;
  bound.count = rows.count;
  bound.weights = factor.weights.empty() ? nullptr : factor.weights.data() + rows.first;
  bound.sum = factor.distribution->sum;
}

/// The sums at the current value. Factors touched in all rows have theirs cached in the state.
void Conditional::take_base_lines() {
  for (std::size_t i = 0; i < steps_->factors.size(); ++i) {
    const FactorStep& step = steps_->factors[i];
    bind(step, bound_factors_[i]);
    if (const BoundFactor& b = bound_factors_[i]; b.sum)  // nothing is proposed yet
      factor_base_[i] = b.sum(b.count, b.args, b.weights);
    else if (step.mode == FactorMode::stats)
      factor_base_[i] = stats_value(step.factor, state_.values.data());
    else if (step.rows.is_all())
      factor_base_[i] = state_.factor_sum[step.factor].value();
    else
      factor_base_[i] = rows_sum(step, state_.values.data());
  }
  for (std::size_t i = 0; i < steps_->fused.size(); ++i) {
    const FusedStep& step = steps_->fused[i];
    watches_[i].on = several_ && watch(step, watches_[i]);
    watches_[i].relative = watches_[i].on && !step.rows.is_all();
    bound_fused_[i].sum = nullptr;
    if (!watches_[i].on) bind(step, bound_fused_[i]);
    if (step.rows.is_all())
      fused_base_[i] = (step.location ? state_.location_sum : state_.factor_sum)[step.factor].value();
    else
      fused_base_[i] = watches_[i].relative ? 0 : fused_sum(step, 0.0);
  }
  has_base_ = true;
}

double Conditional::shift_of(const FusedStep& step) const {
  const std::size_t i = model_.offset(step.source) + at_.k;
  return proposed_[i] - state_.values[i];
}

void Conditional::propose_node(const NodeStep& step) {
  const Move move{model_.values(state_.values.data()),
                  model_.values(proposed_.data()),
                  step,
                  at_.k,
                  state_.members,
                  rows_of(step.rows),
                  current_of(step.node)};
  work_.rows += propose(model_.node(step.node), move, proposed_of(step.node));
}

double Conditional::rows_sum(const FactorStep& step, const double* values, bool location) {
  return factor_rows_.sum(model_, values, model_.factors()[step.factor], rows_of(step.rows), location);
}

double Conditional::stats_value(std::size_t f, const double* values) const {
  const Factor& factor = model_.factors()[f];
  double scalars[max_arguments];
  const auto elements = static_cast<std::size_t>(factor.distribution->stats_elements);
  for (std::size_t k = elements; k < factor.args.size(); ++k)
    scalars[k - elements] = *value(model_, values, factor.args[k]);
  return factor.distribution->log_density_from_stats(static_cast<double>(factor.size),
                                                     &state_.stats[f * max_stats], scalars);
}

double Conditional::evaluate_naive(double candidate) {
  if (!has_base_) {
    naive_base_ = naive_log_density(model_, proposed_.data(), work_);
    has_base_ = true;
  }
  dirty_ = true;
  proposed_of(at_.parameter)[at_.k] = candidate;
  return naive_log_density(model_, proposed_.data(), work_) - naive_base_;
}

void Conditional::restore() {
  if (!dirty_) return;
  dirty_ = false;
  if (naive_) {
    proposed_ = state_.values;
    return;
  }
  proposed_of(at_.parameter)[at_.k] = current_;
  for (const auto& step : steps_->nodes) copy_rows(step, state_.values.data(), proposed_.data());
}

void Conditional::copy_rows(const NodeStep& step, const double* from, double* to) const {
  const RowSet rows = rows_of(step.rows);
  from += model_.offset(step.node);
  to += model_.offset(step.node);
  for (std::size_t t = 0; t < rows.count; ++t) to[rows[t]] = from[rows[t]];
}

/// Rows of a moving index go to the lists of its new values.
void Conditional::move_members() {
  for (const auto& step : steps_->indexes) {
    const RowSet rows = rows_of(step.rows);
    const double first = model_.indexes()[step.lists].first;
    MemberLists& members = state_.members[step.lists];
    for (std::size_t t = 0; t < rows.count; ++t) {
      const std::size_t r = rows[t];
      members.move(static_cast<std::uint32_t>(r), members.group_of(current_of(step.node)[r], first),
                   members.group_of(proposed_of(step.node)[r], first));
    }
  }
}

void Conditional::commit(double candidate) {
  if (candidate == current_) return restore();
  ++work_.commits;
  if (naive_) {
    current_of(at_.parameter)[at_.k] = candidate;
    recompute(model_, state_);
    return sync();
  }
  if (!has_evaluated_ || evaluated_ != candidate) evaluate(candidate);
  // Fused steps read the old values of their source, statistics the old values of their rows: both before the
  // copy.
  for (std::size_t i = 0; i < steps_->factors.size(); ++i)
    lost_[i] = commit_factor(steps_->factors[i], factor_new_[i], factor_base_[i]);
  for (std::size_t i = 0; i < steps_->fused.size(); ++i) commit_fused(steps_->fused[i], i);
  move_members();
  for (const auto& step : steps_->nodes) copy_rows(step, proposed_.data(), state_.values.data());
  current_of(at_.parameter)[at_.k] = candidate;
  current_ = candidate;
  for (std::size_t i = 0; i < steps_->factors.size(); ++i)
    if (lost_[i]) recompute_factor(model_, state_, steps_->factors[i].factor);
  for (const auto& step : steps_->factors)
    if (plan_.keeps_location_sum(step.factor) && step.rows.is_all())
      state_.location_sum[step.factor] = {
          factor_location_part(model_, state_.values.data(), model_.factors()[step.factor]), 0};
  dirty_ = has_evaluated_ = has_base_ = false;
}

bool Conditional::commit_factor(const FactorStep& step, double new_sum, double old_sum) {
  const Factor& factor = model_.factors()[step.factor];
  // Added and subtracted one by one: what goes out later is bit for bit what came in here.
  state_.factor_sum[step.factor] += new_sum;
  state_.factor_sum[step.factor] -= old_sum;
  bool any_lost = lost(old_sum, 1 + std::abs(state_.factor_sum[step.factor].value()));
  const RowSet rows = rows_of(step.rows);
  if (plan_.keeps_location_sum(step.factor) && !step.rows.is_all())
    state_.location_sum[step.factor] +=
        rows_sum(step, proposed_.data(), true) - rows_sum(step, state_.values.data(), true);
  if (!factor.stats || step.mode == FactorMode::stats) return any_lost;
  DoubleDouble* t = &state_.stats[step.factor * max_stats];
  const auto elements = static_cast<std::size_t>(factor.distribution->stats_elements);
  ArgView before[max_arguments], after[max_arguments];
  factor_views(model_, state_.values.data(), factor, before);
  factor_views(model_, proposed_.data(), factor, after);
  double x[max_arguments];
  DoubleDouble old[max_stats];
  for (std::size_t r = 0; r < rows.count; ++r) {
    for (std::size_t k = 0; k < elements; ++k) x[k] = before[k][rows[r]];
    std::fill(old, old + max_stats, DoubleDouble{});
    factor.distribution->stats(x, old);
    for (int s = 0; s < factor.distribution->n_stats; ++s) t[s] -= old[s];
    for (std::size_t k = 0; k < elements; ++k) x[k] = after[k][rows[r]];
    factor.distribution->stats(x, t);
    for (int s = 0; s < factor.distribution->n_stats; ++s)
      any_lost = any_lost || lost(old[s].value(), t[s].value());
  }
  return any_lost;
}

}  // namespace cggibbs
