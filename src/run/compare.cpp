// Runs against the clock, draws in memory, one figure after the other.
#include "run/compare.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>

#include "diagnostics/ess.hpp"
#include "run/memory_draws.hpp"
#include "run/parallel.hpp"
#include "run/pilot.hpp"
#include "run/unique_names.hpp"
#include "theory/draws_covariance.hpp"

namespace cggibbs {
namespace {

/// Enough for a few thousand quantities over thousands of draws: 1.6 GB at most.
constexpr std::size_t most_values = 200'000'000;
/// Draws per chain, and quantities, that samplers are compared by.
constexpr std::size_t most_kept = 1000, most_compared = 500;

/// Figures that need the draws of many quantities together.
class Analysis {
 public:
  Analysis(const MemoryDraws& draws, int threads)
      : all_(draws), width_(draws.names().size()), draws_(draws.draws()), threads_(threads) {}

  /// What a comparison with other samplers needs: thousands of draws say as much as millions.
  void keep_some(const std::vector<std::size_t>& picks, CandidateResult& r) const {
    const std::size_t step = (draws_ + most_kept - 1) / most_kept, count = draws_ / step;
    const auto every = [&](const auto& values_of) {
      Draws out(all_.chains(), count);
      auto to = out.flat().begin();
      for (std::size_t c = 0; c < all_.chains(); ++c)
        for (std::size_t t = 0; t < count; ++t) *to++ = values_of(c)[t * step];
      return out;
    };
    for (std::size_t k : picks) {
      r.kept_names.push_back(r.names[k]);
      r.kept.push_back(every([&](std::size_t c) { return all_.values(c, k); }));
    }
    r.kept_names.emplace_back("log density");
    r.kept.push_back(every([&](std::size_t c) { return all_.log_density(c); }));
  }

  /// Smallest ESS of at most 100 quantities after growing shares of the draws.
  std::vector<EssPoint> curve() const {
    std::vector<EssPoint> out;
    const std::size_t step = std::max<std::size_t>(1, width_ / 100);
    for (const double share : {0.05, 0.1, 0.2, 0.4, 0.7, 1.0}) {
      const auto draws = static_cast<std::size_t>(share * static_cast<double>(draws_));
      if (draws < 20) continue;
      double seconds = 0, least = inf;
      for (std::size_t c = 0; c < all_.chains(); ++c) seconds += all_.seconds(c)[draws - 1];
      std::mutex mutex;
      parallel_for((width_ + step - 1) / step, threads_, [&](std::size_t i) {
        std::vector<std::span<const double>> first;
        for (std::size_t c = 0; c < all_.chains(); ++c)
          first.push_back(all_.values(c, i * step).first(draws));
        const double e = ess_bulk(first);
        const std::lock_guard lock(mutex);
        least = std::fmin(least, e);
      });
      if (std::isfinite(least)) out.push_back({seconds, least});
    }
    return out;
  }

  /// From draws thinned to about the median ESS, of the first 2000 quantities.
  DrawsCovariance covariance(double ess) const {
    const std::size_t d = std::min<std::size_t>(width_, 2000);
    const double wanted = std::clamp(std::isnan(ess) ? 0.0 : ess, 50.0, 20000.0);
    const auto total = static_cast<double>(draws_ * all_.chains());
    const auto thin = static_cast<std::size_t>(std::max(1.0, total / wanted));
    const std::size_t per_chain = draws_ / thin, n = per_chain * all_.chains();
    std::vector<double> x(n * d);
    for (std::size_t k = 0; k < d; ++k) {
      auto to = x.begin() + static_cast<std::ptrdiff_t>(k * n);
      for (std::size_t c = 0; c < all_.chains(); ++c)
        for (std::size_t t = 0; t < per_chain; ++t) *to++ = all_.values(c, k)[t * thin];
    }
    return draws_covariance(n, d, x);
  }

 private:
  const MemoryDraws& all_;
  std::size_t width_, draws_;
  int threads_;
};

}  // namespace

CandidateResult run_candidate(const std::string& name, const Model& model, const RunSettings& settings,
                              double seconds, const std::atomic<bool>& interrupt) {
  const std::size_t width = model.n_outputs();
  RunSettings s = settings;
  s.until.seconds = seconds;
  s.draws = std::clamp<std::size_t>(most_values / (std::max<std::size_t>(width, 1) * s.chains), 4, s.draws);
  MemoryDraws draws(unique_names(model.output_names()), all_outputs(width), s.chains, 0);
  CandidateResult r;
  static_cast<FitResult&>(r) = summarize_run(run(model, Plan(model), s, draws, interrupt), draws, s);
  r.name = name;
  if (r.draws < 4) return r;
  const Analysis analysis(draws, threads_to_use(s));
  analysis.keep_some(pick_outputs(model, most_compared), r);
  r.curve = analysis.curve();
  const DrawsCovariance covariance = analysis.covariance(r.ess.median);
  r.condition = condition_numbers(ScaledMatrix(covariance.covariance, "the posterior covariance"),
                                  {.gap = 0.05, .most_work = 2e10});
  r.rough_condition = covariance.rough;
  return r;
}

std::uint64_t CandidateResult::divergences() const {
  std::uint64_t all = 0;
  for (const auto& t : health.hamiltonian) all += t.divergences;
  return all;
}

std::size_t best_candidate(const std::vector<CandidateResult>& all) {
  std::size_t best = all.size();
  for (const bool strict : {true, false}) {
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (!all[i].usable() || (strict && !(all[i].max_rhat < 1.05))) continue;
      if (best == all.size() || all[i].seconds_per_ess() < all[best].seconds_per_ess()) best = i;
    }
    if (best < all.size()) break;
  }
  return best;
}

void compare_means(std::vector<CandidateResult>& all) {
  const std::size_t best = best_candidate(all);
  if (best == all.size()) return;
  std::map<std::string, std::size_t> at;
  for (std::size_t k = 0; k < all[best].names.size(); ++k) at[all[best].names[k]] = k;
  for (auto& r : all) {
    r.disagreement = 0;
    for (std::size_t k = 0; k < r.summaries.size(); ++k) {
      const auto found = at.find(r.names[k]);
      if (found == at.end()) continue;
      const Summary &mine = r.summaries[k], &other = all[best].summaries[found->second];
      const double error = std::hypot(mine.mcse_mean, other.mcse_mean);
      r.disagreement = std::fmax(r.disagreement, std::abs(mine.mean - other.mean) / error);
    }
  }
}

std::vector<Dispute> disputes_among(const std::vector<CandidateResult>& all, int threads) {
  std::vector<Witness> witnesses;
  for (const auto& r : all)
    if (r.usable())
      witnesses.push_back({r.name, r.kept_names,
                           [&r](std::size_t k) { return map_draws(r.kept[k], [](double v) { return v; }); },
                           r.ess.min});
  return find_disputes(witnesses, threads);
}

nlohmann::json compare_record(const std::vector<CandidateResult>& all, const std::vector<Dispute>& disputes) {
  nlohmann::json j;
  for (const auto& r : all) {
    nlohmann::json row{{"sampler", r.name}, {"draws", r.draws}};
    if (!r.error.empty()) row["not_run"] = r.error;
    if (r.usable()) {
      row["seconds"] = {{"warmup", r.warmup_seconds}, {"sampling", r.sampling_seconds}};
      row["ess"] = {{"min", r.ess.min}, {"median", r.ess.median}};
      row["rhat"] = {{"max", r.max_rhat}};
      row["divergences"] = r.divergences();
    }
    j["candidates"].push_back(row);
  }
  j["disagreements"] = nlohmann::json::array();
  for (const auto& d : disputes) j["disagreements"].push_back(dispute_record(d));
  const std::size_t best = best_candidate(all);
  j["advice"] = disputes.empty() && best < all.size() ? nlohmann::json(all[best].name) : nlohmann::json();
  return j;
}

}  // namespace cggibbs
