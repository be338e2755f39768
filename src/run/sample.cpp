// Running chains for a program that wants the draws in memory.
#include <cggibbs/sample.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cggibbs/error.hpp>
#include <chrono>

#include "base/settings_text.hpp"
#include "base/suggest.hpp"
#include "run/bill.hpp"
#include "run/memory_draws.hpp"
#include "run/prepared.hpp"
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

FitSettings run_settings(const SampleSettings& s) {
  FitSettings f;
  f.chain.gibbs = gibbs_settings(s);
  f.chain.seed = s.seed;
  f.chain.warmup = static_cast<std::size_t>(s.warmup);
  f.chain.thin = static_cast<std::size_t>(s.thin);
  f.chains = static_cast<std::size_t>(s.chains);
  f.draws = static_cast<std::size_t>(s.draws);
  f.threads = s.threads;
  f.format = &draws_in_memory;
  return f;
}

SummaryRow to_row(const std::string& name, const Summary& s) {
  return {name,       s.mean,     s.median,    s.sd,          s.mad,     s.q5,      s.q95,     s.rhat,
          s.ess_bulk, s.ess_tail, s.mcse_mean, s.mcse_median, s.mcse_sd, s.mcse_q5, s.mcse_q95};
}

/// For a problem that does not outlive the caller's model.
std::shared_ptr<const Model> borrow(const Model& model) {
  return {std::shared_ptr<const Model>(), &model};
}

std::size_t total_sweeps(const FitSettings& s) {
  return s.chains * (s.chain.warmup + s.draws * s.chain.thin);
}

/// All chains together, as users see them.
SampleProgress in_all(const Progress& progress, std::size_t total) {
  SampleProgress p{0, total, false, progress.seconds, false};
  for (const auto& c : progress.chains) {
    p.sweeps += c.sweeps;
    p.warming = p.warming || c.warming;
  }
  return p;
}

Fit::Work work_of(const Work& w) {
  return {w.evaluations, w.rows, w.products};
}

}  // namespace

/// Puts what a run has told into a Fit.
class FitBuilder {
 public:
  FitBuilder(const FitResult& r, MemoryDraws draws) {
    fit_.names_ = r.names;
    fit_.draws_ = r.draws;
    for (auto& chain : std::move(draws).take()) {
      fit_.capacity_ = chain.room;
      fit_.values_.push_back(std::move(chain.values));
      fit_.log_density_.push_back(std::move(chain.log_density));
    }
    fit_.interrupted_ = fit_.draws_ < fit_.capacity_;
    for (std::size_t j = 0; j < r.names.size(); ++j)
      fit_.summaries_.push_back(to_row(r.names[j], r.summaries[j]));
    fit_.max_rhat_ = r.max_rhat;
    fit_.min_ess_ = r.mixing.worst.min_ess == inf ? nan : r.mixing.worst.min_ess;
    fit_.ess_ = {r.ess.min, r.ess.median};
    fit_.ess_paper_ = {r.ess_paper.min, r.ess_paper.median};
    fit_.seconds_ = {r.warmup_seconds, r.sampling_seconds, r.wall_seconds};
    fit_.warmup_work_ = work_of(r.warmup_work);
    fit_.work_ = work_of(r.sampling_work);
    add_health(r.health);
    fit_.warnings_ = cggibbs::warnings({r.names, r.draws, r.mixing, r.health});
  }

  Fit with(const std::string& sampler, const SamplerChoice& c) && {
    fit_.sampler_ = sampler;
    fit_.sampler_reason_ = c.reason;
    fit_.warnings_.insert(fit_.warnings_.begin(), c.warnings.begin(), c.warnings.end());
    for (const auto& p : c.pilots)
      fit_.pilots_.push_back({p.name, with_backquotes(p.outcome.words()), p.tried, p.warmup, p.draws,
                              p.sweep_cost, p.ess_median, p.ess_low, p.ess_min, p.score});
    fit_.sampler_reason_ = with_backquotes(fit_.sampler_reason_);
    for (auto& text : fit_.warnings_) text = with_backquotes(text);
    return std::move(fit_);
  }

 private:
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
  const auto begin = Clock::now();
  const auto seconds = [&] { return std::chrono::duration<double>(Clock::now() - begin).count(); };
  Prepared p = prepare({.model = borrow(model)}, run_settings(settings), settings.sampler);
  check_bill(make_bill(model, p.settings), p.settings);
  check_simd_choice();
  static const std::atomic<bool> never{false};
  const std::atomic<bool>& interrupt = settings.interrupt ? *settings.interrupt : never;
  const std::size_t total = total_sweeps(p.settings);
  settle(p, [&] {
    if (settings.progress && !interrupt) settings.progress({0, total, true, seconds(), true});
    return !interrupt;
  });
  FitSettings& s = p.settings;
  s.seconds_before = seconds();

  MemoryDraws draws(model.output_names(), all_outputs(model.n_outputs()), s.chains, s.draws);
  RunCallbacks callbacks;
  if (settings.progress)
    callbacks.progress = [&](const Progress& now, const auto&) { settings.progress(in_all(now, total)); };
  FitResult r = summarize_run(run(model, Plan(model), s, draws, interrupt, callbacks), draws, s);
  r.wall_seconds = seconds();
  return FitBuilder(r, std::move(draws)).with(p.sampler, p.choice);
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
