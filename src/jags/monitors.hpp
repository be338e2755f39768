// What a script monitors: draws of nodes, their means and variances, and measures of fit.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "io/coda/coda_writer.hpp"
#include "jags/observed.hpp"

namespace cggibbs::jags {

enum class MonitorType { trace, mean, variance };
/// Throws for names that are no type.
MonitorType parse_monitor_type(const std::string& name);
const char* name(MonitorType type);

/// Values of a node from some iteration on, of each chain by itself.
class NodeMonitor {
 public:
  /// The columns of draws that hold the elements.
  NodeMonitor(std::string node, MonitorType type, std::size_t first, std::size_t thin, std::size_t chains,
              std::vector<std::string> names, std::vector<std::size_t> columns);

  /// From the thread of the chain; iterations that thinning leaves out are told too.
  void take(std::size_t chain, std::size_t iteration, std::span<const double> draw);

  const std::string& node() const { return node_; }
  MonitorType type() const { return type_; }
  std::size_t draws() const { return chains_[0].count; }
  void add_to(std::vector<CodaTrace>& traces, std::vector<CodaNumber>& numbers) const;
  /// structure(c(...), .Dim = c(elements, iterations, chains)).
  std::string r_text() const;

 private:
  struct PerChain {
    std::size_t count = 0;
    std::vector<std::vector<double>> draws;  ///< by element
    std::vector<double> mean, squares;       ///< by element: Welford's
  };
  std::string node_;
  MonitorType type_;
  std::size_t first_, thin_;
  std::vector<std::string> names_;
  std::vector<std::size_t> columns_;
  std::vector<PerChain> chains_;
};

/// deviance, pD, popt and WAIC of the observed nodes: what looks at all chains together.
class FitMonitor {
 public:
  enum class Kind { deviance, pd, popt, waic };
  /// Whether a node of this name is one of these; JAGS's spellings.
  static bool is_one(const std::string& node);
  /// Throws for types that a kind does not have, and for fewer than two chains where two are compared.
  FitMonitor(const std::string& node, MonitorType type, std::size_t first, std::size_t thin,
             std::size_t chains);

  const std::string& node() const { return node_; }
  MonitorType type() const { return type_; }
  bool is_pooled() const { return !(kind_ == Kind::deviance && type_ == MonitorType::trace); }
  bool is_due(std::size_t iteration) const {
    return iteration >= first_ && (iteration - first_) % thin_ == 0;
  }
  void take(std::size_t iteration, const Observed& observed, const std::vector<const State*>& states,
            Rng& rng);
  void add_to(std::vector<CodaTrace>& traces, std::vector<CodaNumber>& numbers) const;

 private:
  void take_deviance(const Observed& observed, const std::vector<const State*>& states);
  void take_divergence(const Observed& observed, const std::vector<const State*>& states, Rng& rng);
  void take_waic(const Observed& observed, const std::vector<const State*>& states);
  double number(std::size_t row) const;

  std::string node_;
  MonitorType type_;
  Kind kind_ = Kind::deviance;
  std::size_t first_, thin_, chains_;
  std::vector<std::vector<double>> traces_;  ///< by chain, or one
  // By observed node: sums of what is averaged, of weights, and the largest log weight so far.
  std::vector<double> sum_, weight_, top_;
  std::size_t count_ = 0;
};

}  // namespace cggibbs::jags
