// Draws, means and variances of nodes.
#include <fmt/format.h>

#include <cggibbs/error.hpp>
#include <iterator>
#include <utility>

#include "jags/monitors.hpp"

namespace cggibbs::jags {

MonitorType parse_monitor_type(const std::string& name) {
  if (name == "trace") return MonitorType::trace;
  if (name == "mean") return MonitorType::mean;
  if (name == "variance") return MonitorType::variance;
  throw Error(fmt::format("there is no type '{}' of monitors: use trace, mean or variance.", name));
}

const char* name(MonitorType type) {
  switch (type) {
    case MonitorType::trace:
      return "trace";
    case MonitorType::mean:
      return "mean";
    case MonitorType::variance:
      return "variance";
  }
  return "";
}

NodeMonitor::NodeMonitor(std::string node, MonitorType type, std::size_t first, std::size_t thin,
                         std::size_t chains, std::vector<std::string> names, std::vector<std::size_t> columns)
    : node_(std::move(node)),
      type_(type),
      first_(first),
      thin_(thin),
      names_(std::move(names)),
      columns_(std::move(columns)),
      chains_(chains) {
  for (auto& c : chains_) {
    if (type == MonitorType::trace) c.draws.resize(columns_.size());
    c.mean.assign(columns_.size(), 0);
    c.squares.assign(columns_.size(), 0);
  }
}

void NodeMonitor::take(std::size_t chain, std::size_t iteration, std::span<const double> draw) {
  if (iteration < first_ || (iteration - first_) % thin_ != 0) return;
  PerChain& c = chains_[chain];
  ++c.count;
  for (std::size_t j = 0; j < columns_.size(); ++j) {
    const double x = draw[columns_[j]];
    if (type_ == MonitorType::trace) {
      c.draws[j].push_back(x);
      continue;
    }
    const double before = x - c.mean[j];
    c.mean[j] += before / static_cast<double>(c.count);
    c.squares[j] += before * (x - c.mean[j]);
  }
}

void NodeMonitor::add_to(std::vector<CodaTrace>& traces, std::vector<CodaNumber>& numbers) const {
  for (std::size_t j = 0; j < names_.size(); ++j) {
    if (type_ == MonitorType::trace) {
      CodaTrace trace{names_[j], first_, thin_, {}};
      for (const auto& c : chains_) trace.chains.emplace_back(c.draws[j]);
      traces.push_back(std::move(trace));
      continue;
    }
    CodaNumber number{names_[j], {}};
    for (const auto& c : chains_)
      number.chains.push_back(type_ == MonitorType::mean ? c.mean[j]
                                                         : c.squares[j] / static_cast<double>(c.count - 1));
    numbers.push_back(std::move(number));
  }
}

std::string NodeMonitor::r_text() const {
  fmt::memory_buffer out;
  const auto to = std::back_inserter(out);
  fmt::format_to(to, "structure(c(");
  const char* comma = "";
  const auto put = [&](double x) {
    fmt::format_to(to, "{}{}", comma, x);
    comma = ", ";
  };
  std::vector<CodaTrace> traces;
  std::vector<CodaNumber> numbers;
  add_to(traces, numbers);
  const std::size_t n = type_ == MonitorType::trace ? draws() : 1;
  for (std::size_t c = 0; c < chains_.size(); ++c)
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < names_.size(); ++j)
        put(type_ == MonitorType::trace ? traces[j].chains[c][i] : numbers[j].chains[c]);
  fmt::format_to(to, "), .Dim = c({}L, {}L, {}L))", names_.size(), n, chains_.size());
  return fmt::to_string(out);
}

}  // namespace cggibbs::jags
