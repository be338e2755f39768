// Whatever the bytes, reading them as an .npz archive ends in data or in a cggibbs::Error.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "cggibbs/error.hpp"
#include "io/matrix/npz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    cggibbs::parse_npz(text, "fuzz.npz", {.response = "y"});
  } catch (const cggibbs::Error&) {
  }
  return 0;
}
