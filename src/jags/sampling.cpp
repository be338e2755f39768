// Chains, iterations and monitors.
#include "jags/sampling.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cggibbs/error.hpp>
#include <unordered_map>

#include "graph/start.hpp"
#include "run/parallel.hpp"
#include "run/sampler_settings.hpp"
#include "samplers/choose/factory.hpp"

namespace cggibbs::jags {
namespace {

/// Kernels learn for so long at least: what a script leaves out comes before its first iteration.
constexpr std::size_t least_warmup = 500;

Prepared prepare_chains(Problem problem, std::size_t chains, const SamplingSettings& s,
                        const std::atomic<bool>& interrupt) {
  FitSettings f;
  f.chain.gibbs = gibbs_settings({.sampler = s.sampler});
  f.chain.seed = s.seeds[0];
  f.chain.warmup = std::max(s.warmup, least_warmup);
  f.chains = chains;
  f.draws = std::max<std::size_t>(s.draws, 1);
  f.threads = s.threads;
  f.format = &draws_in_memory;
  f.brief_choice = true;
  Prepared p = prepare(std::move(problem), f, s.sampler);
  settle(p, [&] { return !interrupt.load(); });
  return p;
}

/// The place of every output in a draw.
std::unordered_map<std::string, std::size_t> columns_by_name(const Model& model) {
  std::unordered_map<std::string, std::size_t> out;
  for (const auto& name : model.output_names()) out.emplace(name, out.size());
  return out;
}

}  // namespace

Sampling::Sampling(bugs::CompiledModel compiled, std::vector<std::shared_ptr<const Model>> starts,
                   const SamplingSettings& settings, const std::atomic<bool>& interrupt)
    : nodes_(std::move(compiled.nodes)),
      prepared_(prepare_chains(std::move(compiled.problem), starts.size(), settings, interrupt)),
      plan_(*prepared_.model),
      observed_(*prepared_.model),
      chains_(starts.size()),
      threads_(threads_to_use(settings.threads, starts.size())),
      rng_(make_rng(settings.seeds[0], Purpose::simulate, 1)),
      interrupt_(interrupt) {
  const Model& model = *prepared_.model;
  parallel_for(chains_.size(), threads_, [&](std::size_t c) {
    ChainSettings s = prepared_.settings.chain;
    s.seed = settings.seeds[c];
    State start = make_state(*starts[c]);
    Rng rng = make_rng(s.seed, Purpose::start, c + 1);
    draw_valid_start(*starts[c], start, rng);
    // Another form of the model has other coordinates: it starts where it likes.
    const bool fits = !prepared_.is_rotated() && start.values.size() == model.state_size();
    chains_[c] = std::make_unique<Chain>(model, plan_, s, stream(Purpose::chain, c + 1),
                                         fits ? start.values : std::vector<double>{});
    for (std::size_t i = settings.warmup; i < s.warmup && !interrupt_; ++i) chains_[c]->sweep();
  });
}

bool Sampling::compares_chains() const {
  return !fit_monitors_.empty();
}

void Sampling::advance(std::size_t iterations) {
  parallel_for(chains_.size(), threads_, [&](std::size_t c) {
    for (std::size_t i = 1; i <= iterations && !interrupt_; ++i) {
      const Draw* draw = chains_[c]->sweep();
      if (draw == nullptr) continue;
      for (auto& m : node_monitors_) m.take(c, iteration_ + i, draw->values);
    }
  });
  iteration_ += iterations;
}

bool Sampling::update(std::size_t iterations) {
  if (!compares_chains()) {
    advance(iterations);
    return !interrupt_;
  }
  std::vector<const State*> states;
  for (const auto& chain : chains_) states.push_back(&chain->state());
  for (std::size_t i = 0; i < iterations && !interrupt_; ++i) {
    advance(1);
    for (auto& m : fit_monitors_) m.take(iteration_, observed_, states, rng_);
  }
  return !interrupt_;
}

void Sampling::monitor(const std::string& node, MonitorType type, std::size_t thin) {
  const auto same = [&](const auto& m) { return m.node() == node && m.type() == type; };
  if (std::any_of(node_monitors_.begin(), node_monitors_.end(), same) ||
      std::any_of(fit_monitors_.begin(), fit_monitors_.end(), same))
    throw Error(fmt::format("'{}' is already monitored as {}.", node, name(type)));
  const bool is_node =
      std::any_of(nodes_.begin(), nodes_.end(), [&](const auto& n) { return n.name == node; });
  if (FitMonitor::is_one(node) && !is_node) {
    fit_monitors_.emplace_back(node, type, iteration_ + 1, thin, chains_.size());
    return;
  }
  const auto columns = columns_by_name(*prepared_.model);
  std::vector<std::string> names;
  std::vector<std::size_t> at;
  for (const auto& element : bugs::monitored_names(node, nodes_))
    if (const auto found = columns.find(element); found != columns.end()) {
      names.push_back(element);
      at.push_back(found->second);
    }
  if (names.empty())
    throw Error(fmt::format("'{}' is known before sampling: there is nothing to monitor.", node));
  node_monitors_.emplace_back(node, type, iteration_ + 1, thin, chains_.size(), std::move(names),
                              std::move(at));
}

bool Sampling::clear(const std::string& node, MonitorType type) {
  const auto same = [&](const auto& m) { return m.node() == node && m.type() == type; };
  return std::erase_if(node_monitors_, same) + std::erase_if(fit_monitors_, same) > 0;
}

std::vector<std::string> Sampling::write_coda(const std::string& node, std::optional<MonitorType> type,
                                              const std::string& stem) const {
  const auto wanted = [&](const auto& m) {
    return (node == "*" || m.node() == node) && (!type || m.type() == *type);
  };
  std::vector<CodaTrace> traces, pooled_traces;
  std::vector<CodaNumber> numbers, pooled_numbers;
  for (const auto& m : node_monitors_)
    if (wanted(m) && m.draws() > 0) m.add_to(traces, numbers);
  for (const auto& m : fit_monitors_)
    if (wanted(m)) m.add_to(m.is_pooled() ? pooled_traces : traces, pooled_numbers);
  if (traces.empty() && numbers.empty() && pooled_traces.empty() && pooled_numbers.empty())
    throw Error(fmt::format("'{}': no monitor of that name has values.", node));
  std::vector<std::string> notes;
  const auto write = [&](const std::vector<CodaTrace>& all, bool pooled) {
    for (const auto& left_out : cggibbs::write_coda(stem, all, pooled))
      notes.push_back(fmt::format("'{}' has missing values and was left out.", left_out));
  };
  write(traces, false);
  write(pooled_traces, true);
  write_coda_table(stem, numbers, false);
  write_coda_table(stem, pooled_numbers, true);
  return notes;
}

std::string Sampling::monitors_as_r() const {
  std::string out;
  for (const MonitorType type : {MonitorType::trace, MonitorType::mean, MonitorType::variance}) {
    std::string list;
    for (const auto& m : node_monitors_)
      if (m.type() == type && m.draws() > 0)
        list += fmt::format("{}\"{}\" = {}", list.empty() ? "" : ",\n", m.node(), m.r_text());
    if (!list.empty()) out += fmt::format("`{}` <-\nlist({})\n", name(type), list);
  }
  return out;
}

NamedArrays Sampling::parameters(std::size_t chain) const {
  const Model& model = *prepared_.model;
  State state = chains_[chain]->state();
  std::vector<double> draw(model.n_outputs());
  record(model, state, draw);
  const auto columns = columns_by_name(model);
  NamedArrays out;
  for (const auto& node : nodes_) {
    if (node.parameters == 0) continue;
    NamedArray array{node.shape, {}};
    for (const auto& element : bugs::monitored_names(node.name, nodes_)) {
      const auto found = columns.find(element);
      array.values.push_back(found == columns.end() ? nan : draw[found->second]);
    }
    out.add(node.name, std::move(array));
  }
  return out;
}

std::string Sampling::samplers() const {
  const Model& model = *prepared_.model;
  const auto assigned = assign_samplers(model, prepared_.settings.chain.gibbs);
  std::string out;
  for (std::size_t i = 0; i < assigned.size(); ++i)
    out += fmt::format("{}\t{}\t{}\n", i + 1, assigned[i]->name, model.node(model.parameters()[i]).name);
  return out;
}

}  // namespace cggibbs::jags
