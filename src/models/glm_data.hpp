// The data of a GLM as its priors and its graph need them: response checked, columns scaled, scales measured.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "models/design.hpp"
#include "models/family.hpp"
#include "models/glm.hpp"
#include "models/link_scale.hpp"
#include "models/moments.hpp"
#include "models/standardize.hpp"

namespace cggibbs {

struct GlmData {
  Family family;
  Link link;
  Design design;  ///< its response, trials and weights are in `response`
  Response response;
  Scaling scaling;
  std::vector<WeightedMoments> columns;  ///< of the predictors, once scaled
  LinkScale scale;
};

GlmData check_data(const GlmSettings& settings, Design design, std::vector<std::string>& warnings);

/// The name of a parameter that the model brings: in parentheses where a predictor has it, whose name is the user's.
std::string own_name(std::string name, const GlmData& data);

/// What a column is divided by in default priors: a coefficient of spread / size explains all of the spread. Beside an
/// intercept that is the sd; without one, or for a constant, the root mean square.
double size_of(const WeightedMoments& column, bool intercept);

/// The intercept is the predictor at x = 0, which may be far from the data: with a prior of width 1 at the mean of the
/// predictors and the default priors of the slopes, its own width there is larger by this factor.
double distance_to_origin(std::span<const WeightedMoments> columns);

}  // namespace cggibbs
