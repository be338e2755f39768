// Counts that vary more than Poisson ones.
#include "base/settings_text.hpp"
#include "distributions/draws.hpp"
#include "models/families/families.hpp"

namespace cggibbs {

constinit const FamilyRow negative_binomial_family{
    .name = "negative_binomial",
    .links = {Link::log, Link::identity, Link::sqrt},
    .mean = MeanRange::positive,
    .dispersion = {{{"phi", Dispersion::Of::precision}}},
    .has_spread = false,
    .has_trials = false,
    .fault = family_parts::whole_number,
    .advice = "For measurements use `family=gaussian` or gamma."_settings,
    .variance = [](double mu) { return mu + mu * mu; },
    .dispersion_of = nullptr,
    .unit_deviance =
        [](double y, double mu) {
          return 2 * (family_parts::x_log_ratio(y, mu) - (1 + y) * std::log((1 + y) / (1 + mu)));
        },
    .draw = [](double mu, double phi, double,
               Rng& rng) { return draw_poisson(rng, mu * std::exp(draw_log_gamma(rng, phi)) / phi); },
    .add_likelihood =
        [](ModelBuilder& b, Link link, const Response& r, const Var& eta,
           const std::vector<Var>& dispersion) {
          if (link == Link::log)
            b.factor("negative_binomial_log", {r.y, eta, dispersion[0]}, r.weights);
          else
            b.factor("negative_binomial", {r.y, inverse_link(link, eta), dispersion[0]}, r.weights);
        },
};

}  // namespace cggibbs
