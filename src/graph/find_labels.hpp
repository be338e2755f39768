// Labels of a Dirichlet process: what they pick, and the priors of what they pick.
#pragma once

#include <cstdint>
#include <vector>

#include "graph/model.hpp"

namespace cggibbs {

/// Atoms: what label k picks is elements[k * each], ... of the parameter.
struct Atoms {
  NodeId parameter;
  std::size_t each;
  std::vector<std::uint32_t> elements;
};

/// A factor that reads atoms: rows[k * each], ... belong to label k.
struct AtomFactor {
  std::size_t factor;
  std::size_t each;
  std::vector<std::uint32_t> rows;
};

struct DirichletLabels {
  NodeId z;
  std::size_t factor;        ///< of z
  NodeId alpha;              ///< what that reads: one number
  std::size_t size;          ///< of z, and the number of labels
  std::vector<Atoms> atoms;  ///< priors read earlier ones only
  std::vector<AtomFactor>
      priors;  ///< distributions of numbers, one for each of the atoms: what no z[i] has can be drawn from them
  /// Continuous parameters that priors read, and that reach no correction of a truncated prior.
  std::vector<NodeId> shared;
};

/// Of each z ~ chinese_restaurant(alpha) that is sampled. Throws an Error where labels are more than names: where atoms differ by label, or
/// are read otherwise than by z.
std::vector<DirichletLabels> find_labels(const Model& model);

}  // namespace cggibbs
