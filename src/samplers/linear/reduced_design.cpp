// Products of the projection and the columns.
#include "samplers/linear/reduced_design.hpp"

#include <algorithm>
#include <iterator>

#include "base/special.hpp"

namespace cggibbs {
namespace {

/// A column whose length falls to this share has nothing left but rounding errors of what was removed.
constexpr double all_rounding = 1e-13;

std::vector<GaussianPart> select(const std::vector<GaussianPart>& parts, bool flat) {
  std::vector<GaussianPart> out;
  std::copy_if(parts.begin(), parts.end(), std::back_inserter(out),
               [&](const auto& p) { return (p.kind == MixtureKind::flat) == flat; });
  return out;
}

}  // namespace

ReducedDesign::ReducedDesign(const Model& model, const std::vector<GaussianPart>& parts)
    : proper_parts_(select(parts, false)),
      flat_parts_(select(parts, true)),
      a_(proper_parts_),
      flat_(model, flat_parts_),
      n_(parts.front().columns->rows()),
      x_(n_) {}

void ReducedDesign::build(const std::vector<double>& root) {
  flat_.build(root);
}

void ReducedDesign::multiply(const double* x, double* y) const {
  std::fill(y, y + n_, 0.0);  // there may be no columns at all
  if (cols() == 0) return;
  a_.multiply(x, y);
  flat_.remove(y);
}

void ReducedDesign::multiply_transposed(const double* x, double* y) const {
  if (flat_.count() == 0) return a_.multiply_transposed(x, y);
  std::copy(x, x + n_, x_.begin());
  flat_.remove_transposed(x_.data());
  a_.multiply_transposed(x_.data(), y);
}

std::vector<double> ReducedDesign::squared_lengths() const {
  std::vector<double> out = a_.squared_lengths();
  if (flat_.count() == 0) return out;
  std::size_t at = 0;
  for (const auto& p : proper_parts_)
    for (std::size_t j = 0; j < p.size(); ++j, ++at) {
      const ColumnView c = p.columns->col(j);
      std::fill(x_.begin(), x_.end(), 0.0);
      for (std::size_t t = 0; t < c.count; ++t) x_[c.row(t)] = c.value(t);
      flat_.remove(x_.data());
      double squares = 0;
      for (double v : x_) squares += square(v);
      out[at] = squares > square(all_rounding) * out[at] ? squares : 0;
    }
  return out;
}

void ReducedDesign::scaled_gram(const double* scale, Work2D& out, Work2D& buffer) const {
  // Dense columns may lie far from zero: they are projected before their squares lose what is small beside that.
  const auto project = [&](Work2D& columns) {
    for (std::size_t j = 0; j < columns.cols; ++j) flat_.remove(columns.col(j));
  };
  out.resize(n_, n_);
  std::fill(out.a.begin(), out.a.end(), 0.0);
  a_.add_sparse_gram(scale, out);
  flat_.remove_both(out);
  a_.add_dense_gram(scale, project, out, buffer);
}

void ReducedDesign::densify(const double* row_scale, Work2D& out) const {
  a_.densify(flat_.count() == 0 ? row_scale : nullptr, out);
  if (flat_.count() == 0) return;
  for (std::size_t j = 0; j < out.cols; ++j) {
    flat_.remove(out.col(j));
    if (row_scale)
      for (std::size_t i = 0; i < n_; ++i) out.col(j)[i] *= row_scale[i];
  }
}

}  // namespace cggibbs
