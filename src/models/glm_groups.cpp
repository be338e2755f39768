// Declaring the scales, correlations and effects of groups.
#include "models/glm_groups.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>

#include "models/penalized_fit.hpp"

namespace cggibbs {
namespace {

struct Scale {
  Var sd;
  double start;  ///< an effect of this size moves predictors about as far as all of them spread
};

Scale declare_scale(ModelBuilder& b, const GlmSettings& settings, const GlmData& data, const GroupTerm& term,
                    std::size_t effect, std::vector<PriorLine>& lines) {
  const std::string name = own_name(fmt::format("sd({}|{})", term.effects[effect], term.group), data);
  const Var sd = b.positive(name);
  const Prior prior = group_scale_prior(settings, term, effect, group_effect_size(data, term, effect));
  // Around zero, as with the coefficients of all.
  const auto& v = term.values[effect];
  const double start =
      start_size(data) / (v.empty() ? 1.0 : size_of(weighted_moments(v, data.response.weights), false));
  b.start(sd, {0.5 * start}, {1.0});
  add_prior(b, prior, sd);
  lines.push_back({name, prior.text()});
  return {sd, start};
}

std::string parameter_name(const GroupTerm& term, std::size_t effect) {
  return fmt::format("{}|{}", term.effects[effect], term.group);
}

/// One name for all, without the commas that separate settings.
std::string joint_name(const GroupTerm& term) {
  return fmt::format("{}|{}", fmt::join(term.effects, "+"), term.group);
}

std::string effect_name(const GroupTerm& term, std::size_t effect, std::size_t level) {
  return fmt::format("{}[{}]", parameter_name(term, effect), term.levels[level]);
}

Var independent_effect(ModelBuilder& b, const GroupTerm& term, std::size_t effect, const Scale& scale) {
  const std::size_t levels = term.levels.size();
  const Var u = b.real(parameter_name(term, effect), levels);
  std::vector<std::string> names;
  for (std::size_t l = 0; l < levels; ++l) names.push_back(effect_name(term, effect, l));
  b.label(u, std::move(names));
  b.start(u, std::vector<double>(levels, 0.0), std::vector<double>(levels, 0.1 * scale.start));
  b.factor("normal", {u, 0, scale.sd});
  return linear(IndexMatrix{term.index.size(), levels, term.index, term.values[effect]}, u);
}

/// diag(sd) L, k x k, from the elements of L row by row.
Var scaled_factor(const std::vector<Scale>& scales, const Var& factor) {
  const std::size_t k = scales.size();
  IndexMatrix place{k * k, factor.size(), {}, {}};
  std::optional<Var> rows;
  for (std::size_t i = 0; i < k; ++i) {
    DenseMatrix row{k * k, 1, std::vector<double>(k * k, 0.0)};
    for (std::size_t j = 0; j < k; ++j) {
      row.values[i * k + j] = 1;
      place.index.push_back(static_cast<std::uint32_t>(j > i ? 0 : i * (i + 1) / 2 + j));
      place.scale.push_back(j > i ? 0 : 1);
    }
    const Var part = linear(std::move(row), scales[i].sd);
    rows = rows ? *rows + part : part;
  }
  return reshape(*rows * linear(std::move(place), factor), {k, k});
}

/// One column for each effect of each level, those of a level side by side.
SparseMatrix columns_by_level(const GroupTerm& term) {
  const std::size_t k = term.effects.size();
  SparseMatrix m{term.index.size(), k * term.levels.size(), {0}, {}, {}};
  std::vector<std::vector<std::uint32_t>> members(term.levels.size());
  for (std::uint32_t i = 0; i < term.index.size(); ++i) members[term.index[i]].push_back(i);
  for (const auto& rows : members)
    for (const auto& values : term.values) {
      for (const std::uint32_t i : rows) {
        const double x = values.empty() ? 1.0 : values[i];
        if (x == 0) continue;
        m.row.push_back(i);
        m.values.push_back(x);
      }
      m.start.push_back(m.row.size());
    }
  return m;
}

Var correlated_effects(ModelBuilder& b, const GlmSettings& settings, const GroupTerm& term,
                       const std::vector<Scale>& scales, std::vector<PriorLine>& lines) {
  const std::size_t k = term.effects.size(), levels = term.levels.size();
  const std::string label = joint_name(term);
  std::vector<std::string> pairs;
  for (std::size_t i = 1; i < k; ++i)
    for (std::size_t j = 0; j < i; ++j)
      pairs.push_back(fmt::format("cor({},{}|{})", term.effects[j], term.effects[i], term.group));
  const Prior prior = group_correlation_prior(settings, term);
  lines.push_back({fmt::format("cor({})", term.group), prior.text()});
  const Var factor = b.lkj_correlation(fmt::format("cor({})", label), k, prior.args[0], std::move(pairs));

  const Var u = b.real(label, Extents{levels, k});
  std::vector<std::string> names;
  std::vector<double> spread;
  for (std::size_t l = 0; l < levels; ++l)
    for (std::size_t e = 0; e < k; ++e) {
      names.push_back(effect_name(term, e, l));
      spread.push_back(0.1 * scales[e].start);
    }
  b.label(u, std::move(names));
  b.start(u, std::vector<double>(levels * k, 0.0), std::move(spread));
  b.factor("multi_normal_cholesky", {u, std::vector<double>(k, 0.0), scaled_factor(scales, factor)});
  return linear(columns_by_level(term), u);
}

}  // namespace

std::vector<std::string> effect_parameters(const GroupTerm& term) {
  if (term.correlated) return {joint_name(term)};
  std::vector<std::string> names;
  for (std::size_t e = 0; e < term.effects.size(); ++e) names.push_back(parameter_name(term, e));
  return names;
}

Var group_effect(ModelBuilder& b, const GlmSettings& settings, const GlmData& data, const GroupTerm& term,
                 std::vector<PriorLine>& lines) {
  if (term.correlated) {
    std::vector<Scale> scales;
    for (std::size_t e = 0; e < term.effects.size(); ++e)
      scales.push_back(declare_scale(b, settings, data, term, e, lines));
    return correlated_effects(b, settings, term, scales, lines);
  }
  std::optional<Var> total;
  for (std::size_t e = 0; e < term.effects.size(); ++e) {
    const Var part = independent_effect(b, term, e, declare_scale(b, settings, data, term, e, lines));
    total = total ? *total + part : part;
  }
  return *total;
}

}  // namespace cggibbs
