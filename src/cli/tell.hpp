// Warnings, notes and errors as lines for people.
#pragma once

#include <cstdio>
#include <string>

namespace cggibbs {

/// Each is one line, and nothing in the text reaches a terminal raw.
void tell_warning(std::FILE* to, const std::string& text);
void tell_note(std::FILE* to, const std::string& text);
void tell_error(std::FILE* to, const std::string& text);

}  // namespace cggibbs
