// Control sequences of colours.
#include "base/paint.hpp"

namespace cggibbs {
namespace {

const char* code(Paint paint) {
  switch (paint) {
    case Paint::bold:
      return "1";
    case Paint::yellow:
      return "33";
    case Paint::red:
      return "31";
  }
  return "0";
}

}  // namespace

std::string coloured(Paint paint, const std::string& text) {
  return std::string("\033[") + code(paint) + "m" + text + "\033[0m";
}

}  // namespace cggibbs
