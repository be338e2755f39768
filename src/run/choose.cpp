// Rounds of pilots, each twice as long as the last, for those that may still win.
#include "run/choose.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <future>
#include <map>
#include <utility>

#include "base/streams.hpp"
#include "run/parallel.hpp"
#include "run/pilot.hpp"

namespace cggibbs {
namespace {

constexpr std::size_t chains_per_pilot = 2;
constexpr std::size_t first_length = 25, good_length = 200, shortest = 20;
/// Pilots may take this share of the predicted work of the run, or as much as a moment takes (3 s). The first
/// ones, without which nothing is known, may take that much each.
constexpr double share_of_run = 0.15;
constexpr double least_budget = 3e9, most_budget = 1e11;
/// Sweeps from a random start cost more than predicted, by up to this factor.
constexpr double transient = 8;
/// Predicted to be this many times dearer than another: not worth a pilot.
constexpr double hopeless = 50;
/// A contender this far behind the best leaves; short pilots say little, for they cannot see slow modes.
double gap_of(std::size_t length) {
  return length < 50 ? 30 : length < 100 ? 12 : length < 200 ? 6 : length < 400 ? 4 : 2.5;
}
/// Chains that have hardly moved have this effective sample size too (two of them, in halves): it says nothing.
constexpr double floor_ess = 4;
constexpr double most_divergences = 0.02;
/// What sizes have said counts this much.
constexpr double favour = 1.02;

struct Entry {
  bool alive = false;
  std::vector<std::size_t> picks;
  const Plan* plan = nullptr;
  std::vector<PilotChain> chains;
  double bound = 0;  ///< effective samples per million rows that it cannot exceed, when there is no score
};

class Pilots {
 public:
  Pilots(const std::vector<Contender>& contenders, const ChooseSettings& settings,
         const std::function<bool()>& go_on)
      : contenders_(contenders), s_(settings), go_on_(go_on), entries_(contenders.size()) {
    choice_.chosen = favourite(contenders);
    choice_.pilots.resize(contenders.size());
    for (std::size_t i = 0; i < contenders.size(); ++i) {
      choice_.pilots[i].name = contenders[i].sampler.name;
      choice_.pilots[i].sweep_cost = contenders[i].sampler.sweep_cost;
    }
    const double sweeps = static_cast<double>(s_.chains) * static_cast<double>(s_.warmup + s_.sweeps);
    budget_ = std::clamp(share_of_run * sweeps * contenders[choice_.chosen].sampler.sweep_cost, least_budget,
                         most_budget);
  }

  SamplerChoice go() && {
    enter();
    if (count_alive() < 2) return without_pilots();
    prepare();
    std::size_t length = first_affordable_length();
    const std::size_t longest = std::max(length, std::clamp<std::size_t>(s_.warmup, first_length, 1000));
    for (std::size_t round = 0; !stop_; ++round, length = std::min(2 * length, longest)) {
      const double gap = gap_of(length);
      if (!run_round(round, length, gap)) break;
      if (stop_) break;
      judge(gap);
      if (count_alive() < 2 || length == longest) break;
    }
    conclude();
    return std::move(choice_);
  }

 private:
  /// As long as a third of the budget allows: where sweeps cost nothing there is no need to judge by a few.
  std::size_t first_affordable_length() const {
    double sweeps = 0;
    for (std::size_t i = 0; i < entries_.size(); ++i)
      if (entries_[i].alive) sweeps += 2 * chains_per_pilot * sampler(i).sweep_cost;
    const double length = budget_ / 3 / std::max(sweeps, 1.0);
    return static_cast<std::size_t>(
        std::clamp(length, static_cast<double>(first_length), static_cast<double>(good_length)));
  }

  const SamplerCandidate& sampler(std::size_t i) const { return contenders_[i].sampler; }
  std::size_t count_alive() const {
    return static_cast<std::size_t>(
        std::count_if(entries_.begin(), entries_.end(), [](const Entry& e) { return e.alive; }));
  }

  /// Who is worth a pilot, from sizes.
  void enter() {
    const double best = sampler(choice_.chosen).promise();
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      std::string& outcome = choice_.pilots[i].outcome;
      if (!sampler(i).refused.empty())
        outcome = sampler(i).refused;
      else if (sampler(i).promise() * hopeless < best)
        outcome = "predicted to be far dearer";
      else if (chains_per_pilot * sampler(i).setup_cost > 0.5 * budget_)
        outcome = "its preparation alone is too dear for a pilot";
      else
        entries_[i].alive = true;
    }
  }

  /// The favourite stands when it is alone, and when it is too dear to be compared.
  SamplerChoice without_pilots() {
    choice_.reason = "by sizes";
    // Those with the same reason together.
    std::vector<std::pair<std::string, std::string>> outcomes;
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      const PilotReport& p = choice_.pilots[i];
      if (i == choice_.chosen || p.outcome.empty()) continue;
      const auto same =
          std::find_if(outcomes.begin(), outcomes.end(), [&](const auto& o) { return o.first == p.outcome; });
      if (same == outcomes.end())
        outcomes.emplace_back(p.outcome, p.name);
      else
        same->second += ", " + p.name;
    }
    for (const auto& [outcome, names] : outcomes) choice_.reason += fmt::format("; {}: {}", names, outcome);
    choice_.pilots[choice_.chosen].outcome = "chosen";
    return std::move(choice_);
  }

  void prepare() {
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      if (!entries_[i].alive) continue;
      const Model* model = contenders_[i].model;
      entries_[i].plan = &plans_.try_emplace(model, *model).first->second;
      entries_[i].picks = pick_outputs(*model);
      entries_[i].chains.resize(chains_per_pilot);
    }
  }

  struct Task {
    std::size_t entry, chain, length;
  };

  /// False when the budget allows no pilots longer than the last ones.
  bool run_round(std::size_t round, std::size_t length, double gap) {
    cap_ = std::max(0.0, budget_ - choice_.cost) / static_cast<double>(count_alive());
    std::vector<Task> favourites, others;
    bool longer = round == 0;
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      if (!entries_[i].alive) continue;
      const PilotReport& report = choice_.pilots[i];
      const double affordable =
          (cap_ / chains_per_pilot - sampler(i).setup_cost) / (2 * std::max(report.sweep_cost, 1.0));
      const auto most = static_cast<std::size_t>(std::clamp(affordable, 0.0, 1e6));
      const std::size_t mine = std::clamp(most, shortest, length);
      longer = longer || (most > shortest && 2 * mine > 3 * report.warmup);
      for (std::size_t c = 0; c < chains_per_pilot; ++c)
        (i == choice_.chosen ? favourites : others).push_back({i, c, mine});
    }
    if (!longer) return false;
    // The favourite first: what it reaches tells early which of the others are too dear.
    run_tasks(favourites, round, gap);
    if (!stop_) run_tasks(others, round, gap);
    return true;
  }

  void run_tasks(const std::vector<Task>& tasks, std::size_t round, double gap) {
    if (tasks.empty()) return;
    const double best = best_score();
    in_background([&] {
      parallel_for(tasks.size(), s_.threads, [&](std::size_t t) {
        const auto [i, c, length] = tasks[t];
        ChainSettings settings;
        settings.gibbs = sampler(i).gibbs;
        settings.seed = s_.seed;
        settings.warmup = length;
        const double setup = 2 * sampler(i).setup_cost;
        const double first = transient * 2 * static_cast<double>(length) * sampler(i).sweep_cost + setup;
        const double most = std::max(cap_, round == 0 ? std::min(chains_per_pilot * first, budget_) : 0.0);
        const PilotLimits limits{most / chains_per_pilot, 1e-6 * best / gap, setup};
        PilotChain& chain = entries_[i].chains[c];
        chain = run_pilot_chain(*contenders_[i].model, *entries_[i].plan, settings,
                                stream(Purpose::pilot, (i << 16) + (round << 8) + c), chain.state,
                                entries_[i].picks, limits, stop_);
      });
    });
    for (const auto& task : tasks)
      if (task.chain == 0) read_pilot(task.entry, task.length);
  }

  /// Keeps the calling thread free to ask whether to go on.
  template <class F>
  void in_background(const F& work) {
    auto done = std::async(std::launch::async, work);
    try {
      while (done.wait_for(std::chrono::milliseconds(0)) != std::future_status::ready) {
        if (!go_on_()) stop_ = true;
        done.wait_for(std::chrono::milliseconds(100));
      }
    } catch (...) {
      stop_ = true;
      done.wait();
      throw;
    }
    done.get();
  }

  void read_pilot(std::size_t i, std::size_t length) {
    Entry& e = entries_[i];
    PilotReport& report = choice_.pilots[i];
    double sweeps = 0, spent = 0, draws = 0, sampling = 0, divergences = 0;
    bool too_dear = false;
    std::string error;
    for (const auto& c : e.chains) {
      too_dear = too_dear || c.too_dear;
      sweeps += static_cast<double>(c.sweeps);
      spent += c.cost;
      draws += static_cast<double>(c.draws);
      sampling += c.sampling_cost;
      divergences += static_cast<double>(c.divergences);
      if (error.empty()) error = c.error;
    }
    choice_.cost += spent;
    if (stop_) return;  // cut short: what is known from before stands
    report.tried = true;
    report.warmup = length;
    const double before = std::exchange(report.score, 0);
    if (!error.empty()) {
      report.outcome = "failed: " + error;
      e.alive = false;
      return;
    }
    report.sweep_cost = draws > 0 ? sampling / draws : spent / std::max(sweeps, 1.0);
    const double preparations = chains_per_pilot * 2 * sampler(i).setup_cost;
    e.bound = 1e6 * sweeps / std::max(spent - preparations, 0.2 * spent + 1);
    if (too_dear) {
      report.outcome = "too dear even if its draws were independent";
      e.alive = false;
      return;
    }
    const PilotEss ess = pilot_ess(e.chains);
    report.draws = ess.draws;
    report.outcome = ess.draws < length ? "cut short by the budget" : "";
    if (!ess.known) {
      if (ess.draws < length) {  // cut short before it could tell: what it has shown stands
        report.score = before;
        return;
      }
      report.outcome = "its draws do not vary";
      e.alive = false;
      return;
    }
    report.ess_median = ess.median;
    report.ess_low = ess.low;
    report.ess_min = ess.min;
    if (divergences > most_divergences * draws) {  // its draws may miss part of the posterior
      report.outcome = "its trajectories diverge";
      return;
    }
    const auto moved = [](double x) { return std::max(x - floor_ess, 0.1); };
    const double effective = std::cbrt(moved(ess.median) * moved(ess.low) * moved(ess.min));
    const double per_draw =
        effective / (static_cast<double>(ess.draws) * static_cast<double>(e.chains.size()));
    report.score = 1e6 * per_draw / (std::max(report.sweep_cost, 1.0) * sampler(i).price);
  }

  double best_score() const {
    double best = 0;
    for (const auto& p : choice_.pilots) best = std::max(best, p.score);
    return best;
  }

  void judge(double gap) {
    const double best = best_score();
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      if (!entries_[i].alive) continue;
      PilotReport& report = choice_.pilots[i];
      const double hope = report.score > 0 ? gap * report.score : entries_[i].bound;
      if (hope >= best) continue;
      entries_[i].alive = false;
      report.outcome = report.score > 0 ? "behind" : "too dear even if its draws were independent";
    }
  }

  void conclude() {
    choice_.stopped = stop_;
    const std::size_t by_sizes = choice_.chosen;
    double best = 0;
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      const PilotReport& p = choice_.pilots[i];
      double score = p.score * (i == by_sizes ? favour : 1);
      // Short pilots flatter slow samplers: a favourite that the budget did not let draw is taken to have every other
      // draw independent.
      if (i == by_sizes && entries_[i].alive && p.score == 0) score = 0.5 * entries_[i].bound;
      if (score <= best) continue;
      best = score;
      choice_.chosen = i;
    }
    // A favourite that cannot run is no choice while another can.
    if (best == 0 && choice_.pilots[by_sizes].outcome.starts_with("failed"))
      for (std::size_t i = 0; i < entries_.size(); ++i)
        if (entries_[i].alive) choice_.chosen = i;
    const PilotReport& winner = choice_.pilots[choice_.chosen];
    std::string others;
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      PilotReport& p = choice_.pilots[i];
      if (p.outcome.empty()) p.outcome = i == choice_.chosen ? "chosen" : "behind";
      if (i == choice_.chosen || !p.tried) continue;
      others += others.empty() ? "; " : ", ";
      others +=
          p.score > 0 ? fmt::format("{} {:.2g}", p.name, p.score) : fmt::format("{} {}", p.name, p.outcome);
    }
    if (winner.score > 0)
      choice_.reason =
          fmt::format("pilot: {:.2g} effective samples per million rows{}", winner.score, others);
    else
      choice_.reason = "by sizes, for its pilot gave no effective samples" + others;
    if (stop_) choice_.reason += "; pilots were stopped early";
  }

  const std::vector<Contender>& contenders_;
  const ChooseSettings& s_;
  const std::function<bool()>& go_on_;
  std::vector<Entry> entries_;
  std::map<const Model*, Plan> plans_;
  double budget_ = 0, cap_ = 0;  ///< of all pilots; of each in this round
  std::atomic<bool> stop_{false};
  SamplerChoice choice_;
};

}  // namespace

std::size_t favourite(const std::vector<Contender>& contenders) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < contenders.size(); ++i) {
    const SamplerCandidate& c = contenders[i].sampler;
    if (c.refused.empty() && c.promise() > contenders[best].sampler.promise()) best = i;
  }
  return best;
}

SamplerChoice choose_sampler(const std::vector<Contender>& contenders, const ChooseSettings& settings,
                             const std::function<bool()>& go_on) {
  return Pilots(contenders, settings, go_on).go();
}

nlohmann::json choice_record(const SamplerChoice& choice) {
  nlohmann::json j;
  j["chosen"] = choice.pilots[choice.chosen].name;
  j["reason"] = choice.reason;
  j["stopped_early"] = choice.stopped;
  j["pilot_cost"] = choice.cost;
  for (const auto& p : choice.pilots) {
    nlohmann::json row{
        {"sampler", p.name}, {"tried", p.tried}, {"outcome", p.outcome}, {"sweep_cost", p.sweep_cost}};
    if (p.tried) {
      row["pilot_warmup"] = p.warmup;
      row["pilot_draws"] = p.draws;
      row["ess_per_million_rows"] = p.score;
      row["ess"] = {{"median", p.ess_median}, {"low", p.ess_low}, {"min", p.ess_min}};
    }
    j["candidates"].push_back(row);
  }
  return j;
}

}  // namespace cggibbs
