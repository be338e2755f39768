// Names, links and likelihood factors of the families.
#include "models/family.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <cmath>
#include <utility>

#include "base/special.hpp"
#include "base/suggest.hpp"
#include "distributions/normal.hpp"

namespace cggibbs {
namespace {

constexpr std::array<std::pair<Family, std::string_view>, 8> family_table{{
    {Family::gaussian, "gaussian"},
    {Family::student_t, "student_t"},
    {Family::bernoulli, "bernoulli"},
    {Family::binomial, "binomial"},
    {Family::poisson, "poisson"},
    {Family::negative_binomial, "negative_binomial"},
    {Family::gamma, "gamma"},
    {Family::beta, "beta"},
}};
constexpr std::array<std::pair<Link, std::string_view>, 7> link_table{{
    {Link::identity, "identity"},
    {Link::log, "log"},
    {Link::logit, "logit"},
    {Link::probit, "probit"},
    {Link::cloglog, "cloglog"},
    {Link::inverse, "inverse"},
    {Link::sqrt, "sqrt"},
}};

template <class Table>
auto look_up(const Table& table, const std::string& text, const char* what) {
  std::vector<std::string> names;
  for (const auto& [value, label] : table) {
    if (label == text) return value;
    names.emplace_back(label);
  }
  throw Error(fmt::format("unknown {} '{}'.{} Known: {}.", what, text, did_you_mean(text, names),
                          fmt::join(names, ", ")));
}

}  // namespace

Family parse_family(const std::string& text) {
  return look_up(family_table, text, "family");
}
Link parse_link(const std::string& text) {
  return look_up(link_table, text, "link");
}
std::string_view name(Family family) {
  return family_table[static_cast<std::size_t>(family)].second;
}
std::string_view name(Link link) {
  return link_table[static_cast<std::size_t>(link)].second;
}

std::vector<Family> families() {
  std::vector<Family> all;
  for (const auto& [value, label] : family_table) all.push_back(value);
  return all;
}

const std::vector<Link>& links(Family family) {
  static const std::vector<Link> location{Link::identity, Link::log, Link::inverse};
  static const std::vector<Link> probability{Link::logit, Link::probit, Link::cloglog};
  static const std::vector<Link> count{Link::log, Link::identity, Link::sqrt};
  static const std::vector<Link> positive{Link::log, Link::inverse, Link::identity};
  switch (family) {
    case Family::gaussian:
    case Family::student_t:
      return location;
    case Family::bernoulli:
    case Family::binomial:
    case Family::beta:
      return probability;
    case Family::poisson:
    case Family::negative_binomial:
      return count;
    case Family::gamma:
      return positive;
  }
  return location;
}

Link link_or_default(Family family, std::optional<Link> wanted) {
  const auto& allowed = links(family);
  if (!wanted) return allowed[0];
  std::vector<std::string_view> names;
  for (Link l : allowed) {
    if (l == *wanted) return l;
    names.push_back(name(l));
  }
  throw Error(fmt::format("`link={}` does not go with `family={}`. Use one of: {}.", name(*wanted),
                          name(family), fmt::join(names, ", ")));
}

double link_function(Link link, double mu) {
  switch (link) {
    case Link::identity:
      return mu;
    case Link::log:
      return std::log(mu);
    case Link::logit:
      return logit(mu);
    case Link::probit:
      return Normal::quantile(mu, 0, 1);
    case Link::cloglog:
      return std::log(-std::log1p(-mu));
    case Link::inverse:
      return 1 / mu;
    case Link::sqrt:
      return std::sqrt(mu);
  }
  return mu;
}

double inverse_link(Link link, double eta) {
  switch (link) {
    case Link::identity:
      return eta;
    case Link::log:
      return std::exp(eta);
    case Link::logit:
      return inv_logit(eta);
    case Link::probit:
      return normal_cdf(eta);
    case Link::cloglog:
      return -std::expm1(-std::exp(eta));
    case Link::inverse:
      return 1 / eta;
    case Link::sqrt:
      return eta * eta;
  }
  return eta;
}

double inverse_link_slope(Link link, double eta) {
  switch (link) {
    case Link::identity:
      return 1;
    case Link::log:
      return std::exp(eta);
    case Link::logit:
      return inv_logit(eta) * inv_logit(-eta);
    case Link::probit:
      return std::exp(-0.5 * eta * eta - 0.5 * log_two_pi);
    case Link::cloglog:
      return std::exp(eta - std::exp(eta));
    case Link::inverse:
      return -1 / (eta * eta);
    case Link::sqrt:
      return 2 * eta;
  }
  return 1;
}

double variance_function(Family family, double mu) {
  switch (family) {
    case Family::gaussian:
    case Family::student_t:
      return 1;
    case Family::bernoulli:
    case Family::binomial:
    case Family::beta:
      return mu * (1 - mu);
    case Family::poisson:
      return mu;
    case Family::negative_binomial:
      return mu + mu * mu;
    case Family::gamma:
      return mu * mu;
  }
  return 1;
}

std::vector<std::string> dispersion_names(Family family) {
  switch (family) {
    case Family::gaussian:
      return {"sigma"};
    case Family::student_t:
      return {"sigma", "nu"};
    case Family::negative_binomial:
    case Family::beta:
      return {"phi"};
    case Family::gamma:
      return {"shape"};
    case Family::bernoulli:
    case Family::binomial:
    case Family::poisson:
      return {};
  }
  return {};
}

namespace {

/// The mean as an expression of the linear predictor, for distributions that are written by their mean.
Var mean(Link link, const Var& eta) {
  switch (link) {
    case Link::identity:
      return eta;
    case Link::log:
      return exp(eta);
    case Link::logit:
      return inv_logit(eta);
    case Link::probit:
      return normal_cdf(eta);
    case Link::cloglog:
      return inv_cloglog(eta);
    case Link::inverse:
      return inverse(eta);
    case Link::sqrt:
      return square(eta);
  }
  return eta;
}

}  // namespace

void add_likelihood(ModelBuilder& b, Family family, Link link, const Response& r, const Var& eta,
                    const std::vector<Var>& dispersion) {
  const std::string by_link(name(link));
  switch (family) {
    case Family::gaussian:
      return b.factor("normal", {r.y, mean(link, eta), dispersion[0]}, r.weights);
    case Family::student_t:
      return b.factor("student_t", {r.y, dispersion[1], mean(link, eta), dispersion[0]}, r.weights);
    case Family::bernoulli:
      return b.factor("bernoulli_" + by_link, {r.y, eta}, r.weights);
    case Family::binomial:
      return b.factor("binomial_" + by_link, {r.y, eta, r.trials}, r.weights);
    case Family::poisson:
      if (link == Link::log) return b.factor("poisson_log", {r.y, eta}, r.weights);
      return b.factor("poisson", {r.y, mean(link, eta)}, r.weights);
    case Family::negative_binomial:
      if (link == Link::log) return b.factor("negative_binomial_log", {r.y, eta, dispersion[0]}, r.weights);
      return b.factor("negative_binomial", {r.y, mean(link, eta), dispersion[0]}, r.weights);
    case Family::gamma:
      if (link == Link::log) return b.factor("gamma_log", {r.y, eta, dispersion[0]}, r.weights);
      return b.factor("gamma_mean", {r.y, mean(link, eta), dispersion[0]}, r.weights);
    case Family::beta:
      if (link == Link::logit) return b.factor("beta_logit", {r.y, eta, dispersion[0]}, r.weights);
      return b.factor("beta_mean", {r.y, mean(link, eta), dispersion[0]}, r.weights);
  }
}

}  // namespace cggibbs
