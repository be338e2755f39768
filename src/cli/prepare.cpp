// From options to a problem and the settings of its run.
#include <utility>

#include "base/utf8.hpp"
#include "cli/checks.hpp"
#include "cli/flags.hpp"
#include "cli/interval.hpp"
#include "cli/options.hpp"
#include "cli/read_problem.hpp"
#include "run/sampler_settings.hpp"

namespace cggibbs {
namespace {

/// What is said about samplers, as a program would say it.
SampleSettings sampler_options(const FitOptions& o) {
  SampleSettings s;
  s.sampler = o.sampler;
  s.block = o.block;
  s.metric = o.metric;
  s.target_accept = o.target_accept;
  s.max_depth = static_cast<int>(in_range(o.max_depth, 1, 20, "--max-depth"));
  s.integration_time = o.integration_time;
  s.slice = static_cast<SampleSettings::Slice>(parse_choice(o.slice, {"stepping", "doubling"}, "--slice"));
  s.width = o.width;
  s.adapt = !o.no_adapt;
  s.scan = static_cast<SampleSettings::Scan>(parse_choice(o.scan, {"dugs", "rsgs", "rpgs"}, "--scan"));
  s.naive = o.naive;
  return s;
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
  if (s.until.any() && !o.given.contains("draws")) s.draws = 1'000'000;
  s.threads = static_cast<int>(in_range(o.threads, 0, 4096, "--threads"));
  s.save_warmup = o.save_warmup;
  if (o.summary_only) s.format = &draws_online;
  for (const auto& pattern : o.save)
    if (pattern != "all") s.save.push_back(pattern);
  s.interval = checked_interval(o.interval);
  if (o.sig_figs) s.sig_figs = static_cast<int>(in_range(*o.sig_figs, 1, 18, "--sig-figs"));
  s.output = o.output;
  if (!o.max_memory.empty()) s.max_memory = parse_bytes(o.max_memory, "--max-memory");
  s.init = o.init;
  check_settings(s);
  return s;
}

}  // namespace

Prepared prepare_fit(const FitOptions& o) {
  FitSettings settings = fit_settings(o);
  Problem problem = read_problem(o, settings.chain.seed);
  for (auto& text : problem.warnings) text = with_flags(text);
  settings.data_file = o.program.data.empty() ? o.inputs.back() : o.program.data.front();
  settings.model_name = problem.name;
  return prepare(std::move(problem), std::move(settings), o.sampler);
}

std::vector<std::filesystem::path> input_files(const FitOptions& o) {
  std::vector<std::filesystem::path> files{o.inputs.back()};
  for (const auto& name : {o.response, o.init})
    if (!name.empty()) files.emplace_back(name);  // a response that is a column is no file: no harm
  for (const auto& name : o.program.data) files.emplace_back(name);
  if (!o.program.inits.empty()) files.emplace_back(o.program.inits);
  return files;
}

nlohmann::json configuration(const FitOptions& o, const Prepared& p) {
  nlohmann::json j = configuration_record(p);
  if (j.contains("sampler_choice")) j["sampler_choice"] = record_with_flags(j["sampler_choice"]);
  for (const auto& input : o.inputs) j["inputs"].push_back(to_utf8(input));
  const auto given = [&](const char* key, const std::string& text) {
    j[key] = text.empty() ? nlohmann::json() : nlohmann::json(to_utf8(text));
  };
  if (is_program(o)) {
    for (const auto& file : o.program.data) j["data"].push_back(to_utf8(file));
    given("inits", o.program.inits);
    for (const auto& nodes : o.program.monitor) j["monitor"].push_back(to_utf8(nodes));
    j["save"] = o.save;
    return j;
  }
  const bool matrix = o.inputs.size() == 1;
  given("weights", o.weights);
  given("trials", o.trials);
  given("na", matrix ? "" : o.na);
  given("x", matrix ? o.x_name : "");
  given("response", o.response);
  given("init", o.init);
  j["offset"] = nlohmann::json::array();
  for (const auto& column : o.offsets) j["offset"].push_back(to_utf8(column));
  j["zero_based"] = o.zero_based;
  j["no_intercept"] = o.no_intercept;
  j["save"] = o.save;
  if (!o.separator.empty()) j["sep"] = to_utf8(o.separator);
  if (!o.decimal.empty()) j["decimal"] = o.decimal;
  for (const auto& word : o.na_strings) j["na_strings"].push_back(to_utf8(word));
  return j;
}

}  // namespace cggibbs
