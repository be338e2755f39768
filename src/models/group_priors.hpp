// Priors of the scales and correlations of group effects, by name: sd(x|g), sd(g), cor(g).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/design_groups.hpp"
#include "models/prior.hpp"

namespace cggibbs {

struct GroupPrior {
  std::string name;           ///< as it was written
  bool correlations = false;  ///< cor(group); else sd(effect|group)
  std::string effect = {};    ///< empty: all of the group
  std::string group = {};
  Prior prior = {};

  bool names(const GroupPrior& other) const {
    return correlations == other.correlations && effect == other.effect && group == other.group;
  }
};

/// sd(effect|group), sd(group) or cor(group), with blanks and backticks inside as one likes; nothing when the text is none of
/// these.
std::optional<GroupPrior> read_group_name(std::string_view text);

/// Of sd(effect|group): the entry of the effect itself, else of the term that it comes from (h for h[b]), else of the group.
const Prior* find_scale_prior(const std::vector<GroupPrior>& all, std::string_view effect,
                              std::string_view group);
const Prior* find_correlation_prior(const std::vector<GroupPrior>& all, std::string_view group);

/// Throws when an entry names nothing of these terms.
void check_group_priors(const std::vector<GroupPrior>& all, const std::vector<GroupTerm>& terms);

}  // namespace cggibbs
