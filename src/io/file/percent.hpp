// Any text as letters, digits and %XX, and back.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace cggibbs {

std::string percent_encode(std::string_view text);
/// Nothing when a '%' is not followed by two hexadecimal digits.
std::optional<std::string> percent_decode(std::string_view text);

}  // namespace cggibbs
