// The few dense matrix operations that blocks need, on OpenBLAS. Who calls them holds a OneBlasThread, as every PartMatrix does.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace cggibbs {

/// Column-major. Distinct from DenseMatrix in purpose only: work space that is resized and overwritten.
struct Work2D {
  std::size_t rows = 0, cols = 0;
  std::vector<double> a;
  void resize(std::size_t r, std::size_t c) {
    rows = r;
    cols = c;
    a.resize(r * c);
  }
  double* col(std::size_t j) { return a.data() + j * rows; }
  const double* col(std::size_t j) const { return a.data() + j * rows; }
};

/// The lower triangle becomes the upper one too.
void mirror(Work2D& m);
/// out = X' X, X n x d column-major.
void gram_of_columns(std::size_t n, std::size_t d, const double* x, Work2D& out);
/// The lower triangle of out += X' diag(weights) X, for columns of `rows` numbers each; null for ones.
void add_weighted_gram(std::span<const double* const> columns, std::size_t rows, const double* weights,
                       Work2D& out);
/// c = a * b
void multiply(const Work2D& a, const Work2D& b, Work2D& c);
/// a = a * b, b square: some rows at a time, so that there is no second matrix of a's size.
void multiply_in_place(Work2D& a, const Work2D& b, Work2D& buffer);
/// y = a x, or a' x.
void multiply(const Work2D& a, const double* x, double* y);
void multiply_transposed(const Work2D& a, const double* x, double* y);
/// Eigenvectors of a symmetric matrix replace it, eigenvalues ascend. Returns false when LAPACK gives up.
bool eigen_symmetric(Work2D& a, std::vector<double>& values, std::vector<double>& work,
                     std::vector<int>& iwork);

/// a = Q R with at least as many rows as columns: Q replaces a. False when LAPACK gives up.
bool qr(Work2D& a, Work2D& r);
/// a = Q R with columns `pivot` (from 0) of a in order of what is left of them: R replaces the upper triangle.
bool pivoted_qr(Work2D& a, std::vector<int>& pivot);
/// Replaces an upper triangle without zeros on its diagonal by its inverse.
void invert_upper(Work2D& r);

/// The lower triangle of a becomes L, a = L L'. False when a is not positive definite.
bool cholesky(Work2D& a);
/// b = L' b with the lower triangle of `a`.
void multiply_lower_transposed(const Work2D& a, double* b);
/// K = L L' with complete pivoting, for positive semidefinite K: afterwards rows `pivot` (from 0) of the lower triangle of
/// `a` hold L. Returns the rank.
std::size_t pivoted_cholesky(Work2D& a, std::vector<int>& pivot, std::vector<double>& work, double tolerance);
/// Solves L x = b or L' x = b with the leading r x r lower triangle of `a`; b is overwritten.
void solve_lower(const Work2D& a, std::size_t r, double* b);
void solve_lower_transposed(const Work2D& a, std::size_t r, double* b);

}  // namespace cggibbs
