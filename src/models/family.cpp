// The table of families.
#include "models/family.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <cggibbs/error.hpp>

#include "base/settings_text.hpp"
#include "base/suggest.hpp"
#include "models/families/families.hpp"

namespace cggibbs {
namespace {

/// In the order of the enumeration.
constexpr std::array table{&gaussian_family, &student_t_family,         &bernoulli_family, &binomial_family,
                           &poisson_family,  &negative_binomial_family, &gamma_family,     &beta_family};

}  // namespace

const FamilyRow& family_row(Family family) {
  return *table[static_cast<std::size_t>(family)];
}

std::vector<Family> families() {
  std::vector<Family> all;
  for (std::size_t i = 0; i < table.size(); ++i) all.push_back(static_cast<Family>(i));
  return all;
}

std::vector<std::string> family_names() {
  std::vector<std::string> names;
  for (const FamilyRow* row : table) names.emplace_back(row->name);
  return names;
}

Family parse_family(const std::string& text) {
  for (const Family f : families())
    if (name(f) == text) return f;
  const auto names = family_names();
  throw Error(fmt::format("unknown family '{}'.{} Known: {}.", text, did_you_mean(text, names),
                          fmt::join(names, ", ")));
}

std::vector<Dispersion> dispersions(Family family) {
  std::vector<Dispersion> out;
  for (const Dispersion& d : family_row(family).dispersion)
    if (!d.name.empty()) out.push_back(d);
  return out;
}

std::vector<std::string> dispersion_names(Family family) {
  std::vector<std::string> out;
  for (const Dispersion& d : dispersions(family)) out.emplace_back(d.name);
  return out;
}

Link link_or_default(Family family, std::optional<Link> wanted) {
  const auto& allowed = links(family);
  if (!wanted) return allowed[0];
  std::vector<std::string_view> names;
  for (Link l : allowed) {
    if (l == *wanted) return l;
    names.push_back(name(l));
  }
  throw Error(fmt::format("`link={}` does not go with `family={}`. Use one of: {}."_settings, name(*wanted),
                          name(family), fmt::join(names, ", ")));
}

}  // namespace cggibbs
