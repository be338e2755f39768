// A response kept in a file of its own.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cggibbs {

/// One finite number per line, after an optional header line; trailing blank lines are skipped.
std::vector<double> read_response_file(const std::string& path);

/// The same from memory.
std::vector<double> parse_response(std::string_view text, const std::string& source);

}  // namespace cggibbs
