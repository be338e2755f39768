// Updates of the rows that a sparse column touches.
#pragma once

#include <cstdint>
#include <span>

namespace cggibbs::kernels {

// rows, column and out have equal length; entries of rows are below the length of src or y.

/// out[t] = src[rows[t]]
void gather(std::span<double> out, std::span<const double> src, std::span<const std::uint32_t> rows);

/// out[t] = y[rows[t]] + delta * column[t]; what scatter_axpy would store when rows are distinct.
void gather_add_scaled(std::span<double> out, std::span<const double> y, std::span<const std::uint32_t> rows,
                       std::span<const double> column, double delta);

/// y[rows[t]] += delta * column[t]
void scatter_axpy(std::span<double> y, std::span<const std::uint32_t> rows, std::span<const double> column,
                  double delta);

}  // namespace cggibbs::kernels
