// Gathering, trying and committing moves along columns.
#include "samplers/linear/predictor_rows.hpp"

#include <algorithm>

#include "kernels/vectors.hpp"

namespace cggibbs {

void PredictorRows::Rows::resize(std::size_t n) {
  for (auto* v : {&eta, &slope, &weight, &kept}) v->resize(n);
}

PredictorRows::PredictorRows(const Model& model, const PredictorPath& path)
    : model_(model),
      linear_(path.linear),
      factor_(path.factor),
      argument_(path.argument),
      n_(path.rows),
      ones_(n_, 1.0) {
  rows_.resize(n_);
  beyond_.resize(n_);
}

void PredictorRows::load(const double* values, Work& work) {
  factor_views(model_, values, factor(), all_);
  const double* eta = values + model_.offset(linear_);
  all_[argument_] = {eta, 1};
  const double* w = factor().weights.empty() ? nullptr : factor().weights.data();
  total_ = factor().distribution->location_curves(n_, all_, w, ones_.data(), 0.0, rows_.out()).sum;
  all_[argument_] = {rows_.eta.data(), 1};
  stale_ = false;
  ++work.evaluations;
  work.rows += n_;
}

/// Slopes, weights and kept values of all rows at their eta.
void PredictorRows::freshen(Work& work) {
  if (!stale_) return;
  stale_ = false;
  const double* w = factor().weights.empty() ? nullptr : factor().weights.data();
  factor().distribution->location_curves(n_, all_, w, ones_.data(), 0.0, beyond_.out());
  std::swap(rows_, beyond_);
  all_[argument_].data = rows_.eta.data();
  if (!sparse_) at_[argument_].data = rows_.eta.data();
  ++work.evaluations;
  work.rows += n_;
}

void PredictorRows::focus(const ColumnView& column, Work& work, const double* next) {
  next_ = next;
  column_ = column;
  count_ = column.count;
  sparse_ = column.rows != nullptr;
  x_ = column.values ? column.values : ones_.data();
  has_base_ = watched_ = false;
  if (sparse_) {
    freshen(work);
    return gather();
  }
  std::copy(all_, all_ + max_arguments, at_);
  weights_at_ = factor().weights.empty() ? nullptr : factor().weights.data();
}

void PredictorRows::gather() {
  if (near_.eta.empty()) {
    near_.resize(n_);
    gathered_.resize((max_arguments + 1) * n_);
  }
  const std::uint32_t* r = column_.rows;
  for (std::size_t t = 0; t < count_; ++t) {
    near_.eta[t] = rows_.eta[r[t]];
    near_.slope[t] = rows_.slope[r[t]];
    near_.weight[t] = rows_.weight[r[t]];
    near_.kept[t] = rows_.kept[r[t]];
  }
  for (std::size_t k = 0; k < factor().args.size(); ++k) {
    at_[k] = all_[k];
    if (k == argument_) {
      at_[k].data = near_.eta.data();
    } else if (all_[k].stride == 1) {
      double* to = gathered_.data() + k * n_;
      for (std::size_t t = 0; t < count_; ++t) to[t] = all_[k].data[r[t]];
      at_[k].data = to;
    }
  }
  weights_at_ = nullptr;
  if (factor().weights.empty()) return;
  double* to = gathered_.data() + max_arguments * n_;
  for (std::size_t t = 0; t < count_; ++t) to[t] = factor().weights[r[t]];
  weights_at_ = to;
}

double PredictorRows::base() {
  if (!has_base_) {
    base_ = sparse_ ? factor().distribution->sum_kept(count_, at_, weights_at_, near_.kept.data()) : total_;
    has_base_ = true;
  }
  return base_;
}

PredictorRows::Point PredictorRows::here(Work& work) {
  freshen(work);
  const Rows& rows = sparse_ ? near_ : rows_;
  work.products += 2 * count_;
  const auto p = kernels::along_column(count_, x_, rows.slope.data(), rows.weight.data());
  return {0, p.slope, p.curvature};
}

/// Along a column of few values, one exponential does for all rows of a value.
bool PredictorRows::few_changes(std::size_t count, const double* t, double* out, Work& work) {
  const Distribution& d = *factor().distribution;
  if (column_.few.count == 0 || !d.few_fits(at_)) return false;
  if (!watched_) {
    odds_.resize(n_);
    moves_ = d.watch_few(count_, at_, x_, column_.few, odds_.data());
    watched_ = true;
    work.rows += count_;
  }
  if (!d.move_few(count_, moves_, odds_.data(), count, t, out)) return false;
  work.products += count * count_;
  return true;
}

void PredictorRows::changes(std::size_t count, const double* t, double* out, Work& work) {
  const Distribution& d = *factor().distribution;
  if (weights_at_ || !d.sums_shifted) {
    for (std::size_t k = 0; k < count; ++k) out[k] = look(t[k], work).change;
    return;
  }
  work.evaluations += count;
  if (few_changes(count, t, out, work)) return;
  work.rows += count * count_;
  d.sums_shifted(count_, at_, x_, count, t, out);
  for (std::size_t k = 0; k < count; ++k) out[k] -= base();
}

PredictorRows::Point PredictorRows::look(double t, Work& work) {
  ++work.evaluations;
  work.rows += count_;
  kernels::Curves out = beyond_.out();
  out.next = next_;
  const auto p = factor().distribution->location_curves(count_, at_, weights_at_, x_, t, out);
  looked_ = p.sum;
  return {looked_ - base(), p.slope, p.curvature};
}

void PredictorRows::take() {
  total_ += looked_ - base();
  base_ = looked_;
  watched_ = false;
  if (!sparse_) {
    stale_ = false;
    std::swap(rows_, beyond_);
    all_[argument_].data = at_[argument_].data = rows_.eta.data();
    return;
  }
  const std::uint32_t* r = column_.rows;
  for (std::size_t t = 0; t < count_; ++t) {
    rows_.eta[r[t]] = beyond_.eta[t];
    rows_.slope[r[t]] = beyond_.slope[t];
    rows_.weight[r[t]] = beyond_.weight[t];
    rows_.kept[r[t]] = beyond_.kept[t];
  }
}

void PredictorRows::take(double t, double change, Work& work) {
  if (sparse_) {
    look(t, work);
    return take();
  }
  kernels::axpy(rows_.eta, {x_, n_}, t);
  watched_ = false;
  total_ += change;
  base_ += change;
  stale_ = true;
}

}  // namespace cggibbs
