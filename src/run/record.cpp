// Filling the run record.
#include "run/record.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/utc_now.hpp"
#include "base/utf8.hpp"
#include "io/file/fingerprint.hpp"
#include "io/stan/stan_names.hpp"
#include "run/simd.hpp"
#include "run/version.hpp"

namespace cggibbs {
namespace {

/// JSON has no NaN: unknown is null.
nlohmann::json known(double x) {
  return std::isfinite(x) ? nlohmann::json(x) : nlohmann::json(nullptr);
}

nlohmann::json hamiltonian_record(const std::vector<HamiltonianTally>& chains) {
  nlohmann::json j;
  std::uint64_t divergences = 0, saturated = 0, gradients = 0;
  for (const auto& t : chains) {
    divergences += t.divergences;
    saturated += t.saturated;
    gradients += t.gradients;
    j["ebfmi"].push_back(known(t.ebfmi_value()));
    j["step_size"].push_back(t.step_size);
  }
  j["divergences"] = divergences;
  j["max_depth_hits"] = saturated;
  j["leapfrog_steps"] = gradients;
  return j;
}

}  // namespace

nlohmann::json problem_record(const Problem& problem) {
  nlohmann::json j;
  for (const auto& line : problem.priors) {
    if (line.each.empty()) j["priors"][line.parameter] = line.prior;
    for (const auto& one : line.each) j["priors"][one.parameter] = one.prior;
  }
  for (const auto& fact : problem.facts)
    std::visit([&](const auto& value) { j[fact.name] = value; }, fact.value);
  return j;
}

std::string record_text(const nlohmann::json& record) {
  return record.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

nlohmann::json run_record(const FitResult& r, const FitSettings& s, const nlohmann::json& configuration,
                          const std::string& data_file, const std::vector<std::string>& warnings) {
  nlohmann::json j;
  j["created_at"] = utc_now();
  j["version"] = version;
  j["versions"] = {{"cggibbs", version}, {"compiler", __VERSION__}};
  j["configuration"] = configuration;
  j["seed"] = s.chain.seed;
  j["simd_target"] = simd_name();
  j["data"] = {{"file", to_utf8(data_file)}, {"fingerprint", fingerprint_file(data_file)}};
  j["sampler"] = configuration.value("sampler", "");
  j["chains"] = r.chains;
  j["draws"] = r.draws;
  j["stopped_by"] = r.stopped_by;
  j["goals_missed"] = r.missed;
  j["interrupted"] = r.interrupted;
  j["choosing_seconds"] = s.pilot_seconds;
  j["warmup_seconds"] = r.warmup_seconds;
  j["sampling_seconds"] = r.sampling_seconds;
  j["wall_seconds"] = r.wall_seconds;
  j["work"] = {{"evaluations", r.sampling_work.evaluations},
               {"rows", r.sampling_work.rows},
               {"products", r.sampling_work.products},
               {"cost", cost(r.sampling_work)},
               {"warmup_evaluations", r.warmup_work.evaluations},
               {"warmup_rows", r.warmup_work.rows},
               {"warmup_products", r.warmup_work.products},
               {"warmup_cost", cost(r.warmup_work)}};
  j["ess"] = {{"min", known(r.ess.min)}, {"median", known(r.ess.median)}};
  j["ess_paper"] = {{"min", known(r.ess_paper.min)}, {"median", known(r.ess_paper.median)}};
  if (r.rank_error > 0)
    j["summary_only"] = {{"rank_error", r.rank_error}, {"ess_bulk_error", 0.3}, {"ess_tail", nullptr}};
  j["rhat"] = {{"max", known(r.max_rhat)}};
  j["drift"] = {{"max", r.health.drift}, {"blocks", r.health.block_drift}};
  j["accept"] = r.health.accept;
  if (!r.health.hamiltonian.empty()) j["hamiltonian"] = hamiltonian_record(r.health.hamiltonian);
  j["warnings"] = warnings;
  const auto stan = stan_names(r.names);
  auto& columns = j["columns"] = nlohmann::json::array();
  for (std::size_t i = 0; i < r.names.size(); ++i)
    columns.push_back({{"name", r.names[i]}, {"stan", stan[i]}});
  return j;
}

}  // namespace cggibbs
