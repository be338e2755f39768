// A design in coordinates that do not depend on its units and origins: columns centred where there is an intercept, and
// scaled.
#pragma once

#include <Eigen/Core>
#include <cggibbs/matrix.hpp>
#include <span>

namespace cggibbs {

/// x theta = z phi with theta = back() phi. A first column of ones is the intercept; a column far from zero is nearly
/// the same column, which costs all digits in x' x and none in z' z.
class CentredDesign {
 public:
  CentredDesign(const DenseMatrix& x, std::span<const double> weights);

  Eigen::Index rows() const { return static_cast<Eigen::Index>(x_.rows); }
  Eigen::Index cols() const { return static_cast<Eigen::Index>(x_.cols); }
  const Eigen::MatrixXd& back() const { return back_; }  ///< upper triangular

  Eigen::VectorXd times(const Eigen::VectorXd& phi) const;          ///< z phi
  Eigen::VectorXd transpose_times(const Eigen::VectorXd& v) const;  ///< z' v
  Eigen::MatrixXd gram(const Eigen::VectorXd& weight) const;        ///< z' diag(weight) z

 private:
  template <class F>
  void in_chunks(const F& f) const;

  const DenseMatrix& x_;
  Eigen::VectorXd centre_, size_;
  Eigen::MatrixXd back_;
};

}  // namespace cggibbs
