// Drawing from the joint law of a GLM.
#include "support/joint_law.hpp"

#include <algorithm>
#include <cggibbs/error.hpp>
#include <cmath>

namespace cggibbs::test {
namespace {

/// Means that these distributions do not have are outside the support of the joint law.
bool possible(const Model& model, const State& state) {
  const Factor& f = model.factors()[likelihood_of(model)];
  const auto name = f.distribution->name;
  if (name != "poisson" && name != "negative_binomial" && name != "gamma_mean") return true;
  const auto arg = f.args[static_cast<std::size_t>(f.distribution->location)];
  const double* mean = value(model, state.values.data(), arg);
  return std::all_of(mean, mean + model.node(arg).size, [](double m) { return m > 0; });
}

/// Not so large that likelihoods overflow; proportions not so near 0 and 1 that they were rounded.
bool usable(Family family, const std::vector<double>& y) {
  return std::all_of(y.begin(), y.end(), [&](double v) {
    return family == Family::beta ? v > 1e-300 && v < 1 - 1e-13 : std::abs(v) < 1e15;
  });
}

}  // namespace

std::optional<Replicate> JointLaw::draw(Rng& rng) const {
  State state = make_state(*template_);
  do draw_prior(*template_, state, rng);
  while (!possible(*template_, state));
  return with_data(*template_, state, rng);
}

Replicate JointLaw::renew_data(const Replicate& r, Rng& rng) const {
  State state = make_state(*template_);
  place(*template_, state, read_variates(*r.model, r.state));
  for (;;)
    if (auto next = with_data(*template_, state, rng)) return *next;
}

std::optional<Replicate> JointLaw::with_data(const Model& model, const State& state, Rng& rng) const {
  auto y = draw_data(model, state, rng);
  if (!usable(case_.settings.family, y)) return std::nullopt;
  try {
    Replicate r{case_.model(y), {}, y};
    r.state = make_state(*r.model);
    place(*r.model, r.state, read_variates(model, state));
    return r;
  } catch (const Error&) {
    return std::nullopt;
  }
}

}  // namespace cggibbs::test
