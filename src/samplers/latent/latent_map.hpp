// Coordinates in which coefficients are nearly standard normal whatever their scales are.
#pragma once

#include <memory>
#include <vector>

#include "graph/block_view.hpp"
#include "samplers/latent/part_products.hpp"
#include "samplers/latent/precision.hpp"
#include "samplers/latent/tied_rows.hpp"
#include "samplers/linear/event_prior.hpp"

namespace cggibbs {

/// Its prior is normal given scales, not a mixture of normals.
bool is_normal(const GaussianPart& part);

/// With a likelihood that is Gaussian in the predictor (working rows stand in for any other), coefficients given the scales
/// theta of their priors are N(m, P^-1), P = L L'. Here x = m(theta) + L(theta)'^-1 z: scales that move with z held take the
/// coefficients with them to where the data want these, and z hardly depends on theta. For a normal likelihood not at all: a
/// move of theta is then a move on its marginal law.
class LatentMap {
 public:
  LatentMap(const Model& model, const LinearPredictor& predictor);

  const Precision& factor() const { return *factor_; }
  const PartProducts& columns() const { return columns_; }
  std::size_t size() const { return factor_->size(); }
  /// A factor and its three solves, as multiply-adds.
  std::size_t products() const;
  /// Some coefficients are tied: at() reads the values of factors that coefficients reach.
  bool tied() const { return !ties_.empty(); }
  const std::vector<double>& origin() const { return origin_; }

  /// Row i of the working likelihood, in what coefficients add to an origin: scale * (pull eta - weight eta^2 / 2). The scale is
  /// given by at(). Without an origin: from no coefficients at all.
  void set_weights(const double* weights) { factor_->weigh(weights); }
  void set_pull(const double* pull, const double* origin = nullptr);

  /// m and P under the priors as the view has them, coefficients that are tied at the origin. False where P is not positive
  /// definite.
  bool at(const BlockView& view, double scale);
  /// The log of the working density at m less that of its likelihood at the origin, normalizers of normal priors included.
  double log_density_at_mode(double scale);
  /// Log density of coefficients under their normal priors, up to a constant.
  double log_prior(const double* x);
  /// Adds its slope to a gradient. Coefficients are not tied.
  void add_prior_slope(const double* x, double* gradient);
  /// log |dx/dz|
  double log_volume() const { return -factor_->log_diagonal(); }
  /// To coefficients and back, and a gradient in x to one in z in place.
  void coefficients(const double* z, double* x);
  void standardize(const double* x, double* z);
  void to_z(double* gradient) { factor_->solve(gradient); }
  /// Of the priors as the last at() found them.
  const std::vector<double>& prior_mean() const { return mean_; }
  const std::vector<double>& prior_precision() const { return precision_; }

 private:
  void read_prior(const BlockView& view);
  void read_events(const GaussianPart& part, const EventPrior& prior, std::size_t first);
  /// The precision of the priors times x, and the quadratic form of the normal ones. Ties not included.
  void add_prior_product(const double* x, double* y) const;
  double normal_squares(const double* x) const;

  const Model& model_;
  const std::vector<GaussianPart>& parts_;
  PartProducts columns_;
  TiedRows ties_;
  std::unique_ptr<Precision> factor_;
  std::vector<EventPrecision> events_;
  double log_precision_ = 0;  ///< half the sum over normal priors
  std::vector<double> pull_, origin_, mean_, precision_, step_, centre_, distance_, inverse_;
};

}  // namespace cggibbs
