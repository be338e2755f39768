// The normal prior of coefficients that are correlated within events, as the values of the state have it.
#pragma once

#include <cmath>
#include <utility>

#include "base/special.hpp"
#include "distributions/small_matrix.hpp"
#include "graph/state.hpp"
#include "graph/structure.hpp"

namespace cggibbs {

/// theta = mean + F z by events, z ~ N(0, 1).
class EventPrior {
 public:
  EventPrior(const Model& model, const double* values, const GaussianPart& part)
      : EventPrior(model.values(values), model.factors()[part.factor], part.event) {}

  std::size_t size() const { return k_; }
  const double* mean(std::size_t event) const { return mean_ + event * stride_; }
  double diagonal(std::size_t i) const { return factor_[i * k_ + i]; }

  /// In place, for one event: F^-1 x and F x.
  void whiten(double* x) const {
    for (std::size_t i = 0; i < k_; ++i) {
      for (std::size_t j = 0; j < i; ++j) x[i] -= factor_[i * k_ + j] * x[j];
      x[i] /= diagonal(i);
    }
  }
  void colour(double* x) const {
    for (std::size_t i = k_; i-- > 0;) {
      x[i] *= diagonal(i);
      for (std::size_t j = 0; j < i; ++j) x[i] += factor_[i * k_ + j] * x[j];
    }
  }

  /// Along a direction v of one event, at its coefficients theta: precision and slope of the log density.
  std::pair<double, double> along(const double* v, const double* theta, std::size_t event) const {
    double* direction = small::scratch(0, 2 * k_);
    double* distance = direction + k_;
    for (std::size_t i = 0; i < k_; ++i) {
      direction[i] = v[i];
      distance[i] = mean(event)[i] - theta[i];
    }
    return quadratic(direction, distance);
  }
  /// The same along coefficient j of all, which start at theta.
  std::pair<double, double> along_coefficient(std::size_t j, const double* theta) const {
    const std::size_t event = j / k_;
    double* direction = small::scratch(0, 2 * k_);
    double* distance = direction + k_;
    for (std::size_t i = 0; i < k_; ++i) {
      direction[i] = i == j % k_ ? 1 : 0;
      distance[i] = mean(event)[i] - theta[event * k_ + i];
    }
    return quadratic(direction, distance);
  }

 private:
  EventPrior(const Values& values, const Factor& factor, std::size_t k)
      : k_(k),
        stride_(values.size(factor.args[1]) == k ? 0 : k),
        mean_(values.of(factor.args[1])),
        factor_(values.of(factor.args[2])) {}

  std::pair<double, double> quadratic(double* direction, double* distance) const {
    whiten(direction);
    whiten(distance);
    double precision = 0, slope = 0;
    for (std::size_t i = 0; i < k_; ++i) {
      precision += square(direction[i]);
      slope += direction[i] * distance[i];
    }
    return {precision, slope};
  }

  std::size_t k_, stride_;
  const double *mean_, *factor_;
};

}  // namespace cggibbs
