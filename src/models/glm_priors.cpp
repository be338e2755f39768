// Priors by term, and the defaults that docs/priors.md promises.
#include "models/glm_priors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cggibbs/error.hpp>

#include "base/suggest.hpp"
#include "models/listing.hpp"

namespace cggibbs {
namespace {

Prior default_prior(const GlmSettings& s) {
  return {PriorKind::normal, {0, s.paper_defaults ? 10.0 : 2.5}};
}

/// Scales of the default prior on unscaled data: 2.5 sd(y) / sd(x), as rstanarm does.
std::vector<double> default_scales(const GlmData& data, const std::vector<std::size_t>& columns) {
  std::vector<double> scales;
  for (std::size_t j : columns)
    scales.push_back(2.5 * data.response_scale / (data.sds[j] > 0 ? data.sds[j] : 1.0));
  return scales;
}

std::string prior_text(const CoefficientBlock& block, double response_scale) {
  if (block.scales.empty()) return block.prior.text();
  const auto [low, high] = std::minmax_element(block.scales.begin(), block.scales.end());
  const char* rule = response_scale == 1 ? "2.5/sd(x)" : "2.5 sd(y)/sd(x)";
  if (*low == *high) return fmt::format("normal(0,{:.4g}), sd = {}", *low, rule);
  return fmt::format("normal(0, {}), sd from {:.4g} to {:.4g}", rule, *low, *high);
}

std::vector<CoefficientBlock> coefficient_blocks(const GlmSettings& s, const GlmData& data) {
  const auto& names = data.design.names;
  std::vector<CoefficientBlock> blocks;
  std::vector<bool> used(s.prior.entries.size(), false);
  for (std::size_t j = 0; j < names.size(); ++j) {
    const auto* entry = s.prior.find(names[j]);
    if (entry) used[static_cast<std::size_t>(entry - s.prior.entries.data())] = true;
    const bool automatic = !entry && s.prior.others.empty();
    const Prior prior = entry ? entry->prior : automatic ? default_prior(s) : s.prior.others[0];
    const bool scaled = automatic && !s.paper_defaults;
    auto block = std::find_if(blocks.begin(), blocks.end(),
                              [&](const auto& b) { return b.prior == prior && b.scales.empty() != scaled; });
    if (block == blocks.end()) {
      blocks.push_back({prior, scaled ? std::vector<double>(1) : std::vector<double>{}, {}});
      block = blocks.end() - 1;
    }
    block->columns.push_back(j);
  }
  for (auto& block : blocks)
    if (!block.scales.empty()) block.scales = default_scales(data, block.columns);
  for (std::size_t e = 0; e < used.size(); ++e)
    if (!used[e])
      throw Error(fmt::format("--prior: there is no coefficient '{}'.{} Coefficients: {}.",
                              s.prior.entries[e].term, did_you_mean(s.prior.entries[e].term, names),
                              listing(names, 12)));
  return blocks;
}

Prior intercept_prior(const GlmSettings& s, const GlmData& data) {
  if (s.intercept_prior) {
    if (!is_plain(*s.intercept_prior))
      throw Error(
          fmt::format("--intercept-prior: {} shrinks groups of coefficients; use normal, student_t, cauchy, "
                      "laplace or flat for the intercept.",
                      s.intercept_prior->text()));
    return *s.intercept_prior;
  }
  if (s.paper_defaults) {
    // As in the paper: the coefficients' own prior where it has fixed scales, else t(3, 0, 1).
    const Prior common = s.prior.others.empty() ? default_prior(s) : s.prior.others[0];
    return is_plain(common) ? common : Prior{PriorKind::student_t, {3, 0, 1}};
  }
  return {PriorKind::student_t,
          {3, link_of_mean(data), 2.5 * data.response_scale * distance_to_origin(data)}};
}

Prior default_dispersion_prior(const std::string& parameter, double response_scale) {
  if (parameter == "sigma") return {PriorKind::half_student_t, {3, 2.5 * response_scale}};
  if (parameter == "nu") return {PriorKind::gamma, {2, 0.1}};
  return {PriorKind::inverse_gamma, {0.4, 0.3}};
}

}  // namespace

GlmPriors choose_priors(const GlmSettings& settings, const GlmData& data, std::vector<PriorLine>& lines) {
  GlmPriors out{coefficient_blocks(settings, data), {}};
  if (data.design.intercept) {
    out.intercept = intercept_prior(settings, data);
    lines.push_back({"Intercept", out.intercept.text()});
  }
  for (const auto& block : out.blocks)
    lines.push_back({block.columns.size() == 1 ? data.design.names[block.columns[0]]
                                               : fmt::format("{} coefficients", block.columns.size()),
                     prior_text(block, data.response_scale)});
  return out;
}

Prior group_scale_prior(const GlmSettings& settings, const GlmData& data) {
  return settings.group_scale_prior.value_or(
      Prior{PriorKind::half_student_t, {3, 2.5 * data.response_scale}});
}

std::vector<DispersionPrior> dispersion_priors(const GlmSettings& settings, const GlmData& data) {
  const PriorTable& given = settings.dispersion_prior;
  const auto names = dispersion_names(data.family);
  for (const auto& e : given.entries)
    if (std::find(names.begin(), names.end(), e.term) == names.end())
      throw Error(fmt::format("--dispersion-prior: family {} has no parameter '{}'.{}", name(data.family),
                              e.term,
                              names.empty() ? " It has no dispersion." : did_you_mean(e.term, names)));
  if (names.empty() && !given.others.empty())
    throw Error(fmt::format("--dispersion-prior: family {} has no dispersion parameter.", name(data.family)));
  std::vector<DispersionPrior> all;
  for (const auto& parameter : names) {
    const auto* entry = given.find(parameter);
    Prior prior = default_dispersion_prior(parameter, data.response_scale);
    if (entry) prior = entry->prior;
    // A prior without a name is that of the first dispersion parameter.
    if (!entry && !given.others.empty() && parameter == names[0]) prior = given.others[0];
    all.push_back({parameter, prior});
  }
  return all;
}

}  // namespace cggibbs
