// A short name for a file's exact bytes.
#include "io/file/fingerprint.hpp"

#define XXH_INLINE_ALL
#include <fmt/format.h>
#include <xxhash.h>

#include "io/file/text_file.hpp"

namespace cggibbs {

std::string fingerprint(std::string_view bytes) {
  return fmt::format("{:016x}", XXH3_64bits(bytes.data(), bytes.size()));
}

std::string fingerprint_file(const std::string& path) {
  regular_file_size(path);
  XXH3_state_t state;
  XXH3_64bits_reset(&state);
  for_each_chunk(path,
                 [&](std::string_view bytes) { XXH3_64bits_update(&state, bytes.data(), bytes.size()); });
  return fmt::format("{:016x}", XXH3_64bits_digest(&state));
}

}  // namespace cggibbs
