// Placing results and cutting what does not fit.
#include "cli/table_order.hpp"

#include <algorithm>

#include "base/special.hpp"
#include "run/select_outputs.hpp"

namespace cggibbs {
namespace {

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

std::vector<Place> table_places(const Problem& problem, const Model& model,
                                const std::vector<std::string>& save) {
  std::vector<Place> all;
  for (const Output& o : model.outputs())
    all.insert(all.end(), o.names.size(),
               contains(problem.first_in_tables, o.name)  ? Place::first
               : contains(problem.last_in_tables, o.name) ? Place::last
                                                          : Place::middle);
  std::vector<Place> selected;
  for (std::size_t i : select_outputs(model.output_names(), save)) selected.push_back(all[i]);
  return selected;
}

TableOrder table_order(const std::vector<Place>& places, const std::vector<double>& strength,
                       std::size_t top) {
  TableOrder out;
  std::size_t room = top > 0 ? top : places.size();
  for (const Place place : {Place::first, Place::middle, Place::last}) {
    std::vector<std::size_t> rows;
    for (std::size_t i = 0; i < places.size(); ++i)
      if (places[i] == place) rows.push_back(i);
    if (rows.size() > room) {
      const auto weight = [&](std::size_t i) {
        return place == Place::first && i == rows.front() ? inf : strength[i];
      };
      std::stable_sort(rows.begin(), rows.end(), [&](auto a, auto b) { return weight(a) > weight(b); });
      rows.resize(room);
      out.cut.push_back(place);
    }
    room -= rows.size();
    out.rows.insert(out.rows.end(), rows.begin(), rows.end());
  }
  return out;
}

}  // namespace cggibbs
