// Responses that are 0 or 1.
#include "base/settings_text.hpp"
#include "models/families/families.hpp"

namespace cggibbs {

constinit const FamilyRow bernoulli_family{
    .name = "bernoulli",
    .links = {Link::logit, Link::probit, Link::cloglog},
    .mean = MeanRange::unit,
    .dispersion = {},
    .has_spread = false,
    .has_trials = false,
    .fault = [](double y) -> const char* { return y == 0 || y == 1 ? nullptr : "must be 0 or 1"; },
    .advice = "For counts of successes use `family=binomial` with trials; for other labels recode."_settings,
    .variance = family_parts::share_variance,
    .dispersion_of = nullptr,
    .unit_deviance = family_parts::share_deviance,
    .draw = [](double mu, double, double, Rng& rng) { return rng.uniform() < mu ? 1.0 : 0.0; },
    .add_likelihood =
        [](ModelBuilder& b, Link link, const Response& r, const Var& eta, const std::vector<Var>&) {
          b.factor("bernoulli_" + std::string(name(link)), {r.y, eta}, r.weights);
        },
};

}  // namespace cggibbs
