// Whatever the bytes, reading them as an R dump ends in data or in a cggibbs::Error.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "cggibbs/error.hpp"
#include "io/data/r_dump.hpp"
#include "io/file/memory_limit.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const cggibbs::MemoryBudget budget(16e6, static_cast<double>(size));
  try {
    cggibbs::parse_r_dump(text, "fuzz");
  } catch (const cggibbs::Error&) {
  }
  return 0;
}
