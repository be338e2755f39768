// Errors of models that a sampler, or any, cannot draw from.
#pragma once

#include <cggibbs/error.hpp>

namespace cggibbs {

/// No sampler can help: choosing another is not what to try.
struct ImproperPosterior : Error {
  using Error::Error;
};

/// The sampler is not for these data; others may be.
struct UnsuitedSampler : Error {
  using Error::Error;
};

}  // namespace cggibbs
