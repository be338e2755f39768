// Translation between our parameter names and the column names of Stan CSV files.
#include "io/stan/stan_names.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "base/ascii.hpp"

namespace cggibbs {
namespace {

/// base[i,j,...] with positive indices and no leading zeros.
struct Element {
  std::string_view base;
  std::vector<std::size_t> index;
};

std::optional<Element> as_element(std::string_view name) {
  const std::size_t open = name.rfind('[');
  if (open == std::string_view::npos || open == 0 || name.back() != ']') return std::nullopt;
  Element element{name.substr(0, open), {}};
  const char* p = name.data() + open + 1;
  const char* const end = name.data() + name.size() - 1;
  while (true) {
    std::size_t i = 0;
    if (p == end || *p == '0') return std::nullopt;
    const auto [next, failure] = std::from_chars(p, end, i);
    if (failure != std::errc{}) return std::nullopt;
    element.index.push_back(i);
    if (next == end) return element;
    if (*next != ',') return std::nullopt;
    p = next + 1;
  }
}

std::string identifier(std::string_view name) {
  std::string out;
  bool replaced = false;  // a run of other characters waits to become one '_'
  for (const char c : name) {
    if (!is_ascii_letter(c) && !is_digit(c) && c != '_') {
      replaced = true;
      continue;
    }
    if (replaced && !out.empty() && out.back() != '_' && c != '_') out += '_';
    replaced = false;
    out += c;
  }
  while (out.ends_with("__")) out.pop_back();
  if (out.empty() || !is_ascii_letter(out[0])) out.insert(0, "v");
  // xarray has dimensions of these names, and cmdstanpy looks for "fixed_param" anywhere above the draws.
  if (out == "chain" || out == "draw") out += '_';
  for (std::size_t at; (at = out.find("fixed_param")) != std::string::npos;) out.erase(at + 5, 1);
  return out;
}

std::string with_index(std::string base, const std::vector<std::size_t>& index) {
  for (const std::size_t i : index) base += '.' + std::to_string(i);
  return base;
}

/// Do these elements run through an array once, first index fastest?
bool is_whole_array(std::span<const std::optional<Element>> elements) {
  const std::vector<std::size_t>& dims = elements.back()->index;
  std::vector<std::size_t> expected(dims.size(), 1);
  for (std::size_t e = 0; e < elements.size(); ++e) {
    if (elements[e]->index != expected) return false;
    std::size_t k = 0;
    while (k < dims.size() && expected[k] == dims[k]) expected[k++] = 1;
    if (k == dims.size()) return e + 1 == elements.size();
    ++expected[k];
  }
  return false;
}

/// Hands out names that nobody has, adding _2, _3, ... where needed.
class UniqueNames {
 public:
  std::string make(const std::string& wanted) {
    std::string name = wanted;
    for (std::size_t& n = last_suffix_.try_emplace(wanted, 1).first->second; !taken_.insert(name).second;)
      name = wanted + '_' + std::to_string(++n);
    return name;
  }

 private:
  std::unordered_set<std::string> taken_;
  std::unordered_map<std::string, std::size_t> last_suffix_;  ///< so that many equal names cost linear time
};

/// Columns first..first+count-1: one whole array, or (count = 1) one scalar.
struct Group {
  std::size_t first, count;
  bool array;
  std::string base;
  bool unchanged;  ///< the base needed no translation, so it has the better claim to its name
};

std::vector<Group> group_columns(std::span<const std::string> names,
                                 std::span<const std::optional<Element>> elements) {
  std::unordered_map<std::string_view, std::size_t> columns_of_base;
  for (std::size_t j = 0; j < names.size(); ++j)
    ++columns_of_base[elements[j] ? elements[j]->base : std::string_view(names[j])];

  std::vector<Group> groups;
  for (std::size_t j = 0; j < names.size();) {
    std::size_t end = j + 1;
    if (elements[j]) {
      const auto same = [&](const std::optional<Element>& e) {
        return e && e->base == elements[j]->base && e->index.size() == elements[j]->index.size();
      };
      while (end < names.size() && same(elements[end])) ++end;
      const std::string_view base = elements[j]->base;
      if (columns_of_base[base] == end - j && is_whole_array(elements.subspan(j, end - j))) {
        std::string translated = identifier(base);
        const bool unchanged = translated == base;
        groups.push_back({j, end - j, true, std::move(translated), unchanged});
        j = end;
        continue;
      }
    }
    for (; j < end; ++j) {
      std::string translated = identifier(names[j]);
      const bool unchanged = translated == names[j];
      groups.push_back({j, 1, false, std::move(translated), unchanged});
    }
  }
  return groups;
}

}  // namespace

std::string stan_name(std::string_view name) {
  const auto element = as_element(name);
  return element ? with_index(identifier(element->base), element->index) : identifier(name);
}

std::vector<std::string> stan_names(std::span<const std::string> names) {
  std::vector<std::optional<Element>> elements;
  elements.reserve(names.size());
  for (const std::string& name : names) elements.push_back(as_element(name));

  std::vector<Group> groups = group_columns(names, elements);
  std::stable_partition(groups.begin(), groups.end(), [](const Group& g) { return g.unchanged; });
  UniqueNames unique;
  std::vector<std::string> out(names.size());
  for (const Group& g : groups) {
    const std::string base = unique.make(g.base);
    for (std::size_t j = g.first; j < g.first + g.count; ++j)
      out[j] = g.array ? with_index(base, elements[j]->index) : base;
  }
  return out;
}

std::string name_from_stan(std::string_view name) {
  std::string out;
  while (true) {
    const std::size_t colon = name.find(':');
    const std::string_view part = name.substr(0, colon);
    const std::size_t dot = part.find('.');
    out += part.substr(0, dot);
    if (dot != std::string_view::npos) {
      std::string index(part.substr(dot + 1));
      std::replace(index.begin(), index.end(), '.', ',');
      out += '[' + index + ']';
    }
    if (colon == std::string_view::npos) return out;
    out += '.';
    name.remove_prefix(colon + 1);
  }
}

}  // namespace cggibbs
