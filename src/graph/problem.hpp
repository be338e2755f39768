// What a front end hands to those who run chains: a model, coordinates it may be rotated to, how results are told, what
// is recorded.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "graph/model.hpp"

namespace cggibbs {

/// A result in the units of the data: `factor` times a recorded column.
struct Rescaled {
  std::string name;
  std::string column;
  double factor;
};

/// The prior of a parameter, or of several, in words.
struct PriorLine {
  std::string parameter;
  std::string prior;
  std::vector<PriorLine> each = {};  ///< where it is of several: of each by its name
};

/// Something about the model that is written down with its results.
struct Fact {
  std::string name;
  std::variant<bool, std::size_t, double, std::string> value;
};

struct Problem {
  std::shared_ptr<const Model> model;
  /// The same posterior in coordinates that are nearly uncorrelated, for samplers that do not find such axes themselves.
  /// Null: there are none. The same as `model`: there is no other form.
  std::shared_ptr<const Model> rotated = {};

  std::string name = "model";           ///< a word for files: "bernoulli_logit"
  std::string title = {};               ///< for people: "bernoulli with logit link, 200 rows"
  std::string units = {};               ///< of results, where not the data's: "on columns scaled by zscore"
  std::vector<Rescaled> original = {};  ///< these results in the data's
  std::vector<std::string> notes = {};  ///< how the data were understood
  std::vector<std::string> warnings = {};  ///< what is doubtful about them

  /// Parameters, by their own names, that tables show first (coefficients) and last (effects of single groups); all else
  /// stands between.
  std::vector<std::string> first_in_tables = {}, last_in_tables = {};

  std::vector<PriorLine> priors = {};
  std::vector<Fact> facts = {};

  /// The form for a sampler.
  const std::shared_ptr<const Model>& form(bool finds_axes) const {
    return rotated && !finds_axes ? rotated : model;
  }
};

}  // namespace cggibbs
