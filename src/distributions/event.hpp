// Distributions of events: a row is a vector or a matrix, not a number.
//
// Such a distribution is one header with a struct like this (see dirichlet.hpp):
//
//   struct Dirichlet {
//     static constexpr std::string_view name = "dirichlet";
//     static constexpr std::array<std::string_view, 2> arguments{"x", "alpha"};
//     static constexpr std::array shapes{EventShape::vector, EventShape::vector};
//     static constexpr bool discrete = false;
//     static constexpr EventSupport support{EventSupport::simplex};
//     // Of one event; -inf outside the support and for invalid parameters.
//     static double log_density(Event x, Event alpha);
//     // Adds weight times the derivative in each argument k to out[k] where that is not null.
//     static void add_slopes(Event x, Event alpha, double weight, double* const* out);
//     // One event; see event_draws.cpp.
//     static void draw(Rng& rng, Event alpha, std::span<double> x);
//   };
#pragma once

#include <span>

#include "distributions/row_loops.hpp"

namespace cggibbs {

using Event = std::span<const double>;

/// Of one argument of one event. Vectors have one common length d, and matrices d x d elements, row by row.
enum class EventShape { number, vector, matrix };

/// What a variate may be. A number is real or, where the distribution is discrete, from `lowest` to `beyond` more than the length of the
/// vectors beside it. Labels are whole numbers from 1 to their own number.
struct EventSupport {
  enum Kind { reals, simplex, positive_definite, counts, category, labels } kind;
  int lowest = 0;
  int beyond = 0;
};

struct EventDistribution {
  std::span<const EventShape> shapes;
  EventSupport support;
  double (*log_density)(const Event* a);
  void (*add_slopes)(const Event* a, double weight, double* const* out);
};

template <class D>
inline constexpr EventDistribution event_functions{D::shapes, D::support,
                                                   [](const Event* a) {
                                                     return [&]<std::size_t... I>(std::index_sequence<I...>) {
                                                       return D::log_density(a[I]...);
                                                     }
                                                     (std::make_index_sequence<detail::arity<D>>{});
                                                   },
                                                   [](const Event* a, double weight, double* const* out) {
                                                     [&]<std::size_t... I>(std::index_sequence<I...>) {
                                                       D::add_slopes(a[I]..., weight, out);
                                                     }
                                                     (std::make_index_sequence<detail::arity<D>>{});
                                                   }};

/// The table row of D.
template <class D>
constexpr Distribution describe_event() {
  Distribution d{};
  d.name = D::name;
  d.arguments = D::arguments;
  d.location = -1;
  d.discrete = D::discrete;
  d.event = &event_functions<D>;
  return d;
}

/// Null when no distribution of events has that name.
const Distribution* find_event_distribution(std::string_view name);
std::vector<std::string> event_distribution_names();

}  // namespace cggibbs
