// Assembling a GLM: the linear predictor, group effects, offset, dispersion, likelihood.
#include "models/glm.hpp"

#include <cggibbs/error.hpp>

#include "models/glm_predictor.hpp"
#include "models/penalized_fit.hpp"

namespace cggibbs {
namespace {

std::vector<Var> declare_dispersion(ModelBuilder& b, const GlmSettings& settings, const GlmData& data,
                                    Glm& out) {
  std::vector<Var> all;
  for (const auto& [parameter, prior] : dispersion_priors(settings, data)) {
    const Var v = b.positive(parameter);
    b.start(v, {parameter == "sigma" ? data.scale.response : parameter == "nu" ? 10.0 : 1.0}, {1.0});
    add_prior(b, prior, v);
    out.priors.push_back({parameter, prior.text()});
    all.push_back(v);
  }
  return all;
}

}  // namespace

Glm build_glm(const GlmSettings& settings, Design design, bool save_all) {
  Glm out{};
  GlmData data = check_data(settings, std::move(design), out.warnings);
  out.family = data.family;
  out.link = data.link;
  out.coefficients = data.design.names;
  const GlmPriors priors = choose_priors(settings, data, out.priors);
  out.decorrelated = wants_rotation(settings, data, priors);
  if (!out.decorrelated) warn_about_flat(data, priors, out.warnings);

  ModelBuilder b;
  std::optional<Var> eta = out.decorrelated ? rotated_predictor(b, data, priors, out)
                                            : plain_predictor(b, data, priors, save_all, out);
  const auto add = [&](const Var& part) { eta = eta ? *eta + part : part; };
  for (const auto& term : data.design.groups) add(group_effect(b, settings, data, term, out));
  if (!data.design.offset.empty()) add(b.data(data.design.offset));
  if (!eta) throw Error("the model has neither intercept nor predictors: there is nothing to estimate.");
  const std::size_t n = data.response.y.size();
  if (eta->size() == 1 && n > 1) add(b.data(std::vector<double>(n, 0.0)));  // a row for each response
  add_likelihood(b, data.family, data.link, data.response, *eta, declare_dispersion(b, settings, data, out));
  out.scaling = std::move(data.scaling);
  out.model = b.build();
  return out;
}

}  // namespace cggibbs
