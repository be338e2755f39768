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
#include "distributions/normal.hpp"
#include "distributions/pareto.hpp"
#include "distributions/poisson.hpp"
#include "distributions/student_t.hpp"
#include "distributions/uniform.hpp"
#include "distributions/weibull.hpp"

namespace cggibbs {
namespace {

constexpr std::array table{
    describe<Normal>(),
    describe<NormalScaled>(),
    describe<StudentT>(),
    describe<Cauchy>(),
    describe<Laplace>(),
    describe<Logistic>(),
    describe<Lognormal>(),
    describe<HalfNormal>(),
    describe<HalfStudentT>(),
    describe<HalfCauchy>(),
    describe<Gamma>(),
    describe<GammaMean>(),
    describe<GammaLog>(),
    describe<InverseGamma>(),
    describe<Exponential>(),
    describe<Weibull>(),
    describe<GeneralizedGamma>(),
    describe<Pareto>(),
    describe<FisherF>(),
    describe<ScaledGamma>(),
    describe<NoncentralChiSquared>(),
    describe<Beta>(),
    describe<BetaMean>(),
    describe<BetaLogit>(),
    describe<Uniform>(),
    describe<Bernoulli>(),
    describe<BernoulliLogit>(),
    describe<BernoulliProbit>(),
    describe<BernoulliCloglog>(),
    describe<Binomial>(),
    describe<BinomialLogit>(),
    describe<BinomialProbit>(),
    describe<BinomialCloglog>(),
    describe<Poisson>(),
    describe<PoissonLog>(),
    describe<NegativeBinomial>(),
    describe<NegativeBinomialLog>(),
    describe<Geometric>(),
    describe<BetaBinomial>(),
    describe<Hypergeometric>(),
};

}  // namespace

const Distribution* find_distribution(std::string_view name) {
  const auto found = std::find_if(table.begin(), table.end(), [&](const auto& d) { return d.name == name; });
  return found == table.end() ? nullptr : &*found;
}

std::vector<std::string> distribution_names() {
  std::vector<std::string> names;
  for (const auto& d : table) names.emplace_back(d.name);
  return names;
}

}  // namespace cggibbs
