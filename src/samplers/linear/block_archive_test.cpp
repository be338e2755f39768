// A block that was saved and loaded goes on with the same moves.
#include <gtest/gtest.h>

#include "graph/start.hpp"
#include "graph/test_models.hpp"
#include "samplers/choose/factory.hpp"

namespace cggibbs {
namespace {

/// The zoo, flat priors beside others (few rows and many), scales of groups, a regularized horseshoe.
std::vector<test::NamedModel> models() {
  auto all = test::zoo();
  Rng rng(50, 0);
  for (const std::size_t d : {3, 12}) {
    ModelBuilder b;
    const Var a = b.real("a"), beta = b.real("beta", d), u = b.real("u", 3), sd = b.positive("sd");
    b.factor("normal", {beta, 0, 1});
    b.factor("half_normal", {sd, 1});
    b.factor("normal", {u, 0, sd});
    b.factor("bernoulli_logit", {test::coin_flips(8, rng), a + linear(test::dense(8, d, rng), beta)});
    b.factor("bernoulli_logit", {test::coin_flips(8, rng), gather(u, test::groups(8, 3, rng))});
    all.push_back({"flat intercept", b.build()});
  }
  ModelBuilder b;
  const Var tau = b.positive("tau"), c2 = b.positive("c2"), lambda = b.positive("lambda", 9),
            beta = b.real("b", 9);
  b.factor("half_cauchy", {tau, 1});
  b.factor("inverse_gamma", {c2, 2, 8});
  b.factor("half_cauchy", {lambda, 1});
  b.factor("normal", {beta, 0, 1 / sqrt(1 / square(lambda * tau) + 1 / c2)});
  b.factor("bernoulli_logit", {test::coin_flips(6, rng), linear(test::dense(6, 9, rng), beta)});
  all.push_back({"regularized horseshoe", b.build()});
  return all;
}

TEST(BlockArchive, ALoadedBlockGoesOnWithTheSameMoves) {
  std::size_t tried = 0;
  for (const auto& [name, model] : models())
    for (const bool gaussian : {false, true})
      for (const int warmup : {0, 15, 60}) {
        GibbsSettings s;
        s.sampler = gaussian ? "gaussian_block" : "newton";
        const auto blocks = make_blocks(*model, s, 60), others = make_blocks(*model, s, 60);
        for (std::size_t i = 0; i < blocks.size(); ++i) {
          SCOPED_TRACE(name + " " + blocks[i]->name() + " " + std::to_string(warmup));
          State state = make_state(*model);
          Rng rng(51, 0);
          draw_valid_start(*model, state, rng);
          for (int t = 0; t < warmup; ++t) blocks[i]->update(state, rng, true);
          Writer w;
          blocks[i]->save(w);
          const auto bytes = std::move(w).take();
          Reader r(bytes);
          others[i]->load(r);
          EXPECT_TRUE(r.at_end());
          State copy = state;
          Rng same = rng;
          for (int t = 0; t < 80; ++t) {
            if (t == 50)
              for (Block* b : {blocks[i].get(), others[i].get()}) b->freeze();
            blocks[i]->update(state, rng, t < 50);
            others[i]->update(copy, same, t < 50);
          }
          EXPECT_TRUE(state == copy);
          EXPECT_EQ(blocks[i]->drift(), others[i]->drift());
          ++tried;
        }
      }
  EXPECT_GE(tried, 40U);
}

}  // namespace
}  // namespace cggibbs
