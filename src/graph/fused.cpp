// Fused evaluation and commit of linear -> maps -> factor over the rows of one column.
#include <algorithm>

#include "graph/conditional.hpp"
#include "kernels/vectors.hpp"

namespace cggibbs {

void Conditional::bind(const FusedStep& step, BoundFused& bound) {
  const ColumnView column = step.columns->col(at_.k);
  const Factor& factor = model_.factors()[step.factor];
  if (column.rows || !step.maps.empty() || !step.location || !factor.weights.empty()) return;
  factor_views(model_, state_.values.data(), factor, bound.args);
  bound.count = column.count;
  bound.column = column.values ? column.values : ones_.data();
  const std::size_t source = model_.offset(step.source) + at_.k;
  bound.moved = &proposed_[source];
  bound.still = &state_.values[source];
  bound.sum = factor.distribution->sum_shifted;
}

double Conditional::fused_sum(const FusedStep& step, double shift) {
  const auto index = static_cast<std::size_t>(&step - steps_->fused.data());
  // Nothing moves under this linear node (a spike-and-slab indicator at zero, say): the base line stands.
  if (shift == 0 && has_base_) return fused_base_[index];
  const ColumnView column = step.columns->col(at_.k);
  work_.rows += column.count * (1 + step.maps.size());
  if (const BoundFused& b = bound_fused_[index]; b.sum) return b.sum(b.count, b.args, b.column, shift);
  return fused_sum_blocks(step, column, shift);
}

/// Prepares moves along a column of few values, where its rows allow it.
bool Conditional::watch(const FusedStep& step, Watch& watch) {
  const ColumnView column = step.columns->col(at_.k);
  const Factor& factor = model_.factors()[step.factor];
  if (column.few.count == 0 || !step.maps.empty() || !step.location || !factor.weights.empty()) return false;
  ArgView a[max_arguments];
  factor_views(model_, state_.values.data(), factor, a);
  if (!factor.distribution->few_fits(a)) return false;
  const std::size_t n = factor.size;
  watch.odds.resize(n);
  if (column.rows) {
    watch.gathered.resize(factor.args.size() * n);
    for (std::size_t k = 0; k < factor.args.size(); ++k) {
      if (a[k].stride == 0) continue;
      double* into = watch.gathered.data() + k * n;
      for (std::size_t t = 0; t < column.count; ++t) into[t] = a[k].data[column.rows[t]];
      a[k].data = into;
    }
  }
  watch.moves = factor.distribution->watch_few(column.count, a, column.values ? column.values : ones_.data(),
                                               column.few, watch.odds.data());
  work_.rows += column.count;
  return true;
}

/// The change of a watched step's sum; false where the move is too far for that, and then there is a base line.
bool Conditional::few_change(const FusedStep& step, std::size_t index, double shift, double& change) {
  Watch& w = watches_[index];
  const std::size_t count = step.columns->col(at_.k).count;
  if (model_.factors()[step.factor].distribution->move_few(count, w.moves, w.odds.data(), 1, &shift,
                                                           &change)) {
    work_.products += count;
    return true;
  }
  if (w.relative) fused_base_[index] = fused_sum_blocks(step, step.columns->col(at_.k), 0.0);
  w.relative = false;
  return false;
}

double Conditional::fused_sum_blocks(const FusedStep& step, const ColumnView& column, double shift) {
  const Factor& factor = model_.factors()[step.factor];
  const auto& linear = *model_.node(step.linear).as<LinearNode>();
  const double* eta = current_of(step.linear);
  const double moved = proposed_of(step.source)[at_.k];
  ArgView a[max_arguments];
  factor_views(model_, state_.values.data(), factor, a);
  const auto moving = static_cast<std::size_t>(step.argument);
  double* buffer = buffers_.data() + moving * block;
  double* other = buffers_.data() + max_arguments * block;
  double* w = other + max_map_inputs * block;

  // Rows start..start+n of an untouched array, in order: a pointer when contiguous, else gathered.
  const auto take = [&](ArgView v, std::size_t start, std::size_t n, double* into) -> ArgView {
    if (v.stride == 0) return v;
    if (!column.rows) return {v.data + start, 1};
    for (std::size_t t = 0; t < n; ++t) into[t] = v.data[column.rows[start + t]];
    return {into, 1};
  };

  double total = 0;
  for (std::size_t start = 0; start < column.count; start += block) {
    const std::size_t n = std::min(block, column.count - start);
    if (step.direct && shift != 0)
      for (std::size_t t = 0; t < n; ++t)
        buffer[t] = offset_at(linear, column.row(start + t)) + moved * column.value(start + t);
    else if (!column.rows)
      kernels::add_scaled({buffer, n}, {eta + start, n},
                          {(column.values ? column.values : ones_.data()) + start, n}, shift);
    else if (column.values)
      for (std::size_t t = 0; t < n; ++t)
        buffer[t] = eta[column.rows[start + t]] + shift * column.values[start + t];
    else
      for (std::size_t t = 0; t < n; ++t) buffer[t] = eta[column.rows[start + t]] + shift;
    NodeId at = step.linear;
    for (NodeId m : step.maps) {
      const auto& map = *model_.node(m).as<MapNode>();
      ArgView in[max_map_inputs];
      for (std::size_t k = 0; k < map.inputs.size(); ++k) {
        const NodeId i = map.inputs[k];
        in[k] = i == at ? ArgView{buffer, 1}
                        : take({value(model_, state_.values.data(), i), model_.node(i).size == 1 ? 0U : 1U},
                               start, n, other + k * block);
      }
      function(map.op).apply(n, in, map.inputs.size(), buffer);
      at = m;
    }
    ArgView b[max_arguments];
    for (std::size_t k = 0; k < factor.args.size(); ++k)
      b[k] = k == moving ? ArgView{buffer, 1} : take(a[k], start, n, buffers_.data() + k * block);
    const double* weights = nullptr;
    if (!factor.weights.empty()) weights = take({factor.weights.data(), 1}, start, n, w).data;
    total += step.location ? factor.distribution->sum_location_part(n, b, weights)
                           : factor.distribution->sum(n, b, weights);
  }
  return total;
}

void Conditional::commit_fused(const FusedStep& step, std::size_t index) {
  const double shift = shift_of(step);
  if (shift == 0) return;
  const ColumnView column = step.columns->col(at_.k);
  const auto& linear = *model_.node(step.linear).as<LinearNode>();
  const double moved = proposed_of(step.source)[at_.k];
  double* eta = current_of(step.linear);
  double* proposed = proposed_of(step.linear);
  if (step.direct) {
    for (std::size_t t = 0; t < column.count; ++t) {
      const std::size_t r = column.row(t);
      eta[r] = proposed[r] = offset_at(linear, r) + moved * column.value(t);
    }
  } else if (!column.rows) {
    // The same multiply-add as the fused sums, so that the cached sum belongs to these very values.
    kernels::axpy({eta, column.count}, {column.values ? column.values : ones_.data(), column.count}, shift);
    std::copy(eta, eta + column.count, proposed);
  } else {
    for (std::size_t t = 0; t < column.count; ++t) {
      const std::size_t r = column.rows[t];
      eta[r] = proposed[r] = eta[r] + shift * column.value(t);
    }
  }
  const RowSet rows = step.rows.rows(at_.k);
  for (NodeId m : step.maps) {
    work_.rows += evaluate_rows(*model_.node(m).as<MapNode>(), model_.values(state_.values.data()), rows,
                                current_of(m));
    for (std::size_t t = 0; t < rows.count; ++t) proposed_of(m)[rows[t]] = current_of(m)[rows[t]];
  }
  DoubleDouble& total = state_.factor_sum[step.factor];
  DoubleDouble& location = state_.location_sum[step.factor];
  total += fused_new_[index];
  total -= fused_base_[index];
  if (!step.location) {
    if (plan_.keeps_location_sum(step.factor))
      location = {factor_location_part(model_, state_.values.data(), model_.factors()[step.factor]), 0};
  } else if (step.rows.is_all()) {
    location = {fused_new_[index], 0};
  } else {
    location += fused_new_[index];
    location -= fused_base_[index];
  }
}

}  // namespace cggibbs
