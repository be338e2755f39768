// Rows of a normal likelihood, or averages over warmup.
#include "samplers/latent/working_rows.hpp"

#include <algorithm>
#include <cmath>

namespace cggibbs {
namespace {

bool is_gaussian(const Model& model, const PredictorPath& path) {
  static const Distribution* const normal = find_distribution("normal");
  const Factor& factor = model.factors()[path.factor];
  return path.direct() && factor.distribution == normal && path.argument == 1 &&
         model.node(factor.args[2]).size == 1;
}

}  // namespace

WorkingRows::WorkingRows(const Model& model, const PredictorPath& path)
    : model_(model),
      path_(path),
      predictor_(model, path),
      exact_(is_gaussian(model, path)),
      weight_(path.rows),
      eta_(path.rows),
      slope_(path.rows),
      now_(path.rows, 1.0),
      towards_(path.rows),
      steep_(path.rows),
      pull_(path.rows) {
  if (!exact_) return;
  const Factor& factor = model.factors()[path.factor];
  if (!factor.weights.empty()) now_ = factor.weights;
  const auto* p = model.node(factor.args[2]).as<ParameterNode>();
  if (p && p->support == SupportKind::positive) deviation_.push_back(factor.args[2]);
}

void WorkingRows::learn(const double* values, const double* eta) {
  predictor_.curves(values, eta, steep_.data(), pull_.data());
  weight_.add(pull_);
  slope_.add(steep_);
  pull_.assign(eta, eta + path_.rows);
  eta_.add(pull_);
}

void WorkingRows::adopt() {
  now_ = weight_.mean();
  for (std::size_t i = 0; i < path_.rows; ++i) towards_[i] = now_[i] * eta_.mean()[i] + slope_.mean()[i];
}

void WorkingRows::look(const double* values, const double* eta) {
  predictor_.curves(values, eta, steep_.data(), now_.data());
  for (std::size_t i = 0; i < path_.rows; ++i) {
    towards_[i] = now_[i] * eta[i] + steep_[i];
    if (!std::isfinite(towards_[i]) || !std::isfinite(now_[i])) towards_[i] = now_[i] = 0;  // says nothing
  }
}

const std::vector<double>& WorkingRows::pull(const double* values, const double* fixed) {
  if (exact_) {
    ArgView a[max_arguments];
    factor_views(model_, values, model_.factors()[path_.factor], a);
    for (std::size_t i = 0; i < path_.rows; ++i) pull_[i] = now_[i] * (a[0][i] - fixed[i]);
  } else {
    for (std::size_t i = 0; i < path_.rows; ++i) pull_[i] = towards_[i] - now_[i] * fixed[i];
  }
  return pull_;
}

double WorkingRows::scale(const double* values) const {
  if (!exact_) return 1;
  return 1 / square(*value(model_, values, model_.factors()[path_.factor].args[2]));
}

void WorkingRows::save(Writer& w) const {
  weight_.save(w);
  eta_.save(w);
  slope_.save(w);
  w(now_, towards_);
}

void WorkingRows::load(Reader& r) {
  weight_.load(r);
  eta_.load(r);
  slope_.load(r);
  r(now_, towards_);
}

}  // namespace cggibbs
