// Every sampler leaves the posterior of every cell of the net invariant: shapes, columns, weights, offsets, priors,
// groups, families and links.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "graph/test_models.hpp"
#include "invariance/net_check.hpp"
#include "samplers/choose/candidates.hpp"
#include "support/simulate.hpp"

namespace cggibbs::test {
namespace {

void check(const NetCell& cell, const NetSampler& sampler, int replicates, double smallest) {
  SCOPED_TRACE(sampler.name + " at " + cell.name());
  try {
    Outcome o = net_outcome(cell, warmed_sweeps(sampler, 3), replicates);
    for (int more = 0; more < 2 && replicates - static_cast<int>(o.unusable) < fewest_usable; ++more)
      o = net_outcome(cell, warmed_sweeps(sampler, 3), replicates *= 2);  // whatever these said: too few
    EXPECT_GT(o.p, smallest) << o.worst;
    EXPECT_GE(replicates - static_cast<int>(o.unusable), fewest_usable);
  } catch (const std::exception& e) {
    ADD_FAILURE() << e.what();
  }
}

const auto name_of = [](const auto& instance) { return instance.param; };

std::vector<std::string> names() {
  std::vector<std::string> all;
  for (const NetSampler& s : net_samplers()) all.push_back(s.name);
  return all;
}

TEST(NetSamplers, HaveEverySamplerThatAutoMayChoose) {
  Rng rng(1, 0);
  const auto model = test::logistic(test::dense(12, 3, rng), test::coin_flips(12, rng));
  for (const SamplerCandidate& c : sampler_candidates(*model, Plan(*model), {})) {
    const auto all = automatic_samplers();
    EXPECT_TRUE(std::any_of(all.begin(), all.end(),
                            [&](const NetSampler& s) {
                              return s.settings.sampler == c.gibbs.sampler &&
                                     s.settings.hamiltonian.metric == c.gibbs.hamiltonian.metric;
                            }))
        << c.name << " is not in the net";
  }
}

TEST(NetCases, OfSharedRowsAreMergedWhereTheFamilyAllows) {
  for (const FamilyLink fl : family_links()) {
    const GlmCase c = net_case({.rows = RowKind::shared, .family = fl});
    const auto model = c.model(c.design.y);
    const bool merges = fl.family == Family::bernoulli || fl.family == Family::binomial ||
                        (fl.family == Family::poisson && fl.link == Link::log);
    EXPECT_EQ(model->factors()[likelihood_of(*model)].size, merges ? 4u : 40u) << c.name;
  }
}

/// Eight times the rows of the others.
bool has_many_rows(const NetCell& cell) {
  return cell.shape == Shape::tall && cell.look == Look::few_valued;
}

class Net : public testing::TestWithParam<std::string> {};
TEST_P(Net, IsInvariant) {
  for (const NetRow& r : covering_rows(net_samplers().size(), 1))
    if (net_samplers()[r.sampler].name == GetParam())
      check(r.cell, net_samplers()[r.sampler],
            has_many_rows(r.cell) ? quick_replicates / 4 : quick_replicates, smallest_quick_p);
}
INSTANTIATE_TEST_SUITE_P(Of, Net, testing::ValuesIn(names()), name_of);

/// The covering rows of the other axes for each sampler, in parts so that several cores share them.
class LongNet : public testing::TestWithParam<std::tuple<std::string, int>> {};
TEST_P(LongNet, IsInvariant) {
  const auto& [name, shape] = GetParam();
  const NetSampler& sampler = net_sampler(name);
  const auto index = static_cast<std::uint64_t>(&sampler - net_samplers().data());
  for (const NetRow& r : covering_rows(1, 2 + index))
    if (r.cell.shape == static_cast<Shape>(shape)) check(r.cell, sampler, long_replicates, smallest_long_p);
}
const auto part_name = [](const auto& instance) {
  constexpr const char* shapes[] = {"tall", "square", "wide"};
  return std::get<0>(instance.param) + "_" + shapes[std::get<1>(instance.param)];
};
INSTANTIATE_TEST_SUITE_P(Of, LongNet, testing::Combine(testing::ValuesIn(names()), testing::Range(0, 3)),
                         part_name);

}  // namespace
}  // namespace cggibbs::test
