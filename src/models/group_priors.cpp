// Reading names such as sd(x|g), and finding the prior of each scale and each group's correlations.
#include "models/group_priors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cggibbs/error.hpp>

#include "base/settings_text.hpp"
#include "base/suggest.hpp"
#include "models/listing.hpp"
#include "models/trim.hpp"

namespace cggibbs {
namespace {

std::string plain(std::string_view name) {
  name = trim(name);
  if (name.size() > 1 && name.front() == '`' && name.back() == '`') name = name.substr(1, name.size() - 2);
  return std::string(name);
}

/// The last bar outside backticks: names of effects may hold others.
std::size_t last_bar(std::string_view text) {
  bool quoted = false;
  std::size_t at = std::string_view::npos;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '`') quoted = !quoted;
    if (text[i] == '|' && !quoted) at = i;
  }
  return at;
}

/// h for h[b].
bool comes_from(std::string_view effect, std::string_view term) {
  return effect.size() > term.size() && effect.starts_with(term) && effect[term.size()] == '[';
}

bool applies(const GroupPrior& p, const GroupTerm& term) {
  if (p.group != term.group) return false;
  if (p.correlations) return p.effect.empty() && term.correlated;
  return p.effect.empty() || std::any_of(term.effects.begin(), term.effects.end(), [&](const auto& e) {
           return e == p.effect || comes_from(e, p.effect);
         });
}

std::vector<std::string> known_names(const std::vector<GroupTerm>& terms) {
  std::vector<std::string> names;
  const auto add = [&](std::string name) {
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(std::move(name));
  };
  for (const auto& t : terms) {
    for (const auto& e : t.effects) add(fmt::format("sd({}|{})", e, t.group));
    add(fmt::format("sd({})", t.group));
    if (t.correlated) add(fmt::format("cor({})", t.group));
  }
  return names;
}

}  // namespace

std::optional<GroupPrior> read_group_name(std::string_view text) {
  text = trim(text);
  const bool sd = text.starts_with("sd("), cor = text.starts_with("cor(");
  if ((!sd && !cor) || text.back() != ')') return std::nullopt;
  GroupPrior out{.name = std::string(text), .correlations = cor};
  std::string_view inside = text.substr(sd ? 3 : 4);
  inside.remove_suffix(1);
  const std::size_t bar = last_bar(inside);
  if (bar == std::string_view::npos) {
    out.group = plain(inside);
  } else {
    out.effect = plain(inside.substr(0, bar));
    out.group = plain(inside.substr(bar + 1));
  }
  return out;
}

const Prior* find_scale_prior(const std::vector<GroupPrior>& all, std::string_view effect,
                              std::string_view group) {
  const auto find = [&](const auto& fits) -> const Prior* {
    for (const auto& p : all)
      if (!p.correlations && p.group == group && fits(p.effect)) return &p.prior;
    return nullptr;
  };
  if (const Prior* own = find([&](const std::string& e) { return e == effect; })) return own;
  if (const Prior* of_term = find([&](const std::string& e) { return !e.empty() && comes_from(effect, e); }))
    return of_term;
  return find([](const std::string& e) { return e.empty(); });
}

const Prior* find_correlation_prior(const std::vector<GroupPrior>& all, std::string_view group) {
  for (const auto& p : all)
    if (p.correlations && p.group == group) return &p.prior;
  return nullptr;
}

void check_group_priors(const std::vector<GroupPrior>& all, const std::vector<GroupTerm>& terms) {
  for (const auto& p : all) {
    if (std::any_of(terms.begin(), terms.end(), [&](const auto& t) { return applies(p, t); })) continue;
    if (terms.empty())
      throw Error(fmt::format("`prior`: '{}', but the model has no group effects."_settings, p.name));
    const bool known =
        std::any_of(terms.begin(), terms.end(), [&](const auto& t) { return t.group == p.group; });
    if (p.correlations && p.effect.empty() && known)
      throw Error(
          fmt::format("`prior`: '{}', but no effects of '{}' are correlated. (1 + x | {}) has "_settings
                      "correlations, (1 | {}) and (1 + x || {}) have none.",
                      p.name, p.group, p.group, p.group, p.group));
    const auto names = known_names(terms);
    throw Error(fmt::format("`prior`: the model has no '{}'.{} There are: {}."_settings, p.name,
                            did_you_mean(p.name, names), listing(names, 12)));
  }
}

}  // namespace cggibbs
