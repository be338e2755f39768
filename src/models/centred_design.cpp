// A design in coordinates that do not depend on its units and origins: columns centred where there is an intercept, and
// scaled.
#include "models/centred_design.hpp"

#include <algorithm>

#include "models/moments.hpp"

namespace cggibbs {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

CentredDesign::CentredDesign(const DenseMatrix& x, std::span<const double> weights)
    : x_(x), centre_(VectorXd::Zero(cols())), size_(VectorXd::Ones(cols())) {
  const bool intercept =
      x.cols > 0 && std::all_of(x.col(0).begin(), x.col(0).end(), [](double v) { return v == 1; });
  for (Index j = intercept ? 1 : 0; j < cols(); ++j) {
    const WeightedMoments m = weighted_moments(x.col(static_cast<std::size_t>(j)), weights);
    const bool centred = intercept && m.sd > 0;
    if (centred) centre_[j] = m.mean;
    if (m.rms > 0) size_[j] = centred ? m.sd : m.rms;
  }
  back_ = size_.cwiseInverse().asDiagonal();
  if (intercept)
    for (Index j = 1; j < cols(); ++j) back_(0, j) = -centre_[j] / size_[j];
}

/// f(first row, rows of z): a few at a time, so that z is never held as a whole.
template <class F>
void CentredDesign::in_chunks(const F& f) const {
  const Eigen::Map<const MatrixXd> x(x_.values.data(), rows(), cols());
  constexpr Index chunk = 1024;
  MatrixXd z;
  for (Index first = 0; first < rows(); first += chunk) {
    z = x.middleRows(first, std::min(chunk, rows() - first));
    z.rowwise() -= centre_.transpose();
    z.array().rowwise() /= size_.transpose().array();
    f(first, z);
  }
}

VectorXd CentredDesign::times(const VectorXd& phi) const {
  VectorXd out(rows());
  in_chunks([&](Index first, const MatrixXd& z) { out.segment(first, z.rows()) = z * phi; });
  return out;
}

VectorXd CentredDesign::transpose_times(const VectorXd& v) const {
  VectorXd out = VectorXd::Zero(cols());
  in_chunks([&](Index first, const MatrixXd& z) { out += z.transpose() * v.segment(first, z.rows()); });
  return out;
}

MatrixXd CentredDesign::gram(const VectorXd& weight) const {
  MatrixXd out = MatrixXd::Zero(cols(), cols());
  in_chunks([&](Index first, const MatrixXd& z) {
    out += z.transpose() * weight.segment(first, z.rows()).asDiagonal() * z;
  });
  return out;
}

}  // namespace cggibbs
