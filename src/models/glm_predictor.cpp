// Declaring coefficients with their priors and multiplying them with their columns.
#include "models/glm_predictor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "models/penalized_fit.hpp"

namespace cggibbs {
namespace {

SparseMatrix triangular(const DenseMatrix& m) {
  SparseMatrix s{m.rows, m.cols, {0}, {}, {}};
  for (std::size_t j = 0; j < m.cols; ++j) {
    for (std::size_t i = 0; i <= j; ++i) {
      s.row.push_back(static_cast<std::uint32_t>(i));
      s.values.push_back(m.col(j)[i]);
    }
    s.start.push_back(s.row.size());
  }
  return s;
}

}  // namespace

std::optional<Var> plain_predictor(ModelBuilder& b, GlmData& data, const GlmPriors& priors, bool save_all) {
  Design& d = data.design;
  const Scaling& scaling = data.scaling;
  std::optional<Var> eta;
  std::optional<Var> original;
  const std::vector<double> start = starting_point(data, priors);
  if (d.intercept) {
    const Var a = b.real(own_name("Intercept", data));
    b.start(a, {start[0]}, {0.5 * start_size(data)});
    add_prior(b, priors.intercept, a);
    eta = original = a;
  }
  const std::size_t shift = d.intercept ? 1 : 0;
  const double root = std::sqrt(static_cast<double>(std::max<std::size_t>(1, cols(d.x))));
  const auto& all = priors.coefficients;
  const auto own = [&](std::string name) { return own_name(std::move(name), data); };
  for (std::size_t k = 0; k < all.size(); ++k) {
    const auto& columns = all[k].columns;
    CoefficientNames names{{}, coefficient_tag(all.size(), k), own};
    std::vector<double> centre, spread;
    DenseMatrix back{1, columns.size(), {}};
    for (std::size_t j : columns) {
      names.columns.push_back(d.names[j]);
      centre.push_back(start[j + shift]);
      // Around zero, not around the mean: a column far from zero must not carry the predictor away.
      spread.push_back(0.5 * start_size(data) / root / size_of(data.columns[j], false));
      if (!scaling.centre.empty()) back.values.push_back(-scaling.centre[j] / scaling.scale[j]);
    }
    const Var coefficients = add_coefficients(b, all[k], names, {centre, spread}, save_all);
    const bool last = k + 1 == all.size();
    const Var part = linear(select_columns(std::move(d.x), columns, last), coefficients);
    eta = eta ? *eta + part : part;
    if (original && !back.values.empty()) original = *original + linear(std::move(back), coefficients);
  }
  if (original && !scaling.centre.empty()) b.monitor(own_name("Intercept_original", data), *original);
  return eta;
}

Var rotated_predictor(ModelBuilder& b, const GlmData& data, const GlmPriors& priors, DenseMatrix full,
                      std::vector<std::string>& warnings) {
  const Design& d = data.design;
  const Scaling& scaling = data.scaling;
  const std::size_t shift = d.intercept ? 1 : 0;
  const std::size_t p = full.cols;
  const Rotation rotation = penalized_fit(data, priors, full, warnings);

  const Var z = b.real("z", p);
  b.hide(z);
  b.start(z, rotation.start, std::vector<double>(p, 2.0));
  const Var theta = linear(triangular(rotation.matrix), z);
  std::vector<std::string> names;
  if (d.intercept) names.push_back(own_name("Intercept", data));
  names.insert(names.end(), d.names.begin(), d.names.end());
  b.monitor("b", theta, names);
  if (d.intercept) add_prior(b, priors.intercept, gather(theta, {0}));
  for (const auto& shared : priors.coefficients) {
    std::vector<std::uint32_t> index;
    for (std::size_t j : shared.columns) index.push_back(static_cast<std::uint32_t>(j + shift));
    const Var part = gather(theta, index);
    if (shared.scales.empty())
      add_prior(b, shared.prior, part);
    else
      b.factor("normal", {part, 0, shared.scales});
  }
  if (!scaling.centre.empty() && d.intercept) {
    DenseMatrix row{1, p, std::vector<double>(p, 1.0)};
    for (std::size_t j = 0; j + 1 < p; ++j) row.values[j + 1] = -scaling.centre[j] / scaling.scale[j];
    b.monitor(own_name("Intercept_original", data), linear(row, theta));
  }
  return linear(std::move(full), theta);
}

}  // namespace cggibbs
