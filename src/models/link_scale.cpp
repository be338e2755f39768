// Level and spread of a response on the scale of its link: what default priors of a GLM refer to.
#include "models/link_scale.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/special.hpp"
#include "models/moments.hpp"

namespace cggibbs {
namespace {

/// Responses nearer to zero than this share of their mean size count as so far away under the inverse link: it makes
/// the largest numbers of the smallest responses.
constexpr double nearest_to_zero = 1e-3;

double weight_of(const Response& r, std::size_t i) {
  return r.weights.empty() ? 1.0 : r.weights[i];
}

struct Totals {
  double y = 0;       ///< weighted sum of the responses
  double size = 0;    ///< weighted sum of their absolute values
  double weight = 0;  ///< of rows; of trials for binomial
};
Totals totals(const Response& r) {
  Totals t;
  for (std::size_t i = 0; i < r.y.size(); ++i) {
    t.y += weight_of(r, i) * r.y[i];
    t.size += weight_of(r, i) * std::abs(r.y[i]);
    t.weight += weight_of(r, i) * (r.trials.empty() ? 1.0 : r.trials[i]);
  }
  return t;
}

/// The mean response, kept where its link is finite by half an observation, or by a tenth of the spread where means
/// may have any sign and the link does not take all of them.
double inner_mean(const FamilyRow& family, Link link, const Totals& t, double sd) {
  const bool real = family.mean == MeanRange::real;
  if (!(t.weight > 0)) return real ? 0.0 : 0.5;
  const double mean = t.y / t.weight;
  const double half = 0.5 / std::max(t.weight, 1.0);
  if (counts_successes(family)) return std::clamp(mean, half, 1 - half);
  if (counts_events(family)) return std::max(mean, half);
  if (!real) return mean;
  const double least = sd > 0 ? 0.1 * sd : 1.0;
  if (link == Link::log) return std::max(mean, least);
  if (link == Link::inverse && std::abs(mean) < least) return mean < 0 ? -least : least;
  return mean;
}

/// The responses on the link's scale, offset taken off; for links whose scale has a unit.
std::vector<double> linked(Link link, const Response& r, std::span<const double> offset, const Totals& t) {
  const double least = nearest_to_zero * t.size / t.weight;
  std::vector<double> out(r.y.size());
  for (std::size_t i = 0; i < out.size(); ++i) {
    double y = r.y[i];
    if (link == Link::inverse && std::abs(y) < least) y = y < 0 || (y == 0 && t.y < 0) ? -least : least;
    const double g = link == Link::inverse && y == 0 ? 0.0 : link_function(link, y);
    out[i] = g - (offset.empty() ? 0.0 : offset[i]);
  }
  return out;
}

/// What the family's own noise makes on the link's scale: counts that happen to agree are not without spread.
double noise(const FamilyRow& family, Link link, double mean) {
  if (!counts_events(family)) return 0;
  return link == Link::identity ? std::sqrt(mean) : 0.5;  // of sqrt(y), whatever the mean
}

}  // namespace

LinkScale link_scale(Family family, Link link, const Response& r, std::span<const double> offset,
                     bool intercept) {
  const auto pick = [&](const WeightedMoments& m) { return intercept ? m.sd : m.rms; };
  const auto or_size = [](double spread, double size) { return spread > 0 ? spread : size > 0 ? size : 1.0; };
  const Totals t = totals(r);
  const WeightedMoments y = weighted_moments(r.y, r.weights);
  const double mean = inner_mean(family_row(family), link, t, y.sd);
  const double shift = offset.empty() ? 0.0 : weighted_moments(offset, r.weights).mean;
  LinkScale out;
  out.level = link_function(link, mean) - shift;
  out.response = or_size(pick(y), y.rms);
  if (link == Link::identity || link == Link::inverse || link == Link::sqrt) {
    const WeightedMoments m = weighted_moments(linked(link, r, offset, t), r.weights);
    out.spread = or_size(std::max(pick(m), noise(family_row(family), link, mean)), m.rms);
    const std::string of = link == Link::identity ? "y" : link == Link::inverse ? "1/y" : "sqrt(y)";
    out.name = (intercept ? "sd(" : "rms(") + of + (offset.empty() ? ")" : " - offset)");
    if (link == Link::identity && family_row(family).mean == MeanRange::real) out.response = out.spread;
  } else if (!intercept) {
    out.spread = std::sqrt(1 + square(out.level));
    out.name = "sqrt(1 + level^2)";
  }
  return out;
}

}  // namespace cggibbs
