// Normal responses.
#include "models/families/families.hpp"

namespace cggibbs {

constinit const FamilyRow gaussian_family{
    .name = "gaussian",
    .links = {Link::identity, Link::log, Link::inverse},
    .mean = MeanRange::real,
    .dispersion = {{{"sigma", Dispersion::Of::spread}}},
    .has_spread = true,
    .has_trials = false,
    .fault = family_parts::any_number,
    .advice = "",
    .variance = family_parts::constant_variance,
    .dispersion_of = [](double sigma) { return sigma * sigma; },
    .unit_deviance = family_parts::squared_error,
    .draw = [](double mu, double sigma, double, Rng& rng) { return mu + sigma * rng.normal(); },
    .add_likelihood =
        [](ModelBuilder& b, Link link, const Response& r, const Var& eta,
           const std::vector<Var>& dispersion) {
          b.factor("normal", {r.y, inverse_link(link, eta), dispersion[0]}, r.weights);
        },
};

}  // namespace cggibbs
