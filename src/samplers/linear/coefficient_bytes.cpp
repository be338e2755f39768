// Counting the matrices of axes and directions.
#include "samplers/linear/coefficient_bytes.hpp"

#include <algorithm>

#include "graph/structure.hpp"
#include "samplers/scalar/newton_step.hpp"

namespace cggibbs {
namespace {

/// Current rows, those of the last look, and what a sparse column gathers.
constexpr double rows_kept = 20;

/// Numbers that the moves of a regularized horseshoe keep by coefficient and by row.
double slab_moves(const LinearPredictor& predictor) {
  double total = 0;
  for (const auto& part : predictor.parts)
    if (part.horseshoe && part.horseshoe->slab)
      total += 12.0 * static_cast<double>(part.size()) + 6.0 * static_cast<double>(predictor.path.rows);
  return total;
}

}  // namespace

double newton_bytes(const Model& model) {
  double total = 0;
  for (const auto& predictor : model.structure().predictors()) {
    const auto n = static_cast<double>(predictor.path.rows);
    const auto d = static_cast<double>(predictor.size());
    // At most 64 directions, and the Krylov space that they come from (SlowDirections).
    const double directions = 64 * (n + d) + std::min(2e6, 160 * d) + 50 * d;
    total += 8 * (rows_kept * n + 4 * d + directions + slab_moves(predictor)) + d * sizeof(StepMemory);
  }
  return total;
}

double gaussian_block_bytes(const Model& model) {
  double total = 0;
  for (const auto& predictor : model.structure().predictors()) {
    const auto n = static_cast<double>(predictor.path.rows);
    const auto d = static_cast<double>(predictor.size());
    // Row space: columns, eigenvectors, the Gram matrix and its buffer, work space. Coefficient space: columns and some rows
    // of them, eigenvectors, work space, and where scales change the Gram matrix (Axes).
    const double axes = d > n ? 5 * n * n + 256 * n : (n + 480) * d + (predictor.fixed() ? 3 : 4) * d * d;
    // The density of the predictor has a Gram matrix of its own, its factor and a buffer (CollapsedScales).
    const double slab = slab_moves(predictor);
    total += 8 * (rows_kept * n + 10 * d + axes + slab + (slab > 0 && d > n ? 2 * n * n + 256 * n : 0));
  }
  return total;
}

}  // namespace cggibbs
