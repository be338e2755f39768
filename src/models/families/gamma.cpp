// Positive measurements.
#include <algorithm>

#include "base/settings_text.hpp"
#include "distributions/draws.hpp"
#include "models/families/families.hpp"

namespace cggibbs {

constinit const FamilyRow gamma_family{
    .name = "gamma",
    .links = {Link::log, Link::inverse, Link::identity},
    .mean = MeanRange::positive,
    .dispersion = {{{"shape", Dispersion::Of::precision}}},
    .has_spread = true,
    .has_trials = false,
    .fault = [](double y) -> const char* { return y > 0 ? nullptr : "must be positive"; },
    .advice = "Remove or shift zeros, or use `family=gaussian`."_settings,
    .variance = [](double mu) { return mu * mu; },
    .dispersion_of = [](double shape) { return 1 / shape; },
    .unit_deviance = [](double y, double mu) { return 2 * ((y - mu) / mu - std::log(y / mu)); },
    .draw = [](double mu, double shape, double,
               Rng& rng) { return std::max(mu * std::exp(draw_log_gamma(rng, shape)) / shape, 1e-300); },
    .add_likelihood =
        [](ModelBuilder& b, Link link, const Response& r, const Var& eta,
           const std::vector<Var>& dispersion) {
          if (link == Link::log)
            b.factor("gamma_log", {r.y, eta, dispersion[0]}, r.weights);
          else
            b.factor("gamma_mean", {r.y, inverse_link(link, eta), dispersion[0]}, r.weights);
        },
};

}  // namespace cggibbs
