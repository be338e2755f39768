// A Gaussian block written from its definition passes; with the bugs that ours once had, each is caught by the check
// that all samplers pass.
#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

#include "agreement/flat_cases.hpp"
#include "agreement/reference.hpp"
#include "base/rng.hpp"
#include "base/special.hpp"
#include "base/symmetric_eigen.hpp"
#include "samplers/scalar/slice.hpp"

namespace cggibbs::test {
namespace {

enum class Bug {
  none,
  unseen_part_from_its_prior,  ///< the share of flat coefficients is taken away along the axes that the data see only
  flat_axis_by_rounding,  ///< the least curved axis counts as not seen, and is drawn from its virtual prior
  share_taken_twice  ///< a flat coefficient's virtual prior is taken away twice: the prior rises outwards
};

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Coefficients given sigma in coordinates that make their priors standard normal, with a virtual one for flat ones.
class PlainBlock {
 public:
  PlainBlock(const FlatCase& c, Bug bug) : bug_(bug) {
    const auto& x = std::get<DenseMatrix>(c.design.x);
    const auto n = static_cast<Eigen::Index>(x.rows), d = static_cast<Eigen::Index>(x.cols) + 1;
    x_.resize(n, d);
    x_.col(0).setOnes();
    for (Eigen::Index j = 1; j < d; ++j)
      for (Eigen::Index i = 0; i < n; ++i)
        x_(i, j) = x.col(static_cast<std::size_t>(j - 1))[static_cast<std::size_t>(i)];
    y_ = Eigen::Map<const VectorXd>(c.design.y.data(), n);
    mean_ = VectorXd::Zero(d);
    sd_ = VectorXd::Ones(d);
    flat_ = VectorXd::Zero(d);
    for (Eigen::Index j = 0; j < d; ++j) {
      const auto& name = j == 0 ? std::string("Intercept") : c.design.names[static_cast<std::size_t>(j - 1)];
      const auto* entry = c.settings.prior.find(name);
      const Prior& p = j == 0  ? *c.settings.intercept_prior
                       : entry ? entry->prior
                               : c.settings.prior.others[0];
      if (p.kind == PriorKind::flat) {
        flat_[j] = 1;
        sd_[j] = 1e3 / std::sqrt(x_.col(j).squaredNorm() / static_cast<double>(n));
      } else {
        mean_[j] = p.args[0];
        sd_[j] = p.args[1];
      }
    }
    const Prior& sigma = c.settings.dispersion_prior.others[0];
    if (sigma.kind == PriorKind::lognormal) sigma_ = {sigma.args[0], sigma.args[1]};
    const MatrixXd scaled = x_ * sd_.asDiagonal();
    const SymmetricEigen axes = symmetric_eigen(scaled.transpose() * scaled);
    const Eigen::Index seen = std::min<Eigen::Index>(n, d);
    v_ = axes.vectors.rightCols(seen).rowwise().reverse();
    lambda_ = axes.values.tail(seen).reverse().cwiseMax(0);
    z_ = VectorXd::Zero(d);
    log_sigma_ = std::log(std::sqrt((y_.array() - y_.mean()).square().mean()));
  }

  void sweep(Rng& rng) {
    if (bug_ == Bug::unseen_part_from_its_prior)
      move_seen_and_unseen(rng);
    else
      move_together(rng);
    move_sigma(rng);
  }

  VectorXd coefficients() const { return mean_ + sd_.cwiseProduct(z_); }
  double sigma() const { return std::exp(log_sigma_); }

 private:
  static VectorXd normals(Eigen::Index n, Rng& rng) {
    VectorXd out(n);
    for (double& v : out) v = rng.normal();
    return out;
  }
  /// From the Gaussian with this precision and precision times mean; a precision that is none moves along anyway.
  static VectorXd draw(MatrixXd precision, const VectorXd& shift, Rng& rng) {
    const Eigen::LLT<MatrixXd> factor(precision);
    VectorXd x = factor.solve(shift);
    return x + factor.matrixU().solve(normals(x.size(), rng));
  }

  void move_together(Rng& rng) {
    const double s2 = std::exp(2 * log_sigma_);
    // On the axes: z = V w + what is not seen.
    VectorXd lambda = lambda_;
    if (bug_ == Bug::flat_axis_by_rounding) {
      // The axis gets the law of its virtual prior; the others follow from it.
      const Eigen::Index last = lambda.size() - 1;
      const double w = rng.normal();
      z_ += v_.col(last) * (w - v_.col(last).dot(z_));
      for (Eigen::Index k = 0; k < last; ++k) move_axis(k, s2, rng);
      return;
    }
    if (bug_ == Bug::share_taken_twice) {
      for (Eigen::Index k = 0; k < lambda.size(); ++k) move_axis(k, s2, rng);
      return;
    }
    const MatrixXd a = x_ * sd_.asDiagonal();
    MatrixXd precision = a.transpose() * a / s2;
    precision.diagonal() += VectorXd::Ones(z_.size()) - flat_;
    z_ = draw(precision, a.transpose() * (y_ - x_ * mean_) / s2, rng);
  }

  /// One axis given the others.
  void move_axis(Eigen::Index k, double s2, Rng& rng) {
    const VectorXd c = x_ * (sd_.cwiseProduct(v_.col(k)));
    const VectorXd rest = y_ - x_ * coefficients();
    const double share = bug_ == Bug::share_taken_twice ? 2 : 1;
    const VectorXd weight = VectorXd::Ones(z_.size()) - share * flat_;
    const double a = c.squaredNorm() / s2 + v_.col(k).cwiseAbs2().dot(weight);
    const double b = c.dot(rest) / s2 - v_.col(k).cwiseProduct(weight).dot(z_);
    // Where the density rises outwards a slice goes as far as it may.
    const auto log_density = [&](double t) { return t * (b - 0.5 * a * t); };
    const double width = 2.5 / std::sqrt(std::abs(a) + 1e-12);
    z_ += v_.col(k) * slice_step(0.0, 0.0, log_density, width, SliceRule{}, rng).x;
  }

  void move_seen_and_unseen(Rng& rng) {
    const double s2 = std::exp(2 * log_sigma_);
    const MatrixXd a = x_ * sd_.asDiagonal() * v_;
    const VectorXd weight = VectorXd::Ones(z_.size()) - flat_;
    const VectorXd unseen = z_ - v_ * (v_.transpose() * z_);
    const MatrixXd precision = a.transpose() * a / s2 + v_.transpose() * weight.asDiagonal() * v_;
    const VectorXd shift =
        a.transpose() * (y_ - x_ * mean_) / s2 + v_.transpose() * flat_.cwiseProduct(unseen);
    const VectorXd w = draw(precision, shift, rng);
    const VectorXd noise = normals(z_.size(), rng);
    z_ = v_ * w + noise - v_ * (v_.transpose() * noise);
  }

  void move_sigma(Rng& rng) {
    const double squares = (y_ - x_ * coefficients()).squaredNorm();
    const auto n = static_cast<double>(y_.size());
    const auto log_density = [&](double t) {
      const double sigma = std::exp(t);
      const double prior = sigma_.sd < inf ? -0.5 * square((t - sigma_.mean) / sigma_.sd) : t;
      return -n * t - 0.5 * squares / square(sigma) + prior;
    };
    const double now = log_density(log_sigma_);
    log_sigma_ = slice_step(
                     log_sigma_, 0.0, [&](double t) { return log_density(t) - now; }, 0.5, SliceRule{}, rng)
                     .x;
  }

  Bug bug_;
  MatrixXd x_, v_;
  VectorXd y_, mean_, sd_, flat_, lambda_, z_;
  struct LogSigma {
    double mean = 0, sd = inf;
  } sigma_;  ///< normal; flat sigma when its sd is infinite
  double log_sigma_ = 0;
};

ManyDraws run(const FlatCase& c, Bug bug) {
  ManyDraws out;
  out.names.push_back("Intercept");
  for (const auto& name : c.design.names) out.names.push_back(name);
  out.names.push_back("sigma");
  out.values.assign(out.names.size(), std::vector<std::vector<double>>(2));
  for (std::size_t chain = 0; chain < 2; ++chain) {
    Rng rng(8, chain);
    PlainBlock block(c, bug);
    for (int s = 0; s < 1200; ++s) {
      block.sweep(rng);
      if (s < 200) continue;
      const VectorXd b = block.coefficients();
      for (std::size_t j = 0; j + 1 < out.names.size(); ++j)
        out.values[j][chain].push_back(b[static_cast<Eigen::Index>(j)]);
      out.values.back()[chain].push_back(block.sigma());
    }
  }
  return out;
}

std::string fault_of(const FlatCase& c, Bug bug) {
  return fault(agreement(exact_reference(c.settings, c.design), run(c, bug)));
}

/// As far as Cholesky factors of doubles go.
FlatCase known_time_stamp() {
  FlatCase c = time_stamp(1e3, true);
  c.settings.dispersion_prior.others = {Prior{PriorKind::lognormal, {-0.7, 0.3}}};
  return c;
}

TEST(AgreementMutants, WithoutABugTheBlockAgreesWithTheExactPosterior) {
  for (const FlatCase& c : {log_heights(120), uncentred_wide(20, 60), some_flat_wide(), known_time_stamp()})
    EXPECT_EQ(fault_of(c, Bug::none), "") << c.name;
}

TEST(AgreementMutants, AnUnseenPartFromItsPriorIsCaught) {
  EXPECT_NE(fault_of(uncentred_wide(20, 60), Bug::unseen_part_from_its_prior), "");
}

TEST(AgreementMutants, AnAxisThatIsFlatByRoundingIsCaught) {
  EXPECT_NE(fault_of(known_time_stamp(), Bug::flat_axis_by_rounding), "");
}

TEST(AgreementMutants, AShareThatIsTakenTwiceRunsAwayAndIsCaught) {
  EXPECT_NE(fault_of(log_heights(120), Bug::share_taken_twice), "");
}

}  // namespace
}  // namespace cggibbs::test
