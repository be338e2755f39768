// The table of all distributions: one row each.
#include <algorithm>

#include "distributions/bernoulli.hpp"
#include "distributions/beta.hpp"
#include "distributions/beta_binomial.hpp"
#include "distributions/beta_mean.hpp"
#include "distributions/binomial.hpp"
#include "distributions/cauchy.hpp"
#include "distributions/describe.hpp"
#include "distributions/exponential.hpp"
#include "distributions/f.hpp"
#include "distributions/gamma.hpp"
#include "distributions/gamma_mean.hpp"
#include "distributions/generalized_gamma.hpp"
#include "distributions/geometric.hpp"
#include "distributions/half_cauchy.hpp"
#include "distributions/half_normal.hpp"
#include "distributions/half_student_t.hpp"
#include "distributions/hypergeometric.hpp"
#include "distributions/inverse_gamma.hpp"
#include "distributions/laplace.hpp"
#include "distributions/logistic.hpp"
#include "distributions/lognormal.hpp"
#include "distributions/negative_binomial.hpp"
#include "distributions/noncentral_chi_squared.hpp"
#include "distributions/noncentral_t.hpp"
#include "distributions/normal.hpp"
#include "distributions/pareto.hpp"
#include "distributions/poisson.hpp"
#include "distributions/price.hpp"
#include "distributions/student_t.hpp"
#include "distributions/uniform.hpp"
#include "distributions/weibull.hpp"
#include "distributions/weibull_rate.hpp"

namespace cggibbs {
namespace {

template <class... D>
struct Rows {
  static constexpr std::array described{describe<D>()...};
  static constexpr std::array prices{row_price_of<D>()...};
};

using All =
    Rows<Normal, NormalScaled, StudentT, Cauchy, Laplace, Logistic, Lognormal, HalfNormal, HalfStudentT,
         HalfCauchy, Gamma, GammaMean, GammaLog, InverseGamma, Exponential, Weibull, WeibullRate,
         WeibullLogRate, GeneralizedGamma, Pareto, FisherF, ScaledGamma, NoncentralChiSquared, NoncentralT,
         Beta, BetaMean, BetaLogit, Uniform, Bernoulli, BernoulliLogit, BernoulliProbit, BernoulliCloglog,
         Binomial, BinomialLogit, BinomialProbit, BinomialCloglog, Poisson, PoissonLog, NegativeBinomial,
         NegativeBinomialLog, Geometric, BetaBinomial, Hypergeometric>;

constexpr auto& table = All::described;

}  // namespace

const Distribution* find_distribution(std::string_view name) {
  const auto found = std::find_if(table.begin(), table.end(), [&](const auto& d) { return d.name == name; });
  return found == table.end() ? nullptr : &*found;
}

RowPrice row_price(const Distribution& d) {
  const auto found = std::find_if(table.begin(), table.end(), [&](const auto& row) { return &row == &d; });
  return found == table.end() ? RowPrice{} : All::prices[static_cast<std::size_t>(found - table.begin())];
}

std::vector<std::string> distribution_names() {
  std::vector<std::string> names;
  for (const auto& d : table) names.emplace_back(d.name);
  return names;
}

}  // namespace cggibbs
