// The chains of a script, advanced some iterations at a time, and what is monitored of them.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bugs/compile.hpp"
#include "jags/monitors.hpp"
#include "jags/session.hpp"
#include "run/chain.hpp"
#include "run/prepared.hpp"

namespace cggibbs::jags {

struct SamplingSettings {
  std::string sampler = "auto";
  int threads = 0;
  std::vector<std::uint64_t> seeds;  ///< by chain
  std::size_t warmup = 0;            ///< iterations before the first monitor
  std::size_t draws = 1;             ///< iterations after it
};

class Sampling {
 public:
  /// `starts` has the compiled model of each chain with its initial values; all have one structure.
  Sampling(bugs::CompiledModel compiled, std::vector<std::shared_ptr<const Model>> starts,
           const SamplingSettings& settings, const std::atomic<bool>& interrupt);

  /// False when interrupted.
  bool update(std::size_t iterations);
  void monitor(const std::string& node, MonitorType type, std::size_t thin);
  /// False where there is no such monitor.
  bool clear(const std::string& node, MonitorType type);
  /// The files for monitors of a node, or of all (*); any type where none is given. Returns notes; throws where there is
  /// nothing to write.
  std::vector<std::string> write_coda(const std::string& node, std::optional<MonitorType> type,
                                      const std::string& stem) const;
  std::string monitors_as_r() const;
  /// Of all parameters of a chain.
  NamedArrays parameters(std::size_t chain) const;
  /// One line for each parameter: a number, the sampler, the parameter.
  std::string samplers() const;

  std::size_t iteration() const { return iteration_; }
  const Prepared& prepared() const { return prepared_; }

 private:
  void advance(std::size_t iterations);
  bool compares_chains() const;

  std::vector<bugs::NodeArray> nodes_;
  Prepared prepared_;
  Plan plan_;
  Observed observed_;
  std::vector<std::unique_ptr<Chain>> chains_;
  std::vector<NodeMonitor> node_monitors_;
  std::vector<FitMonitor> fit_monitors_;
  std::size_t iteration_ = 0;
  int threads_;
  Rng rng_;
  const std::atomic<bool>& interrupt_;
};

}  // namespace cggibbs::jags
