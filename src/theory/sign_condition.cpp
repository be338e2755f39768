// Two colours for the coordinates such that positive entries join different ones and negative entries equal ones.
#include "theory/sign_condition.hpp"

#include <cmath>

namespace cggibbs {

using Eigen::Index;

SignCondition sign_condition(const Eigen::MatrixXd& precision) {
  const Index d = precision.rows();
  const auto sign_of = [&](Index i, Index j) {
    constexpr double rounding = 1e-12;
    const double share = precision(i, j) / std::sqrt(precision(i, i) * precision(j, j));
    return share > rounding ? 1 : share < -rounding ? -1 : 0;
  };
  SignCondition out;
  for (Index j = 0; j < d; ++j)
    for (Index i = 0; i < j; ++i) out.positive += sign_of(i, j) > 0 ? 1 : 0;
  out.holds = out.positive == 0;
  if (out.holds) return out;
  std::vector<int> colour(static_cast<std::size_t>(d), 0);
  const auto colour_of = [&](Index i) -> int& { return colour[static_cast<std::size_t>(i)]; };
  std::vector<Index> open;
  for (Index start = 0; start < d; ++start) {
    if (colour_of(start) != 0) continue;
    colour_of(start) = 1;
    open.push_back(start);
    while (!open.empty()) {
      const Index i = open.back();
      open.pop_back();
      for (Index j = 0; j < d; ++j) {
        const int sign = i == j ? 0 : sign_of(i, j);
        if (sign == 0) continue;
        const int wanted = -sign * colour_of(i);
        if (colour_of(j) == 0) {
          colour_of(j) = wanted;
          open.push_back(j);
        } else if (colour_of(j) != wanted) {
          out.after_flips = false;
          return out;
        }
      }
    }
  }
  for (Index i = 0; i < d; ++i)
    if (colour_of(i) < 0) out.flips.push_back(i);
  return out;
}

}  // namespace cggibbs
