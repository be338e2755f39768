// Shares strictly between 0 and 1.
#include <algorithm>

#include "base/settings_text.hpp"
#include "distributions/draws.hpp"
#include "models/families/families.hpp"

namespace cggibbs {

constinit const FamilyRow beta_family{
    .name = "beta",
    .links = {Link::logit, Link::probit, Link::cloglog},
    .mean = MeanRange::unit,
    .dispersion = {{{"phi", Dispersion::Of::precision}}},
    .has_spread = true,
    .has_trials = false,
    .fault = [](double y) -> const char* {
      return y > 0 && y < 1 ? nullptr : "must lie strictly between 0 and 1";
    },
    .advice = "Move exact 0 and 1 inside, or use `family=binomial` for proportions of counts."_settings,
    .variance = family_parts::share_variance,
    .dispersion_of = [](double phi) { return 1 / (1 + phi); },
    .unit_deviance = family_parts::share_deviance,
    .draw =
        [](double mu, double phi, double, Rng& rng) {
          // Means at the very ends have no beta distribution; responses at the ends have no density.
          const double m = std::clamp(mu, 1e-12, 1 - 1e-12);
          const double a = draw_log_gamma(rng, m * phi);
          const double b = draw_log_gamma(rng, (1 - m) * phi);
          return std::clamp(1 / (1 + std::exp(b - a)), 1e-12, 1 - 1e-12);
        },
    .add_likelihood =
        [](ModelBuilder& b, Link link, const Response& r, const Var& eta,
           const std::vector<Var>& dispersion) {
          if (link == Link::logit)
            b.factor("beta_logit", {r.y, eta, dispersion[0]}, r.weights);
          else
            b.factor("beta_mean", {r.y, inverse_link(link, eta), dispersion[0]}, r.weights);
        },
};

}  // namespace cggibbs
