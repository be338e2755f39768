// Rounds of pilots, each twice as long as the last, for those that may still win.
#include "run/choose.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <future>
#include <map>
#include <utility>

#include "base/streams.hpp"
#include "run/parallel.hpp"
#include "run/pilot.hpp"
#include "run/unique_names.hpp"
#include "samplers/linear/improper.hpp"

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
/// A sampler that seems too dear in its warmup may be so only there: it gets this share of the budget first.
constexpr double share_of_warmup = 1.0 / 16;
/// Chains that have hardly moved have this effective sample size too (two of them, in halves): it says nothing.
constexpr double floor_ess = 4;
constexpr double most_divergences = 0.02;
constexpr const char *diverged = "its trajectories diverge", *still = "its draws do not vary";
/// What sizes have said counts this much.
constexpr double favour = 1.02;

struct Entry {
  bool alive = false;
  std::vector<std::size_t> picks;
  const Plan* plan = nullptr;
  std::vector<PilotChain> chains;
  double bound = 0;  ///< effective samples per million rows that it cannot exceed, when there is no score
  double hope = 0;   ///< the score that it may have had, when there is one
  bool called_back = false;  ///< not judged before its next pilot
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
      if (round == 0) settle_disputes();  // before the scores of those who are wrong send others home
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
    choice_.reason = reason_by_sizes(choice_);
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
    const double best = best_score(), warmup = patience();
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
        const PilotLimits limits{most / chains_per_pilot, 1e-6 * best / gap, std::max(setup, warmup)};
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
      report.ran_away = report.ran_away || c.ran_away;
      if (c.improper) throw ImproperPosterior(c.error);  // for every sampler alike
    }
    choice_.cost += spent;
    e.called_back = false;
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
    e.bound = draws >= handful ? 1e6 * draws / std::max(sampling, 1.0)
                               : 1e6 * (sweeps + handful) / std::max(spent - preparations, 0.2 * spent + 1);
    if (too_dear) {
      report.score = before;
      if (before == 0) report.draws = fewest_draws(e.chains);
      report.outcome = before > 0         ? "behind"
                       : draws >= handful ? "too dear even if its draws were independent"
                       : spent > chains_per_pilot * chain_of_best()
                           ? "its warmup alone is dearer than a whole chain of the best"
                           : "given up in warmup, dearer so far than any that could win";
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
      report.outcome = still;
      e.alive = false;
      return;
    }
    report.ess_median = ess.median;
    report.ess_low = ess.low;
    report.ess_min = ess.min;
    if (divergences > most_divergences * draws) {  // its draws may miss part of the posterior
      report.outcome = diverged;
      return;
    }
    const auto moved = [](double x) { return std::max(x - floor_ess, 0.1); };
    const double effective = std::cbrt(moved(ess.median) * moved(ess.low) * moved(ess.min));
    const double price = static_cast<double>(ess.draws) * static_cast<double>(e.chains.size()) *
                         std::max(report.sweep_cost, 1.0) * sampler(i).price;
    report.score = 1e6 * effective / price;
    e.hope = 1e6 * std::max(effective, handful) / price;
  }

  const PilotReport& best_pilot() const {
    return *std::max_element(choice_.pilots.begin(), choice_.pilots.end(),
                             [](const PilotReport& a, const PilotReport& b) { return a.score < b.score; });
  }
  double best_score() const { return best_pilot().score; }
  /// What the best so far would take for one chain of the run.
  double chain_of_best() const {
    return static_cast<double>(s_.warmup + s_.sweeps) * best_pilot().sweep_cost;
  }
  double patience() const {
    const auto chains = static_cast<double>(chains_per_pilot * entries_.size());
    return std::min(share_of_warmup * budget_ / chains, chain_of_best());
  }

  void judge(double gap) {
    const double best = best_score();
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      if (!entries_[i].alive || entries_[i].called_back) continue;
      PilotReport& report = choice_.pilots[i];
      const double hope = report.score > 0 ? gap * entries_[i].hope : entries_[i].bound;
      if (hope >= best) continue;
      entries_[i].alive = false;
      if (report.outcome == diverged) continue;
      report.outcome = report.score > 0 ? "behind" : "too dear even if its draws were independent";
    }
  }

  /// Pilots as witnesses: those that drew, and whose trajectories did not miss what they could not follow.
  void settle_disputes() {
    std::vector<Witness> witnesses;
    std::vector<std::size_t> who;
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      const PilotReport& p = choice_.pilots[i];
      if (!p.tried || p.draws == 0 || p.outcome.starts_with("failed") || p.outcome == diverged) continue;
      if (p.disbelieved) continue;  // heard before
      const auto names = unique_names(contenders_[i].model->output_names());
      Witness w{
          p.name, {}, [&e = entries_[i]](std::size_t k) { return pilot_draws(e.chains, k); }, p.ess_min};
      for (std::size_t k : entries_[i].picks) w.quantities.push_back(names[k]);
      // Forms of a model have log densities that differ by a constant.
      w.quantities.push_back(contenders_[i].model == contenders_[0].model ? "log density"
                                                                          : "log density (other form)");
      witnesses.push_back(std::move(w));
      who.push_back(i);
    }
    auto disputes = find_disputes(witnesses, s_.threads);
    const auto out = disbelieved(witnesses.size(), disputes);
    // What nobody could settle after the first pilots may have vanished with more draws.
    std::erase_if(choice_.disputes, [&](const Dispute& d) {
      return !choice_.pilots[d.a].disbelieved && !choice_.pilots[d.b].disbelieved;
    });
    for (auto& d : disputes) {
      if (out[d.a]) disbelieve(who[d.a], d.sampler_b, d.quantity);
      if (out[d.b]) disbelieve(who[d.b], d.sampler_a, d.quantity);
      d.a = who[d.a];
      d.b = who[d.b];
      choice_.disputes.push_back(std::move(d));
    }
  }

  /// Those that left because they could not keep up with it get another chance, as far as the budget goes.
  void disbelieve(std::size_t i, const std::string& other, const std::string& quantity) {
    PilotReport& report = choice_.pilots[i];
    if (std::exchange(report.disbelieved, true)) return;
    entries_[i].alive = false;
    report.score = 0;
    report.outcome = fmt::format("disagrees with {} on {}", other, quantity);
    for (std::size_t k = 0; k < entries_.size(); ++k) {
      const PilotReport& p = choice_.pilots[k];
      if (p.tried && !p.disbelieved && p.outcome != still && !p.outcome.starts_with("failed"))
        entries_[k].alive = entries_[k].called_back = true;
    }
  }

  /// Nobody is left to choose: the posterior is at fault, not a sampler.
  void give_up_where_all_ran_away() const {
    std::size_t tried = 0, away = 0;
    const std::string* message = nullptr;
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      tried += choice_.pilots[i].tried;
      if (!choice_.pilots[i].ran_away) continue;
      ++away;
      for (const auto& c : entries_[i].chains)
        if (c.ran_away && !message) message = &c.error;
    }
    if (message && tried == away)
      throw Error(
          *message +
          ", and so do those of every other sampler tried: the data do not bound this parameter. Give it "
          "a proper prior (normal(0, 10), say, in place of flat).");
  }

  void conclude() {
    choice_.stopped = stop_;
    give_up_where_all_ran_away();
    settle_disputes();
    const std::size_t by_sizes = choice_.chosen;
    double best = 0;
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      const PilotReport& p = choice_.pilots[i];
      if (p.disbelieved) continue;
      double score = p.score * (i == by_sizes ? favour : 1);
      // Short pilots flatter slow samplers: a favourite that the budget did not let draw is taken to have every other
      // draw independent.
      if (i == by_sizes && entries_[i].alive && p.score == 0) score = 0.5 * entries_[i].bound;
      if (score <= best) continue;
      best = score;
      choice_.chosen = i;
    }
    // A favourite that cannot run, or should not, is no choice while another can.
    if (best == 0 &&
        (choice_.pilots[by_sizes].disbelieved || choice_.pilots[by_sizes].outcome.starts_with("failed")))
      for (std::size_t i = 0; i < entries_.size(); ++i)
        if (entries_[i].alive) choice_.chosen = i;
    choice_.warnings = pilot_warnings(choice_);
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      std::string& outcome = choice_.pilots[i].outcome;
      if (outcome.empty()) outcome = i == choice_.chosen ? "chosen" : "behind";
    }
    choice_.reason = reason_by_pilots(choice_);
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

}  // namespace cggibbs
