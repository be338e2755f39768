// Summing the factors that remain.
#include "samplers/latent/beside_normal.hpp"

#include <algorithm>

#include "base/special.hpp"
#include "graph/factor.hpp"

namespace cggibbs {

BesideNormal::BesideNormal(const Model& model, const BlockView& view, const LinearPredictor& predictor)
    : model_(model), factors_(view.factors()) {
  std::erase(factors_, predictor.path.factor);
  std::size_t first = 0;
  for (const auto& part : predictor.parts) {
    for (const auto& tie : part.ties) std::erase(factors_, tie.factor);
    if (is_normal(part)) {
      std::erase(factors_, part.factor);
    } else if (part.kind != MixtureKind::flat) {
      parts_.push_back({first, part.size()});
      coefficients_ += part.size();
    }
    first += part.size();
  }
}

double BesideNormal::value(const BlockView& view) const {
  double total = 0;
  for (std::size_t f : factors_) total += factor_log_density(model_, view.values(), model_.factors()[f]);
  return total;
}

double BesideNormal::correction(const LatentMap& map, const double* x) const {
  double total = 0;
  for (const auto& p : parts_)
    for (std::size_t j = p.first; j < p.first + p.size; ++j)
      total += 0.5 * map.prior_precision()[j] * square(x[j] - map.prior_mean()[j]);
  return total;
}

}  // namespace cggibbs
