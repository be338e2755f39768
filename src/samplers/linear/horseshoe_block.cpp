// One update: local scales, then the global one.
#include "samplers/linear/horseshoe_block.hpp"

#include <algorithm>

#include "samplers/linear/mixture_scales.hpp"

namespace cggibbs {
namespace {

/// Moves of the global scale with its small coefficients, per update; each costs a product with the design.
constexpr int partial_ridges = 2;

std::vector<NodeId> moved(const GaussianPart& part) {
  std::vector<NodeId> all = part.horseshoe->nodes();
  all.push_back(part.parameter);
  return all;
}

}  // namespace

HorseshoeBlock::HorseshoeBlock(const Model& model, const PredictorPath& path, const GaussianPart& part)
    : model_(model),
      view_(model, moved(part)),
      linear_(path.linear),
      part_{part},
      a_(part_),
      moves_(part, a_),
      cached_(model, path),
      plain_(model, path),
      weights_(a_.rows()),
      mean_(a_.cols()),
      sd_(a_.cols()) {}

void HorseshoeBlock::save(Writer& w) const {
  Block::save(w);
  weights_.save(w);
}

void HorseshoeBlock::load(Reader& r) {
  Block::load(r);
  weights_.load(r);
}

void HorseshoeBlock::update(State& state, Rng& rng, bool learn) {
  view_.open(state);
  cached_.load(view_.values(), work_);
  if (learn || weights_.seen() == 0) weights_.add(cached_.weights());
  prior_scales(model_, view_.values(), part_[0], rng, mean_.data(), sd_.data());
  const HorseshoePlace place = moves_.place(view_, a_, plain_, mean_.data());
  double change = 0;
  const auto look = [&](double t) {
    cached_.changes(1, &t, &change, work_);
    return change;
  };
  moves_.stretch(
      place, rng, [&](std::size_t j) { cached_.focus(part_[0].columns->col(j), work_); }, look,
      [&](double t) { cached_.take(t, change, work_); });
  plain_.load(view_, cached_.eta().data(), work_);
  moves_.move(place, weights_.mean(), partial_ridges, true, learn, rng, work_);
  if (view_.commit() && !learn) check_predictor(plain_.eta().data(), view_[linear_], a_.rows());
  work_.rows += a_.rows() + a_.cols();
  work_.products += a_.products() + 50 * a_.cols();  // some random numbers for each coefficient
}

std::vector<std::unique_ptr<Block>> make_horseshoe_blocks(const Model& model,
                                                          const std::vector<NodeId>& members) {
  std::vector<std::unique_ptr<Block>> blocks;
  const auto member = [&](NodeId p) { return std::find(members.begin(), members.end(), p) != members.end(); };
  for (const auto& predictor : model.structure().predictors())
    for (const auto& part : predictor.parts)
      if (part.horseshoe && predictor.path.direct()) {
        const auto all = moved(part);
        if (std::all_of(all.begin(), all.end(), member))
          blocks.push_back(std::make_unique<HorseshoeBlock>(model, predictor.path, part));
      }
  return blocks;
}

}  // namespace cggibbs
