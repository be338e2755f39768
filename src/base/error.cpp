// What an error says to programs and to the command line.
#include <cggibbs/error.hpp>

#include "base/settings_text.hpp"

namespace cggibbs {

Error::Error(const std::string& message) : std::runtime_error(with_backquotes(message)), marked_(message) {}

}  // namespace cggibbs
