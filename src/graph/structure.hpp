// What a model is: its linear predictors, their coefficients, and the scales of their priors. Found once and shared.
#pragma once

#include <optional>
#include <vector>

#include "graph/find_labels.hpp"
#include "graph/model.hpp"

namespace cggibbs {

/// The prior of coefficients as a normal, given scales that may be drawn.
enum class MixtureKind {
  flat,       ///< no prior factor
  normal,     ///< normal(theta, mu, sigma), sigma constant or sampled
  scaled,     ///< normal_scaled(theta, mu, a, s)
  student_t,  ///< a normal whose variance is inverse gamma
  cauchy,     ///< the same with one degree of freedom
  laplace,    ///< a normal whose variance is exponential
  correlated  ///< multi_normal_cholesky(theta, mu, factor): events side by side, one factor for all
};

/// c2 ~ inverse_gamma(shape, scale)
struct Slab {
  NodeId c2;
  double shape, scale;
};

/// theta_j ~ N(mu, (lambda_j tau)^2), lambda_j ~ half_cauchy(lambda_scale), tau ~ half_cauchy(tau_scale), all scales parameters
/// of the model with no other use. With a slab the horseshoe is a regularized one: precisions are 1 / (lambda_j tau)^2 + 1 / c2.
struct HorseshoeScales {
  NodeId lambda, tau;
  double lambda_scale, tau_scale;
  std::optional<Slab> slab = std::nullopt;
  std::vector<NodeId> nodes() const;
};

/// Row i: sign * by_1[i] * by_2[i] * ... * (columns * theta)[i]; each `by` has a value per row or one for all, and none reads theta.
struct ScaledColumns {
  ColumnsPtr columns;
  std::vector<NodeId> by = {};
  double sign = 1;
};

/// normal(v, m, sd), whose residuals v - m are sums of such terms and of what theta does not move, as are those of
/// x[t] ~ normal(a + rho x[t - 1], s). Its sd does not read theta.
struct Tie {
  std::size_t factor;
  std::vector<ScaledColumns> terms;
};

/// A parameter whose prior is Gaussian given the other coordinates and which enters through one linear node only.
struct GaussianPart {
  NodeId parameter;
  ColumnsPtr columns;
  MixtureKind kind;
  std::size_t factor;  ///< of the prior; meaningless when flat
  bool fixed;          ///< mean and scale are constants and the mixture has no auxiliary scales
  std::optional<HorseshoeScales> horseshoe = std::nullopt;
  /// For two or more coefficients with a normal prior that is not fixed and no horseshoe: the positive scalar parameters that
  /// its mean and standard deviation (its factor) are computed from, and the cached nodes on the way, in order.
  std::vector<NodeId> scales = {}, between = {};
  /// A series: no prior of the usual form (it is flat), but these factors that tie its coefficients to each other.
  std::vector<Tie> ties = {};
  std::size_t event = 1;                  ///< correlated: coefficients of one event, those of a group's level
  std::vector<NodeId> correlations = {};  ///< correlated: other parameters that its factor is computed from
  std::size_t size() const { return columns->cols(); }
};

/// From a linear node through elementwise maps to an argument of one factor, and nowhere else (but see Structure::with_series).
struct PredictorPath {
  NodeId linear;
  std::size_t rows;
  std::vector<NodeId> maps;
  std::size_t factor, argument;
  bool location;  ///< that argument is the distribution's location
  /// The linear node is the location itself.
  bool direct() const { return location && maps.empty(); }
};

/// A linear node with such a path, and those of its parameters that qualify: one at least.
struct LinearPredictor {
  PredictorPath path;
  std::vector<GaussianPart> parts;
  std::size_t size() const;  ///< coefficients
  bool fixed() const;
  /// Without correlated parts, for blocks that know a mean and a standard deviation of each coefficient. May have none left.
  LinearPredictor independent() const;
};

/// Each with those of its parts whose parameters are members; those that have none are left out.
std::vector<LinearPredictor> with_members(const Model& model, std::vector<LinearPredictor> predictors,
                                          const std::vector<NodeId>& members);
/// The predictors of a model, each with those of its parts whose parameters are members; those that have none are left out.
std::vector<LinearPredictor> predictors_with(const Model& model, const std::vector<NodeId>& members);

class Structure {
 public:
  /// Throws an Error where the labels of a Dirichlet process are more than names.
  explicit Structure(const Model& model);

  /// Every predictor of the model, in the order of nodes. Where there are several, sums of one row are left out: coordinate
  /// kernels suit them, and there may be as many as scalars.
  const std::vector<LinearPredictor>& predictors() const { return predictors_; }
  /// The same with series, for those who know ties. The predictor of a series may be the parameter itself.
  const std::vector<LinearPredictor>& with_series() const { return with_series_; }
  /// The form of the conditional of each element of a parameter, where it is one that can be drawn from (find_conjugate.hpp).
  DensityForm conjugate(NodeId parameter) const { return conjugate_[parameter]; }
  /// Of each Dirichlet process that is sampled.
  const std::vector<DirichletLabels>& labels() const { return labels_; }

 private:
  std::vector<LinearPredictor> predictors_, with_series_;
  std::vector<DensityForm> conjugate_;
  std::vector<DirichletLabels> labels_;
};

}  // namespace cggibbs
