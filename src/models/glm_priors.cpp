// Priors by term, and the defaults that docs/priors.md promises.
#include "models/glm_priors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cggibbs/error.hpp>

#include "base/settings_text.hpp"
#include "base/special.hpp"
#include "base/suggest.hpp"
#include "models/listing.hpp"

namespace cggibbs {
namespace {

/// Widths of default priors in units of the spread: rstanarm's for tables, the paper's for matrix files.
constexpr double table_width = 2.5;
constexpr double matrix_width = 10;

/// Matrix files have the paper's priors on the columns that it scales; left as they are, columns are those of a table.
bool on_scaled_columns(const GlmSettings& s, const GlmData& data) {
  return s.paper_defaults && data.scaling.rule != Standardize::none;
}

bool is_probability(Link link) {
  return link == Link::logit || link == Link::probit || link == Link::cloglog;
}

Prior default_prior(const GlmSettings& s, const GlmData& data) {
  const double width = on_scaled_columns(s, data) ? matrix_width : table_width;
  return {PriorKind::normal, {0, width * data.scale.spread}};
}

/// A coefficient of spread / size would explain all of the spread alone.
std::vector<double> default_scales(const GlmData& data, const std::vector<std::size_t>& columns) {
  std::vector<double> scales;
  for (std::size_t j : columns)
    scales.push_back(table_width * data.scale.spread / size_of(data.columns[j], data.design.intercept));
  return scales;
}

std::string prior_text(const SharedPrior& shared, const GlmData& data) {
  if (shared.scales.empty()) return shared.prior.text();
  const auto [low, high] = std::minmax_element(shared.scales.begin(), shared.scales.end());
  const std::string spread = data.scale.name.empty() ? "" : " " + data.scale.name;
  const std::string rule =
      fmt::format("{}{}/{}", table_width, spread, data.design.intercept ? "sd(x)" : "rms(x)");
  if (*low == *high) return fmt::format("normal(0,{:.4g}), sd = {}", *low, rule);
  return fmt::format("normal(0, {}), sd from {:.4g} to {:.4g}", rule, *low, *high);
}

std::vector<PriorLine> each_prior(const SharedPrior& shared, const GlmData& data) {
  std::vector<PriorLine> lines;
  for (std::size_t k = 0; k < shared.columns.size(); ++k)
    lines.push_back({data.design.names[shared.columns[k]],
                     shared.scales.empty() ? shared.prior.text()
                                           : Prior{PriorKind::normal, {0, shared.scales[k]}}.text()});
  return lines;
}

std::vector<SharedPrior> coefficient_priors(const GlmSettings& s, const GlmData& data) {
  const auto& names = data.design.names;
  std::vector<SharedPrior> all;
  std::vector<bool> used(s.prior.entries.size(), false);
  for (std::size_t j = 0; j < names.size(); ++j) {
    const auto* entry = s.prior.find(names[j]);
    if (entry) used[static_cast<std::size_t>(entry - s.prior.entries.data())] = true;
    const bool automatic = !entry && s.prior.others.empty();
    const Prior prior = entry ? entry->prior : automatic ? default_prior(s, data) : s.prior.others[0];
    const bool scaled = automatic && !on_scaled_columns(s, data);
    auto same = std::find_if(all.begin(), all.end(),
                             [&](const auto& p) { return p.prior == prior && p.scales.empty() != scaled; });
    if (same == all.end()) {
      all.push_back({prior, scaled ? std::vector<double>(1) : std::vector<double>{}, {}});
      same = all.end() - 1;
    }
    same->columns.push_back(j);
  }
  for (auto& shared : all)
    if (!shared.scales.empty()) shared.scales = default_scales(data, shared.columns);
  for (std::size_t e = 0; e < used.size(); ++e)
    if (!used[e])
      throw Error(fmt::format("`prior`: there is no coefficient '{}'.{} Coefficients: {}."_settings,
                              s.prior.entries[e].term, did_you_mean(s.prior.entries[e].term, names),
                              listing(names, 12)));
  return all;
}

/// Whether any term gives the levels of this group an intercept.
bool has_intercept(const Design& design, const std::string& group) {
  return std::any_of(design.groups.begin(), design.groups.end(), [&](const GroupTerm& term) {
    return term.group == group &&
           std::any_of(term.values.begin(), term.values.end(), [](const auto& v) { return v.empty(); });
  });
}

/// The columns that have slopes by the levels of this group.
std::vector<WeightedMoments> slope_columns(const GlmData& data, const std::string& group) {
  std::vector<WeightedMoments> columns;
  for (const auto& term : data.design.groups)
    for (const auto& v : term.values)
      if (term.group == group && !v.empty()) columns.push_back(weighted_moments(v, data.response.weights));
  return columns;
}

/// The columns that carry slopes from x = 0 to the data, each once: fixed ones, and those that only groups have.
std::vector<WeightedMoments> all_slope_columns(const GlmData& data) {
  std::vector<WeightedMoments> columns = data.columns;
  std::vector<std::string> seen = data.design.names;
  for (const auto& term : data.design.groups)
    for (std::size_t e = 0; e < term.effects.size(); ++e) {
      if (term.values[e].empty() || std::find(seen.begin(), seen.end(), term.effects[e]) != seen.end())
        continue;
      seen.push_back(term.effects[e]);
      columns.push_back(weighted_moments(term.values[e], data.response.weights));
    }
  return columns;
}

Prior intercept_prior(const GlmSettings& s, const GlmData& data) {
  if (s.intercept_prior) {
    if (!is_plain(*s.intercept_prior))
      throw Error(fmt::format(
          "`intercept_prior`: {} shrinks groups of coefficients; use normal, student_t, cauchy, "_settings
          "laplace or flat for the intercept.",
          s.intercept_prior->text()));
    return *s.intercept_prior;
  }
  const bool automatic = s.prior.others.empty();
  if (is_probability(data.link) && (automatic ? on_scaled_columns(s, data) : s.paper_defaults)) {
    // As in the paper: the coefficients' own prior where it has fixed scales, else t(3, 0, 1).
    const Prior common = automatic ? Prior{PriorKind::normal, {0, matrix_width}} : s.prior.others[0];
    return is_plain(common) ? common : Prior{PriorKind::student_t, {3, 0, 1}};
  }
  const double width = on_scaled_columns(s, data) ? matrix_width : table_width;
  return {PriorKind::student_t,
          {3, data.scale.level, width * data.scale.spread * distance_to_origin(all_slope_columns(data))}};
}

Prior default_dispersion_prior(const Dispersion& parameter, double response) {
  switch (parameter.what) {
    case Dispersion::Of::spread:
      return {PriorKind::half_student_t, {3, table_width * response}};
    case Dispersion::Of::tails:
      return {PriorKind::gamma, {2, 0.1}};
    case Dispersion::Of::precision:
      break;
  }
  // The log of it has a density of slope -0.4, next to nothing, above some hundredths.
  return {PriorKind::inverse_gamma, {0.4, 0.003}};
}

DispersionRange dispersion_range(const GlmSettings& settings, const GlmData& data) {
  const auto priors = dispersion_priors(settings, data);
  const auto dispersion_of = family_row(data.family).dispersion_of;
  if (!dispersion_of || priors[0].prior.kind == PriorKind::flat) return {};
  const auto [low, high] = middle_of(priors[0].prior);
  const auto [least, most] = std::minmax({dispersion_of(low), dispersion_of(high)});
  return {least, most};
}

}  // namespace

GlmPriors assign_priors(const GlmSettings& settings, const GlmData& data, std::vector<PriorLine>& lines) {
  GlmPriors out{coefficient_priors(settings, data), {}, dispersion_range(settings, data)};
  check_group_priors(settings.prior.groups, data.design.groups);
  if (data.design.intercept) {
    out.intercept = intercept_prior(settings, data);
    lines.push_back({own_name("Intercept", data), out.intercept.text()});
  }
  for (const auto& shared : out.coefficients)
    lines.push_back({shared.columns.size() == 1 ? data.design.names[shared.columns[0]]
                                                : fmt::format("{} coefficients", shared.columns.size()),
                     prior_text(shared, data), each_prior(shared, data)});
  return out;
}

double group_effect_size(const GlmData& data, const GroupTerm& term, std::size_t effect) {
  const auto& v = term.values[effect];
  // Lines that cross at the data are far apart at x = 0, as with the intercept of all.
  if (v.empty()) return data.scale.spread * distance_to_origin(slope_columns(data, term.group));
  return data.scale.spread /
         size_of(weighted_moments(v, data.response.weights), has_intercept(data.design, term.group));
}

Prior group_scale_prior(const GlmSettings& settings, const GroupTerm& term, std::size_t effect, double size) {
  if (const Prior* own = find_scale_prior(settings.prior.groups, term.effects[effect], term.group))
    return *own;
  return settings.sd_prior.value_or(Prior{PriorKind::half_student_t, {3, table_width * size}});
}

Prior group_correlation_prior(const GlmSettings& settings, const GroupTerm& term) {
  const Prior* own = find_correlation_prior(settings.prior.groups, term.group);
  return own ? *own : Prior{PriorKind::lkj, {1}};
}

std::vector<DispersionPrior> dispersion_priors(const GlmSettings& settings, const GlmData& data) {
  const PriorTable& given = settings.dispersion_prior;
  const auto names = dispersion_names(data.family);
  for (const auto& e : given.entries)
    if (std::find(names.begin(), names.end(), e.term) == names.end())
      throw Error(fmt::format("`dispersion_prior`: family {} has no parameter '{}'.{}"_settings,
                              name(data.family), e.term,
                              names.empty() ? " It has no dispersion." : did_you_mean(e.term, names)));
  if (names.empty() && !given.others.empty())
    throw Error(fmt::format("`dispersion_prior`: family {} has no dispersion parameter."_settings,
                            name(data.family)));
  std::vector<DispersionPrior> all;
  for (const Dispersion& parameter : dispersions(data.family)) {
    const auto* entry = given.find(parameter.name);
    Prior prior = default_dispersion_prior(parameter, data.scale.response);
    if (entry) prior = entry->prior;
    // A prior without a name is that of the first dispersion parameter.
    if (!entry && !given.others.empty() && parameter.name == names[0]) prior = given.others[0];
    all.push_back({parameter, prior});
  }
  return all;
}

}  // namespace cggibbs
