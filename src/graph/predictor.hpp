// The likelihood as a function of one linear predictor, everything else held fixed.
#pragma once

#include <vector>

#include "base/work.hpp"
#include "graph/state.hpp"
#include "graph/structure.hpp"

namespace cggibbs {

class Predictor {
 public:
  Predictor(const Model& model, const PredictorPath& path)
      : model_(&model),
        linear_(path.linear),
        n_(path.rows),
        factor_(path.factor),
        argument_(path.argument),
        location_(path.location),
        maps_(path.maps) {}

  NodeId linear() const { return linear_; }
  std::size_t factor() const { return factor_; }
  std::size_t argument() const { return argument_; }
  std::size_t size() const { return n_; }
  /// The linear node is the location of its factor, with no maps in between.
  bool direct() const { return maps_.empty() && location_; }

  /// The sum of the factor at eta + t * x, up to terms that do not vary with eta. Values are State::values.
  double sum(const double* values, const double* eta, const double* x, double t, Work& work);
  /// Minus the second derivative of each row's log density at eta, not below zero.
  void curvature(const double* values, const double* eta, double* out) { curves(values, eta, nullptr, out); }
  /// The first derivatives too, where these are asked for.
  void curves(const double* values, const double* eta, double* slope, double* weight);

 private:
  /// Log densities (or their location parts' sum) of rows start..start+n at the values in the buffer.
  void push(const double* values, std::size_t start, std::size_t n, ArgView* args);

  static constexpr std::size_t block = 256;
  const Model* model_;
  NodeId linear_;
  std::size_t n_, factor_, argument_;
  bool location_;
  std::vector<NodeId> maps_;
  std::vector<double> buffer_ = std::vector<double>(block);
};

}  // namespace cggibbs
