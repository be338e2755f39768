// Adding up P, and eliminating its rows in order.
#include "samplers/latent/sparse_precision.hpp"

#include <algorithm>
#include <cmath>

#include "base/special.hpp"
#include "samplers/latent/log_product.hpp"

namespace cggibbs {

SparsePrecision::SparsePrecision(const std::vector<GaussianPart>& parts, const TiedRows& ties)
    : Precision(parts),
      ties_(ties),
      pattern_(parts, ties),
      rows_(parts),
      factor_products_(pattern_.factor_products()) {
  for (std::size_t i = 0; i + 1 < rows_.start.size(); ++i)
    for (std::size_t s = rows_.start[i]; s < rows_.start[i + 1]; ++s)
      for (std::size_t t = rows_.start[i]; t <= s; ++t)
        pair_.push_back(pattern_.place_of(rows_.column[s], rows_.column[t]));
  for (std::size_t i = 0; i < ties.rows(); ++i)
    for (std::size_t s = ties.start(i); s < ties.start(i + 1); ++s)
      for (std::size_t t = ties.start(i); t <= s; ++t)
        tied_pair_.push_back(pattern_.place_of(ties.column(s), ties.column(t)));
  likelihood_.resize(pattern_.column.size());
  p_.resize(likelihood_.size());
  factor_.resize(pattern_.column_row.size());
  for (auto* v : {&pivot_, &root_, &ordered_}) v->resize(size());
}

void SparsePrecision::weigh(const double* weights) {
  std::fill(likelihood_.begin(), likelihood_.end(), 0.0);
  const std::size_t* to = pair_.data();
  for (std::size_t i = 0; i + 1 < rows_.start.size(); ++i)
    for (std::size_t s = rows_.start[i]; s < rows_.start[i + 1]; ++s) {
      const double x = weights[i] * rows_.value[s];
      for (std::size_t t = rows_.start[i]; t <= s; ++t) likelihood_[*to++] += x * rows_.value[t];
    }
}

void SparsePrecision::add_priors(const double* diagonal, std::span<const EventPrecision> events) {
  for (std::size_t i = 0; i < size(); ++i) p_[pattern_.start[i + 1] - 1] += diagonal[pattern_.order[i]];
  for (const auto& event : events)
    for (std::size_t c = 0; c < event.count; ++c)
      for (std::size_t a = 0; a < event.size; ++a)
        for (std::size_t b = 0; b <= a; ++b) {
          const std::size_t first = event.first + c * event.size;
          p_[pattern_.place_of(first + a, first + b)] += event.matrix[a * event.size + b];
        }
  const std::size_t* to = tied_pair_.data();
  for (std::size_t i = 0; i < ties_.rows(); ++i)
    for (std::size_t s = ties_.start(i); s < ties_.start(i + 1); ++s) {
      const double x = ties_.weight(i) * ties_.entry(s);
      for (std::size_t t = ties_.start(i); t <= s; ++t) p_[*to++] += x * ties_.entry(t);
    }
}

bool SparsePrecision::factor(double scale, const double* diagonal, std::span<const EventPrecision> events) {
  for (std::size_t i = 0; i < p_.size(); ++i) p_[i] = scale * likelihood_[i];
  add_priors(diagonal, events);
  const SparsePattern& at = pattern_;
  std::fill(ordered_.begin(), ordered_.end(), 0.0);
  LogProduct diagonals;
  lost_digits_ = false;
  for (std::size_t i = 0; i < size(); ++i) {
    const std::size_t last = at.start[i + 1] - 1;
    for (std::size_t t = at.start[i]; t < last; ++t) ordered_[at.column[t]] = p_[t];
    double d = p_[last];
    for (std::size_t t = at.factor_start[i]; t < at.factor_start[i + 1]; ++t) {
      const std::size_t j = at.factor_column[t], end = at.at[t];
      const double y = ordered_[j], l = y * pivot_[j];
      ordered_[j] = 0;
      for (std::size_t s = at.column_start[j]; s < end; ++s) ordered_[at.column_row[s]] -= factor_[s] * y;
      factor_[end] = l;
      d -= l * y;
    }
    if (!(d > 0) || !(d < inf)) return false;
    lost_digits_ |= d < left_of_differences * p_[last];
    pivot_[i] = 1 / d;
    root_[i] = d;
    diagonals.multiply(d);
  }
  for (double& r : root_) r = std::sqrt(r);
  log_diagonal_ = 0.5 * diagonals.log();
  return std::isfinite(log_diagonal_);
}

void SparsePrecision::gather(const double* x) {
  for (std::size_t i = 0; i < size(); ++i) ordered_[i] = x[pattern_.order[i]];
}

void SparsePrecision::scatter(double* x) const {
  for (std::size_t i = 0; i < size(); ++i) x[pattern_.order[i]] = ordered_[i];
}

void SparsePrecision::multiply_transposed(double* x) {
  gather(x);
  for (std::size_t j = 0; j < size(); ++j) {
    double sum = ordered_[j];
    for (std::size_t s = pattern_.column_start[j]; s < pattern_.column_start[j + 1]; ++s)
      sum += factor_[s] * ordered_[pattern_.column_row[s]];
    ordered_[j] = root_[j] * sum;
  }
  scatter(x);
}

void SparsePrecision::solve(double* x) {
  gather(x);
  for (std::size_t j = 0; j < size(); ++j) {
    const double y = ordered_[j];
    for (std::size_t s = pattern_.column_start[j]; s < pattern_.column_start[j + 1]; ++s)
      ordered_[pattern_.column_row[s]] -= factor_[s] * y;
    ordered_[j] = y / root_[j];
  }
  scatter(x);
}

void SparsePrecision::solve_transposed(double* x) {
  gather(x);
  for (std::size_t j = size(); j-- > 0;) {
    double sum = ordered_[j] / root_[j];
    for (std::size_t s = pattern_.column_start[j]; s < pattern_.column_start[j + 1]; ++s)
      sum -= factor_[s] * ordered_[pattern_.column_row[s]];
    ordered_[j] = sum;
  }
  scatter(x);
}

double SparsePrecision::quadratic(const double* x) {
  gather(x);
  double total = 0;
  for (std::size_t i = 0; i < size(); ++i) {
    const std::size_t last = pattern_.start[i + 1] - 1;
    double sum = 0;
    for (std::size_t t = pattern_.start[i]; t < last; ++t)
      sum += likelihood_[t] * ordered_[pattern_.column[t]];
    total += (2 * sum + likelihood_[last] * ordered_[i]) * ordered_[i];
  }
  return total;
}

}  // namespace cggibbs
