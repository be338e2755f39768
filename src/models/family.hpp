// Response families and links of generalized linear models.
#pragma once

#include <cggibbs/model.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cggibbs {

enum class Family { gaussian, student_t, bernoulli, binomial, poisson, negative_binomial, gamma, beta };
enum class Link { identity, log, logit, probit, cloglog, inverse, sqrt };

Family parse_family(const std::string& name);
Link parse_link(const std::string& name);
std::string_view name(Family family);
std::string_view name(Link link);
/// The links that make sense for a family; the first is the default.
const std::vector<Link>& links(Family family);
/// The wanted link when the family has it, the family's default when none is wanted.
Link link_or_default(Family family, std::optional<Link> wanted);
/// All of them.
std::vector<Family> families();

double link_function(Link link, double mu);
double inverse_link(Link link, double eta);
/// d mu / d eta
double inverse_link_slope(Link link, double eta);
/// Variance of the response at mean mu, for dispersion 1 (trials for binomial).
double variance_function(Family family, double mu);

/// The response and what comes with it.
struct Response {
  std::vector<double> y;
  std::vector<double> trials;   ///< binomial only
  std::vector<double> weights;  ///< empty: all one
};

/// Throws an Error that names the row and the value when the response cannot come from the family, or is
/// constant where that leaves nothing to learn. Warnings go to the list.
void check_response(Family family, const Response& response, std::vector<std::string>& warnings);

/// The names of the dispersion parameters: sigma, nu, phi, shape.
std::vector<std::string> dispersion_names(Family family);

/// Adds the likelihood factor. Dispersion in the order of dispersion_names.
void add_likelihood(ModelBuilder& builder, Family family, Link link, const Response& response, const Var& eta,
                    const std::vector<Var>& dispersion);

}  // namespace cggibbs
