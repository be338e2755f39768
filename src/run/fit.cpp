// Rounds of sampling with checks in between, then the summary.
#include "run/fit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cggibbs/error.hpp>
#include <chrono>
#include <cmath>
#include <mutex>

#include "base/streams.hpp"
#include "diagnostics/ess.hpp"
#include "diagnostics/ess_paper.hpp"
#include "diagnostics/rhat.hpp"
#include "io/table/summary_csv.hpp"
#include "run/bill.hpp"
#include "run/draw_output.hpp"
#include "run/init_file.hpp"
#include "run/parallel.hpp"
#include "run/select_outputs.hpp"

namespace cggibbs {
namespace {

using Clock = std::chrono::steady_clock;

double median_of(std::vector<double> v) {
  std::erase_if(v, [](double x) { return std::isnan(x); });
  if (v.empty()) return nan;
  const auto middle = v.begin() + static_cast<std::ptrdiff_t>(v.size() / 2);
  std::nth_element(v.begin(), middle, v.end());
  if (v.size() % 2 == 1) return *middle;
  return 0.5 * (*middle + *std::max_element(v.begin(), middle));
}

double min_of(const std::vector<double>& v) {
  double least = inf;
  for (double x : v) least = std::fmin(least, x);
  return std::isinf(least) ? nan : least;
}

class Run {
 public:
  Run(const Model& model, const FitSettings& settings, const std::atomic<bool>& interrupt,
      const FitCallbacks& callbacks)
      : model_(model),
        s_(settings),
        interrupt_(interrupt),
        callbacks_(callbacks),
        plan_(model),
        threads_(threads_to_use(settings)),
        begin_(Clock::now() - std::chrono::duration_cast<Clock::duration>(
                                  std::chrono::duration<double>(settings.seconds_before))),
        output_(settings, model.output_names(), select_outputs(model.output_names(), settings.save)) {}

  FitResult go(const std::vector<Rescaled>& original) {
    start_chains();
    try {
      sample();
    } catch (...) {
      output_.discard();
      throw;
    }
    return conclude(original);
  }

 private:
  double seconds() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }

  void start_chains() {
    std::vector<std::unique_ptr<Chain>> chains(s_.chains);
    std::vector<DrawSink> sinks;
    const auto given = s_.init.empty() ? StartValues{} : read_start_values(model_, s_.init);
    parallel_for(s_.chains, threads_, [&](std::size_t c) {
      chains[c] = std::make_unique<Chain>(model_, plan_, s_.chain, stream(Purpose::chain, c + 1),
                                          start_for(model_, given, s_.chain.seed, c + 1));
    });
    for (std::size_t c = 0; c < s_.chains; ++c) sinks.push_back(output_.sink(c, *chains[c]));
    runner_ = std::make_unique<Runner>(std::move(chains), std::move(sinks), s_.save_warmup, threads_);
  }

  void sample() {
    stopped_by_ = "draws";
    std::size_t reached = 0;
    while (reached < s_.draws) {
      const std::size_t target = target_ = round_target(reached);
      runner_->advance_to(target, stop_, [&] { tick(); });
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
    if (interrupt_) stop_ = true;
    if (s_.until.seconds && seconds() > *s_.until.seconds) stop_ = true;
    callbacks_.progress(progress(), live_);
  }

  Progress progress() {
    Progress p{runner_->glance(), seconds(), 0, s_.chain.warmup, s_.draws, s_.chain.thin};
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
    const std::size_t all = output_.names().size();
    const std::size_t step = s_.until.has_goals() ? 1 : std::max<std::size_t>(1, all / 200);
    Worst worst;
    double max_mcse = 0;
    live_ = {output_.draws(), 0, all, {}};
    std::mutex mutex;
    const auto add = [&](std::size_t i, double ess, double rhat, double mcse) {
      const std::lock_guard lock(mutex);
      worst.add(i, ess, rhat);
      max_mcse = std::fmax(max_mcse, mcse);
      ++live_.checked;
    };
    if (output_.online()) {
      parallel_for((all + step - 1) / step, threads_, [&](std::size_t k) {
        const Summary s = output_.online_summary(k * step);
        add(k * step, std::fmin(s.ess_bulk, s.ess_tail), s.rhat, s.mcse_mean / s.sd);
      });
    } else {
      output_.for_each_quantity(threads_, step, [&](std::size_t i, Chains x) {
        add(i, std::fmin(ess_bulk(x), ess_tail(x)), rhat(x),
            s_.until.mcse ? 1 / std::sqrt(ess_mean(x)) : nan);
      });
    }
    live_.quality = quality(worst, max_mcse);
  }

  /// Constant quantities (an indicator never switched on) have no ESS: nothing may be concluded before something has.
  static Quality quality(const Worst& worst, double max_mcse) {
    return {std::isinf(worst.min_ess) ? 0 : worst.min_ess, std::isinf(worst.max_rhat) ? inf : worst.max_rhat,
            max_mcse > 0 ? max_mcse : inf};
  }

  FitResult conclude(const std::vector<Rescaled>& original) {
    FitResult r;
    r.names = output_.names();
    r.chains = s_.chains;
    r.draws = output_.draws();
    r.interrupted = interrupt_;
    r.stopped_by = stopped_by_;
    std::vector<StanTiming> timing;
    for (const auto& c : runner_->chains()) {
      r.warmup_seconds += c->warmup_seconds();
      r.sampling_seconds += c->sampling_seconds();
      r.warmup_work += c->warmup_work();
      r.sampling_work += c->sampling_work();
      timing.push_back({c->warmup_seconds(), c->sampling_seconds()});
    }
    r.health = health_of(runner_->chains());
    if (r.draws == 0) {
      output_.discard();
      r.wall_seconds = seconds();
      return r;  // interrupted in warmup: nothing to write or to say
    }
    summarize_draws(r);
    r.missed = s_.until.missed(quality(r.mixing.worst, r.mixing.max_error));
    r.files = output_.finish(timing);
    if (!s_.output.empty()) write_summaries(r, original);
    r.wall_seconds = seconds();
    return r;
  }

  void summarize_draws(FitResult& r) const {
    const std::size_t n = r.names.size();
    r.summaries.resize(n);
    std::vector<double> ess(2 * n, nan), paper(2 * n, nan);
    if (output_.online()) {
      r.rank_error = output_.rank_error();
      parallel_for(n, threads_, [&](std::size_t i) {
        r.summaries[i] = output_.online_summary(i);
        ess[i] = r.summaries[i].ess_bulk;
        ess[n + i] = output_.online_ess_of_squares(i);
      });
    } else {
      output_.for_each_quantity(threads_, 1, [&](std::size_t i, Chains x) {
        r.summaries[i] = summarize(x);
        const Draws squares = map_draws(x, [](double v) { return v * v; });
        ess[i] = r.summaries[i].ess_bulk;
        ess[n + i] = ess_bulk(squares);
        paper[i] = ess_paper(x);
        paper[n + i] = ess_paper(squares);
      });
    }
    r.ess = {min_of(ess), median_of(ess)};
    r.ess_paper = {min_of(paper), median_of(paper)};
    r.max_rhat = nan;
    r.mixing = Mixing(r.chains);
    for (const Summary& s : r.summaries) {
      r.mixing.add(s);
      r.max_rhat = std::fmax(r.max_rhat, s.rhat);
    }
  }

  static SummaryCsvRow row(const std::string& name, const Summary& s, double factor) {
    return {name,           factor * s.mean, factor * s.median, factor * s.sd, factor * s.mad, factor * s.q5,
            factor * s.q95, s.rhat,          s.ess_bulk,        s.ess_tail};
  }

  void write_summaries(FitResult& r, const std::vector<Rescaled>& original) const {
    write_summary_csv(s_.output / "summary.csv", r.names.size(),
                      [&](std::size_t i) { return row(r.names[i], r.summaries[i], 1); });
    r.files.push_back(s_.output / "summary.csv");
    if (original.empty()) {
      std::error_code ignored;
      std::filesystem::remove(s_.output / "summary-original.csv", ignored);  // of an earlier run
      return;
    }
    std::vector<std::pair<const Rescaled*, const Summary*>> saved;
    for (const auto& o : original) {
      const auto found = std::find(r.names.begin(), r.names.end(), o.column);
      if (found != r.names.end())
        saved.emplace_back(&o, &r.summaries[static_cast<std::size_t>(found - r.names.begin())]);
    }
    write_summary_csv(s_.output / "summary-original.csv", saved.size(), [&](std::size_t i) {
      const auto& [o, summary] = saved[i];
      return row(o->name, *summary, o->factor);
    });
    r.files.push_back(s_.output / "summary-original.csv");
  }

  const Model& model_;
  const FitSettings& s_;
  const std::atomic<bool>& interrupt_;
  const FitCallbacks& callbacks_;
  Plan plan_;
  int threads_;
  Clock::time_point begin_;
  DrawOutput output_;
  std::unique_ptr<Runner> runner_;
  std::atomic<bool> stop_{false};
  LiveDiagnostics live_;
  std::size_t target_ = 0;  ///< draws of the round in hand
  double sampling_since_ = 0;
  std::string stopped_by_;
};

}  // namespace

int threads_to_use(const FitSettings& s) {
  const int cores = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  return std::min(s.threads > 0 ? s.threads : cores, static_cast<int>(s.chains));
}

FitResult fit(const Model& model, const FitSettings& settings, const std::vector<Rescaled>& original,
              const std::atomic<bool>& interrupt, const FitCallbacks& callbacks) {
  if (settings.check_resources) check_bill(make_bill(model, settings), settings);
  return Run(model, settings, interrupt, callbacks).go(original);
}

}  // namespace cggibbs
