// Ranges with a little room at both ends; ticks at round numbers.
#include "figures/scale.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace cggibbs {
namespace {

/// 10 to a whole power: plain from 0.01 to 1000, else with a raised exponent.
std::string power_of_ten(int k) {
  constexpr std::array digits{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  if (k >= -2 && k <= 3) return fmt::format("{:g}", std::pow(10, k));
  std::string out = "10";
  if (k < 0) out += "⁻";
  for (char c : std::to_string(std::abs(k))) out += digits[static_cast<std::size_t>(c - '0')];
  return out;
}

/// 1, 2 or 5 times a power of ten, so that there are at most so many of them in the range.
double round_step(double range, std::size_t most) {
  const double raw = range / static_cast<double>(std::max<std::size_t>(most, 1));
  const double unit = std::pow(10, std::floor(std::log10(raw)));
  for (const double times : {1.0, 2.0, 5.0})
    if (times * unit >= raw) return times * unit;
  return 10 * unit;
}

}  // namespace

double Scale::inner(double v) const {
  switch (axis_.kind) {
    case Axis::Kind::linear:
      return v;
    case Axis::Kind::log10:
      return std::log10(v);
    case Axis::Kind::log2:
      return std::log2(v);
  }
  return v;
}

bool Scale::shows(double v) const {
  return std::isfinite(v) && (axis_.kind == Axis::Kind::linear || v > 0);
}

void Scale::cover(double v) {
  if (!shows(v)) return;
  const double u = inner(v);
  low_ = any_ ? std::min(low_, u) : u;
  high_ = any_ ? std::max(high_, u) : u;
  any_ = true;
}

void Scale::place(double from, double to) {
  if (!axis_.categories.empty()) {
    low_ = -0.5;
    high_ = static_cast<double>(axis_.categories.size()) - 0.5;
  } else {
    const double room = high_ > low_ ? 0.06 * (high_ - low_) : 0.5;
    low_ -= room;
    high_ += room;
  }
  from_ = from;
  to_ = to;
}

double Scale::operator()(double v) const {
  return from_ + (inner(v) - low_) / (high_ - low_) * (to_ - from_);
}

std::vector<Tick> Scale::ticks(std::size_t most) const {
  std::vector<Tick> all;
  if (!axis_.categories.empty()) {
    for (std::size_t i = 0; i < axis_.categories.size(); ++i)
      all.push_back({static_cast<double>(i), axis_.categories[i]});
    return all;
  }
  if (axis_.kind == Axis::Kind::linear || (axis_.kind == Axis::Kind::log10 && high_ - low_ < 1)) {
    const bool linear = axis_.kind == Axis::Kind::linear;
    const double low = linear ? low_ : std::pow(10, low_), high = linear ? high_ : std::pow(10, high_);
    const double step = round_step(high - low, most);
    for (double k = std::ceil(low / step); k * step <= high; ++k)
      if (linear || k > 0) all.push_back({k * step + 0.0, fmt::format("{:.6g}", k * step + 0.0)});
    return all;
  }
  const bool ten = axis_.kind == Axis::Kind::log10;
  if (ten && high_ - low_ < 2.2) {  // one or two powers of ten would be all
    for (double k = std::floor(low_); k <= high_; ++k)
      for (const double times : {1.0, 3.0})
        if (const double at = times * std::pow(10, k); std::log10(at) >= low_ && std::log10(at) <= high_)
          all.push_back({at, times == 1          ? power_of_ten(static_cast<int>(k))
                             : k >= -3 && k <= 3 ? fmt::format("{:.6g}", at)
                                                 : "3·" + power_of_ten(static_cast<int>(k))});
    return all;
  }
  const double step = std::max(1.0, std::ceil((high_ - low_) / static_cast<double>(most)));
  for (double k = std::ceil(low_ / step) * step; k <= high_; k += step)
    all.push_back({std::pow(ten ? 10 : 2, k),
                   ten ? power_of_ten(static_cast<int>(k)) : fmt::format("{:.10g}", std::pow(2, k))});
  return all;
}

}  // namespace cggibbs
