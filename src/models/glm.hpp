// From a design and priors to the compute graph of a generalized linear model.
#pragma once

#include <cggibbs/model.hpp>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "models/design.hpp"
#include "models/family.hpp"
#include "models/prior.hpp"
#include "models/standardize.hpp"

namespace cggibbs {

enum class Decorrelate { automatic, on, off };

struct GlmSettings {
  Family family = Family::gaussian;
  std::optional<Link> link = {};                ///< default: the family's first
  PriorTable prior = {};                        ///< of coefficients
  std::optional<Prior> intercept_prior = {};    ///< default: docs/priors.md
  PriorTable dispersion_prior = {};             ///< by name: sigma, nu, phi, shape
  std::optional<Prior> group_scale_prior = {};  ///< of sd(effect|group)
  Standardize standardize = Standardize::none;
  Decorrelate decorrelate = Decorrelate::automatic;
  bool paper_defaults = false;  ///< matrix input: normal(0,10), intercept as the paper
};

/// A row of what `cggibbs explain` prints.
struct PriorLine {
  std::string parameter;
  std::string prior;
};

struct Glm {
  std::shared_ptr<const Model> model;
  Family family;
  Link link;
  Scaling scaling;
  bool decorrelated = false;
  std::vector<std::string> coefficients;  ///< names, without the intercept
  std::vector<PriorLine> priors;
  std::vector<std::string> warnings;
  std::vector<std::string> hidden;  ///< parameters not recorded unless asked for (local scales)
};

/// The design's matrix is moved into the model. `save_all` records local scales too.
Glm build_glm(const GlmSettings& settings, Design design, bool save_all = false);

}  // namespace cggibbs
