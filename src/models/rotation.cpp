// The Cholesky factor of the curvature at a penalized estimate; only a preconditioner, so that need not be exact.
#include "models/rotation.hpp"

#include <Eigen/Cholesky>

namespace cggibbs {

using Eigen::MatrixXd;
using Eigen::VectorXd;

Rotation find_rotation(const DenseMatrix& x, const Response& r, const std::vector<double>& offset,
                       Family family, Link link, const std::vector<double>& prior_mean,
                       const std::vector<double>& prior_precision, DispersionRange dispersion) {
  const auto p = static_cast<Eigen::Index>(x.cols);
  const CentredDesign design(x, r.weights);
  const IrlsFit fit = irls({design, r, offset, family, link, Eigen::Map<const VectorXd>(prior_mean.data(), p),
                            Eigen::Map<const VectorXd>(prior_precision.data(), p), dispersion});
  Rotation out;
  out.dispersion = fit.dispersion;
  out.feasible = fit.feasible;
  if (counts_successes(family_row(family))) out.separated = fit.eta.cwiseAbs().maxCoeff() > 18;

  Eigen::LLT<MatrixXd> cholesky(fit.information);
  for (double ridge = 1e-8; cholesky.info() != Eigen::Success && ridge < 1e3; ridge *= 10) {
    MatrixXd padded = fit.information;
    padded.diagonal() *= 1 + ridge;
    cholesky.compute(padded);
  }
  const MatrixXd upper = cholesky.matrixL().transpose();
  const MatrixXd round =
      upper.triangularView<Eigen::Upper>().solve(MatrixXd::Identity(p, p)).triangularView<Eigen::Upper>();
  const MatrixXd rotation = (design.back() * round).triangularView<Eigen::Upper>();
  const VectorXd phi = fit.feasible ? fit.phi : VectorXd::Zero(p);
  const VectorXd z = upper * phi;
  const VectorXd theta = design.back() * phi;
  out.matrix = {x.cols, x.cols, std::vector<double>(rotation.data(), rotation.data() + p * p)};
  out.start.assign(z.data(), z.data() + p);
  out.estimate.assign(theta.data(), theta.data() + p);
  return out;
}

}  // namespace cggibbs
