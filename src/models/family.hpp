// Response families of generalized linear models.
#pragma once

#include <array>
#include <cggibbs/model.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/rng.hpp"
#include "models/link.hpp"

namespace cggibbs {

/// Rows of the table in family.cpp, in its order; those beyond these have no name in the source, and need none.
enum class Family { gaussian, student_t, bernoulli, binomial, poisson, negative_binomial, gamma, beta };

/// The response and what comes with it.
struct Response {
  std::vector<double> y;
  std::vector<double> trials;   ///< binomial only
  std::vector<double> weights;  ///< empty: all one
};

/// Where the means of a family lie.
enum class MeanRange { real, positive, unit };

/// A parameter of a family beside its mean.
struct Dispersion {
  enum class Of {
    spread,     ///< in units of the response
    tails,      ///< degrees of freedom
    precision,  ///< a bare number: the larger, the narrower
  };
  std::string_view name;  ///< empty: none
  Of what;
};

/// All that there is to know of a family: one file in families/ and one row in the table of family.cpp.
struct FamilyRow {
  std::string_view name;
  std::array<Link, 3> links;  ///< those that make sense; the first is the default
  MeanRange mean;
  std::array<Dispersion, 2> dispersion;
  bool has_spread;  ///< beside its mean: a constant response has none, and least squares estimate it
  bool has_trials;  ///< the response counts successes among so many
  const char* (*fault)(double y);  ///< what is wrong with a response: "must be 0 or 1"; null: nothing
  std::string_view advice;         ///< what to do about that
  double (*variance)(double mu);   ///< of the response, for dispersion 1 (of a share, where there are trials)
  /// What multiplies it, from the first parameter of dispersion; null: nothing does.
  double (*dispersion_of)(double parameter);
  double (*unit_deviance)(double y,
                          double mu);  ///< twice the loss of log likelihood against mu = y, for dispersion 1
  double (*draw)(double mu, double dispersion, double trials, Rng& rng);
  /// Adds the factor. Dispersion in the order of the row.
  void (*add_likelihood)(ModelBuilder& builder, Link link, const Response& response, const Var& eta,
                         const std::vector<Var>& dispersion);
};

const FamilyRow& family_row(Family family);
/// All of them.
std::vector<Family> families();
std::vector<std::string> family_names();
Family parse_family(const std::string& name);
inline std::string_view name(Family family) {
  return family_row(family).name;
}

inline const std::array<Link, 3>& links(Family family) {
  return family_row(family).links;
}
std::vector<Dispersion> dispersions(Family family);
std::vector<std::string> dispersion_names(Family family);

/// The wanted link when the family has it, the family's default when none is wanted.
Link link_or_default(Family family, std::optional<Link> wanted);

/// Each observation is a success or a failure: probabilities may reach 0 and 1.
inline bool counts_successes(const FamilyRow& family) {
  return family.mean == MeanRange::unit && !family.has_spread;
}
/// Whole numbers without an upper end.
inline bool counts_events(const FamilyRow& family) {
  return family.mean == MeanRange::positive && !family.has_spread;
}
/// The linear predictor must be positive: the link does not keep the mean in its range.
inline bool needs_positive_predictor(Family family, Link link) {
  return family_row(family).mean == MeanRange::positive && link != Link::log;
}

/// Throws an Error that names the row and the value when the response cannot come from the family, or is
/// constant where that leaves nothing to learn. Warnings go to the list.
void check_response(Family family, const Response& response, std::vector<std::string>& warnings);

}  // namespace cggibbs
