// The error of a model without a posterior.
#pragma once

#include <cggibbs/error.hpp>

namespace cggibbs {

/// No sampler can help: choosing another is not what to try.
struct ImproperPosterior : Error {
  using Error::Error;
};

}  // namespace cggibbs
