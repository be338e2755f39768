// Unrolling loops into rows, and giving elements to relations. A bound may be computed from data by other relations: what
// cannot be placed yet waits for those.
#include "bugs/placement.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <set>

#include "bugs/distribution_table.hpp"
#include "distributions/event.hpp"

namespace cggibbs::bugs {
namespace {

constexpr std::size_t most_rows = 20'000'000;

class Placer {
 public:
  Placer(const Source& source, const Block& block, Variables& variables)
      : source_(source),
        block_(block),
        variables_(variables),
        evaluator_(source, variables),
        spaces_(block.loops.size()) {}

  std::vector<Placed> run(const std::vector<Declaration>& declarations) {
    for (const auto& r : block_.relations) {
      Variable& v = variables_.make(r.target.name);
      v.relations.push_back(static_cast<std::uint32_t>(placed_.size()));
      placed_.push_back({&r, nullptr, &v});
    }
    for (const auto& d : declarations) variables_.make(d.name).declared = true;
    pending_declarations_ = declarations;
    indices_.resize(placed_.size());
    std::optional<NotYet> waits;
    for (std::size_t left = unplaced(); left > 0; left = unplaced()) {
      waits.reset();
      declare(waits);
      for (std::size_t i = 0; i < placed_.size(); ++i) attempt(waits, [&] { expand(i); });
      for (auto& named : variables_by_name()) attempt(waits, [&] { give_shape(*named.second); });
      for (std::size_t i = 0; i < placed_.size(); ++i) attempt(waits, [&] { give_targets(i); });
      if (unplaced() > 0) compute_constants();
      if (unplaced() == left && computed_ == 0 && !take_for_number()) refuse(waits);
      computed_ = 0;
    }
    return std::move(placed_);
  }

 private:
  template <class F>
  static void attempt(std::optional<NotYet>& waits, F&& f) {
    try {
      f();
    } catch (const NotYet& e) {
      if (!waits) waits = e;
    }
  }

  [[noreturn]] void refuse(const std::optional<NotYet>& waits) const {
    const NotYet e = waits.value_or(NotYet{placed_[0].relation->at, "something"});
    evaluator_.fail(e.at,
                    fmt::format("'{}' is needed to know which elements there are, but it is not known before "
                                "sampling. Give it with the data, or say the size in a var block.",
                                e.what));
  }

  /// What is never indexed, and whose shape nothing tells, is a number.
  bool take_for_number() {
    for (const auto& p : placed_) {
      Variable& v = *p.variable;
      const bool plain = std::all_of(v.relations.begin(), v.relations.end(), [&](std::uint32_t i) {
        return !placed_[i].relation->target.bracketed && placed_[i].space;
      });
      if (v.has_shape || !plain) continue;
      v.give_shape({});
      return true;
    }
    return false;
  }

  std::size_t unplaced() const {
    return static_cast<std::size_t>(std::count_if(
        placed_.begin(), placed_.end(), [](const Placed& p) { return !p.space || !has_targets(p); }));
  }
  static bool has_targets(const Placed& p) { return !p.targets.empty() || p.space->rows == 0; }

  std::vector<std::pair<std::string, Variable*>> variables_by_name() {
    std::vector<std::pair<std::string, Variable*>> out;
    for (const auto& name : variables_.names()) out.emplace_back(name, variables_.find(name));
    return out;
  }

  void declare(std::optional<NotYet>& waits) {
    std::erase_if(pending_declarations_, [&](const Declaration& d) {
      bool done = false;
      attempt(waits, [&] {
        Shape shape;
        for (const auto& e : d.extents) {
          const Value n = evaluator_.evaluate(e, Space{});
          if (!n.single() || !(*n.single() >= 1) || *n.single() != std::floor(*n.single()) ||
              *n.single() > 1e9)
            evaluator_.fail(e.at, "an extent must be a whole number from 1 on.");
          shape.push_back(static_cast<std::size_t>(*n.single()));
        }
        Variable& v = variables_.make(d.name);
        if (v.has_shape && v.shape != shape)
          evaluator_.fail(d.at, fmt::format("'{}' is declared with extents {}, but the data have {}.", d.name,
                                            fmt::join(shape, " x "), fmt::join(v.shape, " x ")));
        if (elements(shape) > most_rows)
          evaluator_.fail(d.at, fmt::format("'{}' has too many elements.", d.name));
        if (!v.has_shape) v.give_shape(shape);
        done = true;
      });
      return done;
    });
  }

  /// The rows of a loop nest, made once.
  std::shared_ptr<const Space> space_of(const std::optional<std::size_t>& loop) {
    if (!loop) {
      if (!single_) single_ = std::make_shared<const Space>();
      return single_;
    }
    auto& space = spaces_[*loop];
    if (!space)
      space =
          std::make_shared<const Space>(inside(*space_of(block_.loops[*loop].outer), block_.loops[*loop]));
    return space;
  }

  Space inside(const Space& outer, const Loop& loop) const {
    std::vector<std::uint32_t> row;
    std::vector<double> counter;
    const auto add = [&](std::size_t r, double value) {
      if (row.size() >= most_rows) evaluator_.fail(loop.range.at, "this loop has too many rows.");
      row.push_back(static_cast<std::uint32_t>(r));
      counter.push_back(value);
    };
    if (outer.rows > 0 && loop.range.kind == ExprKind::call && loop.range.name == ":") {
      const auto range = evaluator_.range(loop.range, outer);
      for (std::size_t r = 0; r < outer.rows; ++r) {
        const double first = range.first.numbers()[range.first.rows() == 1 ? 0 : r];
        const double last = range.last.numbers()[range.last.rows() == 1 ? 0 : r];
        for (double x = first; x <= last; ++x) add(r, x);
      }
    } else if (outer.rows > 0) {
      const Value v = evaluator_.evaluate(loop.range, outer);
      if (!v.constant()) evaluator_.fail(loop.range.at, "the range of a loop depends on parameters.");
      for (std::size_t r = 0; r < outer.rows; ++r)
        for (std::size_t k = 0; k < v.row_size(); ++k)
          add(r, v.numbers()[(v.rows() == 1 ? 0 : r) * v.row_size() + k]);
    }
    Space out = outer.select(row);
    out.counters.emplace_back(loop.counter, std::move(counter));
    return out;
  }

  void expand(std::size_t i) {
    Placed& p = placed_[i];
    if (!p.space) p.space = space_of(p.relation->loop);
    if (!indices_[i] && p.space->rows > 0) indices_[i] = evaluator_.indices(p.relation->target, *p.space);
  }

  /// From the largest indices of the relations that define it, or from what it is given.
  void give_shape(Variable& v) {
    if (v.has_shape || v.relations.empty()) return;
    if (v.declared) return;
    Shape shape;
    bool first = true;
    for (const auto i : v.relations) {
      const Placed& p = placed_[i];
      const Expr& target = p.relation->target;
      if (!p.space || (p.space->rows > 0 && !indices_[i])) return;
      if (p.space->rows == 0) continue;
      Shape mine;
      if (target.args.empty()) mine = whole_shape(p);
      for (std::size_t d = 0; d < target.args.size(); ++d) {
        const auto& index = (*indices_[i])[d];
        if (index.all) throw NotYet{target.at, v.name};
        if (index.sampled)
          evaluator_.fail(target.args[d].at, "the index of what is defined depends on parameters.");
        double most = 0;
        for (double x : index.values) {
          if (!(x >= 1) || x != std::floor(x) || x > 1e9)
            evaluator_.fail(target.args[d].at,
                            fmt::format("index {} of '{}' is {}; indices are whole numbers from 1 on.", d + 1,
                                        v.name, x));
          most = std::max(most, x);
        }
        mine.push_back(static_cast<std::size_t>(most));
      }
      if (!first && mine.size() != shape.size())
        evaluator_.fail(target.at,
                        fmt::format("'{}' has {} indices here, but {} in {}.", v.name, mine.size(),
                                    shape.size(), place_text(source_, placed_[v.relations[0]].relation->at)));
      if (first) shape = mine;
      for (std::size_t d = 0; d < shape.size(); ++d) shape[d] = std::max(shape[d], mine[d]);
      first = false;
    }
    if (first) return;  // all loops are empty
    double total = 1;
    for (const auto n : shape) total *= static_cast<double>(n);
    if (total > static_cast<double>(most_rows))
      evaluator_.fail(placed_[v.relations[0]].relation->at,
                      fmt::format("'{}' has too many elements.", v.name));
    v.give_shape(std::move(shape));
  }

  /// Of a target without indices: a number, or what its expression or the mean of its distribution has.
  Shape whole_shape(const Placed& p) const {
    const Relation& r = *p.relation;
    if (!r.stochastic) return evaluator_.shape_of(r.value, *p.space);
    return variate_shape(evaluator_, r, *p.space);
  }

 public:
  static Shape variate_shape(const Evaluator& evaluator, const Relation& r, const Space& space);

 private:
  void give_targets(std::size_t i) {
    Placed& p = placed_[i];
    if (!p.space || has_targets(p)) return;
    Variable& v = *p.variable;
    if (!v.has_shape || !indices_[i]) throw NotYet{p.relation->target.at, v.name};
    Reading r = evaluator_.reading(p.relation->target, *indices_[i], v);
    if (r.sampled)
      evaluator_.fail(p.relation->target.at, "the index of what is defined depends on parameters.");
    if (r.rows == 1 && p.space->rows > 1) refuse_twice(p, v, r.at[0], static_cast<std::uint32_t>(i));
    p.event = r.shape;
    p.targets = std::move(r.at);
    indices_[i].reset();
    const std::size_t each = p.event_size();
    for (std::size_t k = 0; k < p.targets.size(); ++k) {
      Element& e = v.elements[p.targets[k]];
      if (e.relation != nowhere) refuse_twice(p, v, p.targets[k], e.relation);
      if (!p.relation->stochastic && v.known(p.targets[k]))
        evaluator_.fail(p.relation->at,
                        fmt::format("'{}' is computed here, but the data give it a value too.",
                                    element_name(v, p.targets[k])));
      e.relation = static_cast<std::uint32_t>(i);
      e.row = static_cast<std::uint32_t>(k / each);
    }
  }

  [[noreturn]] void refuse_twice(const Placed& p, const Variable& v, std::size_t at,
                                 std::uint32_t other) const {
    const Relation& before = *placed_[other].relation;
    evaluator_.fail(p.relation->at,
                    fmt::format("'{}' is defined twice: here and {}.", element_name(v, at),
                                &before == p.relation ? "in another row of the same loop"
                                                      : "in " + place_text(source_, before.at)));
  }

  /// Those placed so far that are made of numbers.
  void compute_constants() {
    for (auto& p : placed_) {
      if (p.computed || !p.space || p.space->rows == 0 || !has_targets(p) || p.relation->stochastic) continue;
      try {
        for_even_rows(all_rows(p.space->rows), [&](const Places& rows) {
          const Value v = right_side(evaluator_, *p.relation, p.space->select(rows));
          if (!v.constant()) throw NotYet{p.relation->at, p.variable->name};
          store(p, rows, v);
        });
        p.computed = true;
        ++computed_;
      } catch (const NotYet&) {
        continue;
      }
    }
  }

  const Source& source_;
  const Block& block_;
  Variables& variables_;
  Evaluator evaluator_;
  std::vector<Placed> placed_;
  std::vector<std::optional<std::vector<Evaluator::Index>>> indices_;
  std::vector<std::shared_ptr<const Space>> spaces_;
  std::shared_ptr<const Space> single_;
  std::vector<Declaration> pending_declarations_;
  std::size_t computed_ = 0;
};

/// Vectors and matrices are as large as the first argument of their distribution.
Shape Placer::variate_shape(const Evaluator& evaluator, const Relation& r, const Space& space) {
  const DistributionRow* row = find_row(r.value.name);
  const Distribution* event = row ? find_event_distribution(row->ours) : nullptr;
  if (!event || event->event->shapes[0] == EventShape::number || r.value.args.empty()) return {};
  const Shape first = evaluator.shape_of(r.value.args[0], space);
  if (event->event->shapes[0] == EventShape::matrix && first.size() == 1) return {first[0], first[0]};
  return first;
}

}  // namespace

std::vector<Placed> place_relations(const Source& source, const Block& block,
                                    const std::vector<Declaration>& declarations, Variables& variables) {
  return Placer(source, block, variables).run(declarations);
}

Value right_side(const Evaluator& evaluator, const Relation& r, const Space& space) {
  const Value v = evaluator.evaluate(r.value, space);
  if (r.link.empty()) return v;
  if (r.link == "log") return function_of(MapOp::exp, v);
  if (r.link == "logit") return function_of(MapOp::inv_logit, v);
  if (r.link == "probit") return function_of(MapOp::normal_cdf, v);
  return function_of(MapOp::inv_cloglog, v);
}

void store(Placed& p, const Places& rows, const Value& value) {
  Variable& v = *p.variable;
  const std::size_t each = p.event_size();
  const auto place = [&](std::size_t i, std::size_t e) {
    return (value.rows() == 1 ? 0 : i * value.row_size()) + (value.row_size() == 1 ? 0 : e);
  };
  const auto piece = static_cast<std::uint32_t>(v.pieces.size());
  if (!value.constant()) v.pieces.push_back(value);
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t e = 0; e < each; ++e) {
      const auto at = p.targets[rows[i] * each + e];
      if (value.constant()) {
        v.numbers[at] = value.numbers()[place(i, e)];
      } else {
        v.elements[at].piece = piece;
        v.elements[at].place = static_cast<std::uint32_t>(place(i, e));
      }
    }
}

}  // namespace cggibbs::bugs
