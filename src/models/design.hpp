// From a formula and a table to a response, a design matrix and group-level terms.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/table.hpp"
#include "cggibbs/matrix.hpp"
#include "models/design_groups.hpp"
#include "models/design_response.hpp"
#include "models/design_terms.hpp"
#include "models/formula.hpp"
#include "models/frame.hpp"

namespace cggibbs {

struct DesignOptions {
  MissingValues na = MissingValues::error;
  std::string weights = {};               ///< a column; empty: none
  std::string trials = {};                ///< a column: the response counts successes among so many
  std::vector<std::string> offsets = {};  ///< columns added to offset(...) terms
  std::size_t max_levels = 1000;          ///< of a categorical fixed effect
  double max_memory = 0;                  ///< bytes that the levels of groups may come to; 0: any
};

struct Design {
  std::size_t rows = 0;
  std::string response_name;
  std::vector<double> y;        ///< empty when new data have no response
  std::vector<double> trials;   ///< empty unless cbind() or DesignOptions::trials
  std::vector<double> offset;   ///< empty: none
  std::vector<double> weights;  ///< empty: none
  bool intercept = true;
  Matrix x;                        ///< without the intercept
  std::vector<std::string> names;  ///< one per column of x
  std::vector<GroupTerm> groups;
  std::vector<std::string> response_levels;  ///< of a text response: those coded 0 and 1
  std::size_t rows_dropped = 0;              ///< for missing values
  std::size_t rows_without_weight = 0;       ///< left out because their weight is zero
  std::vector<std::size_t> kept_rows;        ///< row of the design -> row of the table, from 0
  std::vector<std::string> warnings;
};

/// All that new data need to be coded as the data that were fitted.
struct DesignRecipe {
  DesignOptions options;
  ResponseRecipe response;
  TermSetRecipe fixed;
  std::vector<bool> keep;  ///< one per column of fixed: false when it was dropped
  std::vector<NumericRecipe> offsets;
  std::vector<GroupRecipe> groups;
  std::vector<std::string> columns;   ///< that predictions need
  std::vector<std::string> warnings;  ///< from learning
};

/// A recipe and the design that it gives on its own data, at the cost of one.
struct LearnedDesign {
  DesignRecipe recipe;
  Design design;
};

LearnedDesign learn_and_build(const Formula& formula, const Table& table, const DesignOptions& options = {});
DesignRecipe learn_design(const Formula& formula, const Table& table, const DesignOptions& options = {});
Design build_design(const Formula& formula, const Table& table, const DesignOptions& options = {});

/// New data may lack the response, the weights and the trials.
Design apply_design(const DesignRecipe& recipe, const Table& table);

}  // namespace cggibbs
