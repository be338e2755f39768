// Any bytes either parse as Stan CSV or raise cggibbs::Error.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "cggibbs/error.hpp"
#include "io/stan/stan_csv_reader.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    cggibbs::parse_stan_csv({reinterpret_cast<const char*>(data), size}, "fuzz.csv");
  } catch (const cggibbs::Error&) {
  }
  return 0;
}
