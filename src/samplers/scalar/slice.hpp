// One slice-sampling update of a scalar (Neal 2003), by doubling or by stepping out.
#pragma once

#include <cmath>
#include <cstdint>
#include <string_view>

#include "base/rng.hpp"
#include "base/special.hpp"

namespace cggibbs {

struct SliceMove {
  double x;
  double logp;
};

enum class SliceKind { stepping, doubling };
inline std::string_view name(SliceKind kind) {
  return kind == SliceKind::stepping ? "stepping" : "doubling";
}

struct SliceRule {
  SliceKind kind = SliceKind::stepping;
  int max_doublings = 20;   ///< the interval is at most 2^20 widths
  int max_steps = 1 << 12;  ///< stepping out: at most this many widths
};

/// In warmup a scale moves by no more than this on its log scale at a time. Where a start fits the data badly, the level of
/// a slice is so low that almost any scale is above it; coefficients would follow to where no digits are left.
inline constexpr double warmup_reach = 10;

namespace detail {

struct Interval {
  double left;
  double right;
};

/// Neal's figure 3. The limit is split at random between both sides, which keeps the update reversible.
template <class F>
Interval step_out(double x, double level, const F& log_conditional, double width, int max_steps, Rng& rng) {
  Interval i{x - width * rng.uniform(), 0};
  i.right = i.left + width;
  int left = static_cast<int>(rng.below(static_cast<std::uint64_t>(max_steps)));
  int right = max_steps - 1 - left;
  for (; left > 0 && log_conditional(i.left) > level; --left) i.left -= width;
  for (; right > 0 && log_conditional(i.right) > level; --right) i.right += width;
  return i;
}

/// An interval by doubling, and whether its ends are in the slice. Without doublings nobody asks, and they are not.
struct Doubled {
  Interval i;
  bool left_inside, right_inside;
};

/// Neal's figure 4.
template <class F>
Doubled double_out(double x, double level, const F& log_conditional, double width, int max_doublings,
                   Rng& rng) {
  Doubled d{{x - width * rng.uniform(), 0}, false, false};
  Interval& i = d.i;
  i.right = i.left + width;
  if (max_doublings <= 0) return d;
  d.left_inside = log_conditional(i.left) > level;
  d.right_inside = log_conditional(i.right) > level;
  for (int k = max_doublings; k > 0 && (d.left_inside || d.right_inside); --k) {
    const double length = i.right - i.left;
    if (rng() >> 63) {
      i.left -= length;
      d.left_inside = log_conditional(i.left) > level;
    } else {
      i.right += length;
      d.right_inside = log_conditional(i.right) > level;
    }
  }
  return d;
}

/// Neal's figure 6: would doubling from the candidate have led to the same interval? A halving moves one end; the other is as it
/// was, and is not evaluated again.
template <class F>
bool doubling_accepts(double x, double candidate, double level, const F& log_conditional, double width,
                      const Doubled& whole) {
  enum class End { unknown, inside, outside };
  Interval i = whole.i;
  End left = whole.left_inside ? End::inside : End::outside;
  End right = whole.right_inside ? End::inside : End::outside;
  const auto is_outside = [&](End& end, double at) {
    if (end == End::unknown) end = log_conditional(at) > level ? End::inside : End::outside;
    return end == End::outside;
  };
  bool differs = false;
  while (i.right - i.left > 1.1 * width) {
    const double middle = i.left + 0.5 * (i.right - i.left);
    if ((x < middle) != (candidate < middle)) differs = true;
    (candidate < middle ? i.right : i.left) = middle;
    (candidate < middle ? right : left) = End::unknown;
    if (differs && is_outside(left, i.left) && is_outside(right, i.right)) return false;
  }
  return true;
}

}  // namespace detail

/// From x with log conditional logp to a new point with its own. log_conditional is -inf outside the support.
template <class F>
SliceMove slice_step(double x, double logp, const F& log_conditional, double width, const SliceRule& rule,
                     Rng& rng) {
  const double level = logp - rng.exponential();
  const bool doubling = rule.kind == SliceKind::doubling;
  const detail::Doubled whole =
      doubling ? detail::double_out(x, level, log_conditional, width, rule.max_doublings, rng)
               : detail::Doubled{detail::step_out(x, level, log_conditional, width, rule.max_steps, rng),
                                 false, false};
  detail::Interval i = whole.i;
  for (;;) {
    const double candidate = i.left + rng.uniform() * (i.right - i.left);
    const double value = log_conditional(candidate);
    if (value > level &&
        (!doubling || detail::doubling_accepts(x, candidate, level, log_conditional, width, whole)))
      return {candidate, value};
    // Rounding has brought the interval down to x itself: stay.
    if (candidate == x || !(i.left < i.right)) return {x, logp};
    (candidate < x ? i.left : i.right) = candidate;
  }
}

/// slice_step by stepping out from 0 where the log conditional is 0, for densities of which several points cost little
/// more than one: both ends and the first candidate are asked for together, and candidates in pairs. `many(count, at,
/// values)` evaluates up to three points. The law is that of slice_step; a candidate asked for in vain is thrown away.
template <class Many>
SliceMove slice_step_ahead(const Many& many, double width, const SliceRule& rule, Rng& rng) {
  const double level = -rng.exponential();
  detail::Interval i{-width * rng.uniform(), 0};
  i.right = i.left + width;
  int left = static_cast<int>(rng.below(static_cast<std::uint64_t>(rule.max_steps)));
  int right = rule.max_steps - 1 - left;
  const double u = rng.uniform();
  double at[3] = {i.left + u * width, i.left, i.right}, value[3];
  many(3, at, value);
  bool left_inside = left > 0 && value[1] > level;
  bool right_inside = right > 0 && value[2] > level;
  while (left_inside || right_inside) {
    std::size_t count = 1;
    if (left_inside) at[count++] = i.left -= width;
    if (right_inside) at[count++] = i.right += width;
    at[0] = i.left + u * (i.right - i.left);
    many(count, at, value);
    if (left_inside) left_inside = --left > 0 && value[1] > level;
    if (right_inside) right_inside = --right > 0 && value[count - 1] > level;
  }
  const auto shrink = [](detail::Interval s, double candidate) {
    (candidate < 0 ? s.left : s.right) = candidate;
    return s;
  };
  const auto candidate_in = [&](const detail::Interval& s) {
    return s.left + rng.uniform() * (s.right - s.left);
  };
  for (std::size_t ready = 1;;) {
    for (std::size_t k = 0; k < ready; ++k) {
      if (value[k] > level) return {at[k], value[k]};
      // Rounding has brought the interval down to the start itself: stay.
      if (at[k] == 0 || !(i.left < i.right)) return {0, 0};
      i = shrink(i, at[k]);
    }
    at[0] = candidate_in(i);
    at[1] = candidate_in(shrink(i, at[0]));
    many(2, at, value);
    ready = 2;
  }
}

}  // namespace cggibbs
