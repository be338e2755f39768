// Whatever the bytes, reading them as Matrix Market text ends in data or in a cggibbs::Error.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "cggibbs/error.hpp"
#include "io/matrix/matrix_market.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    cggibbs::parse_matrix_market(text, "fuzz.mtx");
  } catch (const cggibbs::Error&) {
  }
  return 0;
}
