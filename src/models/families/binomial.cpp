// Successes among a number of trials.
#include "base/settings_text.hpp"
#include "distributions/draws.hpp"
#include "models/families/families.hpp"

namespace cggibbs {

constinit const FamilyRow binomial_family{
    .name = "binomial",
    .links = {Link::logit, Link::probit, Link::cloglog},
    .mean = MeanRange::unit,
    .dispersion = {},
    .has_spread = false,
    .has_trials = true,
    .fault = family_parts::whole_number,
    .advice = "Use cbind(success, failure) ~ ... or `trials=COLUMN` with whole counts."_settings,
    .variance = family_parts::share_variance,
    .dispersion_of = nullptr,
    .unit_deviance = family_parts::share_deviance,
    .draw = [](double mu, double, double trials, Rng& rng) { return draw_binomial(rng, trials, mu); },
    .add_likelihood =
        [](ModelBuilder& b, Link link, const Response& r, const Var& eta, const std::vector<Var>&) {
          b.factor("binomial_" + std::string(name(link)), {r.y, eta, r.trials}, r.weights);
        },
};

}  // namespace cggibbs
