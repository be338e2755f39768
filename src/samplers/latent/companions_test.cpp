// Slopes of item response, which the likelihood reads beside the predictor, move with abilities and difficulties.
#include "samplers/latent/companions.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "base/test_statistics.hpp"
#include "graph/test_models.hpp"
#include "samplers/choose/factory.hpp"
#include "samplers/joint/array_block.hpp"
#include "samplers/latent/latent_block.hpp"
#include "samplers/test_agreement.hpp"

namespace cggibbs {
namespace {

constexpr std::size_t persons = 5, few_items = 3;
/// Enough for slopes to move together by themselves.
constexpr std::size_t many_items = 8;

/// slope, difficulty, ability from their priors, as a state has them.
std::vector<std::vector<double>> draw_parameters(Rng& rng, std::size_t items) {
  std::vector<std::vector<double>> out(3);
  for (std::size_t k = 0; k < items; ++k) {
    out[0].push_back(std::exp(0.5 * rng.normal()));
    out[1].push_back(rng.normal());
  }
  for (std::size_t k = 0; k < persons; ++k) out[2].push_back(rng.normal());
  return out;
}

void set(const Model& model, State& state, const std::vector<std::vector<double>>& parameters) {
  for (std::size_t p = 0; p < parameters.size(); ++p)
    std::copy(parameters[p].begin(), parameters[p].end(),
              state.values.data() + model.offset(model.parameters()[p]));
  recompute(model, state);
}

struct Drawn {
  std::shared_ptr<const Model> model;
  State state;
};

Drawn draw(Rng& rng, std::size_t items = few_items) {
  const auto parameters = draw_parameters(rng, items);
  std::vector<std::uint32_t> person, item;
  std::vector<double> y;
  for (std::uint32_t i = 0; i < persons * items; ++i) {
    person.push_back(i % persons);
    item.push_back(i / persons);
    const double eta = parameters[0][item[i]] * (parameters[2][person[i]] - parameters[1][item[i]]);
    y.push_back(rng.uniform() < inv_logit(eta) ? 1 : 0);
  }
  ModelBuilder b;
  const Var slope = b.positive("slope", items), difficulty = b.real("difficulty", items),
            ability = b.real("ability", persons);
  b.factor("lognormal", {slope, 0, 0.5});
  b.factor("normal", {difficulty, 0, 1});
  b.factor("normal", {ability, 0, 1});
  b.factor("bernoulli_logit",
           {y, gather(slope, item) * (gather(ability, person) - gather(difficulty, item))});
  Drawn p{b.build(), {}};
  p.state = make_state(*p.model);
  set(*p.model, p.state, parameters);
  return p;
}

/// One that has learned from states that have nothing to do with the one to be moved, but for the data. Every coefficient follows a
/// slope.
std::unique_ptr<LatentBlock> learned(const Model& model, Rng& rng, bool jacobian) {
  auto block =
      std::make_unique<LatentBlock>(model, find_latent_parts(model, model.parameters()).at(0), jacobian, 0.0);
  State other = make_state(model);
  for (int k = 0; k < 28; ++k) {
    set(model, other, draw_parameters(rng, few_items));
    block->update(other, rng, true);
  }
  block->freeze();
  return block;
}

TEST(Companions, AreWhatTheLikelihoodReadsBesideThePredictor) {
  Rng rng(51, 0);
  const Drawn p = draw(rng);
  const auto predictor = find_latent_parts(*p.model, p.model->parameters()).at(0);
  const Companions found(*p.model, predictor, {});
  EXPECT_EQ(found.parameters(), std::vector<NodeId>{p.model->parameters()[0]});
  EXPECT_EQ(found.count(), 0U);  // before warmup
  EXPECT_TRUE(Companions(*p.model, predictor, {p.model->parameters()[0]}).parameters().empty());
}

/// Slopes in another unit than their start: following what has drifted along left chains where they were.
TEST(Companions, DoNotLearnFromTheWayIn) {
  Rng rng(55, 0);
  Drawn p = draw(rng);
  const auto predictor = find_latent_parts(*p.model, p.model->parameters()).at(0);
  Companions found(*p.model, predictor, {});
  BlockView view(*p.model, {p.model->parameters()[0]});
  view.open(p.state);
  std::vector<double> x(predictor.size());
  for (int sweep = 0; sweep < 100; ++sweep) {
    for (std::size_t k = 0; k < few_items; ++k) view[p.model->parameters()[0]][k] = std::exp(0.1 * sweep);
    std::fill(x.begin(), x.end(), 0.3 * sweep);
    found.learn(view, x);
  }
  EXPECT_EQ(found.count(), 0U);
}

/// The smallest p value of "the same law before and after" over parameters and a product.
double invariance_p(bool jacobian) {
  Rng rng(52, 0);
  std::vector<std::vector<double>> before(4), after(4);
  for (int r = 0; r < 6000; ++r) {
    Drawn p = draw(rng);
    const auto block = learned(*p.model, rng, jacobian);
    const auto note = [&](auto& into) {
      const auto at = [&](std::size_t k) {
        return p.state.values[p.model->offset(p.model->parameters()[k])];
      };
      for (std::size_t k = 0; k < 3; ++k) into[k].push_back(at(k));
      into[3].push_back(std::log(at(0)) * at(1));
    };
    note(before);
    for (int k = 0; k < 4; ++k) block->update(p.state, rng, false);
    note(after);
  }
  double smallest = 1;
  for (std::size_t k = 0; k < 4; ++k) smallest = std::min(smallest, test::ks_two_sample(before[k], after[k]));
  return smallest;
}

TEST(Companions, LeaveTheJointLawInvariantAndAMissingVolumeIsCaught) {
  EXPECT_GT(invariance_p(true), 1e-4);
  EXPECT_LT(invariance_p(false), 1e-6);
}

/// Of slopes that the block moves alone: before warmup has seen enough of them, by moves whose density has a slope too much or not.
double alone_p(double tilt) {
  Rng rng(56, 0);
  std::vector<std::vector<double>> before(2), after(2);
  for (int r = 0; r < 3000; ++r) {
    Drawn p = draw(rng, many_items);
    const NodeId slope = p.model->parameters()[0];
    LatentBlock block(*p.model, find_latent_parts(*p.model, p.model->parameters()).at(0));
    std::vector<std::unique_ptr<Block>> alone;
    alone.push_back(std::make_unique<ArrayBlock>(*p.model, *Conditionals::of(*p.model, Plan(*p.model), slope),
                                                 SliceRule{}, 1.0, tilt));
    block.move_alone(std::move(alone));
    const auto note = [&](auto& into) {
      into[0].push_back(p.state.values[p.model->offset(slope)]);
      into[1].push_back(p.state.values[p.model->offset(p.model->parameters()[1])]);
    };
    note(before);
    for (int k = 0; k < 2; ++k) block.update(p.state, rng, false);
    note(after);
  }
  return std::min(test::ks_two_sample(before[0], after[0]), test::ks_two_sample(before[1], after[1]));
}

TEST(Companions, MovedAloneLeaveTheJointLawInvariantAndAWrongSlopeIsCaught) {
  EXPECT_GT(alone_p(0), 1e-4);
  EXPECT_LT(alone_p(0.5), 1e-6);
}

class Counting : public Block {
 public:
  Counting(NodeId moved, int& updates) : moved_{moved}, updates_(updates) {}
  std::string name() const override { return "counting"; }
  const std::vector<NodeId>& parameters() const override { return moved_; }
  void update(State&, Rng&, bool) override { ++updates_; }

 private:
  std::vector<NodeId> moved_;
  int& updates_;
};

TEST(Companions, AreTakenByTheBlockAndRarelyMovedAloneOnceItKnowsThem) {
  Rng rng(57, 0);
  const auto updates = [&](double reluctance) {
    Drawn p = draw(rng, many_items);
    const NodeId slope = p.model->parameters()[0];
    LatentBlock block(*p.model, find_latent_parts(*p.model, p.model->parameters()).at(0), true, reluctance);
    int count = 0;
    std::vector<std::unique_ptr<Block>> alone;
    alone.push_back(std::make_unique<Counting>(slope, count));
    block.move_alone(std::move(alone));
    EXPECT_EQ(block.parameters().back(), slope);
    for (int k = 0; k < 40; ++k) block.update(p.state, rng, true);
    block.freeze();
    count = 0;
    for (int k = 0; k < 80; ++k) block.update(p.state, rng, false);
    return count;
  };
  EXPECT_EQ(updates(1), 80);
  EXPECT_EQ(updates(0), 10);
}

TEST(Companions, GoToNoOtherBlock) {
  Rng rng(58, 0);
  const Drawn p = draw(rng, many_items);
  GibbsSettings settings;
  settings.sampler = "latent";
  EXPECT_EQ(make_blocks(*p.model, settings, 100).size(), 1U);
}

TEST(Companions, AgreeWithSlice) {
  Rng rng(53, 0);
  const Drawn p = draw(rng);
  GibbsSettings settings;
  settings.sampler = "latent";
  test::expect_agreement(*p.model, settings, make_blocks(*p.model, settings, 500), 20000);
}

TEST(Companions, MoveAndLeaveEveryCachedValueExact) {
  Rng rng(54, 0);
  Drawn p = draw(rng);
  const auto block = learned(*p.model, rng, true);
  const std::size_t slope = p.model->offset(p.model->parameters()[0]);
  const double start = p.state.values[slope];
  for (int k = 0; k < 30; ++k) block->update(p.state, rng, false);
  EXPECT_NE(p.state.values[slope], start);
  State exact = p.state;
  recompute(*p.model, exact);
  EXPECT_EQ(exact, p.state);
}

}  // namespace
}  // namespace cggibbs
