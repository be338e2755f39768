// From a design and priors to the problem of a generalized linear model.
#pragma once

#include <optional>

#include "graph/problem.hpp"
#include "models/design.hpp"
#include "models/family.hpp"
#include "models/prior_table.hpp"
#include "models/standardize.hpp"

namespace cggibbs {

/// Automatic: both forms where the rotated one can be made and may pay.
enum class Decorrelate { automatic, on, off };

struct GlmSettings {
  Family family = Family::gaussian;
  std::optional<Link> link = {};              ///< default: the family's first
  PriorTable prior = {};                      ///< of coefficients; of group effects by name
  std::optional<Prior> intercept_prior = {};  ///< default: docs/priors.md
  PriorTable dispersion_prior = {};           ///< by name: sigma, nu, phi, shape
  std::optional<Prior> sd_prior = {};         ///< of every sd(effect|group) that has none by name
  Standardize standardize = Standardize::none;
  Decorrelate decorrelate = Decorrelate::automatic;
  bool merge_rows = true;       ///< identical rows of Bernoulli, binomial and Poisson(log) likelihoods
  bool paper_defaults = false;  ///< matrix input: normal(0,10), intercept as the paper
  bool save_all = false;        ///< records the local scales of priors that shrink, too
};

/// The design's matrix is moved into the model.
Problem build_glm(const GlmSettings& settings, Design design);

}  // namespace cggibbs
