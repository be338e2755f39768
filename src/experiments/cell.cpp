// Keys, seeds and CSV of cells.
#include "experiments/cell.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <type_traits>

namespace cggibbs {
namespace {

std::string quoted(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string out = "\"";
  for (char c : text) {
    if (c == '"') out += '"';
    out += c == '\n' ? ' ' : c;
  }
  return out + "\"";
}

template <class T>
std::string cell_text(const T& value) {
  if constexpr (std::is_same_v<T, std::string>)
    return quoted(value);
  else if constexpr (std::is_same_v<T, Row::Status>)
    return name(value);
  else if constexpr (std::is_same_v<T, bool>)
    return value ? "yes" : "no";
  else if constexpr (std::is_same_v<T, double>)
    return std::isnan(value) ? "" : fmt::format("{:.9g}", value);
  else
    return fmt::format("{}", value);
}

}  // namespace

std::string Cell::key() const {
  return fmt::format("{} n={} d={} {} {} #{} sweeps={}", data, n, d, prior, sampler, replicate, sweeps);
}

std::string name(Row::Status s) {
  switch (s) {
    case Row::Status::done:
      return "done";
    case Row::Status::censored:
      return "censored";
    case Row::Status::failed:
      return "failed";
  }
  return {};
}

double Row::extra(const std::string& name) const {
  const auto found = std::find_if(more.begin(), more.end(), [&](const auto& m) { return m.first == name; });
  return found == more.end() ? nan : found->second;
}

std::string csv_text(const std::vector<Row>& rows) {
  std::vector<std::string> extras;
  for (const auto& r : rows)
    for (const auto& [name, value] : r.more)
      if (std::find(extras.begin(), extras.end(), name) == extras.end()) extras.push_back(name);
  std::string out;
  const Row none;
  for_each_field(none, [&](const char* name, const auto&) { out += fmt::format("{},", name); });
  for (const auto& name : extras) out += quoted(name) + ",";
  out.back() = '\n';
  for (const auto& r : rows) {
    for_each_field(r, [&](const char*, const auto& value) { out += cell_text(value) + ","; });
    for (const auto& name : extras) out += cell_text(r.extra(name)) + ",";
    out.back() = '\n';
  }
  return out;
}

/// FNV-1a over the seed's bytes and the name's.
std::uint64_t named_seed(std::uint64_t seed, const std::string& name) {
  std::uint64_t h = 14695981039346656037ULL;
  const auto add = [&](unsigned char byte) { h = (h ^ byte) * 1099511628211ULL; };
  for (unsigned shift = 0; shift < 64; shift += 8) add(static_cast<unsigned char>(seed >> shift));
  for (char c : name) add(static_cast<unsigned char>(c));
  return h;
}

}  // namespace cggibbs
