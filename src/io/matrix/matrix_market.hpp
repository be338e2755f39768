// Matrices in Matrix Market text.
#pragma once

#include <string>
#include <string_view>

#include "cggibbs/matrix.hpp"

namespace cggibbs {

/// Coordinate (sparse) or array (dense) matrices of real, integer or pattern entries; general, symmetric or
/// skew-symmetric, which are expanded. Coordinates that occur twice are added up.
Matrix parse_matrix_market(std::string_view text, const std::string& source);
/// The same from a file, of which only a piece is held at a time (all of it when it comes through a pipe).
Matrix parse_matrix_market_file(const std::string& path);

}  // namespace cggibbs
