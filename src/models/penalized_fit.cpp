// Priors as means and precisions, and the warnings about flat ones.
#include "models/penalized_fit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cggibbs/error.hpp>
#include <cmath>
#include <span>

#include "base/settings_text.hpp"
#include "base/special.hpp"

namespace cggibbs {
namespace {

bool all_plain(const GlmPriors& priors) {
  return std::all_of(priors.coefficients.begin(), priors.coefficients.end(),
                     [](const auto& shared) { return is_plain(shared.prior); });
}

void copy_column(const Matrix& x, std::size_t j, std::span<double> into) {
  if (const auto* d = std::get_if<DenseMatrix>(&x)) {
    std::copy(d->col(j).begin(), d->col(j).end(), into.begin());
    return;
  }
  const auto& s = std::get<SparseMatrix>(x);
  for (std::size_t t = s.start[j]; t < s.start[j + 1]; ++t) into[s.row[t]] = s.values[t];
}

bool small_enough(const GlmData& data) {
  const std::size_t p = cols(data.design.x) + (data.design.intercept ? 1 : 0);
  return p <= 200 && static_cast<double>(data.response.y.size()) * static_cast<double>(p) <= 2e7;
}

struct Penalty {
  std::vector<double> mean, precision;  ///< one each for the intercept, if any, and the columns
};

/// Priors as normal ones; those that shrink as the default prior, so that the fit is finite.
Penalty penalty_of(const GlmData& data, const GlmPriors& priors) {
  const bool intercept = data.design.intercept;
  const std::size_t shift = intercept ? 1 : 0;
  const std::size_t p = data.columns.size() + shift;  // the matrix may have moved on
  Penalty out{std::vector<double>(p, 0.0), std::vector<double>(p, 0.0)};
  const auto note = [&](std::size_t k, const Prior& prior, double scale) {
    if (prior.kind == PriorKind::flat) return;
    if (is_plain(prior)) out.mean[k] = prior.kind == PriorKind::student_t ? prior.args[1] : prior.args[0];
    out.precision[k] = 1 / square(scale);
  };
  if (intercept) note(0, priors.intercept, prior_scale(priors.intercept));
  for (const auto& shared : priors.coefficients)
    for (std::size_t t = 0; t < shared.columns.size(); ++t) {
      const std::size_t j = shared.columns[t];
      const double own = is_plain(shared.prior)
                             ? prior_scale(shared.prior)
                             : 2.5 * data.scale.spread / size_of(data.columns[j], intercept);
      note(j + shift, shared.prior, shared.scales.empty() ? own : shared.scales[t]);
    }
  return out;
}

void warn_about_separation(const GlmData& data, const DenseMatrix& full, std::vector<double> precision,
                           std::vector<std::string>& warnings) {
  const bool intercept = data.design.intercept;
  const bool some_flat =
      std::any_of(precision.begin() + (intercept ? 1 : 0), precision.end(), [](double q) { return q == 0; });
  if (!some_flat) return;
  if (!counts_successes(family_row(data.family))) return;
  // The intercept's prior may hide what the data alone would show.
  if (intercept) precision[0] = 0;
  const std::vector<double> zero(precision.size(), 0.0);
  if (find_rotation(full, data.response, data.design.offset, data.family, data.link, zero, precision)
          .separated)
    warnings.emplace_back(
        "some predictors separate the two outcomes (fitted probabilities reach 0 or 1): under a flat prior "
        "the data do not bound their coefficients. Use `prior=normal(0,2.5)`."_settings);
}

}  // namespace

bool wants_rotation(const GlmSettings& settings, const GlmData& data, const GlmPriors& priors) {
  if (settings.decorrelate == Decorrelate::off) return false;
  const Matrix& x = data.design.x;
  const std::size_t p = cols(x) + (data.design.intercept ? 1 : 0);
  const bool plain = p > 0 && all_plain(priors);
  if (settings.decorrelate == Decorrelate::on) {
    if (!plain)
      throw Error(
          "`decorrelate=yes` needs priors with fixed scales (normal, student_t, cauchy, laplace, flat)."_settings);
    if (p > 5000)
      throw Error(fmt::format("`decorrelate=yes`: {} coefficients are too many (5000 at most)."_settings, p));
    return true;
  }
  return plain && small_enough(data) && !settings.paper_defaults;
}

DenseMatrix full_design(const GlmData& data) {
  const Design& d = data.design;
  const std::size_t shift = d.intercept ? 1 : 0;
  const std::size_t p = cols(d.x) + shift;
  const std::size_t n = data.response.y.size();
  DenseMatrix full{n, p, std::vector<double>(n * p, 0.0)};
  if (d.intercept) std::fill(full.col(0).begin(), full.col(0).end(), 1.0);
  for (std::size_t j = 0; j + shift < p; ++j) copy_column(d.x, j, full.col(j + shift));
  return full;
}

Rotation penalized_fit(const GlmData& data, const GlmPriors& priors, const DenseMatrix& full,
                       std::vector<std::string>& warnings) {
  const Penalty penalty = penalty_of(data, priors);
  warn_about_separation(data, full, penalty.precision, warnings);
  return find_rotation(full, data.response, data.design.offset, data.family, data.link, penalty.mean,
                       penalty.precision, priors.dispersion);
}

double start_size(const GlmData& data) {
  const double level = std::abs(data.scale.level);
  // Where the predictor has to stay positive, its level is a size too, and the spread of 1/y may be that of its noise.
  if (!needs_positive_predictor(data.family, data.link) || level == 0) return data.scale.spread;
  return std::min(data.scale.spread, level);
}

std::vector<double> starting_point(const GlmData& data, const GlmPriors& priors) {
  const Design& d = data.design;
  const std::size_t shift = d.intercept ? 1 : 0;
  std::vector<double> start(cols(d.x) + shift, 0.0);
  if (d.intercept) start[0] = data.scale.level;
  if (start.empty() || !needs_positive_predictor(data.family, data.link)) return start;
  // Coefficients that shrink start at zero where an intercept allows it: far from there, at scales that know nothing of it,
  // slices of those scales reach to the ends of what a number can hold.
  if (small_enough(data) && (all_plain(priors) || !d.intercept)) {
    const Penalty penalty = penalty_of(data, priors);
    const Rotation fit = find_rotation(full_design(data), data.response, d.offset, data.family, data.link,
                                       penalty.mean, penalty.precision, priors.dispersion);
    if (fit.feasible) return fit.estimate;
  }
  // The intercept alone can lift all rows.
  if (d.intercept && !d.offset.empty()) {
    const double lowest = *std::min_element(d.offset.begin(), d.offset.end());
    if (start[0] + lowest <= 0) start[0] = start_size(data) - lowest;
  }
  return start;
}

void warn_about_flat(const GlmData& data, const GlmPriors& priors, std::vector<std::string>& warnings) {
  const bool flat = std::any_of(priors.coefficients.begin(), priors.coefficients.end(),
                                [](const auto& shared) { return shared.prior.kind == PriorKind::flat; });
  if (!flat) return;
  if (all_plain(priors) && cols(data.design.x) <= 200)
    (void)penalized_fit(data, priors, full_design(data), warnings);
}

}  // namespace cggibbs
