// Whatever the bytes, reading them as a JAGS script ends in commands or in a cggibbs::Error.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "cggibbs/error.hpp"
#include "jags/script.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    cggibbs::jags::parse_script(text, "fuzz.cmd");
  } catch (const cggibbs::Error&) {
  }
  return 0;
}
