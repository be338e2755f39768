// Reading a list of priors and looking one up.
#include "models/prior_table.hpp"

#include <fmt/format.h>

#include <cggibbs/error.hpp>

#include "models/trim.hpp"

namespace cggibbs {
namespace {

/// Splits at a separator outside parentheses, brackets and backticks.
std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  int depth = 0;
  bool quoted = false;
  std::size_t start = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    if (i == text.size() || (text[i] == separator && depth == 0 && !quoted)) {
      parts.push_back(trim(text.substr(start, i - start)));
      start = i + 1;
    } else if (text[i] == '`') {
      quoted = !quoted;
    } else if (text[i] == '(' || text[i] == '[') {
      ++depth;
    } else if (text[i] == ')' || text[i] == ']') {
      --depth;
    }
  }
  return parts;
}

using ParsePrior = Prior (*)(std::string_view text, std::string_view what);

void add_group_prior(PriorTable& table, GroupPrior entry, std::string_view what) {
  for (const auto& e : table.groups)
    if (e.names(entry)) throw Error(fmt::format("{}: '{}' has two priors.", what, entry.name));
  table.groups.push_back(std::move(entry));
}

PriorTable parse_table(std::string_view text, std::string_view what, ParsePrior parse, bool groups) {
  PriorTable table;
  for (auto part : split(text, ',')) {
    if (part.empty()) throw Error(fmt::format("{}: '{}' has an empty entry.", what, text));
    const auto halves = split(part, '=');
    if (halves.size() == 1 || halves[0] == ".") {
      if (!table.others.empty())
        throw Error(fmt::format("{}: '{}' names two priors; write name=prior for each.", what, text));
      table.others.push_back(parse(halves.back(), what));
      continue;
    }
    if (halves.size() != 2) throw Error(fmt::format("{}: cannot read '{}'; write name=prior.", what, part));
    std::string_view term = halves[0];
    if (auto group = groups ? read_group_name(term) : std::nullopt) {
      group->prior = group->correlations ? parse_correlation_prior(halves[1], what)
                                         : parse_positive_prior(halves[1], what);
      add_group_prior(table, std::move(*group), what);
      continue;
    }
    if (term.size() > 1 && term.front() == '`' && term.back() == '`') term = term.substr(1, term.size() - 2);
    for (const auto& e : table.entries)
      if (e.term == term) throw Error(fmt::format("{}: '{}' has two priors.", what, term));
    table.entries.push_back({std::string(term), parse(halves[1], what)});
  }
  return table;
}

}  // namespace

const PriorTable::Entry* PriorTable::find(std::string_view coefficient) const {
  for (const auto& e : entries)
    if (e.term == coefficient) return &e;
  for (const auto& e : entries)
    if (coefficient.size() > e.term.size() && coefficient.starts_with(e.term) &&
        coefficient[e.term.size()] == '[')
      return &e;
  return nullptr;
}

PriorTable parse_prior_table(std::string_view text, std::string_view what) {
  return parse_table(text, what, parse_prior, true);
}

PriorTable parse_positive_prior_table(std::string_view text, std::string_view what) {
  return parse_table(text, what, parse_positive_prior, false);
}

}  // namespace cggibbs
