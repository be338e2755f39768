// Drawing coefficients, a design matrix, group effects and a response, each from a random stream of its own.
#include "models/simulate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/settings_text.hpp"
#include "base/streams.hpp"
#include "models/simulate_matrix.hpp"

namespace cggibbs {
namespace {

enum Part : std::uint64_t { matrix_part, group_part, response_part };

/// Counts beyond this are no data set: doubles soon stop telling neighbours apart.
constexpr double largest_mean = 1e12;

void check(const SimulateSettings& s) {
  const auto refuse = [](const std::string& message) { throw Error(message); };
  if (s.rows == 0) refuse("`rows=0`: a data set needs at least one row."_settings);
  if (s.cols == 0) refuse("`cols=0`: a data set needs at least one column."_settings);
  if (!(s.sparsity >= 0 && s.sparsity < 1))
    refuse(fmt::format("`sparsity={}` must be at least 0 and less than 1: it is the share of zeros."_settings,
                       s.sparsity));
  if (!(s.correlation > -1 && s.correlation < 1))
    refuse(fmt::format("`correlation={}` must lie strictly between -1 and 1."_settings, s.correlation));
  if (s.shape == Shape::genes && s.correlation != 0)
    refuse("`shape=genes` has correlations of its own; leave `correlation` away."_settings);
  if (s.groups == 1) refuse("`groups=1`: group effects need at least two groups."_settings);
  if (s.groups > s.rows)
    refuse(fmt::format("`groups={}` is more than the {} rows; every group needs a row."_settings, s.groups,
                       s.rows));
  if (s.signal && *s.signal > s.cols)
    refuse(fmt::format("`signal={}` is more than the {} columns."_settings, *s.signal, s.cols));
  if (!s.coefficients.empty() && s.coefficients.size() != s.cols)
    refuse(
        fmt::format("`coefficients` has {} values for {} columns."_settings, s.coefficients.size(), s.cols));
  for (double b : s.coefficients)
    if (!std::isfinite(b)) refuse(fmt::format("`coefficients`: {} is not a finite number."_settings, b));
  if (!std::isfinite(s.effect))
    refuse(fmt::format("`effect={}` must be a finite number."_settings, s.effect));
  if (!std::isfinite(s.intercept))
    refuse(fmt::format("`intercept={}` must be a finite number."_settings, s.intercept));
  if (!(s.dispersion > 0 && std::isfinite(s.dispersion)))
    refuse(fmt::format("`dispersion={}` must be a positive number."_settings, s.dispersion));
  if (s.trials == 0) refuse("`trials=0`: a binomial response needs at least one trial."_settings);
}

std::vector<double> true_coefficients(const SimulateSettings& s) {
  if (!s.coefficients.empty()) return s.coefficients;
  const std::size_t signal = s.signal.value_or(std::min<std::size_t>(s.cols, 10));
  std::vector<double> b(s.cols, 0.0);
  for (std::size_t k = 0; k < signal; ++k) {
    // Genes that matter are spread over the modules; plain data have them in front.
    const std::size_t j = s.shape == Shape::genes ? (2 * k + 1) * s.cols / (2 * signal) : k;
    b[j] = k % 2 == 0 ? s.effect : -s.effect;
  }
  return b;
}

void add_product(const Matrix& x, const std::vector<double>& b, std::vector<double>& eta) {
  for (std::size_t j = 0; j < b.size(); ++j) {
    if (b[j] == 0) continue;
    if (const auto* d = std::get_if<DenseMatrix>(&x)) {
      for (std::size_t i = 0; i < d->rows; ++i) eta[i] += b[j] * d->col(j)[i];
    } else {
      const auto& s = std::get<SparseMatrix>(x);
      for (std::size_t t = s.start[j]; t < s.start[j + 1]; ++t) eta[s.row[t]] += b[j] * s.values[t];
    }
  }
}

/// Why a mean is out of the family's range, or null.
const char* fault(const FamilyRow& family, double mu) {
  switch (family.mean) {
    case MeanRange::real:
      return std::isfinite(mu) ? nullptr : "it must be finite";
    case MeanRange::unit:
      return mu >= 0 && mu <= 1 ? nullptr : "it must lie between 0 and 1";
    case MeanRange::positive:
      if (family.has_spread)
        return mu > 0 && mu <= largest_mean ? nullptr : "it must be positive and at most 1e12";
      return mu >= 0 && mu <= largest_mean ? nullptr : "it must not be negative, nor above 1e12";
  }
  return nullptr;
}

}  // namespace

std::string group_label(std::size_t level, std::size_t levels) {
  return fmt::format("g{:0{}}", level + 1, fmt::formatted_size("{}", levels));
}

Simulated simulate(const SimulateSettings& s) {
  check(s);
  const Link link = link_or_default(s.family, s.link);
  Simulated out;
  Rng matrix_rng = make_rng(s.seed, Purpose::simulate, matrix_part);
  out.x = simulate_matrix(s, matrix_rng);
  const std::vector<double> b = true_coefficients(s);
  std::vector<double> eta(s.rows, s.intercept);
  add_product(out.x, b, eta);

  out.truth.push_back({"Intercept", s.intercept});
  for (std::size_t j = 0; j < s.cols; ++j) out.truth.push_back({fmt::format("x{}", j + 1), b[j]});
  if (s.groups > 0) {
    Rng rng = make_rng(s.seed, Purpose::simulate, group_part);
    out.truth.push_back({"sd(Intercept|group)", simulated_group_sd});
    std::vector<double> u;
    for (std::size_t g = 0; g < s.groups; ++g) {
      u.push_back(simulated_group_sd * rng.normal());
      out.truth.push_back({fmt::format("Intercept|group[{}]", group_label(g, s.groups)), u[g]});
    }
    for (std::size_t i = 0; i < s.rows; ++i) {
      out.group.push_back(static_cast<std::uint32_t>(i % s.groups));
      eta[i] += u[out.group[i]];
    }
  }
  for (const Dispersion& d : dispersions(s.family))
    out.truth.push_back({std::string(d.name), d.what == Dispersion::Of::tails ? simulated_df : s.dispersion});

  const FamilyRow& family = family_row(s.family);
  if (family.has_trials) out.trials.assign(s.rows, static_cast<double>(s.trials));
  Rng rng = make_rng(s.seed, Purpose::simulate, response_part);
  for (std::size_t i = 0; i < s.rows; ++i) {
    const double mu = inverse_link(link, eta[i]);
    if (const char* what = fault(family, mu))
      throw Error(fmt::format(
          "the mean of row {} would be {:.4g}, but for `family={}` with `link={}` {}. Use another "_settings
          "`intercept`, or a smaller `effect`."_settings,
          i + 1, mu, name(s.family), name(link), what));
    out.y.push_back(family.draw(mu, s.dispersion, static_cast<double>(s.trials), rng));
  }
  return out;
}

}  // namespace cggibbs
