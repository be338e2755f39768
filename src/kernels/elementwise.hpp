// Exponentials and inverse logits of many numbers.
#pragma once

#include <span>

namespace cggibbs::kernels {

// Spans of one call have equal length; the output may be the input but not overlap it partly. An element's value does not depend on its position or on n. Within 3 ulp; where results
// would be infinite, subnormal or NaN they are those of the C library.

void exps(std::span<double> out, std::span<const double> x);
/// 1 / (1 + exp(-x))
void inverse_logits(std::span<double> out, std::span<const double> x);

}  // namespace cggibbs::kernels
