// A small scheduler: each thread takes the idle chain that is furthest behind, for a few milliseconds at a
// time.
#include "run/runner.hpp"

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

namespace cggibbs {

using Clock = std::chrono::steady_clock;

Runner::Runner(std::vector<std::unique_ptr<Chain>> chains, DrawSink& sink, bool save_warmup, int threads,
               std::function<bool(const Chain&)> enough)
    : chains_(std::move(chains)),
      sink_(sink),
      sampling_(chains_.size()),
      done_(chains_.size()),
      enough_(std::move(enough)),
      save_warmup_(save_warmup),
      threads_(threads) {
  for (std::size_t i = 0; i < chains_.size(); ++i) counters_.push_back(std::make_unique<Counter>());
}

std::vector<Progress::PerChain> Runner::glance() const {
  std::vector<Progress::PerChain> all;
  for (const auto& c : counters_) all.push_back({c->sweeps.load(), c->draws.load(), c->warming.load()});
  return all;
}

void Runner::advance_to(std::size_t draws, const std::atomic<bool>& stop, const std::function<void()>& tick) {
  std::mutex mutex;
  std::condition_variable changed;
  std::vector<bool> busy(chains_.size(), false);
  std::exception_ptr failure;
  std::size_t working = 0;

  // With the lock held: the idle chain that is furthest behind, or the number of chains when there is none.
  const auto next_chain = [&] {
    std::size_t best = chains_.size();
    for (std::size_t i = 0; i < chains_.size(); ++i)
      if (!busy[i] && !done_[i] && chains_[i]->draws() < draws &&
          (best == chains_.size() || chains_[i]->sweeps() < chains_[best]->sweeps()))
        best = i;
    return best;
  };
  const auto turn = [&](std::size_t i) {
    Chain& chain = *chains_[i];
    const auto end = Clock::now() + std::chrono::milliseconds(10);
    do {
      if (!chain.warming() && !sampling_[i]) {
        sink_.begin_sampling(i, chain.adaptation());
        sampling_[i] = true;
      }
      if (const Draw* draw = chain.sweep(save_warmup_)) sink_.append(i, *draw);
      if (enough_) done_[i] = enough_(chain);
      counters_[i]->sweeps = chain.sweeps();
      counters_[i]->draws = chain.draws();
      counters_[i]->warming = chain.warming();
    } while (!done_[i] && chain.draws() < draws && !stop.load(std::memory_order_relaxed) &&
             Clock::now() < end);
  };
  // A thread that leaves for lack of idle chains is not missed: those still busy are taken again by their own
  // threads.
  const auto work = [&] {
    std::unique_lock lock(mutex);
    while (!stop.load(std::memory_order_relaxed) && !failure) {
      const std::size_t i = next_chain();
      if (i == chains_.size()) break;  // every unfinished chain has a thread, which stays with it
      busy[i] = true;
      lock.unlock();
      std::exception_ptr caught;
      try {
        turn(i);
      } catch (...) {
        caught = std::current_exception();
      }
      lock.lock();
      busy[i] = false;
      if (caught && !failure) failure = caught;
    }
    --working;
    changed.notify_all();
  };

  std::vector<std::thread> pool;
  const auto count = std::min<std::size_t>(static_cast<std::size_t>(std::max(1, threads_)), chains_.size());
  working = count;
  for (std::size_t t = 0; t < count; ++t) pool.emplace_back(work);
  {
    std::unique_lock lock(mutex);
    while (working > 0) {
      changed.wait_for(lock, std::chrono::milliseconds(100));
      const bool failed = failure != nullptr;
      lock.unlock();
      std::exception_ptr caught;
      try {
        if (!failed) tick();
      } catch (...) {
        caught = std::current_exception();
      }
      lock.lock();
      if (caught && !failure) failure = caught;
    }
  }
  for (auto& t : pool) t.join();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace cggibbs
