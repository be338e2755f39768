// Choices by name and numbers in a range.
#include "cli/checks.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cggibbs/error.hpp>
#include <charconv>
#include <limits>
#include <map>
#include <random>

#include "base/suggest.hpp"

namespace cggibbs {

std::size_t parse_choice(const std::string& text, const std::vector<std::string>& choices,
                         const std::string& option) {
  for (std::size_t i = 0; i < choices.size(); ++i)
    if (choices[i] == text) return i;
  throw Error(fmt::format("{}: unknown choice '{}'.{} Use one of: {}.", option, text,
                          did_you_mean(text, choices), fmt::join(choices, ", ")));
}

std::size_t in_range(std::int64_t value, std::int64_t low, std::int64_t high, const std::string& option) {
  if (value < low || value > high)
    throw Error(fmt::format("{} {} is out of range: it must be {} to {}.", option, value, low, high));
  return static_cast<std::size_t>(value);
}

double parse_bytes(const std::string& text, const std::string& option) {
  double value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  std::string unit(end, text.data() + text.size());
  for (char& c : unit) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  static const std::map<std::string, double> units{
      {"", 1},      {"b", 1},        {"kb", 1e3},     {"mb", 1e6},     {"gb", 1e9},
      {"tb", 1e12}, {"kib", 0x1p10}, {"mib", 0x1p20}, {"gib", 0x1p30}, {"tib", 0x1p40}};
  const auto found = units.find(unit);
  if (code != std::errc{} || found == units.end() || !(value > 0) || !(value * found->second < 1e18))
    throw Error(fmt::format("{} {}: give a size, as in {} 4GB or {} 500MB.", option, text, option, option));
  return value * found->second;
}

std::string not_empty(const std::string& text) {
  return text.empty() ? "must not be empty" : "";
}

std::uint64_t parse_seed(const std::string& text) {
  if (text.empty()) return std::random_device{}();
  std::uint64_t seed = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), seed);
  if (code != std::errc{} || end != text.data() + text.size())
    throw Error(fmt::format("--seed {} must be a whole number, 0 to {}.", text,
                            std::numeric_limits<std::uint64_t>::max()));
  return seed;
}

}  // namespace cggibbs
