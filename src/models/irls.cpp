// Penalized iteratively reweighted least squares that keeps every mean in its range.
#include "models/irls.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <optional>

#include "base/special.hpp"

namespace cggibbs {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Where curvatures still are numbers.
double tame(Link link, double eta) {
  switch (link) {
    case Link::identity:
    case Link::inverse:
    case Link::sqrt:
      return eta;
    case Link::log:
      return std::clamp(eta, -300.0, 300.0);
    case Link::logit:
      return std::clamp(eta, -30.0, 30.0);
    case Link::probit:
      return std::clamp(eta, -7.5, 7.5);
    case Link::cloglog:
      return std::clamp(eta, -30.0, 3.3);
  }
  return eta;
}

class Fitter {
 public:
  explicit Fitter(const IrlsProblem& p)
      : p_(p),
        family_(family_row(p.family)),
        back_(p.design.back()),
        positive_(needs_positive_predictor(p.family, p.link)) {
    penalty_ = back_.transpose() * p.prior_precision.asDiagonal() * back_;
    pull_ = back_.transpose() * p.prior_precision.cwiseProduct(p.prior_mean);
    for (std::size_t i = 0; i < p.response.y.size(); ++i) {
      const double w = p.response.weights.empty() ? 1.0 : p.response.weights[i];
      total_ += w;
      mean_ += w * p.response.y[i];
      size_ += w * std::abs(p.response.y[i]);
    }
    mean_ /= total_;
    size_ /= total_;
  }

  IrlsFit fit() {
    IrlsFit out;
    const VectorXd first = first_predictor();
    out.eta = first;
    measure(out);
    if (auto start = feasible_start(out, first)) {
      out.phi = *start;
    } else {
      out.feasible = false;
      return out;
    }
    out.eta = predictor(out.phi);
    for (int iteration = 0; iteration < 60; ++iteration) {
      measure(out);
      const VectorXd next = newton(out);
      if (!next.allFinite()) break;
      const VectorXd step = next - out.phi;
      if (!advance(out, step)) break;
      if (step.dot(out.information * step) < 1e-18 && iteration > 2) break;
    }
    return out;
  }

 private:
  double row(const std::vector<double>& v, Index i, double otherwise) const {
    return v.empty() ? otherwise : v[static_cast<std::size_t>(i)];
  }
  double trials(Index i) const { return family_.has_trials ? row(p_.response.trials, i, 1) : 1.0; }
  double weight(Index i) const { return row(p_.response.weights, i, 1) * trials(i); }
  double y(Index i) const {
    const double v = p_.response.y[static_cast<std::size_t>(i)];
    return family_.has_trials && trials(i) > 0 ? v / trials(i) : v;
  }

  VectorXd predictor(const VectorXd& phi) const {
    VectorXd eta = p_.design.times(phi);
    if (!p_.offset.empty()) eta += Eigen::Map<const VectorXd>(p_.offset.data(), eta.size());
    return eta;
  }

  /// A mean inside the range of the family and the link, near the observation.
  double first_mean(Index i) const {
    const double v = y(i);
    if (counts_successes(family_)) return (v * trials(i) + 0.5) / (trials(i) + 1);
    if (family_.mean != MeanRange::real) return 0.5 * (v + mean_) + (family_.has_spread ? 0.0 : 0.1);
    if (p_.link == Link::identity) return v;
    const double sign = p_.link == Link::inverse && mean_ < 0 ? -1 : 1;
    return sign * std::max(sign * v, size_ > 0 ? 0.1 * size_ : 1.0);
  }
  VectorXd first_predictor() const {
    VectorXd eta(p_.design.rows());
    for (Index i = 0; i < eta.size(); ++i) eta[i] = link_function(p_.link, first_mean(i));
    return eta;
  }

  /// Curvatures and targets at eta.
  void measure(IrlsFit& f) {
    const Index n = f.eta.size();
    weight_.resize(n);
    working_.resize(n);
    double pearson = 0;
    for (Index i = 0; i < n; ++i) {
      const double e = tame(p_.link, f.eta[i]);
      const double mu = inverse_link(p_.link, e);
      double slope = inverse_link_slope(p_.link, e);
      double variance = family_.variance(mu);
      if (family_.mean == MeanRange::unit) {
        slope = std::max(slope, 1e-10);
        variance = std::max(variance, 1e-10);
      }
      const double w = weight(i);
      weight_[i] = w * slope * slope / variance;
      working_[i] = e + (y(i) - mu) / slope - row(p_.offset, i, 0);
      pearson += w * square(y(i) - mu) / variance;
    }
    if (family_.has_spread && f.phi.size() > 0) {
      const double free = std::max(total_ - static_cast<double>(p_.design.cols()), 0.5 * total_);
      const double least = 1e-24 * (family_.mean == MeanRange::real ? square(size_) : 1);
      f.dispersion = std::max({pearson / free, least, 1e-300});
      // A fit that goes through all rows says that there is no noise: coordinates made for that are far from round.
      if (p_.design.cols() >= p_.design.rows())
        f.dispersion = std::clamp(f.dispersion, p_.dispersion.least, p_.dispersion.most);
    }
    f.information = p_.design.gram(weight_ / f.dispersion) + penalty_;
    // A hair of ridge, relative to each column, keeps collinear columns factorizable.
    for (Index j = 0; j < f.information.cols(); ++j) {
      double& d = f.information(j, j);
      d = d > 0 ? d * (1 + 1e-10) : 1.0;
    }
  }

  VectorXd newton(const IrlsFit& f) const {
    const VectorXd right = p_.design.transpose_times(weight_.cwiseProduct(working_) / f.dispersion) + pull_;
    return f.information.ldlt().solve(right);
  }

  bool feasible(const VectorXd& eta) const {
    if (!eta.allFinite()) return false;
    return !positive_ || eta.minCoeff() > 0;
  }

  double objective(const VectorXd& phi, const VectorXd& eta, double dispersion) const {
    double total = 0;
    for (Index i = 0; i < eta.size(); ++i) {
      const double w = weight(i);
      if (w > 0) total += w * family_.unit_deviance(y(i), inverse_link(p_.link, tame(p_.link, eta[i])));
    }
    const VectorXd away = back_ * phi - p_.prior_mean;
    return total / dispersion + away.dot(p_.prior_precision.cwiseProduct(away));
  }

  /// As much of the step as lowers the objective.
  bool advance(IrlsFit& f, const VectorXd& step) const {
    const double before = objective(f.phi, f.eta, f.dispersion);
    double share = 1;
    for (int halving = 0; halving < 40; ++halving, share /= 2) {
      const VectorXd phi = f.phi + share * step;
      VectorXd eta = predictor(phi);
      if (!feasible(eta)) continue;
      const double after = objective(phi, eta, f.dispersion);
      if (!(after <= before + 1e-10 * (1 + std::abs(before)))) continue;
      f.phi = phi;
      f.eta = std::move(eta);
      return true;
    }
    return false;
  }

  /// The first weighted fit where it is feasible; else a level without slopes; else the result of projecting onto
  /// predictors that the design can make and onto those in range, in turns.
  std::optional<VectorXd> feasible_start(const IrlsFit& at_first, const VectorXd& first) const {
    const VectorXd weighted = newton(at_first);
    if (weighted.allFinite() && feasible(predictor(weighted))) return weighted;
    VectorXd gram_weights(first.size());
    for (Index i = 0; i < first.size(); ++i) gram_weights[i] = weight(i) > 0 ? 1 : 0;
    MatrixXd gram = p_.design.gram(gram_weights);
    for (Index j = 0; j < gram.cols(); ++j) gram(j, j) = gram(j, j) > 0 ? gram(j, j) * (1 + 1e-10) : 1;
    const Eigen::LDLT<MatrixXd> solver(gram);
    const auto project = [&](const VectorXd& target) -> VectorXd {
      VectorXd t = target;
      if (!p_.offset.empty()) t -= Eigen::Map<const VectorXd>(p_.offset.data(), t.size());
      return solver.solve(p_.design.transpose_times(gram_weights.cwiseProduct(t)));
    };
    VectorXd phi = project(VectorXd::Constant(first.size(), first.mean()));
    const double work = static_cast<double>(first.size() * p_.design.cols());
    const int rounds = static_cast<int>(std::clamp(1e9 / work, 10.0, 1000.0));
    for (int round = 0; round < rounds; ++round) {
      VectorXd eta = predictor(phi);
      if (!eta.allFinite()) return std::nullopt;
      if (feasible(eta)) return phi;
      // Beyond the bound, since projections only come near to it.
      for (Index i = 0; i < eta.size(); ++i) {
        const double least = 0.1 * first[i];
        if (eta[i] < least) eta[i] += 1.8 * (least - eta[i]);
      }
      phi = project(eta);
    }
    return std::nullopt;
  }

  const IrlsProblem& p_;
  const FamilyRow& family_;
  const MatrixXd& back_;
  bool positive_;
  MatrixXd penalty_;
  VectorXd pull_;
  double total_ = 0, mean_ = 0, size_ = 0;
  VectorXd weight_, working_;
};

}  // namespace

IrlsFit irls(const IrlsProblem& problem) {
  return Fitter(problem).fit();
}

}  // namespace cggibbs
