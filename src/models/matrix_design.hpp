// From a matrix and its response to a design.
#pragma once

#include "base/matrix_data.hpp"
#include "models/design.hpp"
#include "models/family.hpp"

namespace cggibbs {

/// Under Family::bernoulli the label 1 is a success and the other label, whatever it is, a failure.
Design matrix_design(MatrixData data, Family family, bool intercept);

}  // namespace cggibbs
