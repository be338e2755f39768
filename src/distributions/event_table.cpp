// The table of distributions of vectors and matrices: one row each.
#include <algorithm>

#include "distributions/categorical.hpp"
#include "distributions/chinese_restaurant.hpp"
#include "distributions/dirichlet.hpp"
#include "distributions/multi_normal.hpp"
#include "distributions/multi_student_t.hpp"
#include "distributions/multinomial.hpp"
#include "distributions/normal_mixture.hpp"
#include "distributions/ordered_links.hpp"
#include "distributions/stated.hpp"
#include "distributions/subset.hpp"
#include "distributions/wishart.hpp"

namespace cggibbs {
namespace {

constexpr std::array table{
    describe_event<MultiNormal>(),
    describe_event<MultiNormalPrecision>(),
    describe_event<MultiNormalCholesky>(),
    describe_event<Dirichlet>(),
    describe_event<Multinomial>(),
    describe_event<Categorical>(),
    describe_event<MultiStudentTPrecision>(),
    describe_event<Wishart>(),
    describe_event<ScaledWishart>(),
    describe_event<OrderedLogit>(),
    describe_event<OrderedProbit>(),
    describe_event<Interval>(),
    describe_event<NormalMixture>(),
    describe_event<Subset>(),
    describe_event<ChineseRestaurant>(),
    describe_event<Rounded>(),
    describe_event<Total>(),
};

}  // namespace

const Distribution* find_event_distribution(std::string_view name) {
  const auto found = std::find_if(table.begin(), table.end(), [&](const auto& d) { return d.name == name; });
  return found == table.end() ? nullptr : &*found;
}

std::vector<std::string> event_distribution_names() {
  std::vector<std::string> names;
  for (const auto& d : table) names.emplace_back(d.name);
  return names;
}

}  // namespace cggibbs
