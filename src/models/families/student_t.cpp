// Student-t responses: measurements with outliers.
#include "models/families/families.hpp"
#include "models/simulate.hpp"

namespace cggibbs {

constinit const FamilyRow student_t_family{
    .name = "student_t",
    .links = {Link::identity, Link::log, Link::inverse},
    .mean = MeanRange::real,
    .dispersion = {{{"sigma", Dispersion::Of::spread}, {"nu", Dispersion::Of::tails}}},
    .has_spread = true,
    .has_trials = false,
    .fault = family_parts::any_number,
    .advice = "",
    .variance = family_parts::constant_variance,
    .dispersion_of = [](double sigma) { return sigma * sigma; },
    .unit_deviance = family_parts::squared_error,
    .draw =
        [](double mu, double sigma, double, Rng& rng) {
          return mu + sigma * rng.normal() / std::sqrt(rng.gamma(0.5 * simulated_df) / (0.5 * simulated_df));
        },
    .add_likelihood =
        [](ModelBuilder& b, Link link, const Response& r, const Var& eta,
           const std::vector<Var>& dispersion) {
          b.factor("student_t", {r.y, dispersion[1], inverse_link(link, eta), dispersion[0]}, r.weights);
        },
};

}  // namespace cggibbs
