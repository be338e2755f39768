// Sums over all rows.
#include "samplers/linear/plain_rows.hpp"

#include <algorithm>

#include "kernels/vectors.hpp"

namespace cggibbs {

PlainRows::PlainRows(const Model& model, const PredictorPath& path)
    : model_(model),
      predictor_(model, path),
      at_(model.offset(path.linear)),
      eta_(path.rows),
      weights_(path.rows),
      rest_(path.rows) {}

void PlainRows::load(const BlockView& view, Work& work) {
  load(view, view.values() + at_, work);
}

void PlainRows::load(const BlockView& view, const double* eta, Work& work) {
  values_ = view.values();
  other_.reset();
  std::copy_n(eta, eta_.size(), eta_.begin());
  likelihood_ = predictor_.sum(values_, eta_.data(), eta_.data(), 0.0, work);
}

const std::vector<double>& PlainRows::weights() {
  predictor_.curvature(values_, eta_.data(), weights_.data());
  return weights_;
}

double PlainRows::split(const double* x) {
  const double mean = kernels::sum({x, eta_.size()}) / static_cast<double>(eta_.size());
  for (std::size_t i = 0; i < eta_.size(); ++i) rest_[i] = x[i] - mean;
  return mean;
}

void PlainRows::follow(double* x) const {
  if (!other_) return;
  const double mean = kernels::sum({x, eta_.size()}) / static_cast<double>(eta_.size());
  for (std::size_t i = 0; i < eta_.size(); ++i) x[i] -= mean;
}

double PlainRows::look(const double* x, double t, Work& work) {
  if (!other_) {
    looked_ = predictor_.sum(values_, eta_.data(), x, t, work);
    return looked_ - likelihood_;
  }
  const double step = -t * split(x) / other_->entry;
  looked_ = predictor_.sum(values_, eta_.data(), rest_.data(), t, work);
  work.products += 2 * eta_.size();
  const double prior = PartPrior(model_, values_, *other_->part).with(other_->element, [&](const auto& p) {
    return p.change(step);
  });
  return looked_ - likelihood_ + prior;
}

void PlainRows::take(const double* x, double t) {
  likelihood_ = looked_;
  if (!other_) return kernels::axpy(eta_, {x, eta_.size()}, t);
  *other_->value -= t * split(x) / other_->entry;
  kernels::axpy(eta_, rest_, t);
}

void PlainRows::move(const double* x, double t, Work& work) {
  take(x, t);
  likelihood_ = predictor_.sum(values_, eta_.data(), eta_.data(), 0.0, work);
}

}  // namespace cggibbs
