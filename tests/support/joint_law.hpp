// Parameters from the prior of a GLM and data given them.
#pragma once

#include <memory>
#include <optional>

#include "support/glm_cases.hpp"
#include "support/simulate.hpp"

namespace cggibbs::test {

/// The model of some data, and parameters.
struct Replicate {
  std::shared_ptr<const Model> model;
  State state;
  std::vector<double> y;  ///< one per row of the design
};

/// The joint law of parameters and data, given that the data are usable: neither so large that likelihoods
/// overflow, nor proportions rounded to 0 and 1, nor refused by the front end. That looks at the data only, so
/// every posterior stays what it is.
class JointLaw {
 public:
  explicit JointLaw(const GlmCase& c) : case_(c), template_(c.law(c.design.y)) {}

  /// Nothing when the data are not usable.
  std::optional<Replicate> draw(Rng& rng) const;
  /// The same parameters with new data, drawn until they are usable.
  Replicate renew_data(const Replicate& r, Rng& rng) const;

 private:
  std::optional<Replicate> with_data(const Model& model, const State& state, Rng& rng) const;

  const GlmCase& case_;
  std::shared_ptr<const Model> template_;
};

}  // namespace cggibbs::test
