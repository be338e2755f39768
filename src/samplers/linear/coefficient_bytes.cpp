// Counting the matrices of axes and directions.
#include "samplers/linear/coefficient_bytes.hpp"

#include <algorithm>

#include "graph/structure.hpp"
#include "samplers/scalar/newton_step.hpp"

namespace cggibbs {
namespace {

/// Current rows, those of the last look, and what a sparse column gathers.
constexpr double rows_kept = 20;

}  // namespace

double newton_bytes(const Model& model) {
  double total = 0;
  for (const auto& predictor : model.structure().predictors()) {
    const auto n = static_cast<double>(predictor.path.rows);
    const auto d = static_cast<double>(predictor.size());
    // At most 64 directions, and the Krylov space that they come from (SlowDirections).
    const double directions = 64 * (n + d) + std::min(2e6, 160 * d) + 50 * d;
    total += 8 * (rows_kept * n + 4 * d + directions) + d * sizeof(StepMemory);
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
    total += 8 * (rows_kept * n + 10 * d + axes);
  }
  return total;
}

}  // namespace cggibbs
