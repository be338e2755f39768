// Ordered categories: x is how many cut points lie below a latent value about mu, plus one.
#pragma once

#include "distributions/event.hpp"

namespace cggibbs {

/// P(x <= k) = inv_logit(cut[k] - mu). Cut points that do not ascend have no density.
struct OrderedLogit {
  static constexpr std::string_view name = "ordered_logit";
  static constexpr std::array<std::string_view, 3> arguments{"x", "mu", "cut"};
  static constexpr std::array shapes{EventShape::number, EventShape::number, EventShape::vector};
  static constexpr bool discrete = true;
  static constexpr EventSupport support{EventSupport::category, 1, 1};
  static double log_density(Event x, Event mu, Event cut);
  static void add_slopes(Event x, Event mu, Event cut, double weight, double* const* out);
  static void draw(Rng& rng, Event mu, Event cut, std::span<double> x);
};

/// The same with the normal distribution function.
struct OrderedProbit {
  static constexpr std::string_view name = "ordered_probit";
  static constexpr std::array<std::string_view, 3> arguments{"x", "mu", "cut"};
  static constexpr std::array shapes = OrderedLogit::shapes;
  static constexpr bool discrete = true;
  static constexpr EventSupport support{EventSupport::category, 1, 1};
  static double log_density(Event x, Event mu, Event cut);
  static void add_slopes(Event x, Event mu, Event cut, double weight, double* const* out);
  static void draw(Rng& rng, Event mu, Event cut, std::span<double> x);
};

/// Which of the intervals between ascending cut points holds t: x is the number of cut points below t. Its log density is 0 or
/// -inf, so that it bounds t where x is known (interval censoring).
struct Interval {
  static constexpr std::string_view name = "interval";
  static constexpr std::array<std::string_view, 3> arguments{"x", "t", "cut"};
  static constexpr std::array shapes = OrderedLogit::shapes;
  static constexpr bool discrete = true;
  static constexpr EventSupport support{EventSupport::category, 0, 0};
  static double log_density(Event x, Event t, Event cut);
  static void add_slopes(Event, Event, Event, double, double* const*) {}
  static void draw(Rng& rng, Event t, Event cut, std::span<double> x);  ///< there is no chance in it
};

}  // namespace cggibbs
