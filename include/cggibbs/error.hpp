// The one exception type that user mistakes raise.
#pragma once

#include <stdexcept>
#include <string>

namespace cggibbs {

/// What went wrong, where, with which value, and what to try: one sentence or two, no trailing newline.
class Error : public std::runtime_error {
 public:
  explicit Error(const std::string& message);

  /// what(), with the settings that it names marked for a front end that calls them otherwise.
  const char* marked() const noexcept { return marked_.what(); }

 private:
  std::runtime_error marked_;  // of this type because its copies throw nothing
};

}  // namespace cggibbs
