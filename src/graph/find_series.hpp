// Series: parameters whose elements are tied to each other by normal factors, as autoregressions and random walks are.
#pragma once

#include <vector>

#include "graph/structure.hpp"

namespace cggibbs {

/// Adds the series of a model to its predictors, each to the one that it enters, or as a predictor of their own.
///
/// A real parameter is one when given everything else it is Gaussian but for one likelihood: every factor that it reaches is
/// normal with residuals affine in it and a standard deviation that does not read it, except one that it reaches through one
/// predictor alone; and some factor ties elements, few at a time. What is not found is nobody's loss but speed's.
void add_series(const Model& model, std::vector<LinearPredictor>& predictors);

}  // namespace cggibbs
