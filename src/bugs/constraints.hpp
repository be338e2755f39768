// What observed totals, rounded values and intervals say about the nodes that they are made of.
#pragma once

#include "bugs/placement.hpp"

namespace cggibbs::bugs {

/// An observed total leaves one of its terms no choice: s ~ dsum(a, b) makes b what is left, s - a, whose own distribution stays a
/// factor. So moves of the other terms keep the total.
class Constraints {
 public:
  /// Looks at all relations: marks the terms that are made, and notes where intervals put what they hold.
  Constraints(const Evaluator& evaluator, std::vector<Placed>& placed);
  /// The terms that these relations would draw get their values. Parameters of other terms are declared by then.
  void define(const std::vector<std::uint32_t>& relations) const;

 private:
  struct Sum {
    std::uint32_t relation;  ///< the dsum
    std::size_t term;        ///< that is made
    Places rows;             ///< of the dsum
    Variable* variable;
    Places at;  ///< its element in each of the rows
  };
  void find_sum(std::uint32_t relation);
  bool takes(std::uint32_t relation, std::size_t term, const Places& rows);
  void find_interval(const Placed& p, bool rounded);

  const Evaluator& evaluator_;
  std::vector<Placed>& placed_;
  std::vector<Sum> sums_;
};

}  // namespace cggibbs::bugs
