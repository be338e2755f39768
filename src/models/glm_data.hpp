// The data of a GLM as its priors and its graph need them: response checked, columns scaled, scales measured.
#pragma once

#include <string>
#include <vector>

#include "models/design.hpp"
#include "models/family.hpp"
#include "models/glm.hpp"
#include "models/standardize.hpp"

namespace cggibbs {

struct GlmData {
  Family family;
  Link link;
  Design design;  ///< its response, trials and weights are in `response`
  Response response;
  Scaling scaling;
  std::vector<double> sds;    ///< of the columns, once scaled
  double response_scale = 1;  ///< sd(y) where coefficients have the unit of the response
};

GlmData check_data(const GlmSettings& settings, Design design, std::vector<std::string>& warnings);

/// The link of the mean response: where the intercept starts and where its default prior sits.
double link_of_mean(const GlmData& data);

/// The intercept is the predictor at x = 0, which may be far from the data: with a prior of 2.5 sd(y) at the mean of
/// the predictors and the default priors of the slopes, its own sd there is larger by this factor.
double distance_to_origin(const GlmData& data);

}  // namespace cggibbs
