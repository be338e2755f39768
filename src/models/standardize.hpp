// Scaling the columns of a design matrix, as the paper does or as the user asks.
#pragma once

#include <cggibbs/matrix.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace cggibbs {

enum class Standardize { automatic, zscore, maxabs, none };
Standardize parse_standardize(const std::string& text);
std::string_view name(Standardize rule);

/// x_scaled = (x - centre) / scale, column by column.
struct Scaling {
  Standardize rule = Standardize::none;  ///< never automatic
  std::vector<double> centre, scale;     ///< empty when rule is none
};

/// Scales in place. Automatic is the paper's rule: more than 85% zeros: divide by the largest absolute value,
/// no centring; otherwise subtract the mean and divide by the sample standard deviation, which makes a sparse
/// matrix dense. Constant columns stay as they are.
Scaling standardize(Matrix& x, Standardize rule);

/// Share of entries that are exactly zero.
double share_of_zeros(const Matrix& x);

}  // namespace cggibbs
