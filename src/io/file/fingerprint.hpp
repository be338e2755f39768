// A short name for a file's exact bytes, so that a run record says which data were read.
#pragma once

#include <string>
#include <string_view>

namespace cggibbs {

/// 64 bits of XXH3 as 16 hexadecimal digits, as `xxhsum -H3` prints them. Tells versions of a file apart; no protection against forgery.
std::string fingerprint(std::string_view bytes);

/// The fingerprint of a file's bytes, read piece by piece. Regular files only: a pipe can be read only once.
std::string fingerprint_file(const std::string& path);

}  // namespace cggibbs
