// Deviance, pD and popt (Plummer 2002, 2008) and WAIC's penalty from chains side by side.
#include <fmt/format.h>

#include <algorithm>
#include <cggibbs/error.hpp>
#include <cmath>
#include <limits>

#include "jags/monitors.hpp"

namespace cggibbs::jags {

bool FitMonitor::is_one(const std::string& node) {
  return node == "deviance" || node == "pD" || node == "popt" || node == "WAIC";
}

FitMonitor::FitMonitor(const std::string& node, MonitorType type, std::size_t first, std::size_t thin,
                       std::size_t chains)
    : node_(node), type_(type), first_(first), thin_(thin), chains_(chains) {
  kind_ = node == "deviance" ? Kind::deviance
          : node == "pD"     ? Kind::pd
          : node == "popt"   ? Kind::popt
                             : Kind::waic;
  const bool traced = kind_ == Kind::deviance || kind_ == Kind::pd;
  if (type == MonitorType::variance || (type == MonitorType::trace && !traced))
    throw Error(fmt::format("{} has no monitor of type {}: use {}.", node, name(type),
                            traced ? "trace or mean" : "type(mean)"));
  if (chains < 2 && (kind_ == Kind::pd || kind_ == Kind::popt))
    throw Error(fmt::format("{} compares chains: compile with nchains(2) or more.", node));
  traces_.resize(kind_ == Kind::deviance ? chains : 1);
}

void FitMonitor::take(std::size_t iteration, const Observed& observed,
                      const std::vector<const State*>& states, Rng& rng) {
  if (!is_due(iteration)) return;
  if (sum_.empty()) {
    sum_.assign(observed.size(), 0);
    weight_.assign(observed.size(), 0);
    top_.assign(observed.size(), -std::numeric_limits<double>::infinity());
  }
  ++count_;
  switch (kind_) {
    case Kind::deviance:
      return take_deviance(observed, states);
    case Kind::pd:
    case Kind::popt:
      return take_divergence(observed, states, rng);
    case Kind::waic:
      return take_waic(observed, states);
  }
}

void FitMonitor::take_deviance(const Observed& observed, const std::vector<const State*>& states) {
  std::vector<double> each(observed.size());
  for (std::size_t c = 0; c < states.size(); ++c) {
    observed.deviances(*states[c], each);
    double all = 0;
    for (std::size_t i = 0; i < each.size(); ++i) {
      all += each[i];
      sum_[i] += each[i] / static_cast<double>(chains_);
    }
    if (type_ == MonitorType::trace) traces_[c].push_back(all);
  }
}

/// pD is the divergence between two chains; popt its double, weighted by what leaving the node out would make of both.
void FitMonitor::take_divergence(const Observed& observed, const std::vector<const State*>& states,
                                 Rng& rng) {
  const std::size_t n = observed.size();
  std::vector<std::vector<double>> deviance(states.size(), std::vector<double>(n));
  if (kind_ == Kind::popt)
    for (std::size_t c = 0; c < states.size(); ++c) observed.deviances(*states[c], deviance[c]);
  std::vector<double> there(n), back(n);
  const double pairs = 0.5 * static_cast<double>(chains_ * (chains_ - 1));
  double all = 0;
  for (std::size_t a = 0; a < states.size(); ++a)
    for (std::size_t b = 0; b < a; ++b) {
      observed.divergences(*states[a], *states[b], rng, there);
      observed.divergences(*states[b], *states[a], rng, back);
      for (std::size_t i = 0; i < n; ++i) {
        const double d = 0.5 * (there[i] + back[i]);
        if (kind_ == Kind::pd) {
          all += d / pairs;
          sum_[i] += d / pairs;
          continue;
        }
        const double log_weight = 0.5 * (deviance[a][i] + deviance[b][i]);
        if (log_weight > top_[i]) {
          const double shrink = std::exp(top_[i] - log_weight);
          sum_[i] *= shrink;
          weight_[i] *= shrink;
          top_[i] = log_weight;
        }
        const double w = std::exp(log_weight - top_[i]);
        sum_[i] += 2 * w * d;
        weight_[i] += w;
      }
    }
  if (type_ == MonitorType::trace) traces_[0].push_back(all);
}

/// The variance of the log density over all draws: sum_ has the mean, weight_ the squares.
void FitMonitor::take_waic(const Observed& observed, const std::vector<const State*>& states) {
  std::vector<double> each(observed.size());
  for (std::size_t c = 0; c < states.size(); ++c) {
    observed.deviances(*states[c], each);
    const double seen = static_cast<double>((count_ - 1) * chains_ + c + 1);
    for (std::size_t i = 0; i < each.size(); ++i) {
      const double x = -0.5 * each[i], before = x - sum_[i];
      sum_[i] += before / seen;
      weight_[i] += before * (x - sum_[i]);
    }
  }
}

double FitMonitor::number(std::size_t row) const {
  switch (kind_) {
    case Kind::deviance:
    case Kind::pd:
      return sum_[row] / static_cast<double>(count_);
    case Kind::popt:
      return sum_[row] / weight_[row];
    case Kind::waic:
      return weight_[row] / static_cast<double>(std::max<std::size_t>(count_ * chains_, 2) - 1);
  }
  return 0;
}

void FitMonitor::add_to(std::vector<CodaTrace>& traces, std::vector<CodaNumber>& numbers) const {
  if (count_ == 0) return;
  if (type_ == MonitorType::trace) {
    CodaTrace trace{node_, first_, thin_, {}};
    for (const auto& chain : traces_) trace.chains.emplace_back(chain);
    traces.push_back(std::move(trace));
    return;
  }
  for (std::size_t i = 0; i < sum_.size(); ++i)
    numbers.push_back({fmt::format("{}[{}]", node_, i + 1), {number(i)}});
}

}  // namespace cggibbs::jags
