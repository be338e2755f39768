// Mean and precision of each group from slopes, then a draw.
#include "samplers/joint/normal_block.hpp"

#include <algorithm>
#include <cmath>

#include "samplers/over_relaxation.hpp"

namespace cggibbs {

NormalBlock::NormalBlock(const Model& model, NormalGroups groups, double spread)
    : model_(model),
      groups_(std::move(groups)),
      spread_(spread),
      view_(model, groups_.parameters),
      gradient_(model, groups_.parameters),
      rows_(NormalRows::of(model, groups_, view_)),
      reach_(groups_.element.size(), 1.0),
      here_(groups_.element.size()),
      slope_(groups_.element.size()),
      precision_(groups_.element.size() * groups_.largest),
      factor_(groups_.largest * groups_.largest),
      inverse_(groups_.largest),
      step_(groups_.largest) {}

void NormalBlock::save(Writer& w) const {
  Block::save(w);
  w(reach_);
}

void NormalBlock::load(Reader& r) {
  Block::load(r);
  r.fill(reach_);
}

bool NormalBlock::find_slopes(State& state) {
  return std::isfinite(gradient_.log_conditional(state.values.data(), adjoint_.data(), work_));
}

/// Slopes at the start, and the precision of each group, whose rows begin at largest * start.
bool NormalBlock::find_law(State& state) {
  for (std::size_t e = 0; e < here_.size(); ++e) here_[e] = state.values[groups_.element[e]];
  if (rows_) return rows_->find_law(state.values.data(), slope_.data(), precision_.data(), work_);
  return find_law_from_slopes(state);
}

/// From slopes at the start and beside it.
bool NormalBlock::find_law_from_slopes(State& state) {
  double* values = state.values.data();
  if (!find_slopes(state)) return false;
  for (std::size_t e = 0; e < here_.size(); ++e) slope_[e] = adjoint_[groups_.element[e]];
  for (std::size_t j = 0; j < groups_.largest; ++j) {
    for (std::size_t g = 0; g + 1 < groups_.start.size(); ++g)
      if (j < groups_.size(g)) {
        const std::size_t e = groups_.start[g] + j;
        values[groups_.element[e]] = here_[e] + reach_[e];
      }
    if (!find_slopes(state)) return false;
    for (std::size_t g = 0; g + 1 < groups_.start.size(); ++g) {
      if (j >= groups_.size(g)) continue;
      const std::size_t first = groups_.start[g], moved = first + j;
      const double by = values[groups_.element[moved]] - here_[moved];
      for (std::size_t e = first; e < groups_.start[g + 1]; ++e)
        precision_[e * groups_.largest + j] = (slope_[e] - adjoint_[groups_.element[e]]) / by;
      values[groups_.element[moved]] = here_[moved];
    }
  }
  return true;
}

NormalBlock::Drawn NormalBlock::draw_group(State& state, std::size_t group, Rng& rng) {
  const std::size_t first = groups_.start[group], k = groups_.size(group), wide = groups_.largest;
  const double* precision = precision_.data() + first * wide;
  double *factor = factor_.data(), *inverse = inverse_.data(), *step = step_.data();
  // The lower L with L L' = precision, with its diagonal as inverses; and u of L u = slope.
  for (std::size_t a = 0; a < k; ++a) {
    double u = slope_[first + a];
    for (std::size_t b = 0; b < a; ++b) {
      double sum = 0.5 * (precision[a * wide + b] + precision[b * wide + a]);
      for (std::size_t c = 0; c < b; ++c) sum -= factor[a * k + c] * factor[b * k + c];
      factor[a * k + b] = sum * inverse[b];
      u -= factor[a * k + b] * step[b];
    }
    double pivot = precision[a * wide + a];
    for (std::size_t c = 0; c < a; ++c) pivot -= factor[a * k + c] * factor[a * k + c];
    // A pivot is a difference of numbers as large as the diagonal.
    constexpr double least = 1e-12;
    if (!(pivot > 0)) return a == 0 || std::isnan(pivot) ? Drawn::no : Drawn::lost_digits;
    if (pivot < least * precision[a * wide + a]) return Drawn::lost_digits;
    inverse[a] = 1 / std::sqrt(pivot);
    step[a] = u * inverse[a];
  }
  for (std::size_t a = 0; a < k; ++a) step[a] = towards_ * step[a] + fresh_ * rng.normal();
  // L' step = u + z, or more of u and less of z
  bool finite = true;
  for (std::size_t a = k; a-- > 0;) {
    for (std::size_t b = a + 1; b < k; ++b) step[a] -= factor[b * k + a] * step[b];
    step[a] *= inverse[a];
    finite = finite && std::isfinite(step[a]);
    state.values[groups_.element[first + a]] = here_[first + a] + step[a];
    // From where a point far from its law has been looked at, to its width.
    if (inverse[a] > 0 && inverse[a] < inf) reach_[first + a] = inverse[a];
  }
  return finite ? Drawn::yes : Drawn::no;
}

/// draw_group where every group is one element.
NormalBlock::Drawn NormalBlock::draw_elements(State& state, Rng& rng) {
  bool finite = true;
  for (std::size_t e = 0; e < here_.size(); ++e) {
    if (!(precision_[e] > 0)) return Drawn::no;
    const double sd = 1 / std::sqrt(precision_[e]), u = slope_[e] * sd;
    const double x = here_[e] + (towards_ * u + fresh_ * rng.normal()) * sd;
    finite = finite && std::isfinite(x);
    state.values[groups_.element[e]] = x;
    if (sd > 0 && sd < inf) reach_[e] = sd;
  }
  return finite ? Drawn::yes : Drawn::no;
}

NormalBlock::Drawn NormalBlock::draw_groups(State& state, Rng& rng) {
  if (groups_.largest == 1) return draw_elements(state, rng);
  for (std::size_t g = 0; g + 1 < groups_.start.size(); ++g)
    if (const Drawn drawn = draw_group(state, g, rng); drawn != Drawn::yes) return drawn;
  return Drawn::yes;
}

/// The first elements of all groups, then the second ones, ...
bool NormalBlock::draw_one_by_one(State& state, Rng& rng) {
  for (std::size_t e = 0; e < here_.size(); ++e) state.values[groups_.element[e]] = here_[e];
  for (std::size_t j = 0; j < groups_.largest; ++j) {
    if (!find_slopes(state)) return false;
    for (std::size_t g = 0; g + 1 < groups_.start.size(); ++g) {
      if (j >= groups_.size(g)) continue;
      const std::size_t e = groups_.start[g] + j, place = groups_.element[e];
      const double precision = precision_[e * groups_.largest + j];
      const double root = std::sqrt(precision), u = adjoint_[place] / root;
      const double step = (towards_ * u + fresh_ * rng.normal()) / root;
      if (!std::isfinite(step)) return false;
      state.values[place] += step;
      reach_[e] = 1 / root;
    }
  }
  return true;
}

void NormalBlock::update(State& state, Rng& rng, bool learn) {
  towards_ = learn ? 1 : 1 + overshoot;
  fresh_ = spread_ * (learn ? 1 : fresh_part);
  view_.open(state);
  adjoint_.resize(state.values.size());
  bool drawn = find_law(state);
  if (drawn) {
    const Drawn together = draw_groups(state, rng);
    drawn = together == Drawn::yes || (together == Drawn::lost_digits && draw_one_by_one(state, rng));
  }
  ++work_.commits;
  if (!drawn) {
    // Too far from its law to see the slope change: looked at from further away the next time.
    for (double& r : reach_) r = std::min(100 * r, 1e100);
    return view_.revert();
  }
  view_.commit();
}

}  // namespace cggibbs
