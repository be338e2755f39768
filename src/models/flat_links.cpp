// Which coefficients may go to infinity without the likelihood going to zero.
#include "models/flat_links.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/settings_text.hpp"

namespace cggibbs {
namespace {

bool one_sign(const Matrix& x, std::size_t j) {
  const auto* dense = std::get_if<DenseMatrix>(&x);
  const auto values = dense ? dense->col(j) : std::get<SparseMatrix>(x).col_values(j);
  return std::all_of(values.begin(), values.end(), [](double v) { return v >= 0; }) ||
         std::all_of(values.begin(), values.end(), [](double v) { return v <= 0; });
}

/// A coefficient that may do so; empty when none is found.
std::string free_coefficient(const GlmData& data, const GlmPriors& priors) {
  if (data.design.intercept && priors.intercept.kind == PriorKind::flat) return "Intercept";
  for (const auto& shared : priors.coefficients)
    if (shared.prior.kind == PriorKind::flat)
      for (std::size_t j : shared.columns)
        if (data.link == Link::inverse || one_sign(data.design.x, j)) return data.design.names[j];
  return "";
}

}  // namespace

void warn_about_flat_links(const GlmData& data, const GlmPriors& priors, std::vector<std::string>& warnings) {
  if (data.family != Family::gaussian && data.family != Family::student_t) return;
  if (data.link != Link::log && data.link != Link::inverse) return;
  const std::string name = free_coefficient(data, priors);
  if (name.empty()) return;
  warnings.push_back(fmt::format(
      "the posterior is improper: with `link={}` means tend to 0 far out along '{}', where the likelihood of a {} "_settings
      "response tends to a positive constant, and the prior is flat. Chains show the part near their start. "
      "Use {}.",
      cggibbs::name(data.link), name, cggibbs::name(data.family),
      name == "Intercept" ? "`intercept_prior=normal(0,10)`"_settings : "`prior=normal(0,10)`"_settings));
}

}  // namespace cggibbs
