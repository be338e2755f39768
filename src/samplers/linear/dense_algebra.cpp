// Thin calls into BLAS and LAPACK.
#include "samplers/linear/dense_algebra.hpp"

#include <algorithm>

#include "samplers/linear/blas.hpp"

namespace cggibbs {
namespace {

int to_int(std::size_t n) {
  return static_cast<int>(n);
}

char lower = 'L', upper = 'U', vectors = 'V', no_unit_diagonal = 'N';  // LAPACK takes addresses

}  // namespace

void mirror(Work2D& m) {
  for (std::size_t j = 0; j < m.cols; ++j)
    for (std::size_t i = j + 1; i < m.rows; ++i) m.col(i)[j] = m.col(j)[i];
}

void gram_of_columns(std::size_t n, std::size_t d, const double* x, Work2D& out) {
  out.resize(d, d);
  blas()->dsyrk(CblasColMajor, CblasLower, CblasTrans, to_int(d), to_int(n), 1.0, x, to_int(n), 0.0,
                out.a.data(), to_int(d));
  mirror(out);
}

void add_weighted_gram(std::span<const double* const> columns, std::size_t rows, const double* weights,
                       Work2D& out) {
  constexpr std::size_t height = 512, width = 64;  // rows at a time, and columns of the lower triangle
  const std::size_t d = columns.size();
  Work2D x, weighted;
  for (std::size_t first = 0; first < rows; first += height) {
    const std::size_t count = std::min(height, rows - first);
    x.resize(count, d);
    weighted.resize(count, d);
    for (std::size_t j = 0; j < d; ++j)
      for (std::size_t i = 0; i < count; ++i) {
        x.col(j)[i] = columns[j] ? columns[j][first + i] : 1.0;
        weighted.col(j)[i] = weights[first + i] * x.col(j)[i];
      }
    for (std::size_t j = 0; j < d; j += width)
      blas()->dgemm(CblasColMajor, CblasTrans, CblasNoTrans, to_int(d - j), to_int(std::min(width, d - j)),
                    to_int(count), 1.0, x.col(j), to_int(count), weighted.col(j), to_int(count), 1.0,
                    out.col(j) + j, to_int(out.rows));
  }
}

void multiply(const Work2D& a, const Work2D& b, Work2D& c) {
  c.resize(a.rows, b.cols);
  blas()->dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, to_int(a.rows), to_int(b.cols), to_int(a.cols),
                1.0, a.a.data(), to_int(a.rows), b.a.data(), to_int(b.rows), 0.0, c.a.data(), to_int(c.rows));
}

void multiply_in_place(Work2D& a, const Work2D& b, Work2D& buffer) {
  // A multiple of the heights that BLAS works in.
  constexpr std::size_t height = 480;
  for (std::size_t first = 0; first < a.rows; first += height) {
    const std::size_t rows = std::min(height, a.rows - first);
    buffer.resize(rows, b.cols);
    blas()->dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, to_int(rows), to_int(b.cols), to_int(a.cols),
                  1.0, a.a.data() + first, to_int(a.rows), b.a.data(), to_int(b.rows), 0.0, buffer.a.data(),
                  to_int(rows));
    for (std::size_t j = 0; j < b.cols; ++j) std::copy_n(buffer.col(j), rows, a.col(j) + first);
  }
}

void multiply(const Work2D& a, const double* x, double* y) {
  blas()->dgemv(CblasColMajor, CblasNoTrans, to_int(a.rows), to_int(a.cols), 1.0, a.a.data(), to_int(a.rows),
                x, 1, 0.0, y, 1);
}

void multiply_transposed(const Work2D& a, const double* x, double* y) {
  blas()->dgemv(CblasColMajor, CblasTrans, to_int(a.rows), to_int(a.cols), 1.0, a.a.data(), to_int(a.rows), x,
                1, 0.0, y, 1);
}

bool eigen_symmetric(Work2D& a, std::vector<double>& values, std::vector<double>& work,
                     std::vector<int>& iwork) {
  int n = to_int(a.rows);
  values.resize(a.rows);
  int info = 0;
  int lwork = -1;
  int liwork = -1;
  double best = 0;
  int ibest = 0;
  blas()->dsyevd(&vectors, &lower, &n, a.a.data(), &n, values.data(), &best, &lwork, &ibest, &liwork, &info);
  lwork = std::max(1, static_cast<int>(best));
  liwork = std::max(1, ibest);
  if (work.size() < static_cast<std::size_t>(lwork)) work.resize(static_cast<std::size_t>(lwork));
  if (iwork.size() < static_cast<std::size_t>(liwork)) iwork.resize(static_cast<std::size_t>(liwork));
  blas()->dsyevd(&vectors, &lower, &n, a.a.data(), &n, values.data(), work.data(), &lwork, iwork.data(),
                 &liwork, &info);
  return info == 0;
}

bool qr(Work2D& a, Work2D& r) {
  int m = to_int(a.rows);
  int n = to_int(a.cols);
  std::vector<double> tau(a.cols);
  int info = 0;
  int lwork = -1;
  double best = 0;
  blas()->dgeqrf(&m, &n, a.a.data(), &m, tau.data(), &best, &lwork, &info);
  lwork = std::max(n, static_cast<int>(best));
  std::vector<double> work(static_cast<std::size_t>(lwork));
  blas()->dgeqrf(&m, &n, a.a.data(), &m, tau.data(), work.data(), &lwork, &info);
  if (info != 0) return false;
  r.resize(a.cols, a.cols);
  for (std::size_t k = 0; k < a.cols; ++k)
    for (std::size_t j = 0; j < a.cols; ++j) r.col(k)[j] = j <= k ? a.col(k)[j] : 0.0;
  blas()->dorgqr(&m, &n, &n, a.a.data(), &m, tau.data(), work.data(), &lwork, &info);
  return info == 0;
}

bool pivoted_qr(Work2D& a, std::vector<int>& pivot) {
  int m = to_int(a.rows);
  int n = to_int(a.cols);
  std::vector<double> tau(std::min(a.rows, a.cols));
  pivot.assign(a.cols, 0);
  int info = 0;
  int lwork = -1;
  double best = 0;
  blas()->dgeqp3(&m, &n, a.a.data(), &m, pivot.data(), tau.data(), &best, &lwork, &info);
  lwork = std::max(3 * n + 1, static_cast<int>(best));
  std::vector<double> work(static_cast<std::size_t>(lwork));
  blas()->dgeqp3(&m, &n, a.a.data(), &m, pivot.data(), tau.data(), work.data(), &lwork, &info);
  for (int& p : pivot) --p;
  return info == 0;
}

void invert_upper(Work2D& r) {
  int n = to_int(r.rows);
  int info = 0;
  blas()->dtrtri(&upper, &no_unit_diagonal, &n, r.a.data(), &n, &info);
}

std::size_t pivoted_cholesky(Work2D& a, std::vector<int>& pivot, std::vector<double>& work,
                             double tolerance) {
  int n = to_int(a.rows);
  double top = 0;
  for (std::size_t i = 0; i < a.rows; ++i) top = std::max(top, a.col(i)[i]);
  double limit = tolerance * top;
  pivot.resize(a.rows);
  work.resize(std::max(work.size(), 2 * a.rows));
  int rank = 0;
  int info = 0;
  blas()->dpstrf(&lower, &n, a.a.data(), &n, pivot.data(), &rank, &limit, work.data(), &info);
  for (int& p : pivot) --p;
  return info < 0 ? 0 : static_cast<std::size_t>(rank);
}

bool cholesky(Work2D& a) {
  int n = to_int(a.rows);
  int info = 0;
  if (n > 0) blas()->dpotrf(&lower, &n, a.a.data(), &n, &info);
  return info == 0;
}

void multiply_lower_transposed(const Work2D& a, double* b) {
  const int n = to_int(a.rows);
  if (n > 0) blas()->dtrmv(CblasColMajor, CblasLower, CblasTrans, CblasNonUnit, n, a.a.data(), n, b, 1);
}

void solve_lower(const Work2D& a, std::size_t r, double* b) {
  if (r == 0) return;
  blas()->dtrsv(CblasColMajor, CblasLower, CblasNoTrans, CblasNonUnit, to_int(r), a.a.data(), to_int(a.rows),
                b, 1);
}

void solve_lower_transposed(const Work2D& a, std::size_t r, double* b) {
  if (r == 0) return;
  blas()->dtrsv(CblasColMajor, CblasLower, CblasTrans, CblasNonUnit, to_int(r), a.a.data(), to_int(a.rows), b,
                1);
}

}  // namespace cggibbs
