// The one exception type that user mistakes raise.
#pragma once

#include <stdexcept>
#include <string>

namespace cggibbs {

/// What went wrong, where, with which value, and what to try: one sentence or two, no trailing newline.
class Error : public std::runtime_error {
 public:
  explicit Error(const std::string& message) : std::runtime_error(message) {}
};

}  // namespace cggibbs
