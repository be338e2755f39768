// Level and spread of a response on the scale of its link: what default priors of a GLM refer to.
#pragma once

#include <span>
#include <string>

#include "models/family.hpp"

namespace cggibbs {

struct LinkScale {
  double level = 0;       ///< of the linear predictor without its offset: the link of the mean response
  double spread = 1;      ///< size of the linear predictor's variation; has the unit of the link's scale
  double response = 1;    ///< spread of the response in its own unit, for sigma
  std::string name = "";  ///< how the spread is called in messages, "sd(y)"; empty when it is 1
};

/// Derived in docs/priors.md. Without an intercept the predictors have to explain the level too: spreads are then taken
/// around zero.
LinkScale link_scale(Family family, Link link, const Response& response, std::span<const double> offset,
                     bool intercept);

}  // namespace cggibbs
