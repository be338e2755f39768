// Coefficients under each prior: what is sampled, and the linear predictor they give.
#pragma once

#include <cggibbs/model.hpp>
#include <functional>
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

struct CoefficientNames {
  std::vector<std::string> columns;
  std::string tag;  ///< behind the names of other parameters, to keep those of several priors apart
  std::function<std::string(std::string)> own;  ///< the name that a recorded one of them gets
};

/// Declares coefficients that share a prior, with the parameters of that prior, and returns what enters the linear
/// predictor. `save_all` records local scales too.
Var add_coefficients(ModelBuilder& builder, const SharedPrior& shared, const CoefficientNames& names,
                     const CoefficientStart& start, bool save_all);

/// What keeps the names of the k-th of so many priors apart.
std::string coefficient_tag(std::size_t priors, std::size_t k);

/// The columns of a matrix, in the order given.
Matrix select_columns(Matrix&& x, const std::vector<std::size_t>& columns, bool last_use);

}  // namespace cggibbs
