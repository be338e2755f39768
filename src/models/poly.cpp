// Orthogonal polynomials of a column, as R's poly().
#include "models/poly.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cggibbs/error.hpp"

namespace cggibbs {
namespace {

/// p_{k+1} from p_k and p_{k-1} at one point.
double next_value(const OrthogonalPoly& poly, std::size_t k, double x, double p, double previous) {
  const double ratio = k == 0 ? 0 : poly.norm2[k] / poly.norm2[k - 1];
  return (x - poly.alpha[k]) * p - ratio * previous;
}

}  // namespace

OrthogonalPoly learn_poly(std::span<const double> x, std::size_t degree, const std::string& name) {
  std::vector<double> sorted(x.begin(), x.end());
  std::sort(sorted.begin(), sorted.end());
  const auto distinct = static_cast<std::size_t>(std::unique(sorted.begin(), sorted.end()) - sorted.begin());
  if (distinct <= degree)
    throw Error(fmt::format("{} needs more than {} distinct values, but there are {}. Lower the degree.",
                            name, degree, distinct));
  OrthogonalPoly poly;
  std::vector<double> p(x.size(), 1.0), previous(x.size(), 0.0);
  for (std::size_t k = 0; k <= degree; ++k) {
    double squares = 0, weighted = 0;
    for (const double v : p) squares += v * v;
    poly.norm2.push_back(squares);
    if (!std::isfinite(squares) || squares < 1e-280)
      throw Error(fmt::format("{}: the powers overflow. Use poly(scale(x), ...) or a lower degree.", name));
    if (k == degree) break;
    // Around the first value, not around zero: years such as 2020 would lose digits.
    for (std::size_t i = 0; i < x.size(); ++i) weighted += (x[i] - x[0]) * p[i] * p[i];
    poly.alpha.push_back(x[0] + weighted / squares);
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double next = next_value(poly, k, x[i], p[i], previous[i]);
      previous[i] = p[i];
      p[i] = next;
    }
  }
  return poly;
}

std::vector<std::vector<double>> evaluate_poly(const OrthogonalPoly& poly, std::span<const double> x) {
  const std::size_t degree = poly.alpha.size();
  std::vector<std::vector<double>> out(degree, std::vector<double>(x.size()));
  for (std::size_t i = 0; i < x.size(); ++i) {
    double p = 1, previous = 0;
    for (std::size_t k = 0; k < degree; ++k) {
      const double next = next_value(poly, k, x[i], p, previous);
      previous = p;
      p = next;
      out[k][i] = p / std::sqrt(poly.norm2[k + 1]);
    }
  }
  return out;
}

std::vector<std::vector<double>> raw_powers(std::span<const double> x, std::size_t degree) {
  std::vector<std::vector<double>> out(degree, std::vector<double>(x.begin(), x.end()));
  for (std::size_t k = 1; k < degree; ++k)
    for (std::size_t i = 0; i < x.size(); ++i) out[k][i] = out[k - 1][i] * x[i];
  return out;
}

}  // namespace cggibbs
