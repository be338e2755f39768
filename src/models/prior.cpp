// Parsing and printing priors, and their factors.
#include "models/prior.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "base/rng.hpp"
#include "base/special.hpp"
#include "base/suggest.hpp"
#include "distributions/distribution.hpp"
#include "models/prior_arguments.hpp"
#include "models/trim.hpp"

namespace cggibbs {
namespace {

enum class For { coefficients, positive, correlations };

struct Row {
  PriorKind kind;
  std::string_view name;
  For what;
  std::vector<PriorArgument> arguments;
  std::string_view usage;
};

const std::vector<Row>& table() {
  using enum PriorArgument::Range;
  static const std::vector<Row> rows{
      {PriorKind::flat, "flat", For::coefficients, {}, "flat"},
      {PriorKind::normal, "normal", For::coefficients, {{"mean", 0, false, any}, {"sd"}}, "normal(mean, sd)"},
      {PriorKind::student_t,
       "student_t",
       For::coefficients,
       {{"df"}, {"location", {}, false, any}, {"scale"}},
       "student_t(df, location, scale)"},
      {PriorKind::cauchy,
       "cauchy",
       For::coefficients,
       {{"location", 0, false, any}, {"scale"}},
       "cauchy(location, scale)"},
      {PriorKind::laplace,
       "laplace",
       For::coefficients,
       {{"location", 0, false, any}, {"scale"}},
       "laplace(location, scale)"},
      {PriorKind::horseshoe, "horseshoe", For::coefficients, {{"scale", 1}}, "horseshoe or horseshoe(scale)"},
      {PriorKind::regularized_horseshoe,
       "regularized_horseshoe",
       For::coefficients,
       {{"scale", 1}, {"slab_scale", 2}, {"slab_df", 4}},
       "regularized_horseshoe or regularized_horseshoe(scale, slab_scale, slab_df)"},
      {PriorKind::spike_slab,
       "spike_slab",
       For::coefficients,
       {{"sd", 2.5}, {"inclusion", {}, true, share}},
       "spike_slab(sd) or spike_slab(sd, inclusion)"},
      {PriorKind::half_normal, "half_normal", For::positive, {{"scale"}}, "half_normal(scale)"},
      {PriorKind::half_cauchy, "half_cauchy", For::positive, {{"scale"}}, "half_cauchy(scale)"},
      {PriorKind::half_student_t,
       "half_student_t",
       For::positive,
       {{"df"}, {"scale"}},
       "half_student_t(df, scale)"},
      {PriorKind::exponential, "exponential", For::positive, {{"rate"}}, "exponential(rate)"},
      {PriorKind::gamma, "gamma", For::positive, {{"shape"}, {"rate"}}, "gamma(shape, rate)"},
      {PriorKind::inverse_gamma,
       "inverse_gamma",
       For::positive,
       {{"shape"}, {"scale"}},
       "inverse_gamma(shape, scale)"},
      {PriorKind::lognormal,
       "lognormal",
       For::positive,
       {{"mu", {}, false, any}, {"sigma"}},
       "lognormal(mu, sigma)"},
      {PriorKind::lkj, "lkj", For::correlations, {{"shape", 1}}, "lkj or lkj(shape)"},
  };
  return rows;
}

const Row& row_of(PriorKind kind) {
  return table()[static_cast<std::size_t>(kind)];
}

void check_ranges(const Prior& p, std::string_view whole, std::string_view what) {
  const Row& row = row_of(p.kind);
  for (std::size_t i = 0; i < p.args.size(); ++i) {
    const PriorArgument::Range range = row.arguments[i].range;
    if (range == PriorArgument::Range::positive && !(p.args[i] > 0))
      throw Error(fmt::format("{}: {} in '{}' must be positive ({}).", what, p.args[i], whole, row.usage));
    if (range == PriorArgument::Range::share && !(p.args[i] > 0 && p.args[i] < 1))
      throw Error(fmt::format("{}: {} {} in '{}' must lie between 0 and 1 ({}).", what, row.arguments[i].name,
                              p.args[i], whole, row.usage));
  }
}

Prior parse_any(std::string_view text, std::string_view what) {
  text = trim(text);
  const auto open = text.find('(');
  const std::string_view head = trim(text.substr(0, open));
  std::string_view inside;
  if (open != std::string_view::npos) {
    if (text.back() != ')') throw Error(fmt::format("{}: '{}' lacks its closing parenthesis.", what, text));
    inside = text.substr(open + 1, text.size() - open - 2);
  }
  std::vector<std::string> names;
  for (const auto& row : table()) {
    names.emplace_back(row.name);
    if (row.name != head) continue;
    const Prior p{row.kind, parse_prior_arguments(inside, row.arguments, row.usage, text, what)};
    check_ranges(p, text, what);
    return p;
  }
  throw Error(fmt::format("{}: unknown prior '{}'.{} Known: {}.", what, head, did_you_mean(head, names),
                          fmt::join(names, ", ")));
}

}  // namespace

std::string Prior::text() const {
  const std::string head(row_of(kind).name);
  return args.empty() ? head : fmt::format("{}({:.6g})", head, fmt::join(args, ","));
}

Prior parse_prior(std::string_view text, std::string_view what) {
  const Prior p = parse_any(text, what);
  if (row_of(p.kind).what != For::coefficients)
    throw Error(fmt::format(
        "{}: {} is a prior for {}. Use normal, student_t, cauchy, laplace, horseshoe, "
        "regularized_horseshoe, spike_slab or flat.",
        what, row_of(p.kind).name,
        row_of(p.kind).what == For::correlations ? "the correlations of group effects"
                                                 : "positive parameters; coefficients may be negative"));
  return p;
}

Prior parse_positive_prior(std::string_view text, std::string_view what) {
  Prior p = parse_any(text, what);
  if (row_of(p.kind).what == For::positive || p.kind == PriorKind::flat) return p;
  const bool at_zero = p.kind == PriorKind::student_t ? p.args[1] == 0 : !p.args.empty() && p.args[0] == 0;
  if (at_zero && p.kind == PriorKind::normal) return {PriorKind::half_normal, {p.args[1]}};
  if (at_zero && p.kind == PriorKind::cauchy) return {PriorKind::half_cauchy, {p.args[1]}};
  if (at_zero && p.kind == PriorKind::student_t) return {PriorKind::half_student_t, {p.args[0], p.args[2]}};
  throw Error(
      fmt::format("{}: '{}' is not a prior for a positive parameter. Use half_normal, half_cauchy, "
                  "half_student_t, exponential, gamma, inverse_gamma, lognormal or flat.",
                  what, text));
}

Prior parse_correlation_prior(std::string_view text, std::string_view what) {
  const Prior p = parse_any(text, what);
  if (row_of(p.kind).what != For::correlations)
    throw Error(
        fmt::format("{}: '{}' is not a prior for correlations. Use lkj(shape), as lkj(2).", what, text));
  return p;
}

void add_prior(ModelBuilder& b, const Prior& p, const Var& v) {
  if (p.kind == PriorKind::flat) return;
  std::vector<Arg> args{v};
  for (double a : p.args) args.emplace_back(a);
  b.factor(row_of(p.kind).name, args);
}

bool is_plain(const Prior& p) {
  return p.kind != PriorKind::horseshoe && p.kind != PriorKind::regularized_horseshoe &&
         p.kind != PriorKind::spike_slab;
}

std::pair<double, double> middle_of(const Prior& p) {
  // Whoever simulates data builds models of one prior by the thousand, and this would be most of the work.
  thread_local Prior last;  // flat, which nobody asks for
  thread_local std::pair<double, double> middle;
  if (p == last) return middle;
  const Distribution& distribution = *find_distribution(row_of(p.kind).name);
  Rng rng(1, 0);
  std::vector<double> draws(4000);
  for (double& x : draws) x = distribution.draw(rng, p.args.data());
  std::sort(draws.begin(), draws.end());
  last = p;
  return middle = {draws[200], draws[3800]};
}

double prior_scale(const Prior& p) {
  switch (p.kind) {
    case PriorKind::flat:
      return inf;
    case PriorKind::normal:
    case PriorKind::cauchy:
      return p.args[1];
    case PriorKind::laplace:
      return M_SQRT2 * p.args[1];
    case PriorKind::student_t:
      return p.args[2];
    default:
      return p.args.empty() ? 1.0 : p.args[0];
  }
}

}  // namespace cggibbs
