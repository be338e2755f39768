// One draw per row: of numbers by their distribution, cut where bounds say so; of vectors and matrices whole.
#include "bugs/draw.hpp"

#include <fmt/format.h>

#include <cmath>

#include "bugs/stochastic_kind.hpp"
#include "distributions/draw_between.hpp"
#include "distributions/event_draws.hpp"
#include "distributions/multinomial.hpp"

namespace cggibbs::bugs {
namespace {

/// Row i of a parameter; one row stands for all.
Event row_of(const Value& v, std::size_t i) {
  const std::size_t each = v.row_size();
  return {v.numbers().data() + (v.rows() == 1 ? 0 : i * each), each};
}

class Drawing {
 public:
  Drawing(const Evaluator& evaluator, Placed& placed, const Places& rows)
      : evaluator_(evaluator),
        placed_(placed),
        rows_(rows),
        kind_(kind_of(evaluator, *placed.relation)),
        space_(placed.space->select(rows)),
        parameters_(parameters_of(evaluator, placed, kind_, space_)),
        between_(bounds_of(evaluator, *placed.relation, space_)) {
    if (kind_.row->ours == "multinomial")
      trials_ = evaluator.evaluate(placed.relation->value.args[1], space_);
  }

  void draw(std::size_t i, Rng& rng) {
    Variable& v = *placed_.variable;
    const Places at = placed_.targets_of(rows_[i]);
    std::size_t known = 0;
    for (const auto t : at) known += v.known(t) ? 1 : 0;
    if (known == at.size()) return;
    if (known > 0) fail(at, "has a value for some of its elements only, which a data block cannot complete");
    std::vector<double> x(at.size());
    if (!kind_.whole() && at.size() > 1)
      fail(at, fmt::format("has {} elements, but {} draws single numbers; write a loop", at.size(),
                           kind_.row->name));
    if (kind_.event())
      draw_event(i, x, rng);
    else
      x[0] = draw_number(i, rng);
    for (std::size_t k = 0; k < x.size(); ++k) {
      if (std::isnan(x[k]))
        fail(at, fmt::format("cannot be drawn: {} has no such distribution",
                             call_in_words(evaluator_, placed_, kind_, rows_[i])));
      v.numbers[at[k]] = x[k];
    }
  }

 private:
  double draw_number(std::size_t i, Rng& rng) const {
    double a[max_arguments];
    for (std::size_t k = 0; k < parameters_.size(); ++k) {
      if (!parameters_[k].is_number())
        evaluator_.fail(placed_.relation->value.at,
                        fmt::format("{} takes numbers, but one of its arguments has {} elements.",
                                    kind_.row->name, parameters_[k].row_size()));
      a[k] = at_row(parameters_[k], i);
    }
    if (placed_.relation->restriction == Restriction::none) return kind_.ours->draw(rng, a);
    return draw_cut(*kind_.ours, a, at_row(between_[0], i), at_row(between_[1], i), rng);
  }

  void draw_event(std::size_t i, std::vector<double>& x, Rng& rng) const {
    std::vector<Event> a;
    for (const auto& p : parameters_) a.push_back(row_of(p, i));
    if (!fits(*kind_.ours->event, x.size(), a))
      evaluator_.fail(
          placed_.relation->value.at,
          fmt::format("the sizes of what {} takes and gives do not go together.", kind_.row->name));
    if (kind_.row->ours == "multinomial")
      Multinomial::draw(rng, at_row(*trials_, i), a[0], x);
    else if (!find_event_draw(kind_.ours->name))
      evaluator_.fail(placed_.relation->value.at,
                      fmt::format("a data block cannot draw from {}.", kind_.row->name));
    else
      find_event_draw(kind_.ours->name)(rng, a.data(), x);
  }

  [[noreturn]] void fail(const Places& at, const std::string& what) const {
    evaluator_.fail(placed_.relation->at, fmt::format("'{}' {}.", subset_name(*placed_.variable, at), what));
  }

  const Evaluator& evaluator_;
  Placed& placed_;
  const Places& rows_;
  Kind kind_;
  Space space_;
  std::vector<Value> parameters_, between_;
  std::optional<Value> trials_;
};

}  // namespace

void draw(const Evaluator& evaluator, Placed& placed, const Places& rows, Rng& rng) {
  Drawing drawing(evaluator, placed, rows);
  for (std::size_t i = 0; i < rows.size(); ++i) drawing.draw(i, rng);
}

}  // namespace cggibbs::bugs
