// What a log density has beside the likelihood of one predictor and the normal priors of its coefficients.
#pragma once

#include <vector>

#include "graph/block_view.hpp"
#include "samplers/latent/latent_map.hpp"

namespace cggibbs {

/// Priors of scales, and of coefficients with other than normal priors.
class BesideNormal {
 public:
  BesideNormal(const Model& model, const BlockView& view, const LinearPredictor& predictor);
  /// Coefficients whose priors are not normal: its value depends on them.
  std::size_t coefficients() const { return coefficients_; }
  double value(const BlockView& view) const;
  /// Takes back what a LatentMap takes the latter for.
  double correction(const LatentMap& map, const double* x) const;

 private:
  const Model& model_;
  std::vector<std::size_t> factors_;
  struct Part {
    std::size_t first, size;
  };
  std::vector<Part> parts_;  ///< with other than normal priors, as columns of the map
  std::size_t coefficients_ = 0;
};

}  // namespace cggibbs
