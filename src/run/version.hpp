// The version of cggibbs, as CMake knows it.
#pragma once

namespace cggibbs {

extern const char* const version;

}  // namespace cggibbs
