// Dense vector updates and sums.
#pragma once

#include <span>

namespace cggibbs::kernels {

// Spans of one call have equal length. Outputs may be the same array as an input but not overlap it partly.
// An element's value does not depend on its position or on n.

/// y += delta * x
void axpy(std::span<double> y, std::span<const double> x, double delta);

/// out = y + delta * x; what axpy would store, and what the *_sum_shifted kernels evaluate at.
void add_scaled(std::span<double> out, std::span<const double> y, std::span<const double> x, double delta);

double dot(std::span<const double> x, std::span<const double> y);
double sum(std::span<const double> x);

}  // namespace cggibbs::kernels
