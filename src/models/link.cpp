// Names and functions of the links.
#include "models/link.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <cggibbs/error.hpp>
#include <cmath>
#include <vector>

#include "base/special.hpp"
#include "base/suggest.hpp"
#include "distributions/normal.hpp"

namespace cggibbs {
namespace {

/// In the order of the enumeration.
constexpr std::array<std::string_view, 7> names{"identity", "log",     "logit", "probit",
                                                "cloglog",  "inverse", "sqrt"};

}  // namespace

Link parse_link(const std::string& text) {
  for (std::size_t i = 0; i < names.size(); ++i)
    if (names[i] == text) return static_cast<Link>(i);
  throw Error(fmt::format("unknown link '{}'.{} Known: {}.", text,
                          did_you_mean(text, std::vector<std::string>(names.begin(), names.end())),
                          fmt::join(names, ", ")));
}

std::string_view name(Link link) {
  return names[static_cast<std::size_t>(link)];
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

Var inverse_link(Link link, const Var& eta) {
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

}  // namespace cggibbs
