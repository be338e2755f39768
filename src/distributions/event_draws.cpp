// The draws of the distributions of vectors and matrices, one row each.
#include "distributions/event_draws.hpp"

#include <algorithm>
#include <array>

#include "distributions/categorical.hpp"
#include "distributions/dirichlet.hpp"
#include "distributions/multi_normal.hpp"
#include "distributions/multi_student_t.hpp"
#include "distributions/normal_mixture.hpp"
#include "distributions/ordered_links.hpp"
#include "distributions/stated.hpp"
#include "distributions/subset.hpp"
#include "distributions/wishart.hpp"

namespace cggibbs {
namespace {

struct Row {
  std::string_view name;
  EventDraw draw;
};

template <class D, std::size_t... I>
constexpr Row row(std::index_sequence<I...>) {
  return {D::name, [](Rng& rng, const Event* p, std::span<double> x) { D::draw(rng, p[I]..., x); }};
}
template <class D>
constexpr Row row_of() {
  return row<D>(std::make_index_sequence<detail::arity<D> - 1>{});
}

constexpr std::array table{
    row_of<MultiNormal>(),
    row_of<MultiNormalPrecision>(),
    row_of<MultiNormalCholesky>(),
    row_of<Dirichlet>(),
    row_of<Categorical>(),
    row_of<MultiStudentTPrecision>(),
    row_of<Wishart>(),
    row_of<ScaledWishart>(),
    row_of<OrderedLogit>(),
    row_of<OrderedProbit>(),
    row_of<Interval>(),
    row_of<NormalMixture>(),
    row_of<Subset>(),
    row_of<Rounded>(),
    row_of<Total>(),
};

}  // namespace

EventDraw find_event_draw(std::string_view name) {
  const auto found = std::find_if(table.begin(), table.end(), [&](const Row& r) { return r.name == name; });
  return found == table.end() ? nullptr : found->draw;
}

}  // namespace cggibbs
