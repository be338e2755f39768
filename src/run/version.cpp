// The version comes from the project line of CMakeLists.txt.
#include "run/version.hpp"

namespace cggibbs {

const char* const version = CGGIBBS_VERSION;

}  // namespace cggibbs
