// Counts.
#include "base/settings_text.hpp"
#include "distributions/draws.hpp"
#include "models/families/families.hpp"

namespace cggibbs {

constinit const FamilyRow poisson_family{
    .name = "poisson",
    .links = {Link::log, Link::identity, Link::sqrt},
    .mean = MeanRange::positive,
    .dispersion = {},
    .has_spread = false,
    .has_trials = false,
    .fault = family_parts::whole_number,
    .advice = "For measurements use `family=gaussian` or gamma."_settings,
    .variance = [](double mu) { return mu; },
    .dispersion_of = nullptr,
    .unit_deviance = [](double y, double mu) { return 2 * (family_parts::x_log_ratio(y, mu) - (y - mu)); },
    .draw = [](double mu, double, double, Rng& rng) { return draw_poisson(rng, mu); },
    .add_likelihood =
        [](ModelBuilder& b, Link link, const Response& r, const Var& eta, const std::vector<Var>&) {
          if (link == Link::log)
            b.factor("poisson_log", {r.y, eta}, r.weights);
          else
            b.factor("poisson", {r.y, inverse_link(link, eta)}, r.weights);
        },
};

}  // namespace cggibbs
