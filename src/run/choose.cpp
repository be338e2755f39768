// Rounds of pilots, each twice as long as the last, for those that may still win.
#include "run/choose.hpp"

#include <algorithm>
#include <chrono>
#include <future>
#include <map>

#include "base/streams.hpp"
#include "run/parallel.hpp"
#include "run/race.hpp"

namespace cggibbs {
namespace {

constexpr std::size_t first_length = 25, good_length = 200, shortest = 20;
/// All pilots together may take this share of the predicted work of the run, or as much as a moment takes (0.2 s). Once a
/// contender has shown what its run would take, the shortest of these is the run; the favourite, who goes first, may take a third.
constexpr double share_of_run = 0.1, share_of_favourite = 1.0 / 3;
constexpr double least_seconds = 0.2, most_seconds = 100;
/// Where sizes promise so many times as much of one as of any other, pilots of a short run have their share of it and no moment.
constexpr double clear_favourite = 4;
/// A brief choice is by sizes where pilots would have less than this.
constexpr double shortest_seconds = 0.01;
/// Predicted to be this many times dearer than another: not worth a pilot.
constexpr double hopeless = 50;
/// A contender this far behind the best leaves; short pilots say little, for they cannot see slow modes.
double gap_of(std::size_t length) {
  return length < 50 ? 30 : length < 100 ? 12 : length < 200 ? 6 : length < 400 ? 4 : 2.5;
}
/// A sampler that seems too dear in its warmup may be so only there: it gets this share of the budget first.
constexpr double share_of_warmup = 1.0 / 16;
class Pilots {
 public:
  Pilots(const std::vector<Contender>& contenders, const ChooseSettings& settings,
         const std::function<bool()>& go_on)
      : race_{contenders, settings, std::vector<Entry>(contenders.size())}, s_(settings), go_on_(go_on) {
    race_.choice.chosen = favourite(contenders);
    race_.choice.pilots.resize(contenders.size());
    for (std::size_t i = 0; i < contenders.size(); ++i) {
      race_.choice.pilots[i].name = contenders[i].sampler.name;
      race_.choice.pilots[i].sweep_cost = contenders[i].sampler.sweep_cost;
    }
    race_.budget = budget(race_.priced(race_.choice.chosen, race_.sampler(race_.choice.chosen).sweep_cost));
  }

  SamplerChoice go() && {
    enter();
    drop_unaffordable();
    if (s_.brief && race_.budget < shortest_seconds * 1e9 / model_row_price(*race_.contenders.front().model))
      drop_all_but_favourite();
    if (race_.count_alive() < 2) return without_pilots();
    prepare();
    std::size_t length = first_affordable_length();
    const std::size_t longest = std::max(length, std::clamp<std::size_t>(s_.warmup, first_length, 1000));
    for (std::size_t round = 0; !race_.stop; ++round, length = std::min(2 * length, longest)) {
      const double gap = gap_of(length);
      if (!run_round(round, length, gap)) break;
      if (race_.stop) break;
      if (round == 0) settle_disputes(race_);  // before the scores of those who are wrong send others home
      judge(race_, gap);
      if (race_.count_alive() < 2 || length == longest) break;
    }
    conclude(race_);
    return std::move(race_.choice);
  }

 private:
  /// Of all pilots, where a sweep of the run costs so much.
  double budget(double sweep_cost) const {
    const double sweeps = static_cast<double>(s_.chains) * static_cast<double>(s_.warmup + s_.sweeps);
    const double second = 1e9 / model_row_price(*race_.contenders.front().model), run = sweeps * sweep_cost;
    const double moment = s_.brief || favourite_is_clear() ? 0 : least_seconds * second;
    return std::clamp(share_of_run * run, moment, most_seconds * second);
  }

  bool favourite_is_clear() const {
    const double best = race_.sampler(race_.choice.chosen).promise();
    for (std::size_t i = 0; i < race_.entries.size(); ++i)
      if (i != race_.choice.chosen && race_.sampler(i).refused.empty() &&
          clear_favourite * race_.sampler(i).promise() > best)
        return false;
    return true;
  }

  /// As long as a third of the budget allows: where sweeps cost nothing there is no need to judge by a few.
  std::size_t first_affordable_length() const {
    double sweeps = 0;
    for (std::size_t i = 0; i < race_.entries.size(); ++i)
      if (race_.entries[i].alive)
        sweeps += 2 * chains_per_pilot * race_.priced(i, race_.sampler(i).sweep_cost);
    const double length = race_.budget / 3 / std::max(sweeps, 1.0);
    return static_cast<std::size_t>(
        std::clamp(length, static_cast<double>(first_length), static_cast<double>(good_length)));
  }

  /// Who is worth a pilot, from sizes.
  void enter() {
    const double best = race_.sampler(race_.choice.chosen).promise();
    for (std::size_t i = 0; i < race_.entries.size(); ++i) {
      Outcome& outcome = race_.choice.pilots[i].outcome;
      if (!race_.sampler(i).refused.empty())
        outcome = {Outcome::Kind::refused, race_.sampler(i).refused};
      else if (race_.sampler(i).promise() * hopeless < best)
        outcome = {Outcome::Kind::hopeless};
      else
        race_.entries[i].alive = true;
    }
  }

  /// Sweeps of warmup and as many draws, of each chain, that `cap` pays for.
  double affordable(std::size_t i, double cap) const {
    const double chain = cap / chains_per_pilot - race_.priced(i, race_.sampler(i).setup_cost);
    return chain / (2 * race_.priced(i, std::max(race_.choice.pilots[i].sweep_cost, 1.0)));
  }

  /// Before the first pilots: those whose share of the budget would not do leave, the dearest first, as long as there are any.
  void drop_unaffordable() {
    while (race_.count_alive() > 1) {
      const double cap =
          (1 - share_of_favourite) * race_.budget / static_cast<double>(race_.count_alive() - 1);
      std::size_t worst = race_.choice.chosen;
      double least = shortest;
      for (std::size_t i = 0; i < race_.entries.size(); ++i) {
        if (!race_.entries[i].alive || i == race_.choice.chosen || affordable(i, cap) >= least) continue;
        worst = i;
        least = affordable(i, cap);
      }
      if (worst == race_.choice.chosen) return;
      race_.entries[worst].alive = false;
      race_.choice.pilots[worst].outcome = {Outcome::Kind::unaffordable};
    }
  }

  void drop_all_but_favourite() {
    for (std::size_t i = 0; i < race_.entries.size(); ++i) {
      if (!race_.entries[i].alive || i == race_.choice.chosen) continue;
      race_.entries[i].alive = false;
      race_.choice.pilots[i].outcome = {Outcome::Kind::unaffordable};
    }
  }

  /// The favourite stands when it is alone, and when it is too dear to be compared.
  SamplerChoice without_pilots() {
    race_.choice.reason = reason_by_sizes(race_.choice);
    race_.choice.pilots[race_.choice.chosen].outcome = {Outcome::Kind::chosen};
    return std::move(race_.choice);
  }

  void prepare() {
    for (std::size_t i = 0; i < race_.entries.size(); ++i) {
      if (!race_.entries[i].alive) continue;
      const Model* model = race_.contenders[i].model;
      race_.entries[i].plan = &plans_.try_emplace(model, *model).first->second;
      race_.entries[i].picks = pick_outputs(*model);
      race_.entries[i].chains.resize(chains_per_pilot);
    }
  }

  struct Task {
    std::size_t entry, chain, length;
  };

  /// In the first round the favourite goes first: what it reaches tells early which of the others are too dear. Then the cheapest:
  /// where one of them makes the run shorter, less is left for the rest.
  void run_first_round(std::size_t length, double gap) {
    std::vector<std::size_t> others;
    double least = race_.budget;
    for (std::size_t i = 0; i < race_.entries.size(); ++i) {
      if (!race_.entries[i].alive) continue;
      least = std::min(least, budget(predicted_sweep(i)));
      if (i != race_.choice.chosen) others.push_back(i);
    }
    std::stable_sort(others.begin(), others.end(),
                     [&](std::size_t a, std::size_t b) { return predicted_sweep(a) < predicted_sweep(b); });
    run_alone(race_.choice.chosen, share_of_favourite * least, length, gap);
    for (std::size_t k = 0; k < others.size() && !race_.stop; ++k) {
      const double left = race_.budget - race_.choice.cost;
      run_alone(others[k], left / static_cast<double>(others.size() - k), length, gap);
    }
  }

  double predicted_sweep(std::size_t i) const { return race_.priced(i, race_.sampler(i).sweep_cost); }

  void run_alone(std::size_t i, double cap, std::size_t length, double gap) {
    bool ignored = true;
    run_tasks(tasks_of({i}, cap, length, ignored), 0, gap);
    if (race_.best_score() <= 0) return;
    const auto best = static_cast<std::size_t>(&race_.best_pilot() - race_.choice.pilots.data());
    race_.budget = std::min(race_.budget, budget(race_.priced(best, race_.best_pilot().sweep_cost)));
  }

  /// False when the budget allows no pilots longer than the last ones.
  bool run_round(std::size_t round, std::size_t length, double gap) {
    if (round == 0) {
      run_first_round(length, gap);
      return true;
    }
    std::vector<std::size_t> alive;
    for (std::size_t i = 0; i < race_.entries.size(); ++i)
      if (race_.entries[i].alive) alive.push_back(i);
    bool longer = false;
    const auto tasks = tasks_of(alive, race_.budget - race_.choice.cost, length, longer);
    if (longer) run_tasks(tasks, round, gap);
    return longer;
  }

  /// Chains of these contenders, who share `left` evenly. `longer`: one of them may run longer than before.
  std::vector<Task> tasks_of(const std::vector<std::size_t>& who, double left, std::size_t length,
                             bool& longer) {
    cap_ = std::max(0.0, left) / static_cast<double>(std::max<std::size_t>(who.size(), 1));
    std::vector<Task> tasks;
    for (std::size_t i : who) {
      const auto most = static_cast<std::size_t>(std::clamp(affordable(i, cap_), 0.0, 1e6));
      const std::size_t mine = std::clamp(most, shortest, length);
      longer = longer || (most > shortest && 2 * mine > 3 * race_.choice.pilots[i].warmup);
      for (std::size_t c = 0; c < chains_per_pilot; ++c) tasks.push_back({i, c, mine});
    }
    return tasks;
  }

  void run_tasks(const std::vector<Task>& tasks, std::size_t round, double gap) {
    if (tasks.empty()) return;
    const double best = race_.best_score(), warmup = patience();
    in_background([&] {
      parallel_for(tasks.size(), s_.threads, [&](std::size_t t) {
        const auto [i, c, length] = tasks[t];
        ChainSettings settings;
        settings.gibbs = race_.sampler(i).gibbs;
        settings.seed = s_.seed;
        settings.warmup = length;
        const double price = race_.sampler(i).price;
        const PilotLimits limits{cap_ / chains_per_pilot / price, 1e-6 * best * price / gap,
                                 std::max(2 * race_.sampler(i).setup_cost, warmup / price)};
        PilotChain& chain = race_.entries[i].chains[c];
        chain = run_pilot_chain(*race_.contenders[i].model, *race_.entries[i].plan, settings,
                                stream(Purpose::pilot, (i << 16) + (round << 8) + c), chain.state,
                                race_.entries[i].picks, limits, race_.stop);
      });
    });
    for (const auto& task : tasks)
      if (task.chain == 0) read_pilot(race_, task.entry, task.length);
  }

  /// Keeps the calling thread free to ask whether to go on.
  template <class F>
  void in_background(const F& work) {
    auto done = std::async(std::launch::async, work);
    try {
      while (done.wait_for(std::chrono::milliseconds(0)) != std::future_status::ready) {
        if (!go_on_()) race_.stop = true;
        done.wait_for(std::chrono::milliseconds(100));
      }
    } catch (...) {
      race_.stop = true;
      done.wait();
      throw;
    }
    done.get();
  }

  double patience() const {
    const auto chains = static_cast<double>(chains_per_pilot * race_.entries.size());
    return std::min(share_of_warmup * race_.budget / chains, race_.chain_of_best());
  }

  Race race_;
  const ChooseSettings& s_;
  const std::function<bool()>& go_on_;
  std::map<const Model*, Plan> plans_;
  double cap_ = 0;  ///< of each contender in this round
};

}  // namespace

std::size_t Race::count_alive() const {
  return static_cast<std::size_t>(
      std::count_if(entries.begin(), entries.end(), [](const Entry& e) { return e.alive; }));
}

const PilotReport& Race::best_pilot() const {
  return *std::max_element(choice.pilots.begin(), choice.pilots.end(),
                           [](const PilotReport& a, const PilotReport& b) { return a.score < b.score; });
}

double Race::chain_of_best() const {
  const auto best = static_cast<std::size_t>(&best_pilot() - choice.pilots.data());
  return static_cast<double>(settings.warmup + settings.sweeps) * priced(best, best_pilot().sweep_cost);
}

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
