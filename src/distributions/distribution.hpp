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
//   };
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/double_double.hpp"
#include "base/rng.hpp"
#include "base/special.hpp"
#include "distributions/few_moves.hpp"
#include "kernels/likelihood.hpp"
#include "kernels/vectors.hpp"

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

  /// Sums over n rows; weights may be null.
  double (*sum)(std::size_t n, const ArgView* a, const double* weights);
  double (*sum_location_part)(std::size_t n, const ArgView* a, const double* weights);
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
  /// Log density of each row.
  void (*each)(std::size_t n, const ArgView* a, double* out);

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

namespace detail {

template <class D>
inline constexpr std::size_t arity = D::arguments.size();

template <class D>
struct LogDensity {
  double operator()(auto... a) const { return D::log_density(a...); }
};
template <class D>
struct LocationPart {
  double operator()(auto... a) const { return D::location_part(a...); }
};

/// Calls f(a[First], ..., a[First + N - 1]).
template <std::size_t First, std::size_t N, class F>
decltype(auto) spread(F&& f, const double* a) {
  return [&]<std::size_t... I>(std::index_sequence<I...>)->decltype(auto) {
    return f(a[First + I]...);
  }
  (std::make_index_sequence<N>{});
}

template <class D, class F>
double row_value(F&& f, const ArgView* a, std::size_t i) {
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    return f(a[I][i]...);
  }
  (std::make_index_sequence<arity<D>>{});
}

template <class D, class F>
double sum_rows(F&& f, std::size_t n, const ArgView* a, const double* weights) {
  double total = 0;
  if (weights == nullptr) {
    for (std::size_t i = 0; i < n; ++i) total += row_value<D>(f, a, i);
  } else {
    // A zero weight drops its row even where the density is zero.
    for (std::size_t i = 0; i < n; ++i)
      if (weights[i] != 0) total += weights[i] * row_value<D>(f, a, i);
  }
  return total;
}

template <class D>
auto row_partials(const ArgView* a, std::size_t i) {
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    return D::partials(a[I][i]...);
  }
  (std::make_index_sequence<arity<D>>{});
}

template <class D>
double slope_rows(std::size_t n, const ArgView* a, const double* weights, double* const* out) {
  double total = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double w = weights == nullptr ? 1 : weights[i];
    if (w == 0) continue;
    total += w * row_value<D>(LogDensity<D>{}, a, i);
    const auto p = row_partials<D>(a, i);
    for (std::size_t k = 0; k < arity<D>; ++k)
      if (out[k] != nullptr) out[k][i * a[k].stride] += w * p.first[k];
  }
  return total;
}

template <class D>
double location_slope_rows(std::size_t n, const ArgView* a, const double* weights, double* out) {
  double total = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double w = weights == nullptr ? 1 : weights[i];
    if (w == 0) continue;
    total += w * row_value<D>(LocationPart<D>{}, a, i);
    out[i * a[D::location].stride] += w * row_partials<D>(a, i).first[D::location];
  }
  return total;
}

template <class D>
bool kernel_fits(const ArgView* a) {
  for (std::size_t k = 0; k < arity<D>; ++k) {
    const bool array = k == 0 || k == D::location || D::kernel.rest_are_arrays;
    if (array ? !is_array(a[k]) : !(is_scalar(a[k]) && *a[k].data > 0)) return false;
  }
  return true;
}

/// The loops for these rows; null where there are none.
template <class D>
const kernels::Likelihood* loops_for([[maybe_unused]] const ArgView* a,
                                     [[maybe_unused]] const double* weights) {
  if constexpr (requires { D::kernel; })
    if (weights == nullptr && kernel_fits<D>(a)) return &D::kernel.loops();
  return nullptr;
}

template <class D>
kernels::Arguments kernel_arguments(const ArgView* a) {
  kernels::Arguments to{a[0].data, a[D::location].data};
  std::size_t rest = 0;
  for (std::size_t k = 1; k < arity<D>; ++k)
    if (k != D::location) to.rest[rest++] = a[k].data;
  return to;
}

template <class D>
double sum_shifted(std::size_t n, const ArgView* a, const double* x, double delta) {
  if (const auto* loops = loops_for<D>(a, nullptr))
    return loops->sum_shifted(n, kernel_arguments<D>(a), x, delta);
  double total = 0;
  for (std::size_t i = 0; i < n; ++i) {
    double row[arity<D>];
    for (std::size_t k = 0; k < arity<D>; ++k) row[k] = a[k][i];
    row[D::location] += delta * x[i];
    total += spread<0, arity<D>>(LocationPart<D>{}, row);
  }
  return total;
}

template <class D>
kernels::Along curve_rows(std::size_t n, const ArgView* a, const double* weights, const double* x,
                          double delta, const kernels::Curves& out) {
  kernels::Along total{0, 0, 0};
  for (std::size_t i = 0; i < n; ++i) {
    double row[arity<D>];
    for (std::size_t k = 0; k < arity<D>; ++k) row[k] = a[k][i];
    row[D::location] += delta * x[i];
    const double w = weights == nullptr ? 1 : weights[i];
    const auto p = spread<0, arity<D>>([](auto... v) { return D::partials(v...); }, row);
    out.eta[i] = row[D::location];
    // A zero weight drops its row even where the density is zero.
    out.slope[i] = w == 0 ? 0 : w * p.first[D::location];
    const double curvature = w == 0 ? 0 : -w * p.second[D::location];
    out.weight[i] = curvature > 0 && curvature < inf ? curvature : 0;
    out.kept[i] = w == 0 ? 0 : w * spread<0, arity<D>>(LocationPart<D>{}, row);
    total.sum += out.kept[i];
    total.slope += x[i] * out.slope[i];
    total.curvature += x[i] * x[i] * out.weight[i];
  }
  return total;
}

}  // namespace detail

/// The table row of D.
template <class D>
constexpr Distribution describe() {
  constexpr std::size_t n_args = detail::arity<D>;
  constexpr std::size_t n_parameters = n_args - 1;
  static_assert(n_args <= max_arguments);
  using LogDensity = detail::LogDensity<D>;
  using LocationPart = detail::LocationPart<D>;

  Distribution d{};
  d.name = D::name;
  d.arguments = D::arguments;
  d.location = D::location;
  d.discrete = D::discrete;
  d.log_density = [](const double* a) { return detail::spread<0, n_args>(LogDensity{}, a); };
  d.location_part = [](const double* a) { return detail::spread<0, n_args>(LocationPart{}, a); };
  d.partials = [](const double* a, double* first, double* second) {
    const auto p = detail::spread<0, n_args>([](auto... x) { return D::partials(x...); }, a);
    for (std::size_t k = 0; k < n_args; ++k) {
      first[k] = p.first[k];
      second[k] = p.second[k];
    }
  };
  d.support = [](const double* p) {
    return detail::spread<0, n_parameters>([](auto... x) { return D::support(x...); }, p);
  };
  d.draw = [](Rng& rng, const double* p) {
    return detail::spread<0, n_parameters>([&](auto... x) { return D::draw(rng, x...); }, p);
  };
  if constexpr (requires { &D::cdf; })
    d.cdf = [](const double* a) {
      return detail::spread<0, n_args>([](auto... x) { return D::cdf(x...); }, a);
    };
  if constexpr (requires { &D::quantile; })
    d.quantile = [](double p, const double* q) {
      return detail::spread<0, n_parameters>([&](auto... x) { return D::quantile(p, x...); }, q);
    };
  d.sum = [](std::size_t n, const ArgView* a, const double* w) {
    return detail::sum_rows<D>(LogDensity{}, n, a, w);
  };
  d.sum_location_part = [](std::size_t n, const ArgView* a, const double* w) {
    if (const auto* loops = detail::loops_for<D>(a, w)) return loops->sum(n, detail::kernel_arguments<D>(a));
    return detail::sum_rows<D>(LocationPart{}, n, a, w);
  };
  if constexpr (requires { D::kernel; }) {
    d.sum_shifted = detail::sum_shifted<D>;
    d.sums_shifted = [](std::size_t n, const ArgView* a, const double* x, std::size_t count,
                        const double* deltas, double* out) {
      if (const auto* loops = detail::loops_for<D>(a, nullptr))
        return loops->sums_shifted(n, detail::kernel_arguments<D>(a), x, count, deltas, out);
      for (std::size_t k = 0; k < count; ++k) out[k] = detail::sum_shifted<D>(n, a, x, deltas[k]);
    };
  }
  d.add_slopes = [](std::size_t n, const ArgView* a, const double* w, double* const* out) {
    if constexpr (requires { &D::slopes; })
      if (w == nullptr && D::slopes_fit(a)) return D::slopes(n, a, out);
    return detail::slope_rows<D>(n, a, w, out);
  };
  d.add_location_slope = [](std::size_t n, const ArgView* a, const double* w, double* out) {
    if (const auto* loops = detail::loops_for<D>(a, w); loops && loops->slope)
      return loops->slope(n, detail::kernel_arguments<D>(a), out);
    return detail::location_slope_rows<D>(n, a, w, out);
  };
  d.location_curves = [](std::size_t n, const ArgView* a, const double* w, const double* x, double delta,
                         const kernels::Curves& out) {
    if (const auto* loops = detail::loops_for<D>(a, w); loops && loops->curves)
      return loops->curves(n, detail::kernel_arguments<D>(a), x, delta, out);
    return detail::curve_rows<D>(n, a, w, x, delta, out);
  };
  d.sum_kept = [](std::size_t n, const ArgView* a, const double* w, const double* kept) {
    if (const auto* loops = detail::loops_for<D>(a, w); loops && loops->sum_kept)
      return loops->sum_kept(n, detail::kernel_arguments<D>(a), kept);
    return kernels::sum({kept, n});
  };
  d.few_fits = [](const ArgView*) { return false; };
  if constexpr (requires { &D::watch_few; }) {
    d.few_fits = detail::kernel_fits<D>;
    d.watch_few = D::watch_few;
    d.move_few = D::move_few;
  }
  d.each = [](std::size_t n, const ArgView* a, double* out) {
    for (std::size_t i = 0; i < n; ++i) out[i] = detail::row_value<D>(LogDensity{}, a, i);
  };
  if constexpr (requires { typename D::Stats; }) {
    constexpr std::size_t elements = D::Stats::elements;
    static_assert(D::Stats::count <= max_stats);
    d.stats_elements = elements;
    d.n_stats = D::Stats::count;
    d.stats = [](const double* a, DoubleDouble* t) {
      detail::spread<0, elements>([&](auto... x) { D::Stats::add(t, x...); }, a);
    };
    d.log_density_from_stats = [](double n, const DoubleDouble* t, const double* scalars) {
      return detail::spread<0, n_args - elements>(
          [&](auto... s) { return D::Stats::log_density(n, t, s...); }, scalars);
    };
  }
  return d;
}

}  // namespace cggibbs
