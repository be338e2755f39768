// Stochastic relations: parameters for what is not observed, and a factor for every row.
#pragma once

#include <set>
#include <string>

#include "base/named_arrays.hpp"
#include "bugs/distribution_table.hpp"
#include "bugs/placement.hpp"

namespace cggibbs::bugs {

/// A parameter of the model, and the elements of a variable that it stands for.
struct DeclaredParameter {
  const Variable* variable;
  Var node;
  Places at;  ///< in the variable
};

struct Kind;

class StochasticRelations {
 public:
  StochasticRelations(const Evaluator& evaluator, ModelBuilder& builder, const NamedArrays& inits)
      : evaluator_(evaluator), builder_(builder), inits_(inits) {}

  /// Elements that the data do not give become parameters.
  void add_parameters(Placed& placed);
  /// Those of relations that define one variable together, as x[1] ~ ... and x[t] ~ dnorm(x[t-1], tau) do: one parameter.
  void add_parameters(const std::vector<Placed*>& series);
  /// Once what it reads has been computed.
  void add_factors(const Placed& placed);

  const std::vector<DeclaredParameter>& parameters() const { return parameters_; }
  std::size_t observed() const { return observed_; }  ///< elements

 private:
  struct Limits;
  std::vector<Limits> limits(const Placed& placed, const Kind& kind, const Places& rows) const;
  void restrict(const Placed& placed, const Places& rows, std::vector<Limits>& limits) const;
  struct Part;
  void declare(const std::vector<Part>& parts, const Limits& limits, bool discrete);
  void declare_whole(Placed& placed, const Kind& kind, const Places& rows);
  void declare_labels(const Placed& placed, const std::string& name, const Places& at);
  void add(Variable& variable, const Var& node, const Places& at, const Limits& limits);
  std::string own_name(const Variable& variable, const Places& at);
  void declare_counts(Placed& placed, const Kind& kind, std::uint32_t row);
  static std::vector<double> counts_to_start(bool subset, double total, const std::vector<double>& weights,
                                             const std::vector<std::size_t>& unknown, std::size_t pivot);
  void state(Placed& placed, const Kind& kind, const Places& rows);
  void check_part(const Placed& placed, const Kind& kind, const Places& at) const;
  Places missing_rows(const Placed& placed, const Kind& kind);
  void start(const DeclaredParameter& parameter, const Limits& limits);
  void add_factor(const Placed& placed, const Places& rows, bool observed);
  std::vector<Arg> arguments(const Kind& kind, const std::vector<Value>& all);
  void check_parameters(const Placed& placed, const Places& rows, const Kind& kind,
                        const std::vector<Value>& parameters) const;
  void check_observed(const Placed& placed, const Places& rows, const Kind& kind,
                      const std::vector<Value>& parameters) const;

  const Evaluator& evaluator_;
  ModelBuilder& builder_;
  const NamedArrays& inits_;
  std::vector<DeclaredParameter> parameters_;
  std::set<std::string> names_;
  std::size_t observed_ = 0;
};

}  // namespace cggibbs::bugs
