// The Gaussian likelihood that stands in for the true one in a LatentMap.
#pragma once

#include <vector>

#include "graph/block_view.hpp"
#include "graph/predictor.hpp"
#include "samplers/linear/weight_average.hpp"

namespace cggibbs {

/// Row i: scale * (pull eta - weight eta^2 / 2), where eta is what the coefficients add. A normal likelihood with one standard
/// deviation is that itself; others are expanded around the predictors, slopes and curvatures of warmup.
class WorkingRows {
 public:
  WorkingRows(const Model& model, const PredictorPath& path);

  /// The likelihood is Gaussian: nothing is learned.
  bool exact() const { return exact_; }
  /// The standard deviation where exact() and a parameter of the model.
  const std::vector<NodeId>& deviation() const { return deviation_; }

  /// A state of warmup with its predictor.
  void learn(const double* values, const double* eta);
  /// Makes the averages over what was learned the working rows; or one state alone.
  void adopt();
  void look(const double* values, const double* eta);
  std::size_t seen() const { return weight_.seen(); }

  const std::vector<double>& weights() const { return now_; }
  /// The pull on what is added to a predictor of `fixed`.
  const std::vector<double>& pull(const double* values, const double* fixed);
  double scale(const double* values) const;

  void save(Writer& w) const;
  void load(Reader& r);

 private:
  const Model& model_;
  PredictorPath path_;
  Predictor predictor_;
  bool exact_;
  std::vector<NodeId> deviation_;
  WeightAverage weight_, eta_, slope_;
  std::vector<double> now_, towards_, steep_, pull_;
};

}  // namespace cggibbs
