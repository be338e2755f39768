// The net: one table of axes, and the small GLM that stands at each of its cells.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "support/glm_cases.hpp"

namespace cggibbs::test {

/// Rows against coefficients, the intercept and group effects counted.
enum class Shape { tall, square, wide };

enum class Look {
  dense,
  sparse,
  few_valued,  ///< tall ones have rows enough to be treated as such
  far,         ///< one column far from zero
  collinear,   ///< two columns that are nearly the same
  twins        ///< two that are the same
};

/// Weights: rows split into copies of smaller weight, and copies of weight zero. Shared: predictors, with offsets, that ten
/// rows share; these are merged where the family allows, and nowhere else.
enum class RowKind { plain, offsets, weights, both, shared };

/// By name of the coefficients' prior, with locations and scales that are nobody's defaults. `mixed` has a kind per
/// column; `wide` is a very wide normal, on the intercept and one coefficient, in place of a flat prior.
enum class PriorChoice {
  normal,
  student_t,
  cauchy,
  laplace,
  horseshoe,
  regularized_horseshoe,
  spike_slab,
  spike_slab_fixed,
  mixed,
  wide
};

/// A cell. The name says them all.
struct NetCell {
  Shape shape = Shape::tall;
  Look look = Look::dense;
  RowKind rows = RowKind::plain;
  PriorChoice prior = PriorChoice::normal;
  Groups groups = Groups::none;
  Decorrelate decorrelate = Decorrelate::off;  ///< on: where the prior has fixed scales
  FamilyLink family = {Family::gaussian, Link::identity};

  std::string name() const;
};

/// Small: a handful of rows, for many replicates. Medium: some 40 to 180 rows and 20 to 90 coefficients, where errors
/// of conditioning show; columns are then nearer to collinear.
enum class Size { small, medium };

/// Every cell has a case, and a prior that can be drawn from.
GlmCase net_case(const NetCell& cell, Size size = Size::small);

/// A row of the net with the sampler that is tried there, as an index below `samplers`.
struct NetRow {
  NetCell cell;
  std::size_t sampler;
};

/// Rows in which every two values of different axes meet at least once; links take turns within their family.
std::vector<NetRow> covering_rows(std::size_t samplers, std::uint64_t seed);

}  // namespace cggibbs::test
