// Links of generalized linear models: from the mean of a response to the linear predictor and back.
#pragma once

#include <cggibbs/model.hpp>
#include <string>
#include <string_view>

namespace cggibbs {

enum class Link { identity, log, logit, probit, cloglog, inverse, sqrt };

Link parse_link(const std::string& name);
std::string_view name(Link link);

double link_function(Link link, double mu);
double inverse_link(Link link, double eta);
/// d mu / d eta
double inverse_link_slope(Link link, double eta);
/// The mean as an expression of the linear predictor.
Var inverse_link(Link link, const Var& eta);

}  // namespace cggibbs
