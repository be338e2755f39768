// The row of latent: coefficients and group effects jointly, in coordinates that follow their scales.
#include <algorithm>

#include "samplers/choose/registry.hpp"
#include "samplers/joint/array_block.hpp"
#include "samplers/latent/latent_block.hpp"
#include "samplers/latent/levels.hpp"
#include "samplers/latent/sparse_pattern.hpp"
#include "samplers/latent/working_rows.hpp"

namespace cggibbs {
namespace {

constexpr double looks_at_scales = 2 + slice_evaluations / 8, steps_of_coefficients = 3;
/// Beside no scales only the coefficients move: there and, as a check, back.
constexpr double looks_without_scales = 2;
constexpr std::size_t widest_border = 1000, most_edges = 30'000'000;

/// What a block of this predictor would hold and do.
struct Size {
  bool fits;
  double factor, solve;  ///< multiply-adds
  double bytes;
};

Size size_of(const Model& model, const LinearPredictor& predictor) {
  for (const auto& p : predictor.parts)
    if (p.horseshoe) return {};
  const TiedRows ties(model, predictor.parts);
  if (!ties.empty()) {
    const SparsePattern pattern(predictor.parts, ties);
    if (pattern.too_large) return {};
    return {true, static_cast<double>(pattern.factor_products()),
            static_cast<double>(pattern.column_row.size() + 2 * pattern.size()), pattern.bytes()};
  }
  const ArrowSize size = arrow_size(predictor.parts);
  const double border = static_cast<double>(size.border), edges = static_cast<double>(size.edges);
  const double per_group = edges / std::max(1.0, static_cast<double>(size.groups));
  return {size.border <= widest_border && size.edges <= most_edges,
          border * border * border / 3 + edges * per_group / 2, 2 * edges, size.bytes()};
}

constexpr const char* none =
    "no coefficients under one linear predictor, few enough of them outside of groups";

bool has(const Members& members, NodeId v) {
  return std::find(members.begin(), members.end(), v) != members.end();
}

std::string unsuited(const Model& model, const Members& members) {
  return find_latent_parts(model, members).empty() ? none : "";
}

Prediction predict(const Model& model, const Plan& plan, const GibbsSettings& settings) {
  Prediction p;
  const auto found = find_latent_parts(model, model.parameters());
  if (found.empty()) {
    p.refused = none;
    return p;
  }
  bool groups = false;
  for (const auto& predictor : found)
    for (const auto& part : predictor.parts) groups = groups || (part.size() > 1 && !part.scales.empty());
  for (const auto& predictor : found) {
    const Size size = size_of(model, predictor);
    double entries = 0, width = 0;
    for (const auto& part : predictor.parts) {
      entries += static_cast<double>(part.columns->entries());
      width += static_cast<double>(part.size());
    }
    const double rows = static_cast<double>(predictor.path.rows) + 2 * product_cost * entries;
    const bool exact = WorkingRows(model, predictor.path).exact();
    const double steps = exact ? 1 : steps_of_coefficients;
    const double looks = groups ? looks_at_scales + steps : looks_without_scales;
    // A factor and three solves: for each look at the scales, and for each step of the coefficients. So the rows, of which a
    // normal likelihood has sums.
    const double look = product_cost * (size.factor + 3 * size.solve + LatentBlock::look_products(width));
    p.sweep_cost += looks * look + (exact ? 2 : looks) * rows;
  }
  const auto parts = parts_by_node(model, found);
  for (NodeId v : model.parameters())
    if (!parts[v])
      p.sweep_cost += std::min(array_cost(model, plan, v, settings.slice), coordinate_cost(model, plan, v));
  p.worth = groups ? 40 : 3;  // 6 to 800 by the slowest quantity on the models of bench/groups
  return p;
}

double bytes(const Model& model, const Members& members, const GibbsSettings&) {
  double total = 0;
  for (const auto& p : find_latent_parts(model, members))
    total += size_of(model, p).bytes +
             8.0 * static_cast<double>(8 * p.path.rows + 10 * p.size() + 2 * model.state_size());
  return total;
}

Blocks make(const Model& model, const Members& members, const GibbsSettings& settings) {
  Blocks blocks;
  Members taken;
  for (auto& p : find_latent_parts(model, members)) {
    auto block = std::make_unique<LatentBlock>(model, std::move(p));
    Members companions = block->companions();
    std::erase_if(companions, [&](NodeId v) { return !has(members, v) || has(taken, v); });
    block->move_alone(make_array_blocks(model, companions, settings.slice, settings.width));
    taken.insert(taken.end(), block->parameters().begin(), block->parameters().end());
    blocks.push_back(std::move(block));
  }
  return blocks;
}

}  // namespace

std::vector<LinearPredictor> find_latent_parts(const Model& model, const std::vector<NodeId>& members) {
  std::vector<LinearPredictor> out = with_members(model, model.structure().with_series(), members);
  const auto fits = [&](const LinearPredictor& p) { return !p.parts.empty() && size_of(model, p).fits; };
  for (auto& p : out)
    if (!fits(p)) std::erase_if(p.parts, [](const GaussianPart& part) { return !part.ties.empty(); });
  std::erase_if(out, [&](const LinearPredictor& p) { return !fits(p); });
  return out;
}

constexpr Sampler latent_sampler{.name = "latent",
                                 .automatic = true,
                                 .finds_axes = true,
                                 .moves_scales = true,
                                 .steps = true,
                                 .only = "coefficients of a linear predictor",
                                 .rest = ScalarKernel::mirror,
                                 .unsuited = unsuited,
                                 .predict = predict,
                                 .bytes = bytes,
                                 .make = make};

}  // namespace cggibbs
