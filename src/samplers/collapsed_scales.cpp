// Slice moves of one scale at a time, products by the few.
#include "samplers/collapsed_scales.hpp"

#include <cblas.h>

#include <algorithm>
#include <cmath>

#include "base/special.hpp"
#include "kernels/vectors.hpp"

namespace cggibbs {
namespace {

/// Columns whose updates of K^-1 are collected before they are applied: products instead of rank-one updates.
constexpr std::size_t few = 16;

/// How much of the variance along a column it may hold itself, over the rest: beyond, K without it is lost in rounding.
constexpr double largest_share = 1e8;
constexpr double largest_scale = 1e10;

/// With r = lambda / scale = tan(pi u / 2) the prior of u is uniform on (0, 1), so an interval is never sought: the
/// slice starts from all of it and shrinks. s and q2 are those of N(shift; 0, K) as a function of r^2.
double slice_scale(double r, double s, double q2, Rng& rng) {
  const auto allowed = [&](double x) { return x < largest_scale && x * x * s < largest_share; };
  if (!allowed(r)) return r;
  const auto log_density = [&](double x) {
    const double v = 1 + x * x * s;
    return 0.5 * (q2 * x * x / v - std::log(v));
  };
  const double u = 2 / M_PI * std::atan(r);
  const double level = log_density(r) - rng.exponential();
  double left = 0;
  double right = 1;
  for (;;) {
    const double candidate = left + rng.uniform() * (right - left);
    if (candidate == u || !(left < right)) return r;
    const double x = std::tan(M_PI / 2 * candidate);
    if (allowed(x) && log_density(x) > level) return x;
    (candidate < u ? left : right) = candidate;
  }
}

int to_int(std::size_t n) {
  return static_cast<int>(n);
}

}  // namespace

void CollapsedScales::start(const Work2D& precision, const std::vector<std::size_t>& rows) {
  precision_ = precision;
  rows_ = rows;
  const std::size_t r = rows_.size();
  for (auto* m : {&columns_, &solved_, &changes_}) m->resize(r, few);
  cross_.resize(few, few);
  for (auto* v : {&pulled_, &picked_, &m_}) v->resize(r);
  seen_.resize(few);
  all_.resize(a_.rows());
  step_.resize(a_.cols());
}

void CollapsedScales::move(std::span<const std::size_t> columns, const double* shift, double tau,
                           double scale, double* lambda, double* sd, Rng& rng) {
  for (std::size_t i = 0; i < rows_.size(); ++i) picked_[i] = shift[rows_[i]];
  multiply(precision_, picked_.data(), pulled_.data());
  for (; !columns.empty(); columns = columns.subspan(std::min(few, columns.size())))
    move_few(columns.first(std::min(few, columns.size())), tau, scale, lambda, sd, rng);
}

void CollapsedScales::move_few(std::span<const std::size_t> columns, double tau, double scale, double* lambda,
                               double* sd, Rng& rng) {
  const std::size_t count = columns.size();
  const std::size_t r = rows_.size();
  const int ri = to_int(r);
  const int ci = to_int(count);
  const int li = to_int(few);
  for (std::size_t j = 0; j < count; ++j) {
    const double* column = a_.column(columns[j]);
    for (std::size_t i = 0; i < r; ++i) columns_.col(j)[i] = column[rows_[i]];
  }
  // solved = K^-1 a_j, cross = a_i' K^-1 a_j, seen = a_j' K^-1 shift, all kept up to date for the columns to come.
  cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, ri, ci, ri, 1.0, precision_.a.data(), ri,
              columns_.a.data(), ri, 0.0, solved_.a.data(), ri);
  cblas_dgemm(CblasColMajor, CblasTrans, CblasNoTrans, ci, ci, ri, 1.0, columns_.a.data(), ri,
              solved_.a.data(), ri, 0.0, cross_.a.data(), li);
  cblas_dgemv(CblasColMajor, CblasTrans, ri, ci, 1.0, columns_.a.data(), ri, pulled_.data(), 1, 0.0,
              seen_.data(), 1);
  for (std::size_t j = 0; j < count; ++j) {
    const double h = cross_.col(j)[j];
    const double variance = square(sd[columns[j]]);
    const double rest = 1 - variance * h;  // one over the variance along a_j in units of the rest's
    double change = 0;
    if (rest > 0) {
      const double unit = square(tau * scale);
      const double next =
          slice_scale(lambda[columns[j]] / scale, unit * h / rest, unit * square(seen_[j] / rest), rng);
      lambda[columns[j]] = scale * next;
      sd[columns[j]] = tau * lambda[columns[j]];
      const double delta = square(sd[columns[j]]) - variance;
      change = delta / (1 + delta * h);
    }
    const double* column = solved_.col(j);
    for (std::size_t i = 0; i < r; ++i) {
      changes_.col(j)[i] = change * column[i];
      pulled_[i] -= change * seen_[j] * column[i];
    }
    for (std::size_t k = j + 1; k < count; ++k) {
      const double t = change * cross_.col(j)[k];
      double* later = solved_.col(k);
      for (std::size_t i = 0; i < r; ++i) later[i] -= t * column[i];
      for (std::size_t i = j + 1; i < count; ++i) cross_.col(k)[i] -= t * cross_.col(j)[i];
      seen_[k] -= t * seen_[j];
    }
  }
  cblas_dgemm(CblasColMajor, CblasNoTrans, CblasTrans, ri, ri, ci, -1.0, solved_.a.data(), ri,
              changes_.a.data(), ri, 1.0, precision_.a.data(), ri);
}

void CollapsedScales::draw_coefficients(const double* shift, const double* sd, double* theta, Rng& rng) {
  for (std::size_t j = 0; j < a_.cols(); ++j) theta[j] = sd[j] * rng.normal();
  // The second round removes what rounding in K^-1 has left.
  for (int round = 0; round < 2; ++round) {
    a_.multiply(theta, all_.data());
    for (std::size_t i = 0; i < rows_.size(); ++i) picked_[i] = shift[rows_[i]] - all_[rows_[i]];
    multiply(precision_, picked_.data(), m_.data());
    std::fill(all_.begin(), all_.end(), 0.0);
    for (std::size_t i = 0; i < rows_.size(); ++i) all_[rows_[i]] = m_[i];
    a_.multiply_transposed(all_.data(), step_.data());
    for (std::size_t j = 0; j < a_.cols(); ++j) theta[j] += square(sd[j]) * step_[j];
  }
}

}  // namespace cggibbs
