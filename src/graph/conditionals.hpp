// Many elements of one parameter, each by itself: their log conditionals in one pass.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/work.hpp"
#include "graph/plan.hpp"
#include "graph/state.hpp"

namespace cggibbs {

/// What Conditional is to one coordinate, for a parameter no two elements of which reach the same row of a node or factor: given all
/// other parameters they are independent, and candidates of all of them are evaluated together. Writes into the state from open()
/// to commit().
class Conditionals {
 public:
  /// Nothing where elements may share rows, or reach so few of a factor's rows that whole passes would be wasted.
  static std::optional<Conditionals> of(const Model& model, const Plan& plan, NodeId parameter);

  NodeId parameter() const { return parameter_; }
  std::size_t size() const { return current_.size(); }
  /// Rows that are read when all elements move.
  std::size_t rows() const { return rows_; }
  /// Cached nodes and factors that a pass visits.
  std::size_t visits() const { return nodes_.size() + factors_.size(); }

  void open(State& state);
  /// The values at open().
  std::span<const double> current() const { return current_; }
  /// Of each of these elements, which ascend, the log density at its value while all others stand still, but for a constant of its
  /// own. -inf outside the support. Never NaN: throws Error instead.
  void log_densities(std::span<const std::uint32_t> which, std::span<const double> at, std::span<double> out,
                     Work& work);
  /// All elements take these values, and every cached value follows.
  void commit(std::span<const double> values, Work& work);

 private:
  /// What one touch set says of all elements.
  struct Rows {
    TouchSet touched;
    std::vector<std::uint32_t> owner;  ///< by row
    std::vector<std::uint32_t> list;   ///< of elements that move, unless they are taken as they lie
    bool all_owned;                    ///< every row is some element's
    RowSet moving;
  };
  struct NodeRows {
    NodeStep step;
    std::size_t rows;  ///< in owned_
    bool anew;         ///< from its inputs alone; else repaired, element by element
  };
  struct FactorPart {
    std::size_t factor;
    std::size_t rows;  ///< in owned_
    bool location;     ///< nothing but the location moves
  };

  Conditionals(const Model& model, NodeId parameter);
  bool add(const ParameterPlan& plan);
  std::optional<std::size_t> rows_like(const TouchSet& touched, std::size_t count);
  std::ptrdiff_t place(NodeId v) const { return static_cast<std::ptrdiff_t>(model_.offset(v)); }
  void choose_rows(std::span<const std::uint32_t> which);
  void evaluate_nodes(std::span<const std::uint32_t> which, Work& work);
  /// A row without density wins, whatever the others say where there is none: the prior forbids what a likelihood cannot read.
  void add(std::uint32_t element, double weight, double log_density) {
    double& total = total_[element];
    if (total != -inf) total = log_density == -inf ? -inf : total + weight * log_density;
  }
  void add_events(const Factor& factor, const Rows& rows);
  void add_factor(const FactorPart& part);
  void evaluate(std::span<const std::uint32_t> which, Work& work);
  void move_members();

  const Model& model_;
  NodeId parameter_;
  const ParameterNode* body_;
  State* state_ = nullptr;
  std::vector<Rows> owned_;
  std::vector<NodeRows> nodes_;
  std::vector<FactorPart> factors_;
  std::vector<IndexStep> indexes_;
  std::size_t rows_ = 0;
  std::vector<std::uint32_t> everyone_;
  std::vector<double> current_, total_;
  /// What moves, at open(), laid out as State::values; empty where nothing asks for it.
  std::vector<double> before_;
  std::vector<double> buffers_;
};

}  // namespace cggibbs
