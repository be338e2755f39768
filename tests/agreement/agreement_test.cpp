// Every sampler agrees with exact posteriors, or with coordinate slice, in means, squares and quantiles at sizes where
// errors of conditioning show.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "agreement/flat_cases.hpp"
#include "agreement/reference.hpp"
#include "support/joint_law.hpp"
#include "support/net_cases.hpp"
#include "support/net_samplers.hpp"

namespace cggibbs::test {
namespace {

bool follows_trajectories(const NetSampler& s) {
  return s.settings.sampler == "nuts" || s.settings.sampler == "hmc";
}

/// Moves along coordinates or in their scales, without learning how they are correlated.
bool coordinatewise(const NetSampler& s) {
  if (follows_trajectories(s)) return s.settings.hamiltonian.metric == MetricKind::diag;
  return s.settings.sampler != "newton" && s.settings.sampler != "gaussian_block";
}

void expect_agreement(const Reference& reference, const Model& model, const NetSampler& sampler,
                      RunLength length) {
  SCOPED_TRACE(sampler.name);
  if (!follows_trajectories(sampler))
    length.thin *= sampler.settings.sampler == "gaussian_block" ? 1 : 8;  // many cheap sweeps
  try {
    const std::string found = fault(agreement(reference, run_chains(model, full_settings(sampler), length)));
    // Those that only a user can ask for may be slow where they are not suited, if R-hat says so; never wrong.
    if (!sampler.automatic && found.starts_with(too_little))
      fmt::print("note: {}: {}\n", sampler.name, found);
    else
      EXPECT_EQ(found, "");
  } catch (const std::exception& e) {
    ADD_FAILURE() << e.what();
  }
}

void check_flat(const FlatCase& c, const RunLength& length, bool all) {
  const Reference exact = exact_reference(c.settings, c.design);
  const auto model = build_glm(c.settings, c.design).form(false);
  GlmSettings rotated = c.settings;
  rotated.decorrelate = Decorrelate::on;
  const auto easier = build_glm(rotated, c.design).model;
  for (const NetSampler& sampler : net_samplers()) {
    if (!all && !sampler.automatic) continue;
    const bool rotate = (c.hard && coordinatewise(sampler)) || (c.singular && follows_trajectories(sampler));
    const bool crawls = c.crowded && sampler.settings.sampler == "newton";
    if (crawls && !all) continue;
    // Rotated coordinates of a wide design have sds of 1 to 1e6: trajectories of a fixed length hardly move in the largest, and
    // all chains start there alike (docs/hmc.md says so).
    if (rotate && cols(c.design.x) >= rows(c.design.x) && sampler.settings.sampler == "hmc") continue;
    RunLength run = length;
    if (crawls) run.thin = 6;
    expect_agreement(exact, rotate ? *easier : *model, sampler, run);
  }
}

const auto flat_name = [](const auto& instance) { return instance.param.name; };

class FlatPriors : public testing::TestWithParam<FlatCase> {};
TEST_P(FlatPriors, GiveTheExactPosterior) {
  check_flat(GetParam(), {.chains = 2, .warmup = 400, .draws = 1000}, false);
}
INSTANTIATE_TEST_SUITE_P(Of, FlatPriors, testing::ValuesIn(flat_cases()), flat_name);

class LongFlatPriors : public testing::TestWithParam<FlatCase> {};
TEST_P(LongFlatPriors, GiveTheExactPosterior) {
  check_flat(GetParam(), {.chains = 4, .warmup = 1000, .draws = 3000, .seed = 2}, true);
}
std::vector<FlatCase> long_flat_cases() {
  auto all = flat_cases();
  all[0] = log_heights(400);
  all[2] = incomes(30);
  return all;
}
INSTANTIATE_TEST_SUITE_P(Of, LongFlatPriors, testing::ValuesIn(long_flat_cases()), flat_name);

/// The cells in which all looks meet all shapes; the other axes take turns, from another start in each round. Priors are
/// those with fixed scales: horseshoes are held against exact posteriors in samplers/linear/horseshoe_exact_test.cpp.
std::vector<NetCell> medium_cells(std::size_t round) {
  constexpr PriorChoice priors[] = {PriorChoice::normal, PriorChoice::student_t, PriorChoice::laplace,
                                    PriorChoice::mixed, PriorChoice::wide};
  const std::vector<FamilyLink> families{
      {Family::gaussian, Link::identity}, {Family::bernoulli, Link::logit},
      {Family::poisson, Link::log},       {Family::gaussian, Link::identity},
      {Family::gamma, Link::log},         {Family::student_t, Link::identity},
      {Family::binomial, Link::probit},   {Family::negative_binomial, Link::log},
      {Family::beta, Link::logit}};
  std::vector<NetCell> all;
  std::size_t turn = 5 * round;
  for (const Shape shape : {Shape::tall, Shape::square, Shape::wide})
    for (const Look look :
         {Look::dense, Look::sparse, Look::few_valued, Look::far, Look::collinear, Look::twins}) {
      all.push_back({.shape = shape,
                     .look = look,
                     .rows = static_cast<RowKind>(turn % 4),
                     .prior = priors[(turn + turn / 5) % 5],
                     .family = families[turn % families.size()]});
      ++turn;
    }
  return all;
}

bool has_closed_form(const NetCell& c) {
  return c.family.family == Family::gaussian &&
         (c.prior == PriorChoice::normal || c.prior == PriorChoice::wide);
}

/// Data of the cell's own law, the posterior by closed form or by slices along rotated coordinates.
void check_medium(const NetCell& cell, const RunLength& length, bool all) {
  SCOPED_TRACE(cell.name());
  GlmCase c = net_case(cell, Size::medium);
  if (has_closed_form(cell) && c.settings.intercept_prior->kind != PriorKind::normal)
    c.settings.intercept_prior = Prior{PriorKind::normal, {0.4, 0.7}};
  // As many coefficients as rows hardly leave anything to learn sigma from; chains would crawl, and nothing be compared.
  if (cell.shape != Shape::tall)
    for (auto& entry : c.settings.dispersion_prior.entries)
      if (entry.term == "sigma") entry.prior = {PriorKind::lognormal, {-0.2, 0.1}};
  const JointLaw law(c);
  Rng rng(6, 0);
  auto data = law.draw(rng);
  while (!data) data = law.draw(rng);
  c.design.y = data->y;
  const auto model = c.model(data->y);
  c.settings.decorrelate = Decorrelate::on;
  const auto rotated = c.model(data->y);
  RunLength longer = length;
  longer.thin = 8;
  longer.seed += 100;
  const Reference reference =
      has_closed_form(cell)
          ? exact_reference(c.settings, c.design)
          : sampled_reference(run_chains(*rotated, full_settings(net_sampler("stepping")), longer));
  const bool hard = cell.look == Look::far || cell.look == Look::collinear || cell.prior == PriorChoice::wide;
  for (const NetSampler& sampler : net_samplers())
    if (all || sampler.automatic)
      expect_agreement(reference,
                       hard && (coordinatewise(sampler) || follows_trajectories(sampler)) ? *rotated : *model,
                       sampler, length);
}

const auto cell_name = [](const auto& instance) { return instance.param.name(); };

std::vector<NetCell> some_medium_cells() {
  auto all = medium_cells(0);
  all[7].family = {Family::poisson, Link::log};  // cheaper than their own
  all[16].family = {Family::bernoulli, Link::logit};
  return {all[0], all[7], all[9], all[13], all[16]};
}

class MediumSizes : public testing::TestWithParam<NetCell> {};
TEST_P(MediumSizes, AgreeWithSliceOrTheExactPosterior) {
  check_medium(GetParam(), {.chains = 2, .warmup = 300, .draws = 600}, false);
}
INSTANTIATE_TEST_SUITE_P(At, MediumSizes, testing::ValuesIn(some_medium_cells()), cell_name);

std::vector<NetCell> long_medium_cells() {
  auto all = medium_cells(0);
  for (const NetCell& c : medium_cells(1)) all.push_back(c);
  return all;
}
class LongMediumSizes : public testing::TestWithParam<NetCell> {};
TEST_P(LongMediumSizes, AgreeWithSliceOrTheExactPosterior) {
  check_medium(GetParam(), {.chains = 2, .warmup = 500, .draws = 1000}, true);
}
INSTANTIATE_TEST_SUITE_P(At, LongMediumSizes, testing::ValuesIn(long_medium_cells()), cell_name);

}  // namespace
}  // namespace cggibbs::test
