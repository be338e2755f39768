// Rounds of sampling with checks in between.
#include "run/run.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <mutex>
#include <thread>

#include "run/init_file.hpp"
#include "run/parallel.hpp"

namespace cggibbs {
namespace {

using Clock = std::chrono::steady_clock;

class Run {
 public:
  Run(const Model& model, const Plan& plan, const RunSettings& settings, DrawEnd& end,
      const std::atomic<bool>& interrupt, const RunCallbacks& callbacks)
      : s_(settings),
        end_(end),
        interrupt_(interrupt),
        callbacks_(callbacks),
        threads_(threads_to_use(settings.threads, settings.chains)),
        begin_(Clock::now() - std::chrono::duration_cast<Clock::duration>(
                                  std::chrono::duration<double>(settings.seconds_before))),
        stop_(interrupt.load()),
        runner_(start_chains(model, plan), end, settings.save_warmup, threads_, settings.enough) {}

  RunResult go() {
    sample();
    callbacks_.progress(progress(), live_);
    return conclude();
  }

 private:
  double seconds() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }

  std::vector<std::unique_ptr<Chain>> start_chains(const Model& model, const Plan& plan) const {
    std::vector<std::unique_ptr<Chain>> chains(s_.chains);
    const auto given = s_.init.empty() ? StartValues{} : read_start_values(model, s_.init);
    parallel_for(s_.chains, threads_, [&](std::size_t c) {
      chains[c] = std::make_unique<Chain>(
          model, plan, s_.chain, s_.first_stream + c,
          s_.start.empty() ? start_for(model, given, s_.chain.seed, c + 1) : s_.start);
    });
    return chains;
  }

  void sample() {
    stopped_by_ = "draws";
    std::size_t reached = 0;
    while (reached < s_.draws) {
      const std::size_t target = target_ = round_target(reached);
      runner_.advance_to(target, stop_, [&] { tick(); });
      if (!end_.trouble().empty()) return void(stopped_by_ = "disk");
      if (stop_) {
        stopped_by_ = interrupt_ ? "interrupt" : "time";
        return;
      }
      reached = target;
      if (reached < s_.draws || s_.until.has_goals()) check();
      if (s_.until.has_goals() && live_.draws > 0 && s_.until.missed(live_.quality).empty())
        return void(stopped_by_ = s_.until.goals());
    }
  }

  /// With stopping rules on their schedule; otherwise quarters, for the live display.
  std::size_t round_target(std::size_t reached) const {
    if (s_.until.has_goals()) return next_check(reached, s_.draws);
    if (!callbacks_.wants_live_diagnostics || s_.draws < 100) return s_.draws;
    return std::min(s_.draws, reached + (s_.draws + 3) / 4);
  }

  void tick() {
    if (interrupt_ || !end_.trouble().empty()) stop_ = true;
    const Progress now = progress();
    if (now.seconds > now.time_limit + (has_draws(now) ? 0 : s_.pilot_seconds)) stop_ = true;
    callbacks_.progress(now, live_);
  }

  static bool has_draws(const Progress& now) {
    return std::all_of(now.chains.begin(), now.chains.end(), [](const auto& c) { return c.draws > 0; });
  }

  Progress progress() {
    Progress p{runner_.glance(), seconds(), 0, s_.chain.warmup, s_.draws, s_.chain.thin};
    p.target_draws = expected_draws(s_.until, live_.draws, live_.quality.min_ess, target_, s_.draws);
    p.open_ended = s_.until.has_goals() && !(s_.until.ess && live_.quality.min_ess > 0);
    p.before = s_.seconds_before;
    if (s_.until.seconds) p.time_limit = *s_.until.seconds;
    const bool warming =
        std::any_of(p.chains.begin(), p.chains.end(), [](const auto& c) { return c.warming; });
    if (!warming && sampling_since_ == 0) sampling_since_ = p.seconds;
    p.sampling_since = sampling_since_;
    return p;
  }

  /// Goals look at every quantity; the live display at 200 of them at most.
  void check() {
    if (!s_.until.has_goals() && !callbacks_.wants_live_diagnostics) return;
    const std::size_t all = end_.names().size();
    const std::size_t step = s_.until.has_goals() ? 1 : std::max<std::size_t>(1, all / 200);
    Worst worst;
    double max_mcse = 0;
    live_ = {end_.draws(), 0, all, {}};
    std::mutex mutex;
    end_.for_each_quantity(threads_, step, [&](std::size_t i, const Quantity& q) {
      const auto [ess, rhat, mcse] = q.standing(s_.until.mcse.has_value());
      const std::lock_guard lock(mutex);
      worst.add(i, ess, rhat);
      max_mcse = std::fmax(max_mcse, mcse);
      ++live_.checked;
    });
    live_.quality = quality(worst, max_mcse);
  }

  RunResult conclude() const {
    RunResult r;
    r.chains = s_.chains;
    r.draws = end_.draws();
    r.interrupted = interrupt_;
    r.stopped_by = stopped_by_;
    r.trouble = end_.trouble();
    for (const auto& c : runner_.chains()) {
      r.seconds.push_back({c->warmup_seconds(), c->sampling_seconds()});
      r.warmup_seconds += c->warmup_seconds();
      r.sampling_seconds += c->sampling_seconds();
      r.warmup_work += c->warmup_work();
      r.sampling_work += c->sampling_work();
      r.sweeps += c->sweeps();
      r.last.push_back(c->state());
    }
    r.health = health_of(runner_.chains());
    r.wall_seconds = seconds();
    return r;
  }

  const RunSettings& s_;
  DrawEnd& end_;
  const std::atomic<bool>& interrupt_;
  const RunCallbacks& callbacks_;
  int threads_;
  Clock::time_point begin_;
  std::atomic<bool> stop_;
  Runner runner_;
  LiveDiagnostics live_;
  std::size_t target_ = 0;  ///< draws of the round in hand
  double sampling_since_ = 0;
  std::string stopped_by_;
};

}  // namespace

RunResult run(const Model& model, const Plan& plan, const RunSettings& settings, DrawEnd& end,
              const std::atomic<bool>& interrupt, const RunCallbacks& callbacks) {
  try {
    return Run(model, plan, settings, end, interrupt, callbacks).go();
  } catch (...) {
    end.discard();
    throw;
  }
}

/// Constant quantities (an indicator never switched on) have no ESS: nothing may be concluded before something has.
Quality quality(const Worst& worst, double max_mcse) {
  return {std::isinf(worst.min_ess) ? 0 : worst.min_ess, std::isinf(worst.max_rhat) ? inf : worst.max_rhat,
          max_mcse > 0 ? max_mcse : inf};
}

int threads_to_use(int threads, std::size_t chains) {
  const int cores = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  return std::min(threads > 0 ? threads : cores, static_cast<int>(chains));
}

}  // namespace cggibbs
