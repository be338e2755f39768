// Small GLMs with priors that can be drawn from: one per family, link and prior.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "models/glm.hpp"

namespace cggibbs::test {

/// A row of the design as the fitted model has it.
struct RowCopy {
  std::uint32_t row;
  double weight;
  /// The row that its response and trials come from: another one where the weight is zero.
  std::uint32_t response;
};

struct GlmCase {
  std::string name;
  GlmSettings settings;
  Design design;  ///< with some response
  /// The rows that are fitted; empty: those of the design. Where the weights of a row's copies sum to one, and copies
  /// of weight zero come on top, the posterior is that of the design: weights are tested without a law of weighted data.
  std::vector<RowCopy> copies = {};

  /// Fitted to y, one value per row of the design.
  std::shared_ptr<const Model> model(std::vector<double> y) const;
  /// The same with one row per row of the design, none of them merged: what data are drawn from.
  std::shared_ptr<const Model> law(std::vector<double> y) const;
};

/// Some rows of a design, as often as they are named.
Design with_rows(const Design& whole, const std::vector<std::uint32_t>& rows);

/// Some response that the family accepts; only its shape matters.
std::vector<double> some_response(Family family, std::size_t rows);

/// The family and link pairs that the front end offers.
struct FamilyLink {
  Family family;
  Link link;
};
std::vector<FamilyLink> family_links();

/// normal, student_t, cauchy, laplace, horseshoe, regularized_horseshoe, spike_slab
std::vector<Prior> coefficient_priors();
/// Those with fixed scales: for the rotated parametrisation.
std::vector<Prior> plain_priors();

/// Slopes beside intercepts, independent or correlated.
enum class Groups { none, intercepts, slopes, correlated };

/// Twelve rows, three predictors, an intercept and an offset.
GlmCase glm_case(FamilyLink fl, const Prior& prior, Decorrelate decorrelate = Decorrelate::off,
                 Groups groups = Groups::none);

/// Enough rows for a column of few distinct values to be treated as one: 0/1, three scores, and counts.
GlmCase few_valued_case(FamilyLink fl, const Prior& prior);

}  // namespace cggibbs::test
