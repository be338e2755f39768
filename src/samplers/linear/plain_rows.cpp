// Sums over all rows.
#include "samplers/linear/plain_rows.hpp"

#include <algorithm>

#include "kernels/vectors.hpp"

namespace cggibbs {

PlainRows::PlainRows(const Model& model, const PredictorPath& path)
    : predictor_(model, path), at_(model.offset(path.linear)), eta_(path.rows), weights_(path.rows) {}

void PlainRows::load(const BlockView& view, Work& work) {
  load(view, view.values() + at_, work);
}

void PlainRows::load(const BlockView& view, const double* eta, Work& work) {
  values_ = view.values();
  std::copy_n(eta, eta_.size(), eta_.begin());
  likelihood_ = predictor_.sum(values_, eta_.data(), eta_.data(), 0.0, work);
}

const std::vector<double>& PlainRows::weights() {
  predictor_.curvature(values_, eta_.data(), weights_.data());
  return weights_;
}

double PlainRows::look(const double* x, double t, Work& work) {
  looked_ = predictor_.sum(values_, eta_.data(), x, t, work);
  return looked_ - likelihood_;
}

void PlainRows::take(const double* x, double t) {
  likelihood_ = looked_;
  kernels::axpy(eta_, {x, eta_.size()}, t);
}

void PlainRows::move(const double* x, double t, Work& work) {
  kernels::axpy(eta_, {x, eta_.size()}, t);
  likelihood_ = predictor_.sum(values_, eta_.data(), x, 0.0, work);
}

}  // namespace cggibbs
