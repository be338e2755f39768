// Lines with a coloured first word.
#include "cli/tell.hpp"

#include <cstdio>

#include "base/visible.hpp"
#include "cli/terminal.hpp"

namespace cggibbs {
namespace {

void tell(std::FILE* to, Paint paint, const std::string& word, const std::string& text) {
  std::fputs((painted(paint, word, fileno(to)) + " " + visible(text) + "\n").c_str(), to);
}

}  // namespace

void tell_warning(std::FILE* to, const std::string& text) {
  tell(to, Paint::yellow, "warning:", text);
}

void tell_note(std::FILE* to, const std::string& text) {
  tell(to, Paint::bold, "note:", text);
}

void tell_error(std::FILE* to, const std::string& text) {
  tell(to, Paint::red, "error:", text);
}

}  // namespace cggibbs
