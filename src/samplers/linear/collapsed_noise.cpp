// A slice of log sigma along eigenvalues, then coefficients by Matheron's rule.
#include "samplers/linear/collapsed_noise.hpp"

#include <algorithm>
#include <cmath>

#include "base/special.hpp"
#include "graph/factor.hpp"
#include "samplers/scalar/slice.hpp"

namespace cggibbs {
namespace {

/// Eigenvalues are known to this share of the largest: a noise below it is left to others, as are moves there.
constexpr double least_noise = 1e-11;

/// The one factor beside the likelihood that reads a parameter, if it is its prior and nothing else reads it.
std::optional<std::size_t> only_prior(const Model& model, NodeId v, std::size_t likelihood) {
  std::optional<std::size_t> prior;
  if (!model.readers(v).nodes.empty()) return {};
  for (const auto& r : model.readers(v).factors) {
    if (r.factor == likelihood) continue;
    const auto& args = model.factors()[r.factor].args;
    if (prior || args[0] != v || std::count(args.begin(), args.end(), v) != 1) return {};
    prior = r.factor;
  }
  return prior;
}

}  // namespace

std::optional<NodeId> CollapsedNoise::find(const Model& model, const PredictorPath& path) {
  static const Distribution* const normal = find_distribution("normal");
  const Factor& factor = model.factors()[path.factor];
  if (!path.direct() || factor.distribution != normal || path.argument != 1) return {};
  const NodeId sigma = factor.args[2];
  const Node& node = model.node(sigma);
  const auto* p = node.as<ParameterNode>();
  const bool suits =
      p && node.size == 1 && p->support == SupportKind::positive && model.is_data(factor.args[0]);
  return suits && only_prior(model, sigma, path.factor) ? std::optional(sigma) : std::nullopt;
}

CollapsedNoise::CollapsedNoise(const Model& model, const PredictorPath& path, const ReducedDesign& a,
                               bool volume)
    : model_(model),
      path_(path),
      a_(a),
      volume_(volume),
      sigma_(*find(model, path)),
      prior_(*only_prior(model, sigma_, path.factor)),
      root_(path.rows, 1.0),
      rest_(path.rows),
      along_(path.rows),
      x_(a.cols()),
      noise_(path.rows) {
  const auto& weights = model.factors()[path.factor].weights;
  for (std::size_t i = 0; i < weights.size(); ++i) root_[i] = std::sqrt(weights[i]);
  for (double r : root_) total_weight_ += square(r);
}

/// Of the covariance that coefficients give to weighted rows; and the rows without coefficients along it.
bool CollapsedNoise::decompose(const BlockView& view, const std::vector<double>& mean,
                               const std::vector<double>& sd) {
  const std::size_t n = root_.size();
  const double* theta = view[a_.proper_parts()[0].parameter];
  for (std::size_t j = 0; j < x_.size(); ++j) x_[j] = theta[j] - mean[j];
  a_.multiply(x_.data(), rest_.data());
  ArgView arguments[max_arguments];
  factor_views(model_, view.values(), model_.factors()[path_.factor], arguments);
  const double* eta = view[path_.linear];
  for (std::size_t i = 0; i < n; ++i) rest_[i] = root_[i] * (arguments[0][i] - (eta[i] - rest_[i]));
  a_.scaled_gram(sd.data(), u_, buffer_);
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t i = 0; i < n; ++i) u_.col(j)[i] *= root_[i] * root_[j];
  if (!std::all_of(u_.a.begin(), u_.a.end(), [](double v) { return std::isfinite(v); })) return false;
  if (!eigen_symmetric(u_, variance_, work_, iwork_)) return false;
  for (double& v : variance_) v = std::max(v, 0.0);
  multiply_transposed(u_, rest_.data(), along_.data());
  return true;
}

void CollapsedNoise::move_sigma(BlockView& view, double reach, Rng& rng) {
  double& sigma = *view[sigma_];
  const double now = sigma, least = least_noise * variance_.back();
  const Factor& prior = model_.factors()[prior_];
  // Weights are powers of the likelihood: the normalizer has as many sigmas as they sum to.
  const double beyond = total_weight_ - static_cast<double>(root_.size());
  const auto log_density = [&](double s) {
    sigma = now * std::exp(s);
    const double noise = square(sigma);
    if (!(std::abs(s) < reach && noise > least && noise < inf)) return -inf;
    double total = factor_log_density(model_, view.values(), prior) + (volume_ ? s : 0) - beyond * s;
    for (std::size_t k = 0; k < variance_.size(); ++k) {
      const double v = variance_[k] + noise;
      total -= 0.5 * (std::log(v) + square(along_[k]) / v);
    }
    return total < inf ? total : -inf;
  };
  const double here = log_density(0);
  sigma = here > -inf ? now * std::exp(slice_step(0.0, here, log_density, 1.0, SliceRule{}, rng).x) : now;
}

/// x = x0 + D^2 A' (A D^2 A' + sigma^2)^-1 (r - A x0 - e), with x0 and e from the prior and the noise.
void CollapsedNoise::draw(BlockView& view, const std::vector<double>& mean, const std::vector<double>& sd,
                          Rng& rng) {
  const std::size_t n = root_.size();
  const double sigma = *view[sigma_];
  for (std::size_t j = 0; j < x_.size(); ++j) x_[j] = sd[j] * rng.normal();
  a_.multiply(x_.data(), noise_.data());
  for (std::size_t i = 0; i < n; ++i) noise_[i] = rest_[i] - root_[i] * noise_[i] - sigma * rng.normal();
  multiply_transposed(u_, noise_.data(), along_.data());
  for (std::size_t k = 0; k < n; ++k) along_[k] /= variance_[k] + square(sigma);
  multiply(u_, along_.data(), noise_.data());
  for (std::size_t i = 0; i < n; ++i) noise_[i] *= root_[i];
  back_.resize(x_.size());
  a_.multiply_transposed(noise_.data(), back_.data());
  double* theta = view[a_.proper_parts()[0].parameter];
  for (std::size_t j = 0; j < x_.size(); ++j) theta[j] = mean[j] + x_[j] + square(sd[j]) * back_[j];
  view.follow(path_.linear);
}

void CollapsedNoise::move(BlockView& view, const std::vector<double>& mean, const std::vector<double>& sd,
                          double reach, Rng& rng, Work& work) {
  const std::size_t n = root_.size();
  work.products += a_.gram_products() + 2 * n * n * n + 4 * a_.products() + 50 * a_.cols();
  if (!decompose(view, mean, sd) || !(square(*view[sigma_]) > least_noise * variance_.back())) return;
  move_sigma(view, reach, rng);
  draw(view, mean, sd, rng);
}

}  // namespace cggibbs
