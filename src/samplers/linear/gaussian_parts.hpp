// Finding coefficients whose prior is Gaussian given the other coordinates and which enter through one predictor.
#pragma once

#include <optional>
#include <vector>

#include "graph/predictor.hpp"

namespace cggibbs {

enum class MixtureKind {
  flat,       ///< no prior factor
  normal,     ///< normal(theta, mu, sigma), sigma constant or sampled
  scaled,     ///< normal_scaled(theta, mu, a, s)
  student_t,  ///< a normal whose variance is inverse gamma
  laplace     ///< a normal whose variance is exponential
};

struct GaussianPart {
  NodeId parameter;
  ColumnsPtr columns;
  MixtureKind kind;
  std::size_t factor;  ///< of the prior; meaningless when flat
  bool fixed;          ///< mean and scale are constants and the mixture has no auxiliary scales
  std::size_t size() const { return columns->cols(); }
};

struct GaussianParts {
  Predictor predictor;
  std::vector<GaussianPart> parts;
  std::size_t size() const;
  bool fixed() const;
};

/// The largest such set of the model: all parameters under the linear node that qualify. Empty when there is none.
std::optional<GaussianParts> find_gaussian_parts(const Model& model);

}  // namespace cggibbs
