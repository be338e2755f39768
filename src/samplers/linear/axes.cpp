// Eigen-decompositions in row space (d > n) and in coefficient space (d <= n).
#include "samplers/linear/axes.hpp"

#include <algorithm>
#include <cmath>

#include "base/release.hpp"
#include "base/settings_text.hpp"
#include "base/special.hpp"
#include "samplers/linear/improper.hpp"

namespace cggibbs {
namespace {

/// Axes below this share of the largest eigenvalue are rounding noise.
constexpr double rank_tolerance = 1e-13;
/// Columns of equal length: what is missing is at most n rounding errors (1e-13 with 1000 rows), what is there far above.
constexpr double equal_scales_tolerance = 1e-11;

/// How near the predictor of the coefficients must come to that of the axes, relative to 1 + |value|.
constexpr double back_tolerance = 1e-10;
constexpr int back_rounds = 5;

/// Axes whose curvature is below this share of the largest are found again among themselves: beside a column far from zero
/// (a time stamp) or a very wide prior their own differences are lost to rounding.
constexpr double small_axis = 1e-8;

constexpr const char* lost_axes =
    "gaussian_block: columns times prior scales differ by so many orders of magnitude that the smaller ones "
    "are lost. Use "
    "`standardize=zscore`, or `sampler=newton`."_settings;
/// Scales that are sampled may come near this for some sweeps, in which nothing moves; for good it is the user's scales.
constexpr int most_failures = 200;

}  // namespace

bool Axes::build(const std::vector<double>& sd, const std::vector<double>& weights) {
  sd_ = sd;
  const double top = *std::max_element(weights.begin(), weights.end());
  // Any positive weights give valid axes; rows without curvature get a little, so that the root can be inverted.
  t_.resize(a_.rows());
  for (std::size_t i = 0; i < weights.size(); ++i)
    t_[i] = std::sqrt(std::max(weights[i], 1e-3 * top) + 1e-300);
  if (root_ != t_) {
    root_ = t_;
    a_.build(root_);
    products_ += 4 * a_.rows() * a_.flat().count() * a_.flat().count();
    other_weights_ = true;
  }
  shift_.resize(a_.rows());
  s_.resize(std::max(a_.rows(), a_.cols()));
  s2_.resize(a_.rows());
  wanted_.resize(a_.rows());
  x_.resize(a_.cols());
  if (a_.cols() == 0) return true;  // every coefficient is flat
  if (cholesky_) return build_cholesky();
  return row_space_ ? build_row_space() : build_coefficient_space();
}

bool Axes::build_row_space() {
  const std::size_t n = a_.rows();
  if (!rank_) rank_ = find_rank();
  const std::size_t r = *rank_;
  products_ += a_.gram_products() + 2 * n * n * n;  // all eigenvectors take some nine n^3
  a_.scaled_gram(sd_.data(), gram_, buffer_);
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t i = 0; i < n; ++i) gram_.col(j)[i] *= root_[i] * root_[j];
  if (!eigen_symmetric(gram_, values_, work_, iwork_)) return false;
  const std::size_t first = n - r;
  if (r > 0 && !(values_[first] > rank_tolerance * values_[n - 1])) {
    cholesky_ = true;  // whose columns do without squares if need be
    return build_cholesky();
  }
  lambda_.assign(values_.begin() + static_cast<std::ptrdiff_t>(first), values_.end());
  u_.resize(n, r);
  c_.resize(n, r);
  for (std::size_t k = 0; k < r; ++k) {
    const double root = std::sqrt(lambda_[k]);
    for (std::size_t i = 0; i < n; ++i) {
      u_.col(k)[i] = gram_.col(first + k)[i];
      c_.col(k)[i] = u_.col(k)[i] * root / root_[i];
    }
    a_.flat().remove(c_.col(k));  // rounding may have led out of the reduced design
  }
  return true;
}

/// The rank of A, from columns of equal length. Centred columns have one less than rows; in a Gram matrix with scales
/// that differ by orders of magnitude the missing axis looks like one of rounding size, and moving along it would lead
/// where no coefficients are.
std::size_t Axes::find_rank() {
  std::vector<double> scale = a_.squared_lengths();
  for (double& s : scale) s = s > 0 ? 1 / std::sqrt(s) : 0;
  products_ += a_.gram_products();
  a_.scaled_gram(scale.data(), gram_, buffer_);
  return pivoted_cholesky(gram_, pivot_, work_, equal_scales_tolerance);
}

bool Axes::build_cholesky() {
  const std::size_t n = a_.rows();
  if (!rank_) rank_ = find_rank();
  products_ += a_.gram_products() + n * n * n / 12;
  a_.scaled_gram(sd_.data(), gram_, buffer_);
  const std::size_t r = *rank_;
  if (pivoted_cholesky(gram_, pivot_, work_, rank_tolerance) < r && !factor_columns(r)) {
    if (fixed_ || ++failures_ == most_failures) throw UnsuitedSampler(lost_axes);
    return false;
  }
  failures_ = 0;
  lambda_.assign(r, 0.0);
  c_.resize(n, r);
  for (std::size_t k = 0; k < r; ++k) {
    double* column = c_.col(k);
    std::fill(column, column + n, 0.0);
    for (std::size_t i = k; i < n; ++i) {
      const auto row = static_cast<std::size_t>(pivot_[i]);
      column[row] = gram_.col(k)[i];
      lambda_[k] += square(root_[row] * column[row]);
    }
    a_.flat().remove(column);
  }
  return true;
}

/// The same factor from the columns themselves, where the Gram matrix has lost the smaller ones: squares keep scales
/// apart by seven orders of magnitude, the columns by thirteen.
bool Axes::factor_columns(std::size_t r) {
  const std::size_t n = a_.rows();
  const std::size_t d = a_.cols();
  products_ += n * n * d / 4;
  a_.densify(nullptr, buffer_);
  small_.resize(d, n);
  for (std::size_t j = 0; j < d; ++j)
    for (std::size_t i = 0; i < n; ++i) small_.col(i)[j] = sd_[j] * buffer_.col(j)[i];
  if (!pivoted_qr(small_, pivot_)) return false;
  if (!(std::abs(small_.col(r - 1)[r - 1]) > rank_tolerance * std::abs(small_.col(0)[0]))) return false;
  for (std::size_t k = 0; k < r; ++k)
    for (std::size_t i = k; i < n; ++i) gram_.col(k)[i] = small_.col(i)[k];
  return true;
}

bool Axes::build_coefficient_space() {
  const std::size_t n = a_.rows();
  const std::size_t d = a_.cols();
  Work2D& gram = fixed_ ? v_ : gram_;  // with other scales it serves again
  if (fixed_ || other_weights_) {
    products_ += n * d * d / 8;
    a_.densify(root_.data(), c_);  // on the way to the columns their place is free
    gram_of_columns(n, d, c_.a.data(), gram);
    other_weights_ = false;
  }
  products_ += 2 * d * d * d + n * d * d / 4;
  if (!fixed_) v_ = gram_;
  for (std::size_t j = 0; j < d; ++j)
    for (std::size_t i = 0; i < d; ++i) v_.col(j)[i] = v_.col(j)[i] * sd_[i] * sd_[j];
  if (!eigen_symmetric(v_, values_, work_, iwork_)) return false;
  Work2D scaled{0, 0, std::move(work_)};  // work space is large enough, and free again
  scaled.resize(d, d);
  for (std::size_t k = 0; k < d; ++k)
    for (std::size_t j = 0; j < d; ++j) scaled.col(k)[j] = sd_[j] * v_.col(k)[j];
  a_.densify(nullptr, c_);
  multiply_in_place(c_, scaled, buffer_);
  work_ = std::move(scaled.a);
  lambda_.resize(d);
  measure_axes();
  return align_small_axes();
}

/// Curvatures from the columns themselves: an eigenvalue near zero has only rounding noise to say, whatever its sign.
void Axes::measure_axes() {
  for (std::size_t k = 0; k < lambda_.size(); ++k) {
    lambda_[k] = 0;
    for (std::size_t i = 0; i < a_.rows(); ++i) lambda_[k] += square(root_[i] * c_.col(k)[i]);
  }
}

/// Rotates axes of small curvature among themselves, so that their columns are W-orthogonal to their own precision.
bool Axes::align_small_axes() {
  const std::size_t n = a_.rows();
  std::size_t before = lambda_.size();
  for (;;) {
    // Eigenvalues ascend, so what is small stands in front.
    const double top =
        *std::max_element(lambda_.begin(), lambda_.begin() + static_cast<std::ptrdiff_t>(before));
    std::size_t m = 0;
    while (m < before && lambda_[m] < small_axis * top) ++m;
    if (m < 2 || m == before) return true;
    before = m;
    small_.resize(n, m);
    for (std::size_t k = 0; k < m; ++k)
      for (std::size_t i = 0; i < n; ++i) small_.col(k)[i] = root_[i] * c_.col(k)[i];
    gram_of_columns(n, m, small_.a.data(), small_gram_);
    products_ += n * m * m / 2 + 2 * m * m * m;
    if (!eigen_symmetric(small_gram_, values_, work_, iwork_)) return false;
    for (Work2D* matrix : {&c_, &v_}) {
      small_.resize(matrix->rows, m);
      std::copy_n(matrix->a.begin(), small_.a.size(), small_.a.begin());
      cggibbs::multiply(small_, small_gram_, buffer_);
      std::copy(buffer_.a.begin(), buffer_.a.end(), matrix->a.begin());
    }
    measure_axes();
  }
}

void Axes::settle() {
  if (cholesky_) return;  // its factor lives there
  for (auto* m : {&gram_, &buffer_, &small_, &small_gram_}) *m = {};
  release(work_);
  release(iwork_);
}

void Axes::rescale(double factor) {
  for (double& x : sd_) x *= factor;
  for (double& x : lambda_) x *= factor * factor;
  for (double& x : c_.a) x *= factor;
  if (cholesky_)
    for (double& x : gram_.a) x *= factor;
}

void Axes::solve(const double* shift, double* w) {
  const std::size_t r = with_prior();
  if (cholesky_) {
    // The shift lies in the span of the columns, so the pivoted rows say it all.
    for (std::size_t k = 0; k < r; ++k) w[k] = shift[pivot_[k]];
    return solve_lower(gram_, r, w);
  }
  for (std::size_t i = 0; i < a_.rows(); ++i) t_[i] = root_[i] * shift[i];
  cggibbs::multiply_transposed(u_, t_.data(), w);
  for (std::size_t k = 0; k < r; ++k) w[k] /= std::sqrt(lambda_[k]);
}

void Axes::solve_transposed(const double* x, double* m) {
  const std::size_t r = with_prior();
  if (cholesky_) {
    std::copy(x, x + r, s2_.begin());
    solve_lower_transposed(gram_, r, s2_.data());
    std::fill(m, m + a_.rows(), 0.0);
    for (std::size_t k = 0; k < r; ++k) m[pivot_[k]] = s2_[k];
    return;
  }
  for (std::size_t k = 0; k < r; ++k) s2_[k] = x[k] / std::sqrt(lambda_[k]);
  cggibbs::multiply(u_, s2_.data(), m);
  for (std::size_t i = 0; i < a_.rows(); ++i) m[i] *= root_[i];
}

void Axes::coordinates(const double* z, const double* shift, double* w) {
  if (a_.cols() == 0) return;
  products_ += with_prior() * (row_space_ ? a_.rows() : a_.cols());
  if (!row_space_) return cggibbs::multiply_transposed(v_, z, w);
  solve(shift, w);
}

void Axes::back(const double* w, const double* noise, double* z) {
  if (a_.cols() == 0) return;
  products_ += with_prior() * (row_space_ ? a_.rows() : a_.cols());
  if (!row_space_) return cggibbs::multiply(v_, w, z);
  // z = noise + V (w - V' noise): the seen part from w, the rest from the noise. Again for what rounding has left, until
  // A D z is C w: where axes are ill-conditioned, one round loses digits that the likelihood would see.
  std::copy(noise, noise + a_.cols(), z);
  if (with_prior() == 0) return;  // the rows see nothing of it
  cggibbs::multiply(c_, w, wanted_.data());
  for (int round = 0; round < back_rounds; ++round) {
    for (std::size_t j = 0; j < a_.cols(); ++j) x_[j] = sd_[j] * z[j];
    a_.multiply(x_.data(), shift_.data());
    products_ += a_.products();
    double worst = 0;
    for (std::size_t i = 0; i < a_.rows(); ++i) {
      shift_[i] = wanted_[i] - shift_[i];
      worst = std::max(worst, std::abs(shift_[i]) / (1 + std::abs(wanted_[i])));
    }
    if (round > 0 && worst < back_tolerance) return;
    solve(shift_.data(), s_.data());
    solve_transposed(s_.data(), t_.data());
    a_.multiply_transposed(t_.data(), x_.data());
    products_ += a_.products() + with_prior() * a_.rows();
    for (std::size_t j = 0; j < a_.cols(); ++j) z[j] += sd_[j] * x_[j];
  }
}

}  // namespace cggibbs
