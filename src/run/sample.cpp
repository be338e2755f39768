// Running chains for a program that wants the draws in memory.
#include <cggibbs/sample.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cggibbs/error.hpp>
#include <chrono>
#include <cmath>
#include <thread>

#include "base/streams.hpp"
#include "base/suggest.hpp"
#include "diagnostics/summary.hpp"
#include "run/bill.hpp"
#include "run/choose.hpp"
#include "run/parallel.hpp"
#include "run/runner.hpp"
#include "run/sampler_settings.hpp"
#include "run/simd.hpp"
#include "run/summary_table.hpp"
#include "run/warnings.hpp"

namespace cggibbs {
namespace {

using Clock = std::chrono::steady_clock;

void check_range(const char* name, int value, int low, int high) {
  if (value < low || value > high)
    throw Error(fmt::format("SampleSettings::{} is {}; it must be {} to {}.", name, value, low, high));
}

void check(const SampleSettings& s) {
  constexpr int many = 1'000'000'000;
  check_range("chains", s.chains, 1, 1024);
  check_range("warmup", s.warmup, 0, many);
  check_range("draws", s.draws, 1, many);
  check_range("thin", s.thin, 1, 1'000'000);
  check_range("threads", s.threads, 0, 4096);
}

void check_memory(const Model& model, const SampleSettings& s) {
  const double values = static_cast<double>(model.n_outputs() + 1) * s.chains * s.draws;
  const double need = 8 * values;
  if (const double free = available_memory(); need > free)
    throw Error(fmt::format(
        "the draws need {} of memory but {} are available. Ask for fewer draws or chains, or hide() "
        "parameters that are not wanted.",
        bytes_text(need), bytes_text(free)));
}

/// What runs, and why.
struct Settled {
  std::string name;
  GibbsSettings gibbs;
  std::string reason = {};
  std::vector<std::string> warnings = {};  ///< of the pilots
};

Settled choose(const Model& model, const Plan& plan, const SampleSettings& s, int threads,
               const std::function<bool()>& go_on) {
  std::vector<Contender> contenders;
  for (auto& c : sampler_candidates(model, plan, gibbs_settings(s)))
    contenders.push_back({std::move(c), &model});
  ChooseSettings settings;
  settings.seed = s.seed;
  settings.chains = static_cast<std::size_t>(s.chains);
  settings.warmup = static_cast<std::size_t>(s.warmup);
  settings.sweeps = static_cast<std::size_t>(s.draws) * static_cast<std::size_t>(s.thin);
  settings.threads = threads;
  const SamplerChoice choice = choose_sampler(contenders, settings, go_on);
  const SamplerCandidate& chosen = contenders[choice.chosen].sampler;
  return {chosen.name, chosen.gibbs, choice.reason, choice.warnings};
}

ChainSettings chain_settings(const GibbsSettings& gibbs, const SampleSettings& s) {
  ChainSettings c;
  c.gibbs = gibbs;
  c.seed = s.seed;
  c.warmup = static_cast<std::size_t>(s.warmup);
  c.thin = static_cast<std::size_t>(s.thin);
  return c;
}

int threads_to_use(const SampleSettings& s) {
  const int cores = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  return std::min(s.threads > 0 ? s.threads : cores, s.chains);
}

SummaryRow to_row(const std::string& name, const Summary& s) {
  return {name,       s.mean,     s.median,    s.sd,          s.mad,     s.q5,      s.q95,     s.rhat,
          s.ess_bulk, s.ess_tail, s.mcse_mean, s.mcse_median, s.mcse_sd, s.mcse_q5, s.mcse_q95};
}

/// Watches a run from the calling thread: tells the user how far it is, and when to stop.
class Watch {
 public:
  Watch(const SampleSettings& settings) : s_(settings), begin_(Clock::now()) { look_for_interrupt(); }

  const std::atomic<bool>& stop() const { return stop_; }
  double seconds() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }

  /// Never throws: threads are running. What the callback throws is kept for finish().
  void tick(const Runner& runner) noexcept {
    look_for_interrupt();
    if (!s_.progress || failure_) return;
    try {
      s_.progress(progress(runner));
    } catch (...) {
      failure_ = std::current_exception();
      stop_ = true;
    }
  }
  /// The same before there are chains; says whether to go on.
  bool tick_choosing() {
    look_for_interrupt();
    if (s_.progress && !stop_) s_.progress({0, total_sweeps(), true, seconds(), true});
    return !stop_;
  }
  void finish() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  void look_for_interrupt() {
    if (s_.interrupt && *s_.interrupt) stop_ = true;
  }

  std::size_t total_sweeps() const {
    const auto each = static_cast<std::size_t>(s_.warmup) +
                      static_cast<std::size_t>(s_.draws) * static_cast<std::size_t>(s_.thin);
    return each * static_cast<std::size_t>(s_.chains);
  }

  SampleProgress progress(const Runner& runner) const {
    SampleProgress p{0, total_sweeps(), false, seconds(), false};
    for (const auto& c : runner.glance()) {
      p.sweeps += c.sweeps;
      p.warming = p.warming || c.warming;
    }
    return p;
  }

  const SampleSettings& s_;
  Clock::time_point begin_;
  std::atomic<bool> stop_{false};
  std::exception_ptr failure_;
};

}  // namespace

/// Fills a Fit: room first, then draws from the chains' threads, then summaries.
class FitBuilder {
 public:
  FitBuilder(const Model& model, std::size_t chains, std::size_t draws) {
    fit_.names_ = model.output_names();
    fit_.capacity_ = draws;
    fit_.values_.assign(chains, std::vector<double>(fit_.names_.size() * draws));
    fit_.log_density_.assign(chains, std::vector<double>(draws));
  }

  DrawSink sink(std::size_t chain) {
    return
        [this, chain, at = std::size_t{0}](std::span<const double> values, double log_density, bool) mutable {
          double* to = fit_.values_[chain].data() + at;
          for (std::size_t j = 0; j < values.size(); ++j) to[j * fit_.capacity_] = values[j];
          fit_.log_density_[chain][at++] = log_density;
        };
  }

  void conclude(const Runner& runner, int threads) {
    fit_.draws_ = fit_.capacity_;
    for (const auto& c : runner.chains()) {
      fit_.draws_ = std::min(fit_.draws_, c->draws());
      fit_.seconds_.warmup += c->warmup_seconds();
      fit_.seconds_.sampling += c->sampling_seconds();
      add(fit_.warmup_work_, c->warmup_work());
      add(fit_.work_, c->sampling_work());
    }
    fit_.interrupted_ = fit_.draws_ < fit_.capacity_;
    const Mixing mixing = summarize_all(threads);
    const RunHealth health = health_of(runner.chains());
    add_health(health);
    fit_.warnings_ = cggibbs::warnings({fit_.names_, fit_.draws_, mixing, health});
  }

  Fit finish(const Settled& sampler, double wall_seconds) && {
    fit_.sampler_ = sampler.name;
    fit_.sampler_reason_ = sampler.reason;
    fit_.warnings_.insert(fit_.warnings_.begin(), sampler.warnings.begin(), sampler.warnings.end());
    fit_.seconds_.wall = wall_seconds;
    return std::move(fit_);
  }

 private:
  static void add(Fit::Work& total, const Work& w) {
    total.evaluations += w.evaluations;
    total.rows += w.rows;
    total.products += w.products;
  }

  Mixing summarize_all(int threads) {
    std::vector<Summary> summaries(fit_.names_.size());
    fit_.summaries_.resize(fit_.names_.size());
    parallel_for(fit_.names_.size(), threads, [&](std::size_t j) {
      std::vector<std::span<const double>> x;
      for (std::size_t c = 0; c < fit_.chains(); ++c) x.push_back(fit_.values(c, j));
      summaries[j] = cggibbs::summarize(x);
      fit_.summaries_[j] = to_row(fit_.names_[j], summaries[j]);
    });
    Mixing mixing(fit_.chains());
    for (const Summary& s : summaries) mixing.add(s);
    fit_.min_ess_ = mixing.worst.min_ess == inf ? nan : mixing.worst.min_ess;
    fit_.max_rhat_ = mixing.worst.max_rhat == -inf ? nan : mixing.worst.max_rhat;
    return mixing;
  }

  void add_health(const RunHealth& h) {
    for (const auto& t : h.hamiltonian) {
      auto& all = fit_.trajectories_;
      all.updates += t.updates;
      all.leapfrog_steps += t.gradients;
      all.divergences += t.divergences;
      all.max_depth_hits += t.saturated;
      all.ebfmi.push_back(t.ebfmi_value());
      all.step_size.push_back(t.step_size);
    }
    fit_.drift_ = {h.drift, h.block_drift};
    fit_.accept_ = h.accept;
  }

  Fit fit_;
};

Fit sample(const Model& model, const SampleSettings& settings) {
  check(settings);
  check_memory(model, settings);
  check_simd_choice();
  Watch watch(settings);
  const Plan plan(model);
  const int threads = threads_to_use(settings);
  Settled sampler{settings.sampler == "auto" ? "slice" : settings.sampler, gibbs_settings(settings)};
  if (wants_choice(settings) && !watch.stop())
    sampler = choose(model, plan, settings, threads, [&] { return watch.tick_choosing(); });
  const ChainSettings each = chain_settings(sampler.gibbs, settings);
  const auto n_chains = static_cast<std::size_t>(settings.chains);
  const auto n_draws = static_cast<std::size_t>(settings.draws);

  FitBuilder builder(model, n_chains, n_draws);
  std::vector<std::unique_ptr<Chain>> chains(n_chains);
  parallel_for(n_chains, threads, [&](std::size_t c) {
    chains[c] =
        std::make_unique<Chain>(model, plan, each, stream(Purpose::chain, c + 1), std::vector<double>{});
  });
  std::vector<DrawSink> sinks;
  for (std::size_t c = 0; c < n_chains; ++c) sinks.push_back(builder.sink(c));
  Runner runner(std::move(chains), std::move(sinks), false, threads);
  runner.advance_to(n_draws, watch.stop(), [&] { watch.tick(runner); });
  watch.tick(runner);  // so that the last thing progress says is the end
  watch.finish();
  builder.conclude(runner, threads);
  return std::move(builder).finish(sampler, watch.seconds());
}

std::size_t Fit::index(std::string_view name) const {
  const auto found = std::find(names_.begin(), names_.end(), name);
  if (found == names_.end())
    throw Error(
        fmt::format("the fit has no quantity '{}'.{}", name, did_you_mean(std::string(name), names_)));
  return static_cast<std::size_t>(found - names_.begin());
}

void Fit::check_chain(std::size_t chain) const {
  if (chain >= chains())
    throw Error(fmt::format("chain {} does not exist: the fit has {}, counted from 0.", chain, chains()));
}

void Fit::check_index(std::size_t index) const {
  if (index >= names_.size())
    throw Error(
        fmt::format("quantity {} does not exist: the fit has {}, counted from 0.", index, names_.size()));
}

std::span<const double> Fit::values(std::size_t chain, std::size_t index) const {
  check_chain(chain);
  check_index(index);
  return std::span<const double>(values_[chain]).subspan(index * capacity_, draws_);
}

std::span<const double> Fit::values(std::size_t chain, std::string_view name) const {
  return values(chain, index(name));
}

std::span<const double> Fit::log_density(std::size_t chain) const {
  check_chain(chain);
  return std::span<const double>(log_density_[chain]).first(draws_);
}

const SummaryRow& Fit::summary(std::size_t index) const {
  check_index(index);
  return summaries_[index];
}

const SummaryRow& Fit::summary(std::string_view name) const {
  return summaries_[index(name)];
}

std::string Fit::table() const {
  std::string out = summary_table(summaries_);
  for (const auto& w : warnings_) out += "warning: " + w + "\n";
  return out;
}

}  // namespace cggibbs
