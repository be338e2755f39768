// "Did you mean ...?" for names that users mistype.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cggibbs {

/// The candidate nearest to name by edit distance, or empty when none is near (more than a third of its
/// letters differ). Never the name itself, nor one that shares no letter with it.
std::string nearest(std::string_view name, std::span<const std::string> candidates);

/// " Did you mean 'x'?" or "" when nothing is near: ready to append to an error message.
std::string did_you_mean(std::string_view name, std::span<const std::string> candidates);

}  // namespace cggibbs
