// Counted work, the unit in which complexity claims are tested and samplers compared.
#pragma once

#include <cstdint>

namespace cggibbs {

struct Work {
  std::uint64_t evaluations = 0;  ///< conditional (or joint) log densities evaluated
  std::uint64_t rows = 0;         ///< node elements computed for them: linear, map, reduce and factor rows
  std::uint64_t products = 0;     ///< multiply-adds in dot and matrix products
  std::uint64_t commits = 0;      ///< accepted moves written to the state

  Work& operator+=(const Work& w) {
    evaluations += w.evaluations;
    rows += w.rows;
    products += w.products;
    commits += w.commits;
    return *this;
  }
};

}  // namespace cggibbs
