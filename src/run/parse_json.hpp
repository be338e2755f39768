// JSON of files that anybody may have written.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace cggibbs {

/// Throws Error for what is not JSON, and for nesting so deep that those who walk it would overflow the stack.
nlohmann::json parse_json(const std::string& text, const std::string& source);

}  // namespace cggibbs
