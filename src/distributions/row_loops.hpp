// Loops over rows for a distribution that is one struct: what Distribution's functions call when it brings nothing faster.
#pragma once

#include <array>
#include <cmath>
#include <utility>

#include "distributions/distribution.hpp"

namespace cggibbs::detail {

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

template <class D, std::size_t... I>
[[gnu::always_inline]] inline auto row_partials(const ArgView* a, std::size_t i, std::index_sequence<I...>) {
  return D::partials(a[I][i]...);
}

/// Inlined to the end, so that a loop computes the partials that it reads and no others.
template <class D>
[[gnu::always_inline]] inline auto row_partials(const ArgView* a, std::size_t i) {
  return row_partials<D>(a, i, std::make_index_sequence<arity<D>>{});
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

/// Adds the slopes in the location.
template <class D>
void add_location_slopes(std::size_t n, const ArgView* a, const double* weights, double* out) {
  for (std::size_t i = 0; i < n; ++i) {
    const double w = weights == nullptr ? 1 : weights[i];
    if (w != 0) out[i * a[D::location].stride] += w * row_partials<D>(a, i).first[D::location];
  }
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

/// add_slopes of a variate, a location and a common number, from the loops, the derivative of their sum by that number, and what
/// stands beside the location.
template <class D>
double slopes_by_loops(std::size_t n, const ArgView* a, double* const* out,
                       double (*by_number)(std::size_t, const kernels::Arguments&), double beside,
                       double beside_slope) {
  if (out[0] != nullptr) return slope_rows<D>(n, a, nullptr, out);
  const auto& loops = D::kernel.loops();
  const auto arguments = kernel_arguments<D>(a);
  const double part = out[1] != nullptr ? loops.slope(n, arguments, out[1]) : loops.sum(n, arguments);
  if (out[2] != nullptr) *out[2] += by_number(n, arguments) + beside_slope;
  return part + beside;
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

}  // namespace cggibbs::detail
