// The commands of a script, one after the other.
#include "jags/session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cggibbs/error.hpp>
#include <map>
#include <optional>
#include <set>

#include "base/utf8.hpp"
#include "bugs/compile.hpp"
#include "io/data/data_file.hpp"
#include "io/data/r_dump_writer.hpp"
#include "io/file/atomic_file.hpp"
#include "io/file/text_file.hpp"
#include "jags/sampling.hpp"
#include "jags/targets.hpp"

namespace cggibbs::jags {
namespace {

class Session {
 public:
  Session(const std::vector<Step>& steps, std::filesystem::path directory, const SessionSettings& settings,
          const std::atomic<bool>& interrupt)
      : steps_(steps),
        directory_(std::move(directory)),
        settings_(settings),
        interrupt_(interrupt),
        seed_(settings.seed),
        modules_({"basemod", "bugs"}) {}

  bool run() {
    check_targets(steps_, directory_);
    for (at_ = 0; at_ < steps_.size(); ++at_) {
      const auto& [command, source] = steps_[at_];
      try {
        carry_out(command);
      } catch (const Error& e) {
        throw Error(fmt::format("{}:{}: {}", source, command.line, e.marked()));
      }
      if (interrupt_) return false;
    }
    return true;
  }

 private:
  void carry_out(const Command& c) {
    switch (c.verb) {
      case Verb::model_in:
        return read_model(path(c));
      case Verb::model_clear:
        source_.reset();
        return forget();
      case Verb::data_in:
        return read_data(path(c));
      case Verb::data_clear:
        data_ = {};
        return;
      case Verb::data_to:
        return write_text_atomically(path(c), r_dump(data_));
      case Verb::compile:
        return compile(c.count("nchains", 1));
      case Verb::parameters_in:
        return read_parameters(c);
      case Verb::parameters_to:
        return write_text_atomically(path(c), r_dump(sampling("parameters to").parameters(chain_of(c))));
      case Verb::initialize:
        return initialize();
      case Verb::adapt:
      case Verb::update:
        return update(c);
      case Verb::monitor_set:
        return sampling("monitor").monitor(c.operand, parse_monitor_type(c.option("type", "trace")),
                                           c.count("thin", 1));
      case Verb::monitor_clear:
        if (!sampling("monitor clear").clear(c.operand, parse_monitor_type(c.option("type", "trace"))))
          throw Error(fmt::format("'{}' is not monitored.", c.operand));
        return;
      case Verb::monitors_to:
        return write_text_atomically(path(c), sampling("monitors to").monitors_as_r());
      case Verb::coda:
        return write_coda(c);
      case Verb::samplers_to:
        return write_text_atomically(path(c), sampling("samplers to").samplers());
      case Verb::load:
        return load(c.operand);
      case Verb::unload:
        if (std::erase(modules_, c.operand) == 0)
          throw Error(fmt::format("module '{}' is not loaded.", c.operand));
        return;
      case Verb::list_modules:
        settings_.say("Modules:\n");
        for (const auto& m : modules_) settings_.say(fmt::format("  {}\n", m));
        return;
      case Verb::list_factories:
        return settings_.say("Samplers are chosen from the model: `samplers to FILE` tells which.\n");
      case Verb::set_factory:
        return settings_.say(
            fmt::format("Note: factory {} is JAGS's; samplers are chosen from the model here.\n", c.operand));
      case Verb::set_seed:
        seed_ = c.count("", 1);
        return;
      case Verb::cd:
        return change_directory(path(c));
      case Verb::pwd:
        return settings_.say(std::filesystem::weakly_canonical(directory_).string() + "\n");
      case Verb::dir:
        return list_directory();
      case Verb::run:
      case Verb::exit:
        return;  // read_script and run() have seen to them
    }
  }

  std::filesystem::path path(const Command& c) const { return (directory_ / c.operand).lexically_normal(); }
  void forget() {
    sampling_.reset();
    compiled_.reset();
    inits_.clear();
  }
  Sampling& sampling(const char* command) {
    if (!sampling_) throw Error(fmt::format("'{}' comes after 'initialize'.", command));
    return *sampling_;
  }

  void read_model(const std::filesystem::path& file) {
    forget();
    source_ =
        bugs::Source{std::string(without_byte_order_mark(read_text_file(file.string()))), file.string()};
  }

  void read_data(const std::filesystem::path& file) {
    settings_.say(fmt::format("Reading data file {}\n", file.string()));
    DataFile read = read_data_file(file.string());
    for (const auto& note : read.notes) settings_.say("Note: " + note + "\n");
    for (const auto& [name, array] : read.arrays) data_.set(name, array);
  }

  /// What later commands monitor, up to the next compile; all parameters where one of them writes these.
  std::vector<std::string> monitored() const {
    std::vector<std::string> out;
    bool all_parameters = false;
    for (std::size_t i = at_ + 1; i < steps_.size() && steps_[i].command.verb != Verb::compile; ++i) {
      const Command& c = steps_[i].command;
      if (c.verb == Verb::parameters_to) all_parameters = true;
      if (c.verb == Verb::monitor_set && (!FitMonitor::is_one(c.operand) || is_node(c.operand)))
        out.push_back(c.operand);
    }
    if (all_parameters || out.empty())
      for (const auto& node : compiled_->nodes)
        if (node.parameters > 0) out.push_back(node.name);
    return out;
  }
  bool is_node(const std::string& name) const {
    return std::any_of(compiled_->nodes.begin(), compiled_->nodes.end(),
                       [&](const auto& n) { return n.name == name; });
  }
  /// Rows keep their places where observed nodes are looked at one by one.
  bool looks_at_rows() const {
    return std::any_of(steps_.begin(), steps_.end(), [](const Step& s) {
      return s.command.verb == Verb::monitor_set && FitMonitor::is_one(s.command.operand);
    });
  }

  bugs::CompiledModel compile_with(const NamedArrays& inits) const {
    return bugs::compile(
        *source_, data_,
        {.monitor = monitored_, .inits = inits, .merge_rows = !looks_at_rows(), .seed = data_seed_});
  }

  void compile(std::size_t chains) {
    if (!source_) throw Error("there is no model to compile: `model in FILE` comes first.");
    forget();
    settings_.say("Compiling model graph\n");
    monitored_.clear();
    data_seed_ = seed_;  // what a data block draws stays as it is
    compiled_ = compile_with({});
    std::size_t observed = 0, parameters = 0, computed = 0;
    for (const auto& node : compiled_->nodes) {
      observed += node.observed;
      parameters += node.parameters;
      computed += node.computed;
    }
    settings_.say(
        fmt::format("Graph information:\n   Observed elements: {}\n   Unobserved stochastic elements: {}\n   "
                    "Computed elements: {}\n",
                    observed, parameters, computed));
    for (const auto& note : compiled_->problem.notes) settings_.say("Note: " + note + "\n");
    inits_.resize(chains);
  }

  std::size_t chain_of(const Command& c) const {
    const std::size_t chain = c.count("chain", 1);
    if (chain > inits_.size())
      throw Error(fmt::format("chain({}): there are {} chains.", chain, inits_.size()));
    return chain - 1;
  }

  void read_parameters(const Command& c) {
    if (!compiled_) throw Error("'parameters in' comes after 'compile'.");
    if (sampling_) throw Error("'parameters in' comes before 'initialize'.");
    settings_.say(fmt::format("Reading parameter file {}\n", path(c).string()));
    const DataFile read = read_data_file(path(c).string());
    const bool one = c.options.count("chain") > 0;
    const std::size_t first = one ? chain_of(c) : 0, end = one ? first + 1 : inits_.size();
    for (std::size_t k = first; k < end; ++k)
      for (const auto& [name, array] : read.arrays) inits_[k].set(name, array);
  }

  void initialize() {
    if (!compiled_) throw Error("'initialize' comes after 'compile'.");
    if (sampling_) throw Error("the model is initialized already.");
    settings_.say("Initializing model\n");
    monitored_ = monitored();
    SamplingSettings s{
        .sampler = settings_.sampler, .threads = settings_.threads, .seeds = {}, .warmup = 0, .draws = 0};
    count_iterations(s);
    std::optional<bugs::CompiledModel> first;  // pilots start from its initial values, too
    std::map<std::string, std::shared_ptr<const Model>> by_inits;
    std::vector<std::shared_ptr<const Model>> starts;
    for (NamedArrays& inits : inits_) {
      const NamedArray* seed = inits.find(".RNG.seed");
      s.seeds.push_back(seed != nullptr && seed->values.size() == 1 && seed->values[0] >= 0
                            ? static_cast<std::uint64_t>(seed->values[0])
                            : seed_);
      NamedArrays own;
      for (const auto& [name, array] : inits)
        if (!name.starts_with(".RNG.")) own.add(name, array);
      auto& model = by_inits[r_dump(own)];
      if (!model) {
        bugs::CompiledModel compiled = compile_with(own);
        model = compiled.problem.model;
        if (!first) first = std::move(compiled);
      }
      starts.push_back(model);
    }
    sampling_ = std::make_unique<Sampling>(std::move(*first), starts, s, interrupt_);
    settings_.say(fmt::format("Sampler: {}\n", sampling_->prepared().sampler));
  }

  /// A mistake in it is told when it is its turn.
  static std::size_t later_count(const Command& c) {
    try {
      return c.count("", 1);
    } catch (const Error&) {
      return 0;
    }
  }

  /// Before and after the first monitor, as far as the script goes on with these chains.
  void count_iterations(SamplingSettings& s) const {
    bool monitoring = false;
    for (std::size_t i = at_ + 1; i < steps_.size(); ++i) {
      const Command& c = steps_[i].command;
      if (c.verb == Verb::compile || c.verb == Verb::model_in || c.verb == Verb::model_clear) break;
      if (c.verb == Verb::monitor_set) monitoring = true;
      if (c.verb == Verb::update || c.verb == Verb::adapt)
        (monitoring ? s.draws : s.warmup) += later_count(c);
    }
  }

  void update(const Command& c) {
    const std::size_t n = c.count("", 1), by = std::min(n, c.count("by", n));
    Sampling& chains = sampling(c.verb == Verb::adapt ? "adapt" : "update");
    settings_.say(fmt::format("{} {}\n", c.verb == Verb::adapt ? "Adapting" : "Updating", n));
    for (std::size_t done = 0; done < n; done += by) {
      if (!chains.update(std::min(by, n - done))) return;
      if (by < n) settings_.say("*");
    }
    if (by < n) settings_.say(" 100%\n");
  }

  void write_coda(const Command& c) {
    const auto found = c.options.find("type");
    const std::optional<MonitorType> type =
        found == c.options.end() ? std::nullopt : std::optional(parse_monitor_type(found->second));
    for (const auto& note : sampling("coda").write_coda(c.operand, type, coda_stem(c, directory_)))
      settings_.say("Note: " + note + "\n");
  }

  void load(const std::string& module) {
    static const std::set<std::string> known{"basemod", "bugs", "glm", "dic", "mix", "lecuyer", "msm"};
    if (known.count(module) == 0)
      throw Error(fmt::format(
          "there is no module '{}'. What basemod, bugs, glm and dic have is always there.", module));
    settings_.say(fmt::format("Loading module: {}: ok\n", module));
    if (std::find(modules_.begin(), modules_.end(), module) == modules_.end()) modules_.push_back(module);
  }

  void change_directory(const std::filesystem::path& to) {
    if (!std::filesystem::is_directory(to)) throw Error(fmt::format("{} is not a directory.", to.string()));
    directory_ = to;
  }

  void list_directory() const {
    std::set<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(directory_.empty() ? "." : directory_))
      names.insert(entry.path().filename().string());
    for (const auto& name : names) settings_.say(name + "\n");
  }

  const std::vector<Step>& steps_;
  std::size_t at_ = 0;
  std::filesystem::path directory_;
  const SessionSettings& settings_;
  const std::atomic<bool>& interrupt_;
  std::uint64_t seed_, data_seed_ = seed_;
  std::vector<std::string> modules_;
  std::optional<bugs::Source> source_;
  NamedArrays data_;
  std::optional<bugs::CompiledModel> compiled_;
  std::vector<std::string> monitored_;
  std::vector<NamedArrays> inits_;  // by chain
  std::unique_ptr<Sampling> sampling_;
};

}  // namespace

bool run_script(const std::vector<Step>& steps, const std::filesystem::path& directory,
                const SessionSettings& settings, const std::atomic<bool>& interrupt) {
  return Session(steps, directory, settings, interrupt).run();
}

}  // namespace cggibbs::jags
