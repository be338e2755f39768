// The row of newton: coefficients by Newton steps, one look and half a slice each, and along slow directions.
#include "samplers/choose/registry.hpp"
#include "samplers/linear/coefficient_bytes.hpp"
#include "samplers/linear/horseshoe_block.hpp"
#include "samplers/linear/newton_block.hpp"

namespace cggibbs {
namespace {

std::string unsuited(const Model& model, const Members& members) {
  return find_newton_parts(model, members).empty() ? no_newton_parts : "";
}

Prediction predict(const Model& model, const Plan& plan, const GibbsSettings&) {
  Prediction p;
  p.price = 1.5;  // 1.2 on PCMAC, 1.9 on small groups
  const auto found = find_newton_parts(model, model.parameters());
  if (found.empty()) {
    p.refused = no_newton_parts;
    return p;
  }
  const auto parts = parts_by_node(model, found);
  for (NodeId v : model.parameters()) {
    if (const GaussianPart* part = parts[v])
      p.sweep_cost += 3 * (static_cast<double>(part->columns->entries()) +
                           evaluation_overhead * static_cast<double>(part->size()));
    else
      p.sweep_cost += coordinate_cost(model, plan, v);
  }
  // Seen on the panel: a little better by the median, tenfold by the slowest on sparse data.
  p.worth = 1.5;
  return p;
}

double bytes(const Model& model, const Members&, const GibbsSettings&) {
  return newton_bytes(model);
}

Blocks make(const Model& model, const Members& members, const GibbsSettings&) {
  Blocks blocks = make_newton_blocks(model, members);
  for (auto& horseshoe : make_horseshoe_blocks(model, members)) blocks.push_back(std::move(horseshoe));
  return blocks;
}

}  // namespace

constexpr Sampler newton_sampler{.name = "newton",
                                 .automatic = true,
                                 .finds_axes = true,
                                 .only = "coefficients of a linear predictor",
                                 .horseshoe = Horseshoe::moves_scales,
                                 .unsuited = unsuited,
                                 .predict = predict,
                                 .bytes = bytes,
                                 .make = make};

}  // namespace cggibbs
