// Which parameters are normal given the others, and which of their elements meet in a row of a factor.
#include "samplers/joint/normal_groups.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>

#include "graph/find_conjugate.hpp"
#include "graph/plan.hpp"
#include "graph/structure.hpp"

namespace cggibbs {
namespace {

/// Beyond so many, moves of single coordinates, or blocks that know a predictor, cost less than slopes at as many points.
constexpr std::size_t largest_group = 6;
/// Models of more parameters than this are made of scalars: coordinate kernels suit them.
constexpr std::size_t most_parameters = 64;
/// Rows that elements touch, to be looked at.
constexpr std::size_t most_touched = 4'000'000;

class Unions {
 public:
  explicit Unions(std::size_t n) : parent_(n) { std::iota(parent_.begin(), parent_.end(), std::size_t{0}); }
  std::size_t find(std::size_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void join(std::size_t a, std::size_t b) { parent_[find(b)] = find(a); }

 private:
  std::vector<std::size_t> parent_;
};

/// The elements of these parameters by groups; nothing where one is too large.
std::optional<NormalGroups> grouped(const Model& model, const Plan& plan,
                                    const std::vector<NodeId>& parameters) {
  std::size_t n = 0, touched = 0;
  for (NodeId p : parameters) n += model.node(p).size;
  Unions unions(n);
  constexpr std::size_t nobody = ~std::size_t{0};
  std::map<std::size_t, std::vector<std::size_t>> first;  // who touches a row of a factor, by factor
  std::size_t element = 0;
  for (NodeId p : parameters)
    for (std::size_t k = 0; k < model.node(p).size; ++k, ++element) {
      const auto touch = [&](std::size_t factor, const RowSet& rows) {
        auto& by = first[factor];
        if (by.empty()) by.assign(model.factors()[factor].size, nobody);
        for (std::size_t t = 0; t < rows.count; ++t) {
          std::size_t& who = by[rows[t]];
          if (who == nobody)
            who = element;
          else
            unions.join(who, element);
        }
        touched += rows.count;
      };
      const ParameterPlan& steps = plan.of(p);
      for (const auto& s : steps.factors) touch(s.factor, s.rows.rows(k));
      for (const auto& s : steps.fused) touch(s.factor, s.rows.rows(k));
      if (touched > most_touched) return std::nullopt;
    }
  std::map<std::size_t, std::vector<std::size_t>> groups;
  element = 0;
  for (NodeId p : parameters)
    for (std::size_t k = 0; k < model.node(p).size; ++k, ++element)
      groups[unions.find(element)].push_back(model.offset(p) + k);
  NormalGroups out{parameters, {0}, {}, 1};
  for (const auto& [root, places] : groups) {
    out.largest = std::max(out.largest, places.size());
    out.element.insert(out.element.end(), places.begin(), places.end());
    out.start.push_back(out.element.size());
  }
  if (out.largest > largest_group) return std::nullopt;
  return out;
}

}  // namespace

std::vector<NormalGroups> find_normal_groups(const Model& model, const std::vector<NodeId>& members) {
  std::vector<NodeId> candidates;
  for (NodeId p : members)
    if (model.structure().conjugate(p) == DensityForm::quadratic &&
        model.node(p).as<ParameterNode>()->support == SupportKind::real)
      candidates.push_back(p);
  std::vector<NormalGroups> sets;
  if (candidates.empty() || candidates.size() > most_parameters) return sets;
  const Plan plan(model);
  for (NodeId p : candidates) {
    auto alone = grouped(model, plan, {p});
    if (!alone) continue;
    bool joined = false;
    for (auto& set : sets) {
      auto together = set.parameters;
      together.push_back(p);
      if (!are_quadratic(model, together, 256)) continue;
      auto found = grouped(model, plan, together);
      // Strangers stay apart: whom one of them belongs to may not fit beside the other.
      if (!found || found->groups() == set.groups() + alone->groups()) continue;
      set = std::move(*found);
      joined = true;
      break;
    }
    if (!joined) sets.push_back(std::move(*alone));
  }
  // One number alone is quicker to move as a coordinate.
  std::erase_if(sets, [](const NormalGroups& g) { return g.element.size() == 1; });
  return sets;
}

}  // namespace cggibbs
