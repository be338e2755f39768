// Coefficients under each prior: what is sampled, and the linear predictor they give.
#pragma once

#include <cggibbs/model.hpp>
#include <string>
#include <vector>

#include "models/prior.hpp"

namespace cggibbs {

/// Columns that share a prior. A prior with per-coefficient scales (the default on unscaled data) has them in `scales`.
struct CoefficientBlock {
  Prior prior;
  std::vector<double> scales;        ///< empty, or one sd per column: normal(0, scale)
  std::vector<std::size_t> columns;  ///< of the design matrix
};

/// Where chains start: uniform on centre +- spread.
struct BlockStart {
  std::vector<double> centre, spread;
};

struct BlockVars {
  Var coefficients;                 ///< enters the linear predictor
  std::vector<std::string> hidden;  ///< local scales, not recorded by default
};

/// Declares the parameters of a block and their priors. `tag` keeps names apart when there are several blocks.
BlockVars add_block(ModelBuilder& builder, const CoefficientBlock& block,
                    const std::vector<std::string>& names, const BlockStart& start, const std::string& tag,
                    bool save_all);

/// The columns of a matrix, in the order given.
Matrix select_columns(Matrix&& x, const std::vector<std::size_t>& columns, bool last_use);

}  // namespace cggibbs
