// Chains with a clock, draws in memory, one figure after the other.
#include "run/compare.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <mutex>

#include "base/streams.hpp"
#include "diagnostics/ess.hpp"
#include "diagnostics/rhat.hpp"
#include "diagnostics/summary.hpp"
#include "run/parallel.hpp"
#include "run/pilot.hpp"
#include "run/unique_names.hpp"

namespace cggibbs {
namespace {

using Clock = std::chrono::steady_clock;

/// Draws of all chains, one vector of rows per chain.
struct Store {
  explicit Store(std::size_t chains) : rows(chains), seconds(chains), log_density(chains) {}
  std::vector<std::vector<double>> rows;
  std::vector<std::vector<double>> seconds;      ///< of sampling, when each draw was made
  std::vector<std::vector<double>> log_density;  ///< of each draw
};

/// Enough for a few thousand quantities over thousands of draws: 1.6 GB at most.
constexpr std::size_t most_values = 200'000'000;
/// Draws per chain, and quantities, that samplers are compared by.
constexpr std::size_t most_kept = 1000, most_compared = 500;

double median_of(std::vector<double> v) {
  std::erase_if(v, [](double x) { return std::isnan(x); });
  if (v.empty()) return nan;
  const auto middle = v.begin() + static_cast<std::ptrdiff_t>(v.size() / 2);
  std::nth_element(v.begin(), middle, v.end());
  return *middle;
}

class Analysis {
 public:
  Analysis(const Store& store, std::size_t width, std::size_t draws, int threads)
      : store_(store), width_(width), draws_(draws), threads_(threads) {}

  /// The first `draws` draws of quantity k in every chain.
  Draws column(std::size_t k, std::size_t draws) const {
    Draws out(store_.rows.size(), draws);
    auto to = out.flat().begin();
    for (const auto& rows : store_.rows)
      for (std::size_t t = 0; t < draws; ++t) *to++ = rows[t * width_ + k];
    return out;
  }

  void summarize_into(CandidateResult& r) const {
    r.mean.resize(width_);
    r.mcse.resize(width_);
    std::vector<double> ess(2 * width_, nan), rhats(width_, nan);
    parallel_for(width_, threads_, [&](std::size_t k) {
      const Draws x = column(k, draws_);
      const Summary s = summarize(x);
      r.mean[k] = s.mean;
      r.mcse[k] = s.mcse_mean;
      rhats[k] = s.rhat;
      ess[k] = s.ess_bulk;
      ess[width_ + k] = ess_bulk(map_draws(x, [](double v) { return v * v; }));
    });
    r.ess.min = inf;
    for (double e : ess) r.ess.min = std::fmin(r.ess.min, e);
    if (std::isinf(r.ess.min)) r.ess.min = 0;
    r.ess.median = median_of(ess);
    r.max_rhat = nan;
    for (double v : rhats) r.max_rhat = std::fmax(r.max_rhat, v);
  }

  /// What a comparison with other samplers needs: thousands of draws say as much as millions.
  void keep_some(const std::vector<std::size_t>& picks, CandidateResult& r) const {
    const std::size_t step = (draws_ + most_kept - 1) / most_kept, count = draws_ / step;
    const auto every = [&](const std::vector<std::vector<double>>& chains, std::size_t width, std::size_t k) {
      Draws out(chains.size(), count);
      auto to = out.flat().begin();
      for (const auto& values : chains)
        for (std::size_t t = 0; t < count; ++t) *to++ = values[t * step * width + k];
      return out;
    };
    for (std::size_t k : picks) {
      r.kept_names.push_back(r.names[k]);
      r.kept.push_back(every(store_.rows, width_, k));
    }
    r.kept_names.emplace_back("log density");
    r.kept.push_back(every(store_.log_density, 1, 0));
  }

  /// Smallest ESS of at most 100 quantities after growing shares of the draws.
  std::vector<EssPoint> curve() const {
    std::vector<EssPoint> out;
    const std::size_t step = std::max<std::size_t>(1, width_ / 100);
    for (const double share : {0.05, 0.1, 0.2, 0.4, 0.7, 1.0}) {
      const auto draws = static_cast<std::size_t>(share * static_cast<double>(draws_));
      if (draws < 20) continue;
      double seconds = 0, least = inf;
      for (const auto& s : store_.seconds) seconds += s[draws - 1];
      std::mutex mutex;
      parallel_for((width_ + step - 1) / step, threads_, [&](std::size_t i) {
        const double e = ess_bulk(column(i * step, draws));
        const std::lock_guard lock(mutex);
        least = std::fmin(least, e);
      });
      if (std::isfinite(least)) out.push_back({seconds, least});
    }
    return out;
  }

  /// From draws thinned to about the median ESS, of the first 2000 quantities.
  ConditionNumbers condition(double ess) const {
    const std::size_t d = std::min<std::size_t>(width_, 2000);
    const double wanted = std::clamp(std::isnan(ess) ? 0.0 : ess, 50.0, 20000.0);
    const auto total = static_cast<double>(draws_ * store_.rows.size());
    const auto thin = static_cast<std::size_t>(std::max(1.0, total / wanted));
    const std::size_t per_chain = draws_ / thin, n = per_chain * store_.rows.size();
    std::vector<double> x(n * d);
    for (std::size_t k = 0; k < d; ++k) {
      auto to = x.begin() + static_cast<std::ptrdiff_t>(k * n);
      for (const auto& rows : store_.rows)
        for (std::size_t t = 0; t < per_chain; ++t) *to++ = rows[t * thin * width_ + k];
    }
    return condition_numbers(n, d, x);
  }

 private:
  const Store& store_;
  std::size_t width_, draws_;
  int threads_;
};

}  // namespace

CandidateResult run_candidate(const std::string& name, const Model& model, const FitSettings& settings,
                              double seconds, const std::atomic<bool>& interrupt) {
  CandidateResult r;
  r.name = name;
  const Plan plan(model);
  const int threads = threads_to_use(settings);
  const std::size_t width = model.n_outputs();
  Store store(settings.chains);
  std::vector<std::unique_ptr<Chain>> chains(settings.chains);
  std::atomic<bool> stop{false};
  const auto begin = Clock::now();
  parallel_for(settings.chains, threads, [&](std::size_t c) {
    chains[c] = std::make_unique<Chain>(model, plan, settings.chain, stream(Purpose::chain, c + 1),
                                        std::vector<double>{});
  });
  std::vector<DrawSink> sinks;
  for (std::size_t c = 0; c < settings.chains; ++c)
    sinks.push_back(
        [&, c, chain = chains[c].get()](std::span<const double> values, double log_density, bool) {
          store.log_density[c].push_back(log_density);
          store.rows[c].insert(store.rows[c].end(), values.begin(), values.end());
          store.seconds[c].push_back(chain->sampling_seconds());
          if (store.rows[c].size() * settings.chains > most_values) stop = true;
        });
  Runner runner(std::move(chains), std::move(sinks), false, threads);
  runner.advance_to(settings.draws, stop, [&] {
    if (interrupt || std::chrono::duration<double>(Clock::now() - begin).count() > seconds) stop = true;
  });

  r.draws = std::numeric_limits<std::size_t>::max();
  for (const auto& c : runner.chains()) {
    r.draws = std::min(r.draws, c->draws());
    r.warmup_seconds += c->warmup_seconds();
    r.sampling_seconds += c->sampling_seconds();
    r.evaluations += c->sampling_work().evaluations;
    r.divergences += c->tally().divergences;
    r.gradients = r.gradients || c->tally().updates > 0;
  }
  r.names = unique_names(model.output_names());
  if (r.draws < 4) return r;
  const Analysis analysis(store, width, r.draws, threads);
  analysis.summarize_into(r);
  analysis.keep_some(pick_outputs(model, most_compared), r);
  r.curve = analysis.curve();
  r.condition = analysis.condition(r.ess.median);
  return r;
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
    for (std::size_t k = 0; k < r.mean.size(); ++k) {
      const auto found = at.find(r.names[k]);
      if (found == at.end()) continue;
      const double error = std::hypot(r.mcse[k], all[best].mcse[found->second]);
      r.disagreement = std::fmax(r.disagreement, std::abs(r.mean[k] - all[best].mean[found->second]) / error);
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
      row["divergences"] = r.divergences;
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
