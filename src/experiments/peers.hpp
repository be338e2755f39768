// Stan and JAGS where they are installed: the workers of bench/panel, run as programs of their own.
#pragma once

#include <filesystem>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "experiments/experiment.hpp"

namespace cggibbs {

class Peers {
 public:
  /// A checkout of this repository in which `make bench-setup` has run; empty: the working directory's or the program's own;
  /// "none": nobody is looked for.
  explicit Peers(const std::string& root);

  /// Looked for when first asked.
  bool has(const std::string& peer) const;
  /// Its version, or why it is not there.
  std::string note(const std::string& peer) const;

  /// The command that runs a job of this peer.
  std::vector<std::string> command(const std::string& peer) const;
  /// Compiles its model for a prior, once. False when that fails.
  bool make_ready(const std::string& peer, const std::string& prior,
                  const std::atomic<bool>& interrupt) const;

 private:
  struct Found {
    bool there = false;
    std::string note = {};
    std::map<std::string, bool> ready = {};
  };
  Found& find(const std::string& peer) const;

  std::filesystem::path root_;
  mutable std::mutex mutex_;
  mutable std::map<std::string, Found> found_;
};

Row run_peer(const Cell& cell, const Lab& lab);

}  // namespace cggibbs
