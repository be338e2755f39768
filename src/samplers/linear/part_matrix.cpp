// Products with dense, sparse and all-ones columns.
#include "samplers/linear/part_matrix.hpp"

#include <algorithm>

#include "base/special.hpp"
#include "graph/product.hpp"
#include "samplers/linear/blas.hpp"

namespace cggibbs {
namespace {

/// Dense columns stored one after the other, or null.
const double* contiguous(const Columns& c) {
  return c.dense() ? c.col(0).values : nullptr;
}

constexpr std::size_t chunk = 256;

}  // namespace

PartMatrix::PartMatrix(const std::vector<GaussianPart>& parts) : parts_(parts) {
  for (const auto& p : parts) {
    n_ = p.columns->rows();
    d_ += p.size();
  }
}

std::size_t PartMatrix::products() const {
  std::size_t total = 0;
  for (const auto& p : parts_) total += products_of(*p.columns);
  return total;
}

std::size_t PartMatrix::gram_products() const {
  std::size_t total = 0;
  for (const auto& p : parts_) {
    const Columns& c = *p.columns;
    if (c.dense()) {
      total += n_ * n_ * c.cols() / 8;
      continue;
    }
    for (std::size_t j = 0; j < c.cols(); ++j) total += c.col(j).count * c.col(j).count / 2;
  }
  return total;
}

std::vector<double> PartMatrix::squared_lengths() const {
  std::vector<double> out;
  out.reserve(d_);
  for (const auto& p : parts_)
    for (std::size_t j = 0; j < p.size(); ++j) {
      const ColumnView c = p.columns->col(j);
      double squares = 0;
      for (std::size_t t = 0; t < c.count; ++t) squares += square(c.value(t));
      out.push_back(squares);
    }
  return out;
}

const double* PartMatrix::column(std::size_t j) const {
  const Columns& c = *parts_[0].columns;
  return parts_.size() == 1 && c.dense() ? c.col(j).values : nullptr;
}

void PartMatrix::multiply(const double* x, double* y) const {
  std::fill(y, y + n_, 0.0);
  for (const auto& p : parts_) {
    const Columns& c = *p.columns;
    if (const double* a = contiguous(c)) {
      const auto n = static_cast<int>(n_);
      blas()->dgemv(CblasColMajor, CblasNoTrans, n, static_cast<int>(c.cols()), 1.0, a, n, x, 1, 1.0, y, 1);
    } else {
      add_product(c, x, y);
    }
    x += c.cols();
  }
}

void PartMatrix::multiply_transposed(const double* x, double* y) const {
  for (const auto& p : parts_) {
    const Columns& c = *p.columns;
    if (const double* a = contiguous(c)) {
      const auto n = static_cast<int>(n_);
      blas()->dgemv(CblasColMajor, CblasTrans, n, static_cast<int>(c.cols()), 1.0, a, n, x, 1, 0.0, y, 1);
    } else {
      for (std::size_t j = 0; j < c.cols(); ++j) {
        const ColumnView v = c.col(j);
        double total = 0;
        for (std::size_t t = 0; t < v.count; ++t) total += v.value(t) * x[v.row(t)];
        y[j] = total;
      }
    }
    y += c.cols();
  }
}

void PartMatrix::add_sparse_gram(const double* scale, Work2D& out) const {
  for (const auto& p : parts_) {
    const Columns& c = *p.columns;
    for (std::size_t j = 0; !c.dense() && j < c.cols(); ++j) {
      const ColumnView v = c.col(j);
      const double s = scale[j] * scale[j];
      for (std::size_t t = 0; t < v.count; ++t)
        for (std::size_t u = t; u < v.count; ++u) out.col(v.row(t))[v.row(u)] += s * v.value(t) * v.value(u);
    }
    scale += c.cols();
  }
  mirror(out);
}

void PartMatrix::add_dense_gram(const double* scale, const std::function<void(Work2D&)>& project, Work2D& out,
                                Work2D& buffer) const {
  const auto n = static_cast<int>(n_);
  for (const auto& p : parts_) {
    const Columns& c = *p.columns;
    for (std::size_t first = 0; c.dense() && first < c.cols(); first += chunk) {
      const std::size_t count = std::min(chunk, c.cols() - first);
      buffer.resize(n_, count);
      for (std::size_t j = 0; j < count; ++j) {
        const ColumnView v = c.col(first + j);
        for (std::size_t i = 0; i < n_; ++i) buffer.col(j)[i] = scale[first + j] * v.value(i);
      }
      project(buffer);
      blas()->dsyrk(CblasColMajor, CblasLower, CblasNoTrans, n, static_cast<int>(count), 1.0, buffer.a.data(),
                    n, 1.0, out.a.data(), n);
    }
    scale += c.cols();
  }
  mirror(out);
}

void PartMatrix::densify(const double* row_scale, Work2D& out) const {
  out.resize(n_, d_);
  std::fill(out.a.begin(), out.a.end(), 0.0);
  std::size_t at = 0;
  for (const auto& p : parts_)
    for (std::size_t j = 0; j < p.size(); ++j, ++at) {
      const ColumnView v = p.columns->col(j);
      for (std::size_t t = 0; t < v.count; ++t)
        out.col(at)[v.row(t)] = v.value(t) * (row_scale ? row_scale[v.row(t)] : 1.0);
    }
}

}  // namespace cggibbs
