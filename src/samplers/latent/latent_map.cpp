// Priors as precisions, and the maps both ways.
#include "samplers/latent/latent_map.hpp"

#include <algorithm>
#include <cmath>

#include "base/special.hpp"
#include "samplers/latent/arrow.hpp"
#include "samplers/latent/log_product.hpp"
#include "samplers/latent/sparse_precision.hpp"

namespace cggibbs {

bool is_normal(const GaussianPart& part) {
  return part.kind == MixtureKind::normal || part.kind == MixtureKind::scaled ||
         part.kind == MixtureKind::correlated;
}

namespace {

std::unique_ptr<Precision> make_factor(const std::vector<GaussianPart>& parts, const TiedRows& ties) {
  if (ties.empty()) return std::make_unique<Arrow>(parts);
  return std::make_unique<SparsePrecision>(parts, ties);
}

}  // namespace

LatentMap::LatentMap(const Model& model, const LinearPredictor& predictor)
    : model_(model),
      parts_(predictor.parts),
      columns_(predictor.parts),
      ties_(model, predictor.parts),
      factor_(make_factor(predictor.parts, ties_)) {
  for (auto* v : {&pull_, &origin_, &mean_, &precision_, &step_, &centre_, &distance_}) v->resize(size());
  std::size_t first = 0;
  for (const auto& part : parts_) {
    if (part.kind == MixtureKind::correlated)
      events_.push_back(
          {first, part.event, part.size() / part.event, std::vector<double>(part.event * part.event)});
    first += part.size();
  }
}

/// The precision F'^-1 F^-1 of every event.
void LatentMap::read_events(const GaussianPart& part, const EventPrior& prior, std::size_t first) {
  const auto event =
      std::find_if(events_.begin(), events_.end(), [&](const EventPrecision& e) { return e.first == first; });
  const std::size_t k = part.event;
  auto& matrix = event->matrix;
  inverse_.assign(k * k, 0.0);  // row j is column j of F^-1
  for (std::size_t j = 0; j < k; ++j) {
    inverse_[j * k + j] = 1;
    prior.whiten(inverse_.data() + j * k);
  }
  for (std::size_t a = 0; a < k; ++a)
    for (std::size_t b = 0; b <= a; ++b) {
      double sum = 0;
      for (std::size_t i = a; i < k; ++i) sum += inverse_[a * k + i] * inverse_[b * k + i];
      matrix[a * k + b] = matrix[b * k + a] = sum;
    }
  for (std::size_t g = 0; g < event->count; ++g) std::copy_n(prior.mean(g), k, mean_.data() + first + g * k);
  std::fill_n(precision_.data() + first, part.size(), 0.0);
  for (std::size_t j = 0; j < k; ++j)
    log_precision_ -= static_cast<double>(event->count) * std::log(prior.diagonal(j));
}

void LatentMap::add_prior_product(const double* x, double* y) const {
  for (std::size_t j = 0; j < size(); ++j) y[j] += precision_[j] * x[j];
  for (const auto& e : events_)
    for (std::size_t g = 0; g < e.count; ++g) {
      const std::size_t at = e.first + g * e.size;
      for (std::size_t a = 0; a < e.size; ++a)
        for (std::size_t b = 0; b < e.size; ++b) y[at + a] += e.matrix[a * e.size + b] * x[at + b];
    }
}

double LatentMap::normal_squares(const double* x) const {
  double total = 0;
  std::size_t at = 0;
  for (const auto& part : parts_) {
    if (is_normal(part))
      for (std::size_t j = at; j < at + part.size(); ++j) total += precision_[j] * square(x[j] - mean_[j]);
    at += part.size();
  }
  for (const auto& e : events_)
    for (std::size_t g = 0; g < e.count; ++g)
      for (std::size_t a = 0; a < e.size; ++a) {
        const std::size_t i = e.first + g * e.size + a;
        double sum = 0;
        for (std::size_t b = 0; b < e.size; ++b)
          sum += e.matrix[a * e.size + b] * (x[i - a + b] - mean_[i - a + b]);
        total += sum * (x[i] - mean_[i]);
      }
  return total;
}

/// Normal priors as they are; others by their Fisher information, as the map need not be exact.
void LatentMap::read_prior(const BlockView& view) {
  double* mean = mean_.data();
  double* precision = precision_.data();
  log_precision_ = 0;
  for (const auto& part : parts_) {
    ArgView a[max_arguments] = {};
    if (part.kind != MixtureKind::flat && part.kind != MixtureKind::correlated)
      factor_views(model_, view.values(), model_.factors()[part.factor], a);
    const auto set = [&](const ArgView& centre, const auto& precision_of) {
      for (std::size_t j = 0; j < part.size(); ++j) {
        mean[j] = centre[j];
        precision[j] = precision_of(j);
      }
    };
    switch (part.kind) {
      case MixtureKind::flat:
        std::fill_n(mean, part.size(), 0.0);
        std::fill_n(precision, part.size(), 0.0);
        break;
      case MixtureKind::normal:
        set(a[1], [&](std::size_t j) { return 1 / square(a[2][j]); });
        break;
      case MixtureKind::scaled:
        set(a[1], [&](std::size_t j) { return 1 / square(a[2][j] * a[3][j]); });
        break;
      case MixtureKind::student_t:
        set(a[2], [&](std::size_t j) { return (a[1][j] + 1) / ((a[1][j] + 3) * square(a[3][j])); });
        break;
      case MixtureKind::cauchy:
        set(a[1], [&](std::size_t j) { return 0.5 / square(a[2][j]); });
        break;
      case MixtureKind::laplace:
        set(a[1], [&](std::size_t j) { return 1 / square(a[2][j]); });
        break;
      case MixtureKind::correlated:
        read_events(part, EventPrior(model_, view.values(), part),
                    static_cast<std::size_t>(mean - mean_.data()));
        break;
    }
    if (is_normal(part) && part.kind != MixtureKind::correlated) {
      LogProduct product;
      for (std::size_t j = 0; j < part.size(); ++j) product.multiply(precision[j]);
      log_precision_ += 0.5 * product.log();
    }
    mean += part.size();
    precision += part.size();
  }
  if (!tied()) return;
  ties_.read(view.values());
  log_precision_ += ties_.log_precision();
}

double LatentMap::log_prior(const double* x) {
  double squares = normal_squares(x);
  if (tied()) {
    for (std::size_t j = 0; j < size(); ++j) distance_[j] = x[j] - origin_[j];
    squares += ties_.squares(distance_.data());
  }
  return log_precision_ - 0.5 * squares;
}

void LatentMap::add_prior_slope(const double* x, double* gradient) {
  for (std::size_t j = 0; j < size(); ++j) distance_[j] = mean_[j] - x[j];
  add_prior_product(distance_.data(), gradient);
}

std::size_t LatentMap::products() const {
  return factor_->factor_products() + 3 * factor_->solve_products() + 4 * ties_.entries();
}

void LatentMap::set_pull(const double* pull, const double* origin) {
  columns_.transposed(pull, pull_.data());
  if (origin) std::copy_n(origin, size(), origin_.begin());
}

bool LatentMap::at(const BlockView& view, double scale) {
  read_prior(view);
  if (!factor_->factor(scale, precision_.data(), events_)) return false;
  for (std::size_t j = 0; j < size(); ++j) {
    step_[j] = scale * pull_[j];
    distance_[j] = mean_[j] - origin_[j];
  }
  add_prior_product(distance_.data(), step_.data());
  if (tied()) ties_.add_slope(step_.data());
  factor_->solve(step_.data());
  factor_->solve_transposed(step_.data());
  for (std::size_t j = 0; j < size(); ++j) centre_[j] = origin_[j] + step_[j];
  return true;
}

double LatentMap::log_density_at_mode(double scale) {
  double total = -0.5 * factor_->quadratic(step_.data());
  for (std::size_t j = 0; j < size(); ++j) total += pull_[j] * step_[j];
  total *= scale;
  std::size_t at = 0;
  for (const auto& part : parts_) {
    if (!is_normal(part))
      for (std::size_t j = at; j < at + part.size(); ++j)
        total -= 0.5 * precision_[j] * square(centre_[j] - mean_[j]);
    at += part.size();
  }
  return total + log_prior(centre_.data());
}

void LatentMap::coefficients(const double* z, double* x) {
  std::copy_n(z, size(), x);
  factor_->solve_transposed(x);
  for (std::size_t j = 0; j < size(); ++j) x[j] += centre_[j];
}

void LatentMap::standardize(const double* x, double* z) {
  for (std::size_t j = 0; j < size(); ++j) z[j] = x[j] - centre_[j];
  factor_->multiply_transposed(z);
}

}  // namespace cggibbs
