// Asking about terminals.
#include "cli/terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <string_view>

namespace cggibbs {
namespace {

std::string_view variable(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

}  // namespace

bool is_terminal(int descriptor) {
  return isatty(descriptor) == 1 && variable("TERM") != "dumb";
}

std::size_t terminal_width(int descriptor) {
  if (isatty(descriptor) != 1) return 0;
  winsize size{};
  // Some terminals do not know.
  return ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

bool has_colour(int descriptor) {
  return is_terminal(descriptor) && variable("NO_COLOR").empty();
}

std::string painted(Paint paint, const std::string& text, int descriptor) {
  return has_colour(descriptor) ? coloured(paint, text) : text;
}

}  // namespace cggibbs
