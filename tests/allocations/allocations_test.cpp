// A sweep allocates nothing: counted by a global operator new of our own.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <new>

#include "graph/start.hpp"
#include "graph/test_dirichlet.hpp"
#include "graph/test_models.hpp"
#include "samplers/choose/factory.hpp"
#include "samplers/gibbs.hpp"

namespace {
std::atomic<std::uint64_t> allocations{0};

void* counted(std::size_t size) {
  ++allocations;
  if (void* p = std::malloc(std::max<std::size_t>(size, 1))) return p;
  throw std::bad_alloc();
}
void* counted(std::size_t size, std::align_val_t align) {
  ++allocations;
  const auto a = static_cast<std::size_t>(align);
  if (void* p = std::aligned_alloc(a, (size + a - 1) / a * a)) return p;
  throw std::bad_alloc();
}
}  // namespace

void* operator new(std::size_t size) {
  return counted(size);
}
void* operator new[](std::size_t size) {
  return counted(size);
}
void* operator new(std::size_t size, std::align_val_t align) {
  return counted(size, align);
}
void* operator new[](std::size_t size, std::align_val_t align) {
  return counted(size, align);
}
void operator delete(void* p) noexcept {
  std::free(p);
}
void operator delete[](void* p) noexcept {
  std::free(p);
}
void operator delete(void* p, std::size_t) noexcept {
  std::free(p);
}
void operator delete[](void* p, std::size_t) noexcept {
  std::free(p);
}
void operator delete(void* p, std::align_val_t) noexcept {
  std::free(p);
}
void operator delete[](void* p, std::align_val_t) noexcept {
  std::free(p);
}
void operator delete(void* p, std::size_t, std::align_val_t) noexcept {
  std::free(p);
}
void operator delete[](void* p, std::size_t, std::align_val_t) noexcept {
  std::free(p);
}

namespace cggibbs {
namespace {

TEST(Allocations, AreCounted) {
  const auto before = allocations.load();
  const std::vector<double> x(10);
  EXPECT_EQ(allocations.load() - before, 1u) << x.size();
}

class EveryModel : public testing::TestWithParam<test::NamedModel> {};

TEST_P(EveryModel, ASweepAfterWarmupAllocatesNothing) {
  const Model& model = *GetParam().model;
  const Plan plan(model);
  for (const Scan scan : {Scan::dugs, Scan::rsgs, Scan::rpgs})
    for (const char* kernel : {"slice", "random_walk"})
      for (const SliceKind kind : {SliceKind::stepping, SliceKind::doubling})
        for (const bool naive : {false, true}) {
          Rng rng(1, 0);
          State state = make_state(model);
          draw_valid_start(model, state, rng);
          WarmingGibbs warming(model, plan, state,
                               {.sampler = kernel, .slice = {.kind = kind}, .scan = scan, .naive = naive});
          for (int s = 0; s < 20; ++s) warming.sweep(rng);
          TunedGibbs tuned = std::move(warming).freeze();
          tuned.conditional().refresh();
          std::vector<double> draw(model.n_outputs());
          const auto before = allocations.load();
          for (int s = 0; s < 20; ++s) {
            tuned.sweep(rng);
            record(model, state, draw);
          }
          tuned.conditional().refresh();
          EXPECT_EQ(allocations.load() - before, 0u)
              << "scan " << static_cast<int>(scan) << ", kernel " << kernel << ", rule "
              << static_cast<int>(kind) << (naive ? ", naive" : "");
        }
}

TEST_P(EveryModel, ATrajectoryAfterWarmupAllocatesNothing) {
  const Model& model = *GetParam().model;
  const Plan plan(model);
  for (const char* kernel : {"nuts", "hmc"})
    for (const MetricKind metric :
         {MetricKind::unit, MetricKind::diag, MetricKind::dense, MetricKind::low_rank}) {
      Rng rng(1, 0);
      State state = make_state(model);
      draw_valid_start(model, state, rng);
      GibbsSettings settings;
      settings.sampler = kernel;
      settings.hamiltonian.metric = metric;
      WarmingGibbs warming(model, plan, state, settings, make_blocks(model, settings, 40));
      for (int s = 0; s < 40; ++s) warming.sweep(rng);
      TunedGibbs tuned = std::move(warming).freeze();
      const auto before = allocations.load();
      for (int s = 0; s < 20; ++s) tuned.sweep(rng);
      EXPECT_EQ(allocations.load() - before, 0u) << kernel << ", metric " << name(metric);
    }
}

TEST_P(EveryModel, ABlockUpdateAfterWarmupAllocatesNothing) {
  const Model& model = *GetParam().model;
  const Plan plan(model);
  for (const char* sampler : {"newton", "gaussian_block", "gibbs"}) {
    Rng rng(1, 0);
    State state = make_state(model);
    draw_valid_start(model, state, rng);
    GibbsSettings settings;
    settings.sampler = sampler;
    auto blocks = make_blocks(model, settings, 40);
    if (GetParam().name.starts_with("wide") && sampler != std::string("gibbs")) {
      ASSERT_FALSE(blocks.empty());
    }
    WarmingGibbs warming(model, plan, state, settings, std::move(blocks));
    for (int s = 0; s < 40; ++s) warming.sweep(rng);
    TunedGibbs tuned = std::move(warming).freeze();
    const auto before = allocations.load();
    for (int s = 0; s < 20; ++s) tuned.sweep(rng);
    EXPECT_EQ(allocations.load() - before, 0u) << sampler;
  }
}

/// More coefficients than rows, where Gaussian blocks work in the space of the rows.
std::vector<test::NamedModel> wide() {
  Rng rng(2, 0);
  const std::size_t n = 12, d = 30;
  std::vector<test::NamedModel> all;
  all.push_back({"wide logistic", test::logistic(test::dense(n, d, rng), test::coin_flips(n, rng))});
  for (const std::string prior : {"laplace", "horseshoe", "regularized horseshoe"}) {
    ModelBuilder b;
    const Var a = b.real("a");
    const Var beta = b.real("beta", d);
    if (prior == "laplace") {
      b.factor("laplace", {beta, 0, 1});
    } else {
      const Var tau = b.positive("tau");
      const Var lambda = b.positive("lambda", d);
      b.factor("half_cauchy", {tau, 1});
      b.factor("half_cauchy", {lambda, 1});
      if (prior == "horseshoe") {
        b.factor("normal", {beta, 0, lambda * tau});
      } else {
        const Var c2 = b.positive("c2");
        b.factor("inverse_gamma", {c2, 2, 8});
        b.factor("normal", {beta, 0, 1 / sqrt(1 / square(lambda * tau) + 1 / c2)});
      }
    }
    b.factor("student_t", {a, 3, 0, 1});
    b.factor("bernoulli_logit", {test::coin_flips(n, rng), a + linear(test::dense(n, d, rng), beta)});
    all.push_back({"wide " + prior, b.build()});
  }
  return all;
}

std::string title(const testing::TestParamInfo<test::NamedModel>& instance) {
  std::string name = instance.param.name;
  std::replace(name.begin(), name.end(), ' ', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Zoo, EveryModel, testing::ValuesIn(test::zoo()), title);
INSTANTIATE_TEST_SUITE_P(Wide, EveryModel, testing::ValuesIn(wide()), title);
INSTANTIATE_TEST_SUITE_P(Labels, EveryModel,
                         testing::Values(test::NamedModel{"Dirichlet process", test::dirichlet_process()}),
                         title);

}  // namespace
}  // namespace cggibbs
