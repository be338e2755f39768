// The rows of normal densities that some elements move, as sums of these: mean and precision of the elements in one pass.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/work.hpp"
#include "graph/block_view.hpp"
#include "samplers/joint/normal_groups.hpp"

namespace cggibbs {

/// A row of a factor is x - mu = constant + sum of a_e x_e over few elements e, where a_e is a constant, or a constant times or over
/// a value of the state that stands still.
class NormalRows {
 public:
  /// Nothing where a factor or a node between is of another kind: slopes tell the same of anything that is quadratic.
  static std::optional<NormalRows> of(const Model& model, const NormalGroups& groups, const BlockView& view);

  /// The slope of the log density along each element, and minus its slope along the elements of the same group, whose rows begin at
  /// largest * start. False where that is not finite.
  bool find_law(const double* values, double* slope, double* precision, Work& work);

 private:
  enum class Spread { deviation, product, precision };
  struct Entry {
    std::uint32_t element;
    double constant;
    std::size_t place;  ///< in State::values; `nothing` where the constant is all
    bool over;          ///< divided by it
    bool operator==(const Entry&) const = default;
  };
  /// Entries of all rows of a node, by row.
  struct Sums {
    std::vector<std::size_t> start{0};
    std::vector<Entry> entry;
  };
  struct Term {
    std::size_t factor;
    Spread spread;
    Sums rows;
    /// Sums of products of entries, laid out as precisions, where these are constants and all rows have one standard deviation.
    std::vector<double> gram;
    bool alike;  ///< every event has the rows of the first one
  };
  static constexpr std::size_t nothing = ~std::size_t{0};

  class Finder;
  NormalRows(const Model& model, const NormalGroups& groups);
  double at(const Entry& e, const double* values) const;
  bool has_gram(const Term& term) const;
  std::vector<double> gram_of(const Term& term) const;
  void add_gram(const Term& term, const double* values, double* slope, double* precision) const;
  void add_rows(const Term& term, const double* values, double* slope, double* precision) const;
  void add_event(const Sums& rows, std::size_t first, const double* omega, double weight,
                 const double* values, double* slope, double* precision) const;
  void add_events(const Term& term, const double* values, double* slope, double* precision);

  const Model& model_;
  std::size_t largest_;
  std::vector<std::uint32_t> position_;  ///< of each element in its group
  std::vector<Term> terms_;
  std::vector<double> residual_;
};

}  // namespace cggibbs
