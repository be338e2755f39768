// Whatever the bytes, reading them as the header of an .npy array ends in a header or in a cggibbs::Error.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "cggibbs/error.hpp"
#include "io/matrix/npy.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    cggibbs::parse_npy_header(text, "fuzz.npy");
  } catch (const cggibbs::Error&) {
  }
  return 0;
}
