// Where a block keeps its coefficients without a prior while the others move.
#pragma once

#include <algorithm>
#include <vector>

#include "base/archive.hpp"
#include "graph/block_view.hpp"
#include "samplers/linear/reduced_design.hpp"

namespace cggibbs {

/// b + K x, with b the flat coefficients, x the others' distance from their prior means and K what ReducedDesign takes out
/// of their columns: it stands still while x moves, so that x moves the predictor by reduced columns.
class FlatCoefficients {
 public:
  explicit FlatCoefficients(const ReducedDesign& a)
      : a_(a), kept_(a.flat().count()), read_(kept_.size()), part_(kept_.size()), rows_(a.rows()) {}

  void read(const BlockView& view, const double* x) {
    std::size_t at = 0;
    for (const auto& p : a_.flat_parts()) {
      const double* b = view[p.parameter];
      std::copy(b, b + p.size(), read_.begin() + static_cast<std::ptrdiff_t>(at));
      at += p.size();
    }
    see(x);
    for (std::size_t k = 0; k < kept_.size(); ++k) kept_[k] = read_[k] + part_[k];
  }
  /// The state has what write() or read() last saw.
  bool knows(const BlockView& view) const {
    std::size_t at = 0;
    for (const auto& p : a_.flat_parts()) {
      const double* b = view[p.parameter];
      if (!std::equal(b, b + p.size(), read_.begin() + static_cast<std::ptrdiff_t>(at))) return false;
      at += p.size();
    }
    return true;
  }
  /// A step along axis k of the flat columns.
  void step(std::size_t k, double t) { a_.flat().step(k, t, kept_.data()); }
  void write(BlockView& view, const double* x) {
    see(x);
    std::size_t at = 0;
    for (const auto& p : a_.flat_parts()) {
      double* b = view[p.parameter];
      for (std::size_t j = 0; j < p.size(); ++j, ++at) b[j] = read_[at] = kept_[at] - part_[at];
    }
  }
  void save(Writer& w) const { w(kept_, read_); }
  void load(Reader& r) { r(kept_, read_); }

 private:
  /// part_ = K x
  void see(const double* x) {
    if (kept_.empty() || a_.cols() == 0) return;
    a_.proper().multiply(x, rows_.data());
    a_.flat().coefficients(rows_.data(), part_.data());
  }

  const ReducedDesign& a_;
  std::vector<double> kept_, read_, part_, rows_;
};

}  // namespace cggibbs
