// Which instruction set the kernels use.
#pragma once

#include <string>

namespace cggibbs {

/// For the run record.
std::string simd_name();
/// Throws when CGGIBBS_TARGET names an instruction set that this machine does not have.
void check_simd_choice();

}  // namespace cggibbs
