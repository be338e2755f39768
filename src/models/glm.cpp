// Assembling a GLM: priors by term, the linear predictor, group effects, dispersion, likelihood.
#include "models/glm.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/special.hpp"
#include "base/suggest.hpp"
#include "models/coefficients.hpp"
#include "models/rotation.hpp"

namespace cggibbs {
namespace {

bool measured(Family family) {
  return family == Family::gaussian || family == Family::student_t;
}

double sd_of(const std::vector<double>& y) {
  double mean = 0;
  for (double v : y) mean += v / static_cast<double>(y.size());
  double squares = 0;
  for (double v : y) squares += square(v - mean);
  return y.size() > 1 ? std::sqrt(squares / static_cast<double>(y.size() - 1)) : 1.0;
}

class GlmBuilder {
 public:
  GlmBuilder(const GlmSettings& settings, Design design, bool save_all)
      : s_(settings), d_(std::move(design)), save_all_(save_all) {}

  Glm run() {
    out_.family = s_.family;
    out_.link = choose_link(s_.family, s_.link);
    response_ = {std::move(d_.y), std::move(d_.trials), std::move(d_.weights)};
    out_.warnings = d_.warnings;
    if (!d_.response_levels.empty() && s_.family != Family::bernoulli)
      throw Error(fmt::format(
          "the response '{}' is text ({}, {}), which --family {} cannot model. Use --family bernoulli, "
          "or check the column for cells that are not numbers.",
          d_.response_name, d_.response_levels[0], d_.response_levels[1], name(s_.family)));
    check_response(s_.family, response_, out_.warnings);
    out_.coefficients = d_.names;
    check_names();
    if (cols(d_.x) > 0) out_.scaling = standardize(d_.x, s_.standardize);
    sds_ = column_sds(d_.x);
    response_scale_ =
        measured(s_.family) && out_.link == Link::identity ? std::max(sd_of(response_.y), 1e-12) : 1.0;
    make_blocks();
    make_intercept_prior();
    const bool has_rotation = use_rotation();
    if (!has_rotation) warn_about_flat();

    std::optional<Var> eta = has_rotation ? rotated_predictor() : plain_predictor();
    for (const auto& g : d_.groups) eta = plus(eta, group_effect(g));
    if (!d_.offset.empty()) eta = plus(eta, b_.data(d_.offset));
    if (!eta) throw Error("the model has neither intercept nor predictors: there is nothing to estimate.");
    if (eta->size() == 1 && response_.y.size() > 1) eta = *eta + std::vector<double>(response_.y.size(), 0.0);
    add_likelihood(b_, s_.family, out_.link, response_, *eta, declare_dispersion());
    out_.decorrelated = has_rotation;
    out_.model = b_.build();
    return std::move(out_);
  }

 private:
  static std::optional<Var> plus(const std::optional<Var>& a, const Var& b) { return a ? *a + b : b; }

  void check_names() const {
    std::vector<std::string> sorted = d_.names;
    std::sort(sorted.begin(), sorted.end());
    const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
    if (twice != sorted.end())
      throw Error(fmt::format("two predictors have the name '{}'. Rename one of the columns.", *twice));
  }

  Prior default_prior() const { return {PriorKind::normal, {0, s_.paper_defaults ? 10.0 : 2.5}}; }

  /// Scales of the default prior on unscaled data: 2.5 sd(y) / sd(x), as rstanarm does.
  std::vector<double> default_scales(const std::vector<std::size_t>& columns) const {
    if (s_.paper_defaults) return {};
    std::vector<double> scales;
    for (std::size_t j : columns) scales.push_back(2.5 * response_scale_ / (sds_[j] > 0 ? sds_[j] : 1.0));
    return scales;
  }

  void make_blocks() {
    std::vector<bool> used(s_.prior.entries.size(), false);
    for (std::size_t j = 0; j < d_.names.size(); ++j) {
      const auto* entry = s_.prior.find(d_.names[j]);
      if (entry) used[static_cast<std::size_t>(entry - s_.prior.entries.data())] = true;
      const bool automatic = !entry && s_.prior.others.empty();
      const Prior prior = entry ? entry->prior : automatic ? default_prior() : s_.prior.others[0];
      const bool scaled = automatic && !s_.paper_defaults;
      auto block = std::find_if(blocks_.begin(), blocks_.end(), [&](const auto& b) {
        return b.prior == prior && b.scales.empty() != scaled;
      });
      if (block == blocks_.end()) {
        blocks_.push_back({prior, scaled ? std::vector<double>(1) : std::vector<double>{}, {}});
        block = blocks_.end() - 1;
      }
      block->columns.push_back(j);
    }
    for (auto& block : blocks_)
      if (!block.scales.empty()) block.scales = default_scales(block.columns);
    for (std::size_t e = 0; e < used.size(); ++e)
      if (!used[e])
        throw Error(fmt::format("--prior: there is no coefficient '{}'.{} Coefficients: {}.",
                                s_.prior.entries[e].term, did_you_mean(s_.prior.entries[e].term, d_.names),
                                listing()));
    for (const auto& block : blocks_)
      out_.priors.push_back({block.columns.size() == 1 ? d_.names[block.columns[0]]
                                                       : fmt::format("{} coefficients", block.columns.size()),
                             prior_text(block)});
  }

  std::string prior_text(const CoefficientBlock& block) const {
    if (block.scales.empty()) return block.prior.text();
    const auto [low, high] = std::minmax_element(block.scales.begin(), block.scales.end());
    const char* rule = response_scale_ == 1 ? "2.5/sd(x)" : "2.5 sd(y)/sd(x)";
    if (*low == *high) return fmt::format("normal(0,{:.4g}), sd = {}", *low, rule);
    return fmt::format("normal(0, {}), sd from {:.4g} to {:.4g}", rule, *low, *high);
  }

  std::string listing() const {
    std::string text;
    for (std::size_t j = 0; j < d_.names.size() && j < 12; ++j) text += (j ? ", " : "") + d_.names[j];
    return d_.names.size() > 12 ? text + ", ..." : text;
  }

  /// The link of the mean response: where the intercept starts and where its default prior sits.
  double link_of_mean() const {
    double total = 0;
    double count = 0;
    for (std::size_t i = 0; i < response_.y.size(); ++i) {
      total += response_.y[i];
      count += response_.trials.empty() ? 1.0 : response_.trials[i];
    }
    double mu = count > 0 ? total / count : 0.5;
    if (out_.link == Link::logit || out_.link == Link::probit || out_.link == Link::cloglog)
      mu = std::clamp(mu, 0.02, 0.98);
    else if (out_.link != Link::identity)
      mu = mu > 0.05 ? mu : measured(s_.family) ? std::max(std::abs(mu), 0.05) : 0.05;
    else if (!measured(s_.family))
      mu = std::max(mu, 0.05);
    return link_function(out_.link, mu);
  }

  /// The intercept is the predictor at x = 0, which may be far from the data: with a prior of 2.5 sd(y) at the mean of
  /// the predictors and the default priors of the slopes, its own sd there is larger by this factor.
  double distance_to_origin() const {
    const auto means = column_means(d_.x);
    double squares = 1;
    for (std::size_t j = 0; j < means.size(); ++j)
      if (sds_[j] > 0) squares += square(means[j] / sds_[j]);
    return std::sqrt(squares);
  }

  void make_intercept_prior() {
    if (!d_.intercept) return;
    if (s_.intercept_prior) {
      intercept_prior_ = *s_.intercept_prior;
      if (!is_plain(intercept_prior_))
        throw Error(fmt::format(
            "--intercept-prior: {} shrinks groups of coefficients; use normal, student_t, cauchy, "
            "laplace or flat for the intercept.",
            intercept_prior_.text()));
    } else if (s_.paper_defaults) {
      // As in the paper: the coefficients' own prior where it has fixed scales, else t(3, 0, 1).
      const Prior common = s_.prior.others.empty() ? default_prior() : s_.prior.others[0];
      intercept_prior_ = is_plain(common) ? common : Prior{PriorKind::student_t, {3, 0, 1}};
    } else {
      intercept_prior_ = {PriorKind::student_t,
                          {3, link_of_mean(), 2.5 * response_scale_ * distance_to_origin()}};
    }
    out_.priors.insert(out_.priors.begin(), {"Intercept", intercept_prior_.text()});
  }

  bool use_rotation() const {
    if (s_.decorrelate == Decorrelate::off) return false;
    const std::size_t p = cols(d_.x) + (d_.intercept ? 1 : 0);
    bool plain = p > 0;
    for (const auto& block : blocks_) plain = plain && is_plain(block.prior);
    const bool small = p <= 200 && static_cast<double>(rows(d_.x)) * static_cast<double>(p) <= 2e7;
    if (s_.decorrelate == Decorrelate::on) {
      if (!plain)
        throw Error(
            "--decorrelate yes needs priors with fixed scales (normal, student_t, cauchy, laplace, flat).");
      if (p > 5000)
        throw Error(fmt::format("--decorrelate yes: {} coefficients are too many (5000 at most).", p));
      return true;
    }
    return plain && small && !s_.paper_defaults;
  }

  /// Flat priors have nothing to fall back on where the data are silent.
  void warn_about_flat() {
    bool flat = false;
    bool plain = true;
    for (const auto& block : blocks_) {
      flat = flat || block.prior.kind == PriorKind::flat;
      plain = plain && is_plain(block.prior);
    }
    if (!flat) return;
    if (plain && cols(d_.x) <= 200) {
      (void)penalized_fit(full_design());
    } else if (cols(d_.x) >= response_.y.size()) {
      out_.warnings.push_back(improper_posterior(cols(d_.x)));
    }
  }

  std::string improper_posterior(std::size_t coefficients) const {
    return fmt::format(
        "{} coefficients but only {} rows: with a flat prior the posterior is improper. Use --prior "
        "normal(0,2.5) or horseshoe.",
        coefficients, response_.y.size());
  }

  /// Intercept and predictors side by side.
  DenseMatrix full_design() const {
    const std::size_t shift = d_.intercept ? 1 : 0;
    const std::size_t p = cols(d_.x) + shift;
    const std::size_t n = response_.y.size();
    DenseMatrix full{n, p, std::vector<double>(n * p, 0.0)};
    if (d_.intercept) std::fill(full.col(0).begin(), full.col(0).end(), 1.0);
    for (std::size_t j = 0; j + shift < p; ++j) copy_column(j, full.col(j + shift));
    return full;
  }

  /// The penalized fit that the rotation and the warnings about flat priors come from.
  Rotation penalized_fit(const DenseMatrix& full) {
    const std::size_t shift = d_.intercept ? 1 : 0;
    std::vector<double> mean(full.cols, 0.0);
    std::vector<double> precision(full.cols, 0.0);
    const auto note = [&](std::size_t k, const Prior& prior, double scale) {
      if (prior.kind == PriorKind::flat) return;
      mean[k] = prior.kind == PriorKind::student_t ? prior.args[1] : prior.args[0];
      precision[k] = 1 / square(scale);
    };
    if (d_.intercept) note(0, intercept_prior_, prior_scale(intercept_prior_));
    for (const auto& block : blocks_)
      for (std::size_t t = 0; t < block.columns.size(); ++t)
        note(block.columns[t] + shift, block.prior,
             block.scales.empty() ? prior_scale(block.prior) : block.scales[t]);
    warn_about_separation(full, precision);
    return find_rotation(full, response_, d_.offset, s_.family, out_.link, mean, precision);
  }

  /// One coordinate system for intercept and coefficients in which the likelihood is nearly round.
  Var rotated_predictor() {
    DenseMatrix full = full_design();
    const std::size_t shift = d_.intercept ? 1 : 0;
    const std::size_t p = full.cols;
    d_.x = DenseMatrix{};
    const Rotation rotation = penalized_fit(full);

    const Var z = b_.real("z", p);
    b_.hide(z);
    b_.start(z, rotation.start, std::vector<double>(p, 2.0));
    const Var theta = linear(triangular(rotation.matrix), z);
    std::vector<std::string> names;
    if (d_.intercept) names.push_back("Intercept");
    names.insert(names.end(), d_.names.begin(), d_.names.end());
    b_.monitor("b", theta, names);
    if (d_.intercept) add_prior(b_, intercept_prior_, gather(theta, {0}));
    for (const auto& block : blocks_) {
      std::vector<std::uint32_t> index;
      for (std::size_t j : block.columns) index.push_back(static_cast<std::uint32_t>(j + shift));
      const Var part = gather(theta, index);
      if (block.scales.empty())
        add_prior(b_, block.prior, part);
      else
        b_.factor("normal", {part, 0, block.scales});
    }
    if (!out_.scaling.centre.empty() && d_.intercept) {
      DenseMatrix row{1, p, std::vector<double>(p, 1.0)};
      for (std::size_t j = 0; j + 1 < p; ++j)
        row.values[j + 1] = -out_.scaling.centre[j] / out_.scaling.scale[j];
      b_.monitor("Intercept_original", linear(row, theta));
    }
    return linear(std::move(full), theta);
  }

  void warn_about_separation(const DenseMatrix& full, std::vector<double> precision) {
    const bool some_flat = std::any_of(precision.begin() + (d_.intercept ? 1 : 0), precision.end(),
                                       [](double q) { return q == 0; });
    if (!some_flat) return;
    if (precision.size() > response_.y.size()) out_.warnings.push_back(improper_posterior(precision.size()));
    if (s_.family != Family::bernoulli && s_.family != Family::binomial) return;
    // The intercept's prior may hide what the data alone would show.
    if (d_.intercept) precision[0] = 0;
    const std::vector<double> zero(precision.size(), 0.0);
    if (find_rotation(full, response_, d_.offset, s_.family, out_.link, zero, precision).separated)
      out_.warnings.push_back(
          "some predictors separate the two outcomes (fitted probabilities reach 0 or 1): under a flat prior "
          "the data do not bound their coefficients. Use --prior normal(0,2.5).");
  }

  static SparseMatrix triangular(const DenseMatrix& m) {
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

  void copy_column(std::size_t j, std::span<double> into) const {
    if (const auto* d = std::get_if<DenseMatrix>(&d_.x)) {
      std::copy(d->col(j).begin(), d->col(j).end(), into.begin());
      return;
    }
    const auto& s = std::get<SparseMatrix>(d_.x);
    for (std::size_t t = s.start[j]; t < s.start[j + 1]; ++t) into[s.row[t]] = s.values[t];
  }

  std::optional<Var> plain_predictor() {
    std::optional<Var> eta;
    std::optional<Var> original;
    if (d_.intercept) {
      const Var a = b_.real("Intercept");
      b_.start(a, {link_of_mean()}, {0.5 * response_scale_});
      add_prior(b_, intercept_prior_, a);
      eta = original = a;
    }
    const double root = std::sqrt(static_cast<double>(std::max<std::size_t>(1, cols(d_.x))));
    for (std::size_t k = 0; k < blocks_.size(); ++k) {
      const auto& block = blocks_[k];
      std::vector<std::string> names;
      std::vector<double> spread;
      DenseMatrix back{1, block.columns.size(), {}};
      for (std::size_t j : block.columns) {
        names.push_back(d_.names[j]);
        spread.push_back(0.5 * response_scale_ / root / (sds_[j] > 0 ? sds_[j] : 1.0));
        if (!out_.scaling.centre.empty())
          back.values.push_back(-out_.scaling.centre[j] / out_.scaling.scale[j]);
      }
      const std::string tag = blocks_.size() == 1 ? "" : fmt::format("_{}", k + 1);
      BlockVars vars = add_block(b_, block, names, spread, tag, save_all_);
      out_.hidden.insert(out_.hidden.end(), vars.hidden.begin(), vars.hidden.end());
      eta = plus(eta, linear(select_columns(std::move(d_.x), block.columns, k + 1 == blocks_.size()),
                             vars.coefficients));
      if (original && !back.values.empty()) original = *original + linear(std::move(back), vars.coefficients);
    }
    if (original && !out_.scaling.centre.empty()) b_.monitor("Intercept_original", *original);
    return eta;
  }

  Var group_effect(const GroupTerm& g) {
    const Prior prior =
        s_.group_scale_prior.value_or(Prior{PriorKind::half_student_t, {3, 2.5 * response_scale_}});
    std::optional<Var> total;
    for (std::size_t e = 0; e < g.effects.size(); ++e) {
      const std::string label = fmt::format("{}|{}", g.effects[e], g.group);
      const Var sd = b_.positive(fmt::format("sd({})", label));
      b_.start(sd, {0.5 * response_scale_}, {1.0});
      add_prior(b_, prior, sd);
      out_.priors.push_back({fmt::format("sd({})", label), prior.text()});
      const Var u = b_.real(label, g.levels.size());
      std::vector<std::string> names;
      for (const auto& level : g.levels) names.push_back(fmt::format("{}[{}]", label, level));
      b_.label(u, std::move(names));
      b_.start(u, std::vector<double>(g.levels.size(), 0.0),
               std::vector<double>(g.levels.size(), 0.1 * response_scale_));
      b_.factor("normal", {u, 0, sd});
      const Var part = linear(IndexMatrix{g.index.size(), g.levels.size(), g.index, g.values[e]}, u);
      total = plus(total, part);
    }
    return *total;
  }

  std::vector<Var> declare_dispersion() {
    std::vector<Var> all;
    const auto names = dispersion_names(s_.family);
    for (const auto& e : s_.dispersion_prior.entries)
      if (std::find(names.begin(), names.end(), e.term) == names.end())
        throw Error(fmt::format("--dispersion-prior: family {} has no parameter '{}'.{}", name(s_.family),
                                e.term,
                                names.empty() ? " It has no dispersion." : did_you_mean(e.term, names)));
    if (names.empty() && !s_.dispersion_prior.others.empty())
      throw Error(fmt::format("--dispersion-prior: family {} has no dispersion parameter.", name(s_.family)));
    for (const auto& parameter : names) {
      const auto* entry = s_.dispersion_prior.find(parameter);
      Prior prior = default_dispersion_prior(parameter);
      if (entry) prior = entry->prior;
      // A prior without a name is that of the first dispersion parameter.
      if (!entry && !s_.dispersion_prior.others.empty() && parameter == names[0])
        prior = s_.dispersion_prior.others[0];
      const Var v = b_.positive(parameter);
      b_.start(v, {parameter == "sigma" ? response_scale_ : parameter == "nu" ? 10.0 : 1.0}, {1.0});
      add_prior(b_, prior, v);
      out_.priors.push_back({parameter, prior.text()});
      all.push_back(v);
    }
    return all;
  }

  Prior default_dispersion_prior(const std::string& parameter) const {
    if (parameter == "sigma") return {PriorKind::half_student_t, {3, 2.5 * response_scale_}};
    if (parameter == "nu") return {PriorKind::gamma, {2, 0.1}};
    return {PriorKind::inverse_gamma, {0.4, 0.3}};
  }

  const GlmSettings& s_;
  Design d_;
  bool save_all_;
  Response response_;
  ModelBuilder b_;
  Glm out_{};
  std::vector<double> sds_;
  double response_scale_ = 1;
  std::vector<CoefficientBlock> blocks_;
  Prior intercept_prior_;
};

}  // namespace

Glm build_glm(const GlmSettings& settings, Design design, bool save_all) {
  return GlmBuilder(settings, std::move(design), save_all).run();
}

}  // namespace cggibbs
