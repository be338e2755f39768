// Coefficients under each prior: what is sampled, and the linear predictor they give.
#pragma once

#include <cggibbs/model.hpp>
#include <string>
#include <vector>

#include "models/prior.hpp"

namespace cggibbs {

/// Columns that share a prior. A prior with per-coefficient scales (the default on unscaled data) has them in `scales`.
struct SharedPrior {
  Prior prior;
  std::vector<double> scales;        ///< empty, or one sd per column: normal(0, scale)
  std::vector<std::size_t> columns;  ///< of the design matrix
};

/// Where chains start: uniform on centre +- spread.
struct CoefficientStart {
  std::vector<double> centre, spread;
};

/// Declares coefficients that share a prior, with the parameters of that prior, and returns what enters the linear
/// predictor. `tag` keeps names apart when there are several priors; `save_all` records local scales too.
Var add_coefficients(ModelBuilder& builder, const SharedPrior& shared, const std::vector<std::string>& names,
                     const CoefficientStart& start, const std::string& tag, bool save_all);

/// The columns of a matrix, in the order given.
Matrix select_columns(Matrix&& x, const std::vector<std::size_t>& columns, bool last_use);

}  // namespace cggibbs
