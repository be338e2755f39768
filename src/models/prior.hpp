// Priors as users write them: normal(0,10), horseshoe.
#pragma once

#include <cggibbs/model.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cggibbs {

enum class PriorKind {
  flat,
  normal,                 ///< mean, sd
  student_t,              ///< df, location, scale
  cauchy,                 ///< location, scale
  laplace,                ///< location, scale
  horseshoe,              ///< scale of tau
  regularized_horseshoe,  ///< scale of tau, slab scale, slab df
  spike_slab,             ///< slab sd, and the inclusion probability unless it is sampled
  half_normal,            ///< from here on for positive parameters
  half_cauchy,
  half_student_t,
  exponential,
  gamma,
  inverse_gamma,
  lognormal,
  lkj,  ///< for the correlations of group effects: shape
};

struct Prior {
  PriorKind kind = PriorKind::flat;
  std::vector<double> args;  ///< complete: defaults filled in

  std::string text() const;  ///< normal(0,10)
  bool operator==(const Prior&) const = default;
};

/// A prior for a coefficient or intercept. `what` names the setting in messages.
Prior parse_prior(std::string_view text, std::string_view what);
/// A prior for a positive parameter (dispersion, group scale). normal, student_t and cauchy are taken as
/// their halves.
Prior parse_positive_prior(std::string_view text, std::string_view what);
/// A prior for a correlation matrix.
Prior parse_correlation_prior(std::string_view text, std::string_view what);

/// Adds the prior factor of plain priors (flat ... laplace) and of positive ones.
void add_prior(ModelBuilder& builder, const Prior& prior, const Var& v);

/// Has fixed scales: neither horseshoe, regularized horseshoe nor spike and slab.
bool is_plain(const Prior& prior);
/// Standard deviation, or the scale where there is none; infinite for flat.
double prior_scale(const Prior& prior);
/// About 5% and 95% of a proper prior of a positive parameter: quantiles of a few thousand draws.
std::pair<double, double> middle_of(const Prior& prior);

}  // namespace cggibbs
