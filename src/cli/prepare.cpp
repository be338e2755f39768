// From options to a model and run settings.
#include <fmt/format.h>

#include <cggibbs/error.hpp>
#include <filesystem>
#include <utility>

#include "cli/checks.hpp"
#include "cli/flags.hpp"
#include "cli/options.hpp"
#include "io/file/fingerprint.hpp"
#include "io/matrix/matrix_file.hpp"
#include "io/table/csv.hpp"
#include "models/formula.hpp"
#include "run/sampler_settings.hpp"
#include "samplers/choose/factory.hpp"

namespace cggibbs {
namespace {

/// Dispersion priors: like coefficient priors by name, but for positive parameters.
PriorTable parse_dispersion(const std::string& text) {
  PriorTable table;
  if (text.empty()) return table;
  // Split at commas outside parentheses.
  int depth = 0;
  std::size_t start = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    if (i < text.size() && text[i] == '(') ++depth;
    if (i < text.size() && text[i] == ')') --depth;
    if (i < text.size() && (text[i] != ',' || depth > 0)) continue;
    const std::string part = text.substr(start, i - start);
    start = i + 1;
    const auto eq = part.find('=');
    const auto open = part.find('(');
    if (eq != std::string::npos && eq < open)
      table.entries.push_back(
          {part.substr(0, eq), parse_positive_prior(part.substr(eq + 1), "--dispersion-prior")});
    else if (table.others.empty())
      table.others.push_back(parse_positive_prior(part, "--dispersion-prior"));
    else
      throw Error(fmt::format("--dispersion-prior: '{}' names two priors; write name=prior for each.", text));
  }
  return table;
}

GlmSettings glm_settings(const FitOptions& o, bool matrix) {
  GlmSettings s;
  s.family = o.family.empty() ? (matrix ? Family::bernoulli : Family::gaussian) : parse_family(o.family);
  if (!o.link.empty()) s.link = parse_link(o.link);
  if (!o.prior.empty()) s.prior = parse_prior_table(o.prior, "--prior");
  if (!o.intercept_prior.empty()) s.intercept_prior = parse_prior(o.intercept_prior, "--intercept-prior");
  s.dispersion_prior = parse_dispersion(o.dispersion_prior);
  if (!o.sd_prior.empty()) s.group_scale_prior = parse_positive_prior(o.sd_prior, "--sd-prior");
  s.standardize = parse_standardize(o.standardize);
  if (!matrix && s.standardize == Standardize::automatic) s.standardize = Standardize::none;
  const std::vector<std::string> choices{"auto", "yes", "no"};
  s.decorrelate = static_cast<Decorrelate>(choose(o.decorrelate, choices, "--decorrelate"));
  // Starting values and kernels are given for coefficients, so these must be what is sampled.
  if ((!o.init.empty() || !o.block.empty()) && s.decorrelate == Decorrelate::automatic)
    s.decorrelate = Decorrelate::off;
  const auto samplers_known = samplers();
  if (s.decorrelate == Decorrelate::automatic &&
      std::any_of(samplers_known.begin(), samplers_known.end(),
                  [&](const Sampler* row) { return row->finds_axes && row->name == o.sampler; }))
    s.decorrelate = Decorrelate::off;
  s.paper_defaults = matrix;
  return s;
}

/// What is said about samplers, as a program would say it.
SampleSettings sampler_options(const FitOptions& o) {
  SampleSettings s;
  s.sampler = o.sampler;
  s.block = o.block;
  s.metric = o.metric;
  s.target_accept = o.target_accept;
  s.max_depth = static_cast<int>(in_range(o.max_depth, 1, 20, "--max-depth"));
  s.integration_time = o.integration_time;
  s.slice = static_cast<SampleSettings::Slice>(choose(o.slice, {"stepping", "doubling"}, "--slice"));
  s.width = o.width;
  s.adapt = !o.no_adapt;
  s.scan = static_cast<SampleSettings::Scan>(choose(o.scan, {"dugs", "rsgs", "rpgs"}, "--scan"));
  s.naive = o.naive;
  return s;
}

/// Beyond these the noise of sketches hides what the goal asks for, and the run would not end.
void check_goals_without_draws(const FitSettings& s) {
  const double most = 2500.0 * static_cast<double>(s.chains);
  if (s.until.ess.value_or(0) > most)
    throw Error(
        fmt::format("--until ess={}: without draws (--summary-only), {} chains tell effective sample sizes "
                    "up to {} only. "
                    "Ask for less, use more --chains, or keep the draws.",
                    *s.until.ess, s.chains, most));
  if (s.until.rhat.value_or(2) < 1.002)
    throw Error(fmt::format(
        "--until rhat={}: without draws (--summary-only), R-hat is known to 0.001 only. Ask for 1.002 or "
        "more, or keep the draws.",
        *s.until.rhat));
}

FitSettings fit_settings(const FitOptions& o) {
  FitSettings s;
  s.chain.gibbs = gibbs_settings(sampler_options(o));
  s.chain.seed = parse_seed(o.seed);
  s.chain.warmup = in_range(o.warmup, 0, 1'000'000'000, "--warmup");
  s.chain.thin = in_range(o.thin, 1, 1'000'000, "--thin");
  s.chains = in_range(o.chains, 1, 1024, "--chains");
  s.until = parse_stop_rule(o.until);
  s.draws = in_range(o.draws, 1, 1'000'000'000, "--draws");
  if (s.until.any() && !o.draws_given) s.draws = 1'000'000;
  s.threads = static_cast<int>(in_range(o.threads, 0, 4096, "--threads"));
  s.save_warmup = o.save_warmup;
  s.summary_only = o.summary_only;
  if (s.save_warmup && s.chain.warmup % s.chain.thin != 0)
    throw Error(fmt::format("--save-warmup needs --thin to divide --warmup, but {} does not divide {}.",
                            s.chain.thin, s.chain.warmup));
  if (s.save_warmup && s.summary_only) throw Error("--save-warmup and --summary-only exclude each other.");
  if (s.summary_only) check_goals_without_draws(s);
  for (const auto& pattern : o.save)
    if (pattern != "all") s.save.push_back(pattern);
  s.sig_figs = static_cast<int>(in_range(o.sig_figs, 0, 18, "--sig-figs"));
  s.output = o.output;
  s.init = o.init;
  return s;
}

Design design_from_matrix(const FitOptions& o, const std::string& path, Family family) {
  MatrixOptions options;
  options.x_name = o.x_name;
  options.response = o.response;
  options.zero_based = o.zero_based;
  MatrixData data = read_matrix_file(path, options);
  if (!o.weights.empty() || !o.trials.empty() || !o.offsets.empty())
    throw Error("--weights, --trials and --offset name columns of a table; matrix files have none.");
  Design d;
  d.rows = rows(data.x);
  d.response_name = "y";
  d.y = std::move(data.y);
  d.intercept = !o.no_intercept;
  d.x = std::move(data.x);
  d.names = std::move(data.names);
  // The paper's coding: the label 1 is a success, whatever the other label is.
  if (family == Family::bernoulli) {
    std::vector<double> labels;
    for (double y : d.y)
      if (std::find(labels.begin(), labels.end(), y) == labels.end()) labels.push_back(y);
    if (labels.size() > 2)
      throw Error(fmt::format(
          "{}: the response has {} or more different labels ({}, {}, {}, ...); --family bernoulli needs two.",
          path, labels.size(), labels[0], labels[1], labels[2]));
    if (labels.size() == 2 && std::find(labels.begin(), labels.end(), 1.0) == labels.end())
      throw Error(fmt::format("{}: the labels are {} and {}; one of them must be 1 (the success).", path,
                              labels[0], labels[1]));
    for (double& y : d.y) y = y == 1 ? 1 : 0;
  }
  return d;
}

Design design_from_table(const FitOptions& o, const std::string& formula, const std::string& path) {
  DesignOptions options;
  options.na = choose(o.na, {"error", "drop"}, "--na") == 1 ? MissingValues::drop : MissingValues::error;
  options.weights = o.weights;
  options.trials = o.trials;
  options.offsets = o.offsets;
  if (o.no_intercept) throw Error("--no-intercept is for matrix files; in a formula write 'y ~ ... - 1'.");
  return build_design(parse_formula(formula), read_csv(path), options);
}

/// Coefficients on the scale of the data as read: theta / scale, and the intercept moved to the uncentred origin.
std::vector<Rescaled> original_scale(const Glm& glm) {
  std::vector<Rescaled> all;
  if (glm.scaling.centre.empty()) return all;
  all.push_back({"Intercept", "Intercept_original", 1});
  for (std::size_t j = 0; j < glm.coefficients.size(); ++j)
    all.push_back({glm.coefficients[j], glm.coefficients[j], 1 / glm.scaling.scale[j]});
  return all;
}

/// With --sampler auto two forms of the model may be needed: the one with plain coefficients, and a rotated one for
/// samplers that do not find axes themselves.
void build_models(const FitOptions& o, const GlmSettings& settings, Design design, bool save_all,
                  Prepared& p) {
  // Kernels given by name leave nothing to choose: the others stay with slice.
  p.sampler = o.sampler == "auto" && !o.block.empty() ? "slice" : o.sampler;
  const bool may_rotate = settings.decorrelate == Decorrelate::automatic && !settings.paper_defaults;
  if (p.sampler != "auto" || !may_rotate) {
    p.glm = build_glm(settings, std::move(design), save_all);
    return;
  }
  GlmSettings plain = settings;
  plain.decorrelate = Decorrelate::off;
  p.rotated = build_glm(settings, design, save_all);
  if (!p.rotated->decorrelated) {
    p.glm = *std::exchange(p.rotated, std::nullopt);
    return;
  }
  p.glm = build_glm(plain, std::move(design), save_all);
}

std::vector<Contender> find_contenders(const Prepared& p) {
  std::vector<Contender> all;
  const GibbsSettings& base = p.settings.chain.gibbs;
  const Model* plain = p.glm.model.get();
  const Model* rotated = p.rotated ? p.rotated->model.get() : plain;
  const auto on_plain = sampler_candidates(*plain, Plan(*plain), base);
  const auto on_rotated = p.rotated ? sampler_candidates(*rotated, Plan(*rotated), base) : on_plain;
  for (std::size_t i = 0; i < on_plain.size(); ++i)
    all.push_back(on_plain[i].row->finds_axes ? Contender{on_plain[i], plain}
                                              : Contender{on_rotated[i], rotated});
  return all;
}

void add_trajectories(const GibbsSettings& g, nlohmann::json& c) {
  c["metric"] = name(g.hamiltonian.metric);
  c["target_accept"] = g.hamiltonian.target_accept;
  c["max_depth"] = g.hamiltonian.max_depth;
  c["integration_time"] = g.hamiltonian.integration_time;
}

}  // namespace

void settle(Prepared& p, const std::function<bool()>& go_on) {
  if (p.contenders.empty()) return;
  ChooseSettings s;
  s.seed = p.settings.chain.seed;
  s.chains = p.settings.chains;
  s.warmup = p.settings.chain.warmup;
  // With stopping rules nobody knows how long the run will be.
  s.sweeps = p.settings.chain.thin *
             (p.settings.until.any() ? std::min<std::size_t>(p.settings.draws, 2000) : p.settings.draws);
  s.threads = threads_to_use(p.settings);
  const SamplerChoice choice = choose_sampler(p.contenders, s, go_on);
  const Contender& chosen = p.contenders[choice.chosen];
  p.sampler = chosen.sampler.name;
  p.sampler_reason = with_flags(choice.reason);
  for (const auto& text : choice.warnings) p.warnings.push_back(with_flags(text));
  p.settings.chain.gibbs = chosen.sampler.gibbs;
  if (p.rotated && chosen.model == p.rotated->model.get()) p.glm = std::move(*p.rotated);
  p.contenders.clear();
  p.rotated.reset();
  auto& c = p.configuration;
  c["sampler"] = p.sampler;
  c["sampler_choice"] = record_with_flags(choice_record(choice));
  c["decorrelate"] = p.glm.decorrelated;
  if (find_sampler(p.settings.chain.gibbs.sampler).trajectories) add_trajectories(p.settings.chain.gibbs, c);
}

Prepared prepare(const FitOptions& o) {
  if (o.inputs.size() > 2)
    throw Error(fmt::format(
        "too many inputs ('{}'): give FORMULA DATA, with the formula in quotes, or a matrix file.",
        o.inputs[2]));
  Prepared p;
  const bool one = o.inputs.size() == 1;
  p.data_file = o.inputs.back();
  if (one && !is_matrix_file(p.data_file)) {
    if (o.inputs[0].find('~') != std::string::npos)
      throw Error(fmt::format("the data file is missing: cggibbs fit '{}' DATA.csv", o.inputs[0]));
    throw Error(
        fmt::format("'{}' is not a matrix file (.mat .npz .svm .mtx): tables need a formula, as in cggibbs "
                    "fit 'y ~ x' {}",
                    p.data_file, p.data_file));
  }
  if (!one && is_matrix_file(p.data_file))
    throw Error(fmt::format("matrix files take no formula: cggibbs fit {}", p.data_file));
  p.settings = fit_settings(o);
  const GlmSettings settings = glm_settings(o, one);
  if (!one) p.formula = o.inputs[0];
  Design design = one ? design_from_matrix(o, p.data_file, settings.family)
                      : design_from_table(o, p.formula, p.data_file);
  p.rows = design.rows;
  p.dropped = design.rows_dropped;
  if (p.dropped > 0) p.notes.push_back(fmt::format("{} rows with missing values were dropped.", p.dropped));
  if (design.rows_without_weight > 0)
    p.notes.push_back(fmt::format("{} rows of weight 0 are left out.", design.rows_without_weight));
  if (design.response_levels.size() == 2)
    p.notes.push_back(fmt::format("the response '{}' counts {} as 1 and {} as 0.", design.response_name,
                                  design.response_levels[1], design.response_levels[0]));
  const bool save_all = std::find(o.save.begin(), o.save.end(), "all") != o.save.end();
  build_models(o, settings, std::move(design), save_all, p);
  for (auto& text : p.glm.warnings) text = with_flags(text);
  p.original = original_scale(p.glm);
  assign_samplers(*p.glm.model, p.settings.chain.gibbs);  // refuses unknown names before anything runs
  p.why_slice_instead = why_slice_instead(*p.glm.model, p.settings.chain.gibbs);
  if (!p.why_slice_instead.empty())
    p.notes.push_back(
        fmt::format("{} has nothing to move here ({}): slice runs instead.", p.sampler, p.why_slice_instead));
  if (p.sampler == "auto") p.contenders = find_contenders(p);
  p.settings.data_file = p.data_file;
  p.settings.model_name = fmt::format("{}_{}", name(p.glm.family), name(p.glm.link));

  auto& c = p.configuration;
  c["inputs"] = o.inputs;
  c["family"] = name(p.glm.family);
  c["link"] = name(p.glm.link);
  for (const auto& line : p.glm.priors) c["priors"][line.parameter] = line.prior;
  c["standardize"] = p.glm.scaling.rule == Standardize::zscore   ? "zscore"
                     : p.glm.scaling.rule == Standardize::maxabs ? "maxabs"
                                                                 : "none";
  c["decorrelate"] = p.glm.decorrelated;
  c["sampler"] = p.sampler;
  c["slice"] = o.slice;
  c["width"] = o.width;
  c["adapt"] = !o.no_adapt;
  c["scan"] = o.scan;
  c["naive"] = o.naive;
  if (!o.block.empty()) c["block"] = o.block;
  if (find_sampler(p.settings.chain.gibbs.sampler).trajectories || !o.block.empty())
    add_trajectories(p.settings.chain.gibbs, c);
  c["chains"] = p.settings.chains;
  c["warmup"] = p.settings.chain.warmup;
  c["draws"] = p.settings.draws;
  c["thin"] = p.settings.chain.thin;
  c["until"] = p.settings.until.text();
  c["threads"] = threads_to_use(p.settings);
  c["save"] = o.save;
  c["summary_only"] = o.summary_only;
  c["rows"] = p.rows;
  c["rows_dropped"] = p.dropped;
  return p;
}

}  // namespace cggibbs
