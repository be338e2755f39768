// The distributions of the language: one row each, which says what they are in ours (docs/distributions.md).
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "bugs/value.hpp"

namespace cggibbs::bugs {

/// Where the first of our parameters is this function of something, `ours` takes that something.
struct LinkedForm {
  MapOp inverse_link;
  std::string_view ours;
};

/// Distributions without chance: what is not observed is computed.
enum class Stated { no, rounded, total, interval };

struct DistributionRow {
  std::string_view name;
  std::vector<std::string_view> aliases;
  std::vector<std::string_view> arguments;  ///< as BUGS calls them
  std::string_view ours;                    ///< its name in src/distributions
  /// The parameters of ours, in its order, from BUGS's. May throw an Error about them; who calls it says where.
  std::vector<Value> (*parameters)(const std::vector<Value>& a);
  std::vector<LinkedForm> linked = {};
  Stated stated = Stated::no;

  /// "...": as many arguments as there are.
  bool open() const { return arguments.back() == "..."; }
};

std::span<const DistributionRow> distribution_rows();
/// By name or alias; null when there is none.
const DistributionRow* find_row(std::string_view name);

}  // namespace cggibbs::bugs
