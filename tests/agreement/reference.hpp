// What a sampler's draws are held against: means, squares and quantiles of every output, exact or from long chains.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "models/glm.hpp"
#include "samplers/gibbs.hpp"

namespace cggibbs::test {

/// A mean, and its Monte Carlo error; 0 when it is exact.
struct Expected {
  double value = 0;
  double error = 0;
};

/// One output in units of its own law, u = (x - location) / scale, clipped so that heavy tails have errors too.
struct KnownOutput {
  std::string name;
  double location = 0;
  double scale = 1;
  Expected mean, square;             ///< of u, of u^2
  std::vector<double> cuts = {};     ///< about its 5%, 50% and 95% quantiles; none where these are not known
  std::vector<Expected> below = {};  ///< P(x < cut)

  double u(double x) const;
};

struct Reference {
  std::vector<KnownOutput> outputs;  ///< those that are known
  Expected mean_square;              ///< of the mean of u^2 over all of them: small errors that they share
  const KnownOutput* find(const std::string& name) const;
};

/// The posterior of a gaussian GLM with identity link and flat or normal priors of coefficients: Gaussian given sigma
/// and the scales of groups, which are integrated out on a grid. Throws std::logic_error for other models.
Reference exact_reference(const GlmSettings& settings, const Design& design);

/// Chains of draws: by output, then by chain.
struct ManyDraws {
  std::vector<std::string> names;
  std::vector<std::vector<std::vector<double>>> values;
};
struct RunLength {
  std::size_t chains = 4;
  std::size_t warmup = 500;
  std::size_t draws = 1000;
  std::size_t thin = 1;
  std::uint64_t seed = 1;
};
ManyDraws run_chains(const Model& model, const GibbsSettings& settings, const RunLength& length);

Reference sampled_reference(const ManyDraws& draws);

/// The worst comparison of draws with a reference.
struct Agreement {
  double z = 0;  ///< in standard errors
  std::string what;
  double rhat = 1;   ///< the worst: errors mean something only where chains agree with each other
  double ess = 1e9;  ///< the smallest
  std::string slowest;
  std::size_t compared = 0;
};
Agreement agreement(const Reference& reference, const ManyDraws& draws);

/// How a fault begins where chains have not mixed, which users are warned of.
inline constexpr const char* too_little = "the draws say too little";

/// Some 1e5 comparisons are made: a normal z beyond 5.5 comes once in 250 such runs; errors are themselves estimated
/// from a hundred effective draws or more.
inline constexpr double largest_z = 5.5;
inline constexpr double largest_rhat = 1.05;
inline constexpr double smallest_ess = 100;
/// Agrees, and has draws enough to say so. The text says what is wrong, empty: nothing.
std::string fault(const Agreement& a);

}  // namespace cggibbs::test
