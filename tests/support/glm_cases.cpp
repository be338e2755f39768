// Designs and priors chosen so that prior draws give usable data: means of moderate size, heavy tails kept.
#include "support/glm_cases.hpp"

#include <fmt/format.h>

#include "graph/test_models.hpp"

namespace cggibbs::test {
namespace {

constexpr std::size_t n = 12;
constexpr std::size_t d = 3;

Matrix repeated_rows(const Matrix& x, const std::vector<std::uint32_t>& rows) {
  if (const auto* whole = std::get_if<DenseMatrix>(&x)) {
    DenseMatrix out{rows.size(), whole->cols, {}};
    for (std::size_t j = 0; j < whole->cols; ++j)
      for (auto i : rows) out.values.push_back(whole->col(j)[i]);
    return out;
  }
  const auto& s = std::get<SparseMatrix>(x);
  SparseMatrix out{rows.size(), s.cols, {0}, {}, {}};
  for (std::size_t j = 0; j < s.cols; ++j) {
    std::vector<double> column(s.rows, 0.0);
    for (std::size_t t = 0; t < s.col_rows(j).size(); ++t) column[s.col_rows(j)[t]] = s.col_values(j)[t];
    for (std::size_t i = 0; i < rows.size(); ++i)
      if (column[rows[i]] != 0) {
        out.row.push_back(static_cast<std::uint32_t>(i));
        out.values.push_back(column[rows[i]]);
      }
    out.start.push_back(out.row.size());
  }
  return out;
}

/// Where the linear predictor should be for a mean of moderate size.
Prior intercept_prior(FamilyLink fl) {
  const bool positive_mean =
      fl.family == Family::poisson || fl.family == Family::negative_binomial || fl.family == Family::gamma;
  if (fl.link == Link::inverse || (fl.link == Link::identity && positive_mean))
    return {PriorKind::normal, {2.5, 0.5}};
  return {PriorKind::normal, {0.4, 0.7}};
}

}  // namespace

std::vector<double> some_response(Family family, std::size_t rows) {
  std::vector<double> y(rows);
  for (std::size_t i = 0; i < rows; ++i)
    y[i] = family == Family::beta ? 0.3 + 0.005 * static_cast<double>(i) : static_cast<double>(i % 2);
  if (family == Family::gamma)
    for (double& v : y) v += 1;
  return y;
}

Design with_rows(const Design& whole, const std::vector<std::uint32_t>& rows) {
  const auto repeated = [&](const std::vector<double>& v) {
    std::vector<double> out;
    if (!v.empty())
      for (auto i : rows) out.push_back(v[i]);
    return out;
  };
  Design out = whole;
  out.rows = rows.size();
  out.y = repeated(whole.y);
  out.trials = repeated(whole.trials);
  out.offset = repeated(whole.offset);
  out.x = repeated_rows(whole.x, rows);
  for (GroupTerm& g : out.groups) {
    const GroupTerm all = g;
    for (auto& values : g.values) values = repeated(values);
    g.index.clear();
    for (auto i : rows) g.index.push_back(all.index[i]);
  }
  return out;
}

std::shared_ptr<const Model> GlmCase::law(std::vector<double> y) const {
  Design copy = design;
  copy.y = std::move(y);
  GlmSettings unmerged = settings;
  unmerged.merge_rows = false;
  return build_glm(unmerged, std::move(copy)).form(false);
}

std::shared_ptr<const Model> GlmCase::model(std::vector<double> y) const {
  Design fitted = design;
  if (!copies.empty()) {
    std::vector<std::uint32_t> rows;
    for (const RowCopy& c : copies) rows.push_back(c.row);
    fitted = with_rows(design, rows);
    fitted.y.clear();
    fitted.trials.clear();
    for (const RowCopy& c : copies) {
      fitted.y.push_back(y[c.response]);
      if (!design.trials.empty()) fitted.trials.push_back(design.trials[c.response]);
      fitted.weights.push_back(c.weight);
    }
  } else {
    fitted.y = std::move(y);
  }
  return build_glm(settings, std::move(fitted)).form(false);
}

std::vector<FamilyLink> family_links() {
  std::vector<FamilyLink> all;
  for (const Family f : families())
    for (const Link l : links(f)) all.push_back({f, l});
  return all;
}

std::vector<Prior> plain_priors() {
  return {{PriorKind::normal, {0.2, 0.7}},
          {PriorKind::student_t, {4, 0, 0.5}},
          {PriorKind::cauchy, {0, 0.3}},
          {PriorKind::laplace, {0, 0.5}}};
}

std::vector<Prior> coefficient_priors() {
  auto all = plain_priors();
  all.push_back({PriorKind::horseshoe, {0.3}});
  all.push_back({PriorKind::regularized_horseshoe, {0.3, 1, 4}});
  all.push_back({PriorKind::spike_slab, {1}});
  return all;
}

GlmCase glm_case(FamilyLink fl, const Prior& prior, Decorrelate decorrelate, Groups groups) {
  GlmCase c;
  c.settings.family = fl.family;
  c.settings.link = fl.link;
  c.settings.prior.others = {prior};
  c.settings.intercept_prior = intercept_prior(fl);
  c.settings.decorrelate = decorrelate;
  for (const auto& name : dispersion_names(fl.family)) {
    Prior p{PriorKind::gamma, {2, 1}};
    if (name == "nu") p.args = {4, 0.5};
    if (fl.family == Family::beta) p.args = {8, 1};  // a small phi rounds responses to 0 and 1
    c.settings.dispersion_prior.entries.push_back({name, p});
  }
  c.settings.sd_prior = Prior{PriorKind::half_normal, {1}};

  Rng rng(77, 0);
  Design& design = c.design;
  design.rows = n;
  design.y = some_response(fl.family, n);
  DenseMatrix x{n, d, std::vector<double>(n * d)};
  for (double& v : x.values) v = 2 * rng.uniform() - 1;
  design.x = std::move(x);
  design.names = {"a", "b", "c"};
  for (std::size_t i = 0; i < n; ++i) design.offset.push_back(0.2 * rng.uniform());
  if (fl.family == Family::binomial)
    for (std::size_t i = 0; i < n; ++i) design.trials.push_back(static_cast<double>(1 + i % 5));
  if (groups != Groups::none) {
    GroupTerm g{
        .group = "g", .levels = {"u", "v", "w"}, .index = {}, .effects = {"Intercept"}, .values = {{}}};
    for (std::size_t i = 0; i < n; ++i) g.index.push_back(static_cast<std::uint32_t>(i % 3));
    g.correlated = groups == Groups::correlated;
    if (groups != Groups::intercepts) {
      g.effects.push_back("a");
      g.values.emplace_back();
      for (std::size_t i = 0; i < n; ++i) g.values[1].push_back(2 * rng.uniform() - 1);
    }
    design.groups.push_back(std::move(g));
  }
  c.name = fmt::format("{}_{}_{}{}{}", name(fl.family), name(fl.link),
                       prior.text().substr(0, prior.text().find('(')),
                       decorrelate == Decorrelate::on ? "_rotated" : "",
                       groups == Groups::none         ? ""
                       : groups == Groups::intercepts ? "_intercepts"
                       : groups == Groups::slopes     ? "_slopes"
                                                      : "_correlated");
  return c;
}

GlmCase few_valued_case(FamilyLink fl, const Prior& prior) {
  GlmCase c = glm_case(fl, prior);
  c.name += "_few";
  constexpr std::size_t rows = 96;
  Rng rng(78, 0);
  Design& design = c.design;
  design.rows = rows;
  design.y = some_response(fl.family, rows);
  design.offset.resize(rows);
  for (double& v : design.offset) v = 0.2 * rng.uniform();
  DenseMatrix x{rows, d, std::vector<double>(rows * d)};
  for (std::size_t i = 0; i < rows; ++i) {
    x.values[i] = rng.uniform() < 0.3 ? 0.7 : -0.3;
    x.values[rows + i] = 0.4 * static_cast<double>(rng.below(3)) - 0.5;
    x.values[2 * rows + i] = rng.uniform() < 0.5 ? 0 : 0.25 * static_cast<double>(1 + rng.below(4));
  }
  design.x = std::move(x);
  return c;
}

}  // namespace cggibbs::test
