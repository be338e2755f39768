// Traces of products, with the roundings in them.
#include "theory/scaling_bound.hpp"

#include <algorithm>
#include <limits>

namespace cggibbs {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

double scaling_lower_bound(const ScaledMatrix& matrix, const MatrixXd& y, const MatrixXd& z) {
  const MatrixXd& r = matrix.correlations();
  double factor = 0;  // that makes no row of Y longer than its row of Z
  for (Index i = 0; i < y.rows(); ++i) {
    const double has = y.row(i).squaredNorm(), may = z.row(i).squaredNorm();
    if (has > 0 && !(may > 0)) return 1;
    if (has > 0) factor = std::max(factor, has / may);
  }
  // A sum of d products is off by d + 1 roundings of |y|' |R| |y| at most, and the norm of |R| is at most its largest row sum.
  const double unit = std::numeric_limits<double>::epsilon() * static_cast<double>(y.rows() + y.cols() + 4);
  const double norm = r.cwiseAbs().colwise().sum().maxCoeff();
  const double above = y.cwiseProduct(r * y).sum() - unit * norm * y.squaredNorm();
  const double below = z.cwiseProduct(r * z).sum() + unit * norm * z.squaredNorm();
  return above > 0 && below > 0 ? std::max(1.0, above / below / factor * (1 - unit)) : 1;
}

}  // namespace cggibbs
