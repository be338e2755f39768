// Counted work, the unit in which complexity claims are tested and samplers compared.
#pragma once

#include <cstdint>

namespace cggibbs {

struct Work {
  std::uint64_t evaluations = 0;  ///< conditional (or joint) log densities evaluated
  std::uint64_t rows = 0;         ///< node elements computed for them: linear, map, reduce and factor rows
  std::uint64_t commits = 0;      ///< accepted moves written to the state
  /// Multiply-adds of matrices with vectors, and in their unit what else is not done by rows: of matrices with
  /// matrices a quarter of the multiply-adds, for they reuse what is in the cache; 50 for a random number or a
  /// transformed parameter.
  std::uint64_t products = 0;

  Work& operator+=(const Work& w) {
    evaluations += w.evaluations;
    rows += w.rows;
    commits += w.commits;
    products += w.products;
    return *this;
  }
};

/// Work in units of one likelihood row, so that kernels of different kinds can be compared without a clock. A row
/// takes 0.6 to 0.8 ns (bernoulli_logit_shifted in docs/kernels.md), a multiply-add of a product that streams its
/// matrix from the cache 0.12 to 0.18 ns (dot and axpy there), and an evaluation or a commit some 60 ns beside the
/// rows that it reads (slice sweeps of colon: 160 ns per evaluation of 62 rows). So measured, a unit took 0.9 to 1.2
/// ns with slice, gaussian_block and nuts on colon and madelon; bench/auto measures it again.
inline double cost(const Work& w) {
  return static_cast<double>(w.rows) + 0.2 * static_cast<double>(w.products) +
         80.0 * static_cast<double>(w.evaluations + w.commits);
}

}  // namespace cggibbs
