// Any text as a program: only cggibbs::Error may escape, and what is parsed lies inside the text.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "bugs/parser.hpp"

namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

void check(const cggibbs::bugs::Expr& e, std::size_t size) {
  require(e.at.begin <= e.at.end && e.at.end <= size);
  for (const auto& a : e.args) check(a, size);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const cggibbs::bugs::Source source{std::string(reinterpret_cast<const char*>(data), size)};
  try {
    const auto program = cggibbs::bugs::parse_program(source);
    for (const auto& r : program.model.relations) {
      check(r.target, size);
      check(r.value, size);
      require(!r.loop || *r.loop < program.model.loops.size());
    }
    for (const auto& l : program.model.loops) check(l.range, size);
  } catch (const cggibbs::Error&) {
  }
  return 0;
}
