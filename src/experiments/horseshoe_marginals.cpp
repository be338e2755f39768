// The horseshoe prior of two coefficients: what it looks like, and whether samplers that know no data can draw from it.
#include <fmt/format.h>

#include <array>
#include <cmath>

#include "base/streams.hpp"
#include "experiments/contestants.hpp"
#include "experiments/protocol.hpp"
#include "experiments/rows.hpp"

namespace cggibbs {
namespace {

constexpr std::size_t draws = 100'000, bins = 60, tiles = 24;
constexpr double edge = 3;  ///< of the picture

double half_cauchy(Rng& rng) {
  return std::abs(rng.normal() / rng.normal());
}

/// theta_j = tau lambda_j z_j.
std::pair<double, double> exact_pair(Rng& rng) {
  const double tau = half_cauchy(rng);
  const double a = tau * half_cauchy(rng) * rng.normal();
  return {a, tau * half_cauchy(rng) * rng.normal()};
}

std::vector<Cell> cells(bool) {
  return {{"prior", 0, 2, "horseshoe", "paper", 1, draws}};
}

/// A place of a grid on (-edge, edge), or its size.
std::size_t place(double v, std::size_t size) {
  const double at = (v + edge) / (2 * edge) * static_cast<double>(size);
  return at >= 0 && at < static_cast<double>(size) ? static_cast<std::size_t>(at) : size;
}

double middle(std::size_t k, std::size_t size) {
  return -edge + 2 * edge * (static_cast<double>(k) + 0.5) / static_cast<double>(size);
}

Rows compute(const Cell& cell, const Lab& lab) {
  Rng rng = make_rng(named_seed(lab.seed, cell.key()), Purpose::simulate, 0);
  std::vector<double> one(bins, 0.0), two(tiles * tiles, 0.0);
  double near = 0, far = 0;
  for (std::size_t t = 0; t < draws; ++t) {
    const auto [a, b] = exact_pair(rng);
    if (const auto k = place(a, bins); k < bins) one[k] += 1;
    const auto i = place(a, tiles), j = place(b, tiles);
    if (i < tiles && j < tiles) two[j * tiles + i] += 1;
    near += std::abs(a) < 0.1 ? 1 : 0;
    far += std::abs(a) > 10 ? 1 : 0;
  }
  const auto all = static_cast<double>(draws);
  Row base;
  base.cell = cell;
  base.draws = base.all_sweeps = draws;
  base.detail = "exact draws";
  Rows rows;
  const auto add = [&](std::vector<std::pair<std::string, double>> more) {
    rows.push_back(base);
    rows.back().more = std::move(more);
  };
  add({{"share_below_0.1", near / all}, {"share_above_10", far / all}});
  const double width = 2 * edge / static_cast<double>(bins), side = 2 * edge / static_cast<double>(tiles);
  for (std::size_t k = 0; k < bins; ++k)
    add({{"theta1", middle(k, bins)}, {"density", one[k] / all / width}});
  for (std::size_t j = 0; j < tiles; ++j)
    for (std::size_t i = 0; i < tiles; ++i)
      add({{"theta1", middle(i, tiles)},
           {"theta2", middle(j, tiles)},
           {"density", two[j * tiles + i] / all / side / side}});
  return rows;
}

Figure figure(const Rows& rows) {
  Panel one{"one coefficient", {"θ₁", Axis::Kind::linear}, {"density", Axis::Kind::log10}};
  Panel two{"two coefficients", {"θ₁", Axis::Kind::linear}, {"θ₂", Axis::Kind::linear}};
  Series line{"horseshoe, 100 000 draws", palette(0)}, normal{"standard normal", palette(1)};
  line.dots = normal.dots = false;
  normal.dashed = true;
  double top = 0, bottom = inf;
  for (const auto& r : rows)
    if (!std::isnan(r.extra("theta2")) && r.extra("density") > 0) {
      top = std::fmax(top, std::log(r.extra("density")));
      bottom = std::fmin(bottom, std::log(r.extra("density")));
    }
  const double half = edge / static_cast<double>(tiles);
  for (const auto& r : rows) {
    const double x = r.extra("theta1"), y = r.extra("theta2"), density = r.extra("density");
    if (std::isnan(x)) continue;
    if (std::isnan(y)) {
      line.seen.push_back({x, {density}});
      normal.seen.push_back({x, {std::exp(-x * x / 2 - log_two_pi / 2)}});
    } else if (density > 0) {
      const double shade = 0.05 + 0.95 * (std::log(density) - bottom) / std::fmax(top - bottom, 1e-9);
      two.tiles.push_back({x - half, x + half, y - half, y + half, shade});
    }
  }
  one.series = {line, normal};
  return {"The horseshoe prior, τ and λ half-Cauchy (shades: logarithm of the density)", {one, two}};
}

/// Exact: theta | tau, lambda normal; by numbers from one-dimensional integrals that tests repeat.
Verdict verdict(const Rows& rows) {
  if (rows.empty()) return {};
  const double near = rows.front().extra("share_below_0.1"), far = rows.front().extra("share_above_10");
  const bool both = near > 0.0797 && far > 1e-6;  // the normal has 0.0797 within 0.1, and nothing beyond 10
  return {both ? Verdict::Holds::yes : Verdict::Holds::no,
          fmt::format("{:.1f}% of the draws are within 0.1 of zero (standard normal: 8.0%) and {:.1f}% "
                      "beyond 10 (standard normal: "
                      "none).",
                      100 * near, 100 * far)};
}

}  // namespace

const Experiment horseshoe_marginals{
    "horseshoe-marginals",
    "the prior of one and of two coefficients under the horseshoe, 100000 draws",
    "The horseshoe has a spike at zero along the axes and tails heavier than any normal.",
    cells,
    compute,
    figure,
    verdict};

}  // namespace cggibbs
