// Any text as a formula: only cggibbs::Error may escape, and what is built must be consistent.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "cggibbs/error.hpp"
#include "models/design.hpp"
#include "models/example_table.hpp"

namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

void check(const cggibbs::Design& d) {
  require(d.rows == 8 && d.y.size() == 8);
  require(cggibbs::rows(d.x) == d.rows && cggibbs::cols(d.x) == d.names.size());
  for (const auto& g : d.groups) {
    require(g.index.size() == d.rows && g.effects.size() == g.values.size());
    for (const auto level : g.index) require(level < g.levels.size());
    for (const auto& v : g.values) require(v.empty() || v.size() == d.rows);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const cggibbs::Table table = cggibbs::example::eight_rows();
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    const auto formula = cggibbs::parse_formula(text);
    const auto learned = cggibbs::learn_and_build(formula, table);
    check(learned.design);
    const auto again = cggibbs::apply_design(learned.recipe, table);
    check(again);
    require(again.names == learned.design.names && again.y == learned.design.y);
  } catch (const cggibbs::Error&) {
  }
  return 0;
}
