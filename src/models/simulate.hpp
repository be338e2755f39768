// Synthetic data sets from generalized linear models with known coefficients.
#pragma once

#include <cggibbs/matrix.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/family.hpp"

namespace cggibbs {

enum class Shape {
  plain,  ///< standard normal columns, neighbours correlated when asked
  genes,  ///< modules of columns that follow common factors, as measured gene expression does
};

struct SimulateSettings {
  Family family = Family::gaussian;
  std::optional<Link> link = {};  ///< default: the family's first
  std::size_t rows = 100;
  std::size_t cols = 5;
  Shape shape = Shape::plain;
  double sparsity = 0;                     ///< share of entries that are zero
  double correlation = 0;                  ///< of neighbouring columns, AR(1)
  std::size_t groups = 0;                  ///< levels of a grouping column; 0: none
  std::optional<std::size_t> signal = {};  ///< nonzero coefficients; default: 10 at most
  double effect = 1;                       ///< their size; signs alternate
  std::vector<double> coefficients = {};   ///< explicit ones, instead of signal and effect
  double intercept = 0;
  double dispersion = 1;  ///< sigma, phi or shape, for the families that have one
  std::size_t trials = 10;
  std::uint64_t seed = 1;
};

/// The sd of simulated group effects, and the degrees of freedom of a simulated student_t response.
inline constexpr double simulated_group_sd = 0.5;
inline constexpr double simulated_df = 5;
/// Common factors of Shape::genes.
inline constexpr std::size_t gene_modules = 20;

struct Simulated {
  struct TrueValue {
    std::string variable;  ///< as a fit of the data calls it
    double value;
  };
  Matrix x;  ///< sparse when some entries are zero by design
  std::vector<double> y;
  std::vector<double> trials;        ///< binomial only
  std::vector<std::uint32_t> group;  ///< level of each row, from 0; empty without groups
  std::vector<TrueValue> truth;
};

/// The same settings give the same data, and the same seed the same x for every family. Throws for settings that make
/// no sense, and where the linear predictor leads outside the family's range.
Simulated simulate(const SimulateSettings& settings);

/// Level names, g1 ... gK, padded so that they sort in order.
std::string group_label(std::size_t level, std::size_t levels);

}  // namespace cggibbs
