// From the struct of a distribution to its row of the table.
#pragma once

#include "distributions/row_loops.hpp"
#include "kernels/vectors.hpp"

namespace cggibbs {

/// The table row of D. Beside what distribution.hpp lists, D may have the sum of log_density over unweighted rows from that of
/// location_part by its loops, where Beside cannot say it:
///   static double sum(std::size_t n, const ArgView* a, double location_part);
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
  if constexpr (requires { &D::log_tails; })
    d.log_tails = [](const double* a) {
      return detail::spread<0, n_args>([](auto... x) { return D::log_tails(x...); }, a);
    };
  else if constexpr (requires { &D::cdf; })
    d.log_tails = [](const double* a) {
      const double p = detail::spread<0, n_args>([](auto... x) { return D::cdf(x...); }, a);
      return LogTails{std::log(p), std::log1p(-p)};
    };
  if constexpr (requires { D::forms; })
    for (std::size_t k = 0; k < n_args; ++k) d.forms[k] = D::forms[k];
  d.sum = [](std::size_t n, const ArgView* a, const double* w) {
    if constexpr (requires { &D::sum; })
      if (const auto* loops = detail::loops_for<D>(a, w))
        return D::sum(n, a, loops->sum(n, detail::kernel_arguments<D>(a)));
    return detail::sum_rows<D>(LogDensity{}, n, a, w);
  };
  d.sum_location_part = [](std::size_t n, const ArgView* a, const double* w) {
    if (const auto* loops = detail::loops_for<D>(a, w)) return loops->sum(n, detail::kernel_arguments<D>(a));
    return detail::sum_rows<D>(LocationPart{}, n, a, w);
  };
  if constexpr (requires { typename D::Beside; }) {
    for (std::size_t k = 0; k < n_args; ++k) d.beside.reads[k] = D::Beside::reads[k];
    d.beside.add = [](const double* a, double w, DoubleDouble* t) {
      detail::spread<0, n_args>([&](auto... x) { D::Beside::add(t, w, x...); }, a);
    };
    d.beside.sum = D::Beside::sum;
  }
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
    const auto* loops = detail::loops_for<D>(a, w);
    if (loops && loops->slope) return loops->slope(n, detail::kernel_arguments<D>(a), out);
    detail::add_location_slopes<D>(n, a, w, out);
    return loops ? loops->sum(n, detail::kernel_arguments<D>(a))
                 : detail::sum_rows<D>(LocationPart{}, n, a, w);
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
  d.each_location_part = [](std::size_t n, const ArgView* a, double* out) {
    if (const auto* loops = detail::loops_for<D>(a, nullptr))
      return loops->each(n, detail::kernel_arguments<D>(a), out);
    for (std::size_t i = 0; i < n; ++i) out[i] = detail::row_value<D>(LocationPart{}, a, i);
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
