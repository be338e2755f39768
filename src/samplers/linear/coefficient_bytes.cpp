// Counting the matrices of axes and directions.
#include "samplers/linear/coefficient_bytes.hpp"

#include <algorithm>

#include "graph/structure.hpp"
#include "samplers/scalar/newton_step.hpp"

namespace cggibbs {

namespace {

double predictor_bytes(const LinearPredictor& predictor, bool newton) {
  const auto n = static_cast<double>(predictor.path.rows);
  const auto d = static_cast<double>(predictor.size());
  // Current rows, those of the last look, and what a sparse column gathers.
  const double rows = 20 * n;
  if (newton) {
    // At most 64 directions, and the Krylov space that they come from (SlowDirections).
    const double directions = 64 * (n + d) + std::min(2e6, 160 * d) + 50 * d;
    return 8 * (rows + 4 * d + directions) + d * sizeof(StepMemory);
  }
  // Row space: columns, eigenvectors, the Gram matrix and its buffer, work space. Coefficient space: columns and some rows of
  // them, eigenvectors, work space, and where scales change the Gram matrix (Axes).
  const double axes = d > n ? 5 * n * n + 256 * n : (n + 480) * d + (predictor.fixed() ? 3 : 4) * d * d;
  return 8 * (rows + 10 * d + axes);
}

}  // namespace

double coefficient_bytes(const Model& model, const GibbsSettings& settings) {
  const bool newton = settings.kernel == Kernel::newton;
  if (!newton && !settings.gaussian_block) return 0;
  double total = 0;
  for (const auto& predictor : model.structure().predictors()) total += predictor_bytes(predictor, newton);
  return total;
}

}  // namespace cggibbs
