// Orthogonal polynomials of a column, as R's poly().
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace cggibbs {

/// p_0 = 1, p_1 = x - alpha_0, p_{k+1} = (x - alpha_k) p_k - norm2_k / norm2_{k-1} p_{k-1}; column k is
/// p_k / sqrt(norm2_k).
struct OrthogonalPoly {
  std::vector<double> alpha;  ///< degree values
  std::vector<double> norm2;  ///< degree + 1 values; norm2[0] is the number of rows
};

/// Throws when x has no more distinct values than degree. name: for the message.
OrthogonalPoly learn_poly(std::span<const double> x, std::size_t degree, const std::string& name);

/// One column per degree, from 1.
std::vector<std::vector<double>> evaluate_poly(const OrthogonalPoly& poly, std::span<const double> x);

/// x, x^2, ..., x^degree.
std::vector<std::vector<double>> raw_powers(std::span<const double> x, std::size_t degree);

}  // namespace cggibbs
