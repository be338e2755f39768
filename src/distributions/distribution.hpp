// What a distribution offers, and the table row that graph, models and languages look names up in.
//
// A distribution is one header with a struct like this (see normal.hpp for a complete one):
//
//   struct Normal {
//     static constexpr std::string_view name = "normal";
//     // The variate comes first.
//     static constexpr std::array<std::string_view, 3> arguments{"x", "mu", "sigma"};
//     // The argument that a GLM's linear predictor drives.
//     static constexpr int location = 1;
//     static constexpr bool discrete = false;
//     // Normalised; -inf outside the support and for invalid parameters; NaN only for NaN inputs.
//     static double log_density(double x, double mu, double sigma);
//     // The terms that vary with the location; may drop every other one. Same -inf rules.
//     static double location_part(double x, double mu, double sigma);
//     // d/da and d2/da2 of log_density for each argument (0 for a discrete variate).
//     static Partials<3> partials(double x, double mu, double sigma);
//     static Support support(double mu, double sigma);
//     static double draw(Rng&, double mu, double sigma);
//
//     // Optional:
//     static double cdf(double x, double mu, double sigma);
//     static double quantile(double p, double mu, double sigma);
//     // The terms that location_part leaves out, see BesideLocation.
//     struct Beside;
//     // The loops over unweighted rows (src/kernels).
//     static constexpr RowKernel kernel{kernels::normal};
//     // Moves along columns of few distinct values, see Distribution::watch_few.
//     static FewMoves watch_few(std::size_t n, const ArgView* a, const double* column, const kernels::FewValues& x,
//                               double* memory);
//     static bool move_few(std::size_t n, const FewMoves& w, const double* memory, std::size_t count,
//                          const double* deltas, double* out);
//     // Fast form of Distribution::add_slopes over unweighted rows for arguments that fit.
//     static bool slopes_fit(const ArgView* a);
//     static double slopes(std::size_t n, const ArgView* a, double* const* out);
//     // Sufficient statistics, see below.
//     struct Stats;
//     // Logarithms of both tails, where those of the cdf would lose their digits.
//     static LogTails log_tails(double x, double mu, double sigma);
//     // How the log density depends on each argument, see DensityForm.
//     static constexpr std::array<DensityForm, 3> forms{quadratic, quadratic, log_inverse_square};
//   };
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/double_double.hpp"
#include "base/rng.hpp"
#include "base/special.hpp"
#include "distributions/few_moves.hpp"
#include "kernels/likelihood.hpp"

namespace cggibbs {

struct Support {
  double lower = -inf;
  double upper = inf;
  bool discrete = false;  ///< integers lower..upper, both ends included
};

template <int N>
struct Partials {
  std::array<double, N> first{};
  std::array<double, N> second{};  ///< d2/da2, not mixed
};

/// log P(X <= x) and log P(X > x).
struct LogTails {
  double lower, upper;
};

/// How a log density depends on one argument y while the others stand still, up to a constant: exact draws are found by it.
enum class DensityForm : unsigned char {
  other,
  quadratic,           ///< a y - b y^2
  log_linear,          ///< a log y - b y
  log_inverse,         ///< a log y - b / y
  log_inverse_square,  ///< a log y - b / y^2
  log_log1m,           ///< a log y + b log(1 - y)
};

/// One argument over n rows: stride 1 for an array, 0 for a scalar shared by all rows.
struct ArgView {
  const double* data;
  std::size_t stride;
  double operator[](std::size_t i) const { return data[i * stride]; }
};

inline bool is_array(const ArgView& a) {
  return a.stride == 1;
}
inline bool is_scalar(const ArgView& a) {
  return a.stride == 0;
}

/// At most this many arguments, variate included.
inline constexpr int max_arguments = 5;

/// Sufficient statistics: with `elements` leading arguments that vary by row and the rest scalar,
/// sum_i log_density = log_density_from(n, sum_i t(elements_i), scalars). At most max_stats sums.
inline constexpr int max_stats = 3;

/// Loops over rows whose variate and location are arrays.
struct RowKernel {
  const kernels::Likelihood& (*loops)();
  bool rest_are_arrays = false;  ///< the other arguments; else they are positive scalars
};

/// What location_part leaves out of log_density: summed over rows, a function of few sums over the arguments that `reads`
/// names and of the others, as scalars, but for the location. Where a location has no density, location_part says so.
struct BesideLocation {
  std::array<bool, max_arguments> reads{};
  /// A row, with its weight, into beside_sums sums.
  void (*add)(const double* row, double weight, DoubleDouble* t) = nullptr;
  /// Over rows of total weight n. Null when a distribution does not say.
  double (*sum)(double n, const double* t, const ArgView* a) = nullptr;
};
inline constexpr int beside_sums = 2;

struct EventDistribution;

/// One row of the table: a distribution with its types erased.
struct Distribution {
  std::string_view name;
  std::span<const std::string_view> arguments;
  int location;
  bool discrete;

  double (*log_density)(const double* a);
  double (*location_part)(const double* a);
  void (*partials)(const double* a, double* first, double* second);
  Support (*support)(const double* parameters);
  double (*draw)(Rng&, const double* parameters);
  double (*cdf)(const double* a);                          // null when there is none
  double (*quantile)(double p, const double* parameters);  // null when there is none
  LogTails (*log_tails)(const double* a);                  // null when there is no cdf
  std::array<DensityForm, max_arguments> forms;

  /// Sums over n rows; weights may be null.
  double (*sum)(std::size_t n, const ArgView* a, const double* weights);
  double (*sum_location_part)(std::size_t n, const ArgView* a, const double* weights);
  BesideLocation beside;
  /// sum_location_part with a[location] + delta * x in place of the location, x contiguous; null when
  /// there is none.
  double (*sum_shifted)(std::size_t n, const ArgView* a, const double* x, double delta);
  /// sum_shifted at `count` deltas, in one pass where that pays; null when there is no sum_shifted.
  void (*sums_shifted)(std::size_t n, const ArgView* a, const double* x, std::size_t count,
                       const double* deltas, double* out);
  /// sum, and for every argument k with out[k] not null adds weights[i] * d log_density / d a[k] of row i to
  /// out[k][i], or to out[k][0] where the argument is a scalar.
  double (*add_slopes)(std::size_t n, const ArgView* a, const double* weights, double* const* out);
  /// sum_location_part, and adds the slopes in the location as above.
  double (*add_location_slope)(std::size_t n, const ArgView* a, const double* weights, double* out);
  /// sum_shifted with its derivatives along x, leaving slope, curvature and a kept value of every row;
  /// weights may be null. The location is an array.
  kernels::Along (*location_curves)(std::size_t n, const ArgView* a, const double* weights, const double* x,
                                    double delta, const kernels::Curves& out);
  /// The same sum from the kept values of rows at a.
  double (*sum_kept)(std::size_t n, const ArgView* a, const double* weights, const double* kept);
  /// Prepares moves of unweighted rows along a column of few values, with n doubles of memory. Null when there is none.
  FewMoves (*watch_few)(std::size_t n, const ArgView* a, const double* column, const kernels::FewValues& x,
                        double* memory);
  /// The changes of sum_location_part at one to three moves; false where one goes too far, and then out means nothing.
  bool (*move_few)(std::size_t n, const FewMoves& w, const double* memory, std::size_t count,
                   const double* deltas, double* out);
  /// Whether both apply to these arguments; false when there is neither.
  bool (*few_fits)(const ArgView* a);
  /// Log density of each row, and its location part.
  void (*each)(std::size_t n, const ArgView* a, double* out);
  void (*each_location_part)(std::size_t n, const ArgView* a, double* out);

  int stats_elements;  ///< how many leading arguments vary by row in the statistics; 0 when there are no
                       ///< statistics
  int n_stats;
  void (*stats)(const double* elements, DoubleDouble* t);
  double (*log_density_from_stats)(double n, const DoubleDouble* t, const double* scalars);

  /// Null for a distribution of numbers. One of vectors or matrices has only this, a name and arguments (event.hpp).
  const EventDistribution* event;
};

/// Null when no distribution has that name.
const Distribution* find_distribution(std::string_view name);
std::vector<std::string> distribution_names();

}  // namespace cggibbs
