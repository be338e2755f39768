// Assembling a GLM: the linear predictor, group effects, offset, dispersion, likelihood.
#include "models/glm.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cggibbs/error.hpp>
#include <cggibbs/model.hpp>
#include <utility>

#include "base/counted.hpp"
#include "base/settings_text.hpp"
#include "graph/var_access.hpp"
#include "models/dependent_columns.hpp"
#include "models/flat_links.hpp"
#include "models/glm_groups.hpp"
#include "models/glm_predictor.hpp"
#include "models/penalized_fit.hpp"

namespace cggibbs {
namespace {

double dispersion_start(const Dispersion& parameter, double response) {
  if (parameter.what == Dispersion::Of::spread) return response;
  return parameter.what == Dispersion::Of::tails ? 10 : 1;
}

std::vector<Var> declare_dispersion(ModelBuilder& b, const GlmSettings& settings, const GlmData& data,
                                    std::vector<PriorLine>& lines) {
  std::vector<Var> all;
  for (const auto& [parameter, prior] : dispersion_priors(settings, data)) {
    const std::string name = own_name(std::string(parameter.name), data);
    const Var v = b.positive(name);
    b.start(v, {dispersion_start(parameter, data.scale.response)}, {1.0});
    add_prior(b, prior, v);
    lines.push_back({name, prior.text()});
    all.push_back(v);
  }
  return all;
}

/// `eta` is what coefficients add to the linear predictor; empty when there are none.
std::shared_ptr<const Model> complete(ModelBuilder& b, std::optional<Var> eta, const GlmSettings& settings,
                                      const GlmData& data, std::vector<PriorLine>& lines) {
  const auto add = [&](const Var& part) { eta = eta ? *eta + part : part; };
  for (const auto& term : data.design.groups) add(group_effect(b, settings, data, term, lines));
  if (!data.design.offset.empty()) add(b.data(data.design.offset));
  if (!eta) throw Error("the model has neither intercept nor predictors: there is nothing to estimate.");
  const std::size_t n = data.response.y.size();
  if (eta->size() == 1 && n > 1) add(b.data(std::vector<double>(n, 0.0)));  // a row for each response
  family_row(data.family)
      .add_likelihood(b, data.link, data.response, *eta, declare_dispersion(b, settings, data, lines));
  Draft& draft = *VarAccess::draft(*eta);
  Node& y = draft.nodes[draft.factors.back().args[0]];
  if (y.as<DataNode>()) y.name = "response";  // for those who look at the graph
  return b.build({.merge_rows = settings.merge_rows});
}

/// Says so where rows were merged.
void tell_merged(const GlmSettings& settings, Problem& out) {
  out.facts.push_back({"merge_rows", settings.merge_rows});
  for (const Factor& f : out.model->factors()) {
    if (f.merged.given == 0) continue;
    out.facts.push_back({"distinct_rows", f.size});
    out.notes.push_back(fmt::format(
        "the {} rows have {} distinct predictors: rows that share one are merged (`merge_rows=no` keeps them "_settings
        "apart).",
        f.merged.given, f.size));
  }
}

/// A predictor may be called as an effect of a group is.
void check_output_names(const Model& model) {
  std::vector<std::string> names = model.output_names();
  std::sort(names.begin(), names.end());
  const auto twice = std::adjacent_find(names.begin(), names.end());
  if (twice != names.end())
    throw Error(
        fmt::format("a predictor has the name '{}' of another parameter. Rename the column.", *twice));
}

/// Settings about what this model does not have.
void tell_idle(const GlmSettings& settings, const Design& d, std::vector<std::string>& notes) {
  if (settings.sd_prior && d.groups.empty())
    notes.emplace_back("`sd_prior` has no effect here: the formula has no group effects."_settings);
  if (settings.intercept_prior && !d.intercept)
    notes.emplace_back("`intercept_prior` has no effect here: the model has no intercept."_settings);
}

/// How the data were understood.
std::vector<std::string> notes(const Design& d) {
  std::vector<std::string> out;
  if (d.rows_dropped > 0)
    out.push_back(fmt::format("{} with missing values {} dropped.", counted(d.rows_dropped, "row"),
                              d.rows_dropped == 1 ? "was" : "were"));
  if (d.rows_without_weight > 0)
    out.push_back(fmt::format("{} of weight 0 {} left out.", counted(d.rows_without_weight, "row"),
                              d.rows_without_weight == 1 ? "is" : "are"));
  if (d.response_levels.size() == 2)
    out.push_back(fmt::format("the response '{}' counts {} as 1 and {} as 0.", d.response_name,
                              d.response_levels[1], d.response_levels[0]));
  return out;
}

/// How results are told and what is recorded.
void describe(const GlmData& data, Problem& out) {
  const Scaling& scaling = data.scaling;
  const Design& d = data.design;
  out.name = fmt::format("{}_{}", name(data.family), name(data.link));
  out.title = fmt::format("{} with {} link, {}", name(data.family), name(data.link), counted(d.rows, "row"));
  out.notes = notes(d);
  out.facts = {{"family", std::string(name(data.family))},
               {"link", std::string(name(data.link))},
               {"standardize", std::string(name(scaling.rule))},
               {"rows", d.rows},
               {"rows_dropped", d.rows_dropped}};
  if (scaling.centre.empty()) return;
  // theta / scale, and the intercept moved to the uncentred origin.
  out.units = fmt::format("on columns scaled by {}", name(scaling.rule));
  out.original.push_back({own_name("Intercept", data), own_name("Intercept_original", data), 1});
  for (std::size_t j = 0; j < d.names.size(); ++j)
    out.original.push_back({d.names[j], d.names[j], 1 / scaling.scale[j]});
}

/// Coefficients first; effects of single groups and local scales last.
void order_tables(const GlmData& data, const GlmPriors& priors, Problem& out) {
  out.first_in_tables = {own_name("Intercept", data), own_name("Intercept_original", data), "b"};
  const auto& all = priors.coefficients;
  for (std::size_t k = 0; k < all.size(); ++k) {
    const std::string tag = coefficient_tag(all.size(), k);
    out.first_in_tables.push_back("b" + tag);
    out.last_in_tables.insert(out.last_in_tables.end(), {"lambda" + tag, "included" + tag});
  }
  for (const auto& term : data.design.groups)
    for (auto& name : effect_parameters(term)) out.last_in_tables.push_back(std::move(name));
}

}  // namespace

Problem build_glm(const GlmSettings& settings, Design design) {
  Problem out{};
  GlmData data = check_data(settings, std::move(design), out.warnings);
  describe(data, out);
  tell_idle(settings, data.design, out.notes);
  const GlmPriors priors = assign_priors(settings, data, out.priors);
  refuse_dependent_columns(data, priors);
  warn_about_flat_links(data, priors, out.warnings);
  order_tables(data, priors, out);
  const bool rotate = wants_rotation(settings, data, priors);
  const bool only_rotated = rotate && settings.decorrelate == Decorrelate::on;
  std::vector<PriorLine> lines;
  if (rotate) {
    DenseMatrix full = full_design(data);
    if (only_rotated) data.design.x = DenseMatrix{};
    ModelBuilder b;
    const Var eta = rotated_predictor(b, data, priors, std::move(full), out.warnings);
    out.rotated = out.model = complete(b, eta, settings, data, lines);
  } else {
    warn_about_flat(data, priors, out.warnings);
  }
  if (!only_rotated) {
    lines.clear();
    ModelBuilder b;
    const std::optional<Var> eta = plain_predictor(b, data, priors, settings.save_all);
    out.model = complete(b, eta, settings, data, lines);
  }
  check_output_names(*out.model);
  tell_merged(settings, out);
  out.priors.insert(out.priors.end(), lines.begin(), lines.end());
  return out;
}

}  // namespace cggibbs
