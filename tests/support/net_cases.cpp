// Designs, priors and the covering rows of the net.
#include "support/net_cases.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/rng.hpp"

namespace cggibbs::test {
namespace {

constexpr std::array shape_names{"tall", "square", "wide"};
constexpr std::array look_names{"dense", "sparse", "few", "far", "collinear", "twins"};
constexpr std::array row_names{"plain", "offsets", "weights", "both", "shared"};
constexpr std::array prior_names{"normal",      "student_t",  "cauchy",           "laplace", "horseshoe",
                                 "regularized", "spike_slab", "spike_slab_fixed", "mixed",   "wide"};
constexpr std::array group_names{"alone", "intercepts", "slopes", "correlated"};

bool has_weights(RowKind r) {
  return r == RowKind::weights || r == RowKind::both;
}
bool has_offsets(RowKind r) {
  return r == RowKind::offsets || r == RowKind::both || r == RowKind::shared;
}

/// The predictor may be anywhere: far columns and wide priors need no taming.
bool free_predictor(FamilyLink fl) {
  return fl.link == Link::identity && (fl.family == Family::gaussian || fl.family == Family::student_t);
}

/// The mean exists for positive predictors only.
bool positive_predictor(FamilyLink fl) {
  const bool positive_mean =
      fl.family == Family::poisson || fl.family == Family::negative_binomial || fl.family == Family::gamma;
  return positive_mean && (fl.link == Link::identity || fl.link == Link::inverse);
}

Prior prior_of(PriorChoice choice) {
  switch (choice) {
    case PriorChoice::student_t:
      return {PriorKind::student_t, {4, 0.5, 0.4}};
    case PriorChoice::cauchy:
      return {PriorKind::cauchy, {-0.3, 0.2}};
    case PriorChoice::laplace:
      return {PriorKind::laplace, {-0.6, 0.3}};
    case PriorChoice::horseshoe:
      return {PriorKind::horseshoe, {0.4}};
    case PriorChoice::regularized_horseshoe:
      return {PriorKind::regularized_horseshoe, {0.2, 1.5, 6}};
    case PriorChoice::spike_slab:
      return {PriorKind::spike_slab, {0.8}};
    case PriorChoice::spike_slab_fixed:
      return {PriorKind::spike_slab, {1.2, 0.3}};
    case PriorChoice::mixed:
      return {PriorKind::normal, {-0.3, 0.5}};
    case PriorChoice::normal:
      return {PriorKind::normal, {0.9, 0.4}};
    case PriorChoice::wide:
      return {PriorKind::normal, {0.6, 0.7}};
  }
  return {};
}

Prior intercept_prior(const NetCell& cell) {
  if (cell.prior == PriorChoice::wide) {
    if (free_predictor(cell.family)) return {PriorKind::normal, {50, 1e3}};
    if (positive_predictor(cell.family)) return {PriorKind::normal, {2.5, 20}};
    // Log means beyond 20 and proportions that round to 0 or 1 are of no use.
    const bool narrow = cell.family.link == Link::log || cell.family.family == Family::beta;
    return {PriorKind::normal, {0.4, narrow ? 2.5 : 15.0}};
  }
  if (positive_predictor(cell.family)) return {PriorKind::normal, {2.5, 0.5}};
  const std::array<Prior, 4> turns{
      Prior{PriorKind::normal, {0.4, 0.7}}, Prior{PriorKind::student_t, {5, 0.3, 0.6}},
      Prior{PriorKind::laplace, {0.2, 0.5}}, Prior{PriorKind::cauchy, {0.3, 0.2}}};
  return turns[(static_cast<std::size_t>(cell.prior) + static_cast<std::size_t>(cell.look)) % turns.size()];
}

/// All kinds of priors of scales, in turn.
Prior scale_prior(std::size_t turn) {
  const std::array<Prior, 7> turns{
      Prior{PriorKind::half_normal, {1.3}},     Prior{PriorKind::gamma, {3, 1}},
      Prior{PriorKind::lognormal, {-0.4, 0.6}}, Prior{PriorKind::half_student_t, {4, 0.7}},
      Prior{PriorKind::exponential, {1.5}},     Prior{PriorKind::inverse_gamma, {3, 1.5}},
      Prior{PriorKind::half_cauchy, {0.5}}};
  return turns[turn % turns.size()];
}

void set_priors(const NetCell& cell, double far, GlmCase& c) {
  const FamilyLink fl = cell.family;
  GlmSettings& s = c.settings;
  s.prior.others = {prior_of(cell.prior)};
  s.intercept_prior = intercept_prior(cell);
  const auto& names = c.design.names;
  if (cell.prior == PriorChoice::mixed)
    s.prior.entries = {{names[1], {PriorKind::student_t, {5, -0.4, 0.6}}}};
  if (cell.prior == PriorChoice::mixed && names.size() > 2)
    s.prior.entries.push_back({names[2], {PriorKind::laplace, {0.3, 0.4}}});
  if (cell.prior == PriorChoice::wide)
    s.prior.entries = {{names[1],
                        {PriorKind::normal,
                         {0, free_predictor(fl)          ? 1e3
                             : fl.family == Family::beta ? 2
                                                         : 5}}}};
  if (far > 0 && !free_predictor(fl))
    s.prior.entries.push_back({names[0], {PriorKind::normal, {0.4 / far, 0.7 / far}}});
  const std::size_t turn = static_cast<std::size_t>(cell.prior) + 2 * static_cast<std::size_t>(cell.look);
  for (const auto& name : dispersion_names(fl.family)) {
    Prior p = scale_prior(turn);
    if (name == "nu") p = {PriorKind::gamma, {4, 0.5}};
    // Small ones round responses to the ends of their range.
    if (fl.family == Family::gamma) p = {PriorKind::gamma, {4, 1.5}};
    if (fl.family == Family::beta) p = {PriorKind::gamma, {8, 1}};
    s.dispersion_prior.entries.push_back({name, p});
  }
  s.sd_prior = scale_prior(turn + 3);
  if (cell.groups == Groups::correlated)
    s.prior.groups = {{"cor(g)", true, "", "g", {PriorKind::lkj, {turn % 2 == 0 ? 0.7 : 1.6}}},
                      {"sd(a|g)", false, "a", "g", scale_prior(turn + 4)}};
}

double entry(Look look, std::size_t j, Rng& rng) {
  if (look != Look::few_valued) return 2 * rng.uniform() - 1;
  if (j % 3 == 0) return rng.uniform() < 0.3 ? 0.7 : -0.3;
  if (j % 3 == 1) return 0.4 * static_cast<double>(rng.below(3)) - 0.5;
  return rng.uniform() < 0.5 ? 0 : 0.25 * static_cast<double>(1 + rng.below(4));
}

SparseMatrix sparse(const DenseMatrix& x, Rng& rng) {
  SparseMatrix s{x.rows, x.cols, {0}, {}, {}};
  for (std::size_t j = 0; j < x.cols; ++j) {
    const std::size_t certain = rng.below(x.rows);
    for (std::size_t i = 0; i < x.rows; ++i)
      if (rng.uniform() < 0.3 || i == certain) {
        s.row.push_back(static_cast<std::uint32_t>(i));
        s.values.push_back(x.col(j)[i]);
      }
    s.start.push_back(s.row.size());
  }
  return s;
}

Matrix columns(Look look, std::size_t n, std::size_t d, double far, double apart, Rng& rng) {
  DenseMatrix x{n, d, std::vector<double>(n * d)};
  const double scale =
      d > 9 ? std::sqrt(9 / static_cast<double>(d)) : 1;  // many columns say no more than a few
  for (std::size_t j = 0; j < d; ++j)
    for (std::size_t i = 0; i < n; ++i) x.col(j)[i] = scale * entry(look, j, rng);
  for (std::size_t i = 0; i < n; ++i) {
    if (look == Look::twins) x.col(1)[i] = x.col(0)[i];
    if (look == Look::collinear) x.col(1)[i] = x.col(0)[i] + apart * x.col(1)[i];
    x.col(0)[i] += far;
  }
  if (look == Look::sparse) return sparse(x, rng);
  return x;
}

struct Sizes {
  std::size_t rows;     ///< of the design, before any are split or shared
  std::size_t columns;  ///< of tall ones
  std::size_t more;     ///< coefficients than rows, of wide ones
};

Sizes sizes_of(const NetCell& cell, Size size) {
  const bool tall = cell.shape == Shape::tall, weights = has_weights(cell.rows);
  if (cell.rows == RowKind::shared)
    return size == Size::medium ? Sizes{tall ? 24U : 12U, 15, 40} : Sizes{tall ? 4U : 2U, 3, 4};
  if (size == Size::medium) return {tall ? 120U : weights ? 27U : 40U, 15, 40};
  return {!tall ? (weights ? 3U : 5U) : cell.look == Look::few_valued ? 96U : 12U, 3, 4};
}

GroupTerm group_term(Groups groups, std::size_t n, Rng& rng) {
  GroupTerm g{.group = "g", .levels = {"u", "v", "w"}, .index = {}, .effects = {"Intercept"}, .values = {{}}};
  for (std::size_t i = 0; i < n; ++i) g.index.push_back(static_cast<std::uint32_t>(i % 3));
  g.correlated = groups == Groups::correlated;
  if (groups != Groups::intercepts) {
    g.effects.push_back("a");
    g.values.emplace_back();
    for (std::size_t i = 0; i < n; ++i) g.values[1].push_back(2 * rng.uniform() - 1);
  }
  return g;
}

}  // namespace

std::string NetCell::name() const {
  return fmt::format("{}_{}_{}_{}_{}_{}_{}_{}", shape_names[static_cast<std::size_t>(shape)],
                     look_names[static_cast<std::size_t>(look)], row_names[static_cast<std::size_t>(rows)],
                     prior_names[static_cast<std::size_t>(prior)],
                     group_names[static_cast<std::size_t>(groups)],
                     decorrelate == Decorrelate::on ? "rotated" : "straight", cggibbs::name(family.family),
                     cggibbs::name(family.link));
}

GlmCase net_case(const NetCell& cell, Size size) {
  GlmCase c;
  c.name = cell.name();
  c.settings.family = cell.family.family;
  c.settings.link = cell.family.link;
  const bool plain = is_plain(prior_of(cell.prior));
  c.settings.decorrelate = plain && cell.decorrelate == Decorrelate::on ? Decorrelate::on : Decorrelate::off;

  Rng rng(79, static_cast<std::uint64_t>(cell.look));
  const Sizes sizes = sizes_of(cell, size);
  const std::size_t n = sizes.rows;
  if (has_weights(cell.rows)) {
    // Every other row in three copies whose weights sum to one; one more copy of weight zero, with another row's response.
    const auto last = static_cast<std::uint32_t>(n) - 1;
    for (std::uint32_t i = 0; i <= last; ++i) {
      if (i % 2 == 1) {
        c.copies.push_back({i, 1.0, i});
        continue;
      }
      for (const double share : {0.2, 0.3, 0.5}) c.copies.push_back({i, share, i});
    }
    for (std::uint32_t i = 0; i <= last; i += 6) c.copies.push_back({i, 0.0, last - i});
  }
  const std::size_t fitted = c.copies.empty() ? n : c.copies.size();
  const std::size_t effects = cell.groups == Groups::none ? 0 : cell.groups == Groups::intercepts ? 3 : 6;
  const std::size_t wanted = cell.shape == Shape::square ? fitted : fitted + sizes.more;
  const std::size_t d = cell.shape == Shape::tall
                            ? sizes.columns
                            : std::max<std::size_t>(2, wanted - std::min(wanted, 1 + effects));

  Design& design = c.design;
  design.rows = n;
  const double far = cell.look != Look::far ? 0 : free_predictor(cell.family) ? 1e4 : 100;
  design.x = columns(cell.look, n, d, far, size == Size::small ? 1e-3 : 1e-6, rng);
  for (std::size_t j = 0; j < d; ++j) design.names.push_back(fmt::format("x{}", j));
  if (has_offsets(cell.rows))
    for (std::size_t i = 0; i < n; ++i) design.offset.push_back(0.4 * rng.uniform());
  if (cell.groups != Groups::none) design.groups.push_back(group_term(cell.groups, n, rng));
  c.settings.merge_rows = cell.rows == RowKind::shared;
  if (cell.rows == RowKind::shared) {
    std::vector<std::uint32_t> rows;
    for (std::size_t i = 0; i < 10 * n; ++i) rows.push_back(static_cast<std::uint32_t>(i % n));
    design = with_rows(design, rows);
  }
  if (cell.family.family == Family::binomial)
    for (std::size_t i = 0; i < design.rows; ++i) design.trials.push_back(static_cast<double>(1 + i % 5));
  design.y = some_response(cell.family.family, design.rows);
  set_priors(cell, far, c);
  return c;
}

std::vector<NetRow> covering_rows(std::size_t samplers, std::uint64_t seed) {
  const std::vector<Family> every_family = families();
  const std::vector<std::size_t> sizes{
      shape_names.size(),  look_names.size(), row_names.size(), prior_names.size(), group_names.size(), 2,
      every_family.size(), samplers};
  using Row = std::vector<std::size_t>;
  std::vector<std::size_t> base{0};  // where the values of each axis start among all
  for (std::size_t s : sizes) base.push_back(base.back() + s);
  std::vector<bool> met(base.back() * base.back(), false);
  const auto pair = [&](const Row& r, std::size_t a, std::size_t b) {
    return (base[a] + r[a]) * base.back() + base[b] + r[b];
  };
  std::size_t left = 0;
  for (std::size_t a = 0; a < sizes.size(); ++a)
    for (std::size_t b = a + 1; b < sizes.size(); ++b) left += sizes[a] * sizes[b];
  const auto gain = [&](const Row& r) {
    std::size_t total = 0;
    for (std::size_t a = 0; a < sizes.size(); ++a)
      for (std::size_t b = a + 1; b < sizes.size(); ++b) total += !met[pair(r, a, b)];
    return total;
  };

  // Greedy: of random rows, each improved axis by axis, the one in which most pairs meet for the first time.
  Rng rng(seed, 0);
  std::vector<NetRow> rows;
  std::vector<std::size_t> turn(every_family.size(), 0);
  while (left > 0) {
    Row best;
    std::size_t most = 0;
    for (int trial = 0; trial < 30; ++trial) {
      Row r;
      for (std::size_t s : sizes) r.push_back(rng.below(s));
      for (std::size_t a = 0; a < sizes.size(); ++a) {
        Row changed = r;
        for (changed[a] = 0; changed[a] < sizes[a]; ++changed[a])
          if (gain(changed) > gain(r)) r = changed;
      }
      if (gain(r) <= most) continue;
      most = gain(r);
      best = r;
    }
    if (best.empty()) continue;
    left -= most;
    for (std::size_t a = 0; a < sizes.size(); ++a)
      for (std::size_t b = a + 1; b < sizes.size(); ++b) met[pair(best, a, b)] = true;
    const Family family = every_family[best[6]];
    const auto& all_links = links(family);
    rows.push_back({{.shape = static_cast<Shape>(best[0]),
                     .look = static_cast<Look>(best[1]),
                     .rows = static_cast<RowKind>(best[2]),
                     .prior = static_cast<PriorChoice>(best[3]),
                     .groups = static_cast<Groups>(best[4]),
                     .decorrelate = best[5] == 1 ? Decorrelate::on : Decorrelate::off,
                     .family = {family, all_links[turn[best[6]]++ % all_links.size()]}},
                    best[7]});
  }
  return rows;
}

}  // namespace cggibbs::test
