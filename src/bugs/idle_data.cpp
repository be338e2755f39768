// Names of a program, compared with those of its data.
#include "bugs/idle_data.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "base/suggest.hpp"

namespace cggibbs::bugs {
namespace {

constexpr std::size_t most_names = 5;  // a table may have hundreds of columns

void add_names(const Block& block, std::set<std::string>& names) {
  for (const auto& loop : block.loops) collect_names(loop.range, names);
  for (const auto& r : block.relations) {
    collect_names(r.target, names);
    collect_names(r.value, names);
    if (r.lower) collect_names(*r.lower, names);
    if (r.upper) collect_names(*r.upper, names);
  }
}

}  // namespace

std::vector<std::string> idle_data(const Program& program, const NamedArrays& data) {
  std::set<std::string> names;
  for (const auto& d : program.declarations) {
    names.insert(d.name);
    for (const auto& e : d.extents) collect_names(e, names);
  }
  add_names(program.data, names);
  add_names(program.model, names);

  std::vector<std::string> drawn;  // what data could have been meant for
  for (const auto& r : program.model.relations)
    if (r.stochastic && data.find(r.target.name) == nullptr) drawn.push_back(r.target.name);

  std::vector<std::string> notes, others;
  for (const auto& [name, array] : data) {
    if (name.starts_with('.') || names.count(name) != 0) continue;
    const std::string meant = nearest(name, drawn);
    if (meant.empty() || (name.size() == 1 && std::tolower(name[0]) != std::tolower(meant[0])))
      others.push_back(fmt::format("'{}'", name));
    else
      notes.push_back(
          fmt::format("the data give '{}', which the program does not use. Did you mean '{}'?", name, meant));
  }
  if (!others.empty()) {
    const std::size_t shown = std::min(others.size(), most_names), rest = others.size() - shown;
    others.resize(shown);
    notes.push_back(fmt::format("the data give {}{}, which the program does not use.",
                                fmt::join(others, ", "), rest > 0 ? fmt::format(" and {} more", rest) : ""));
  }
  return notes;
}

}  // namespace cggibbs::bugs
