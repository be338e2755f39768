// Coloured text for terminals that want it.
#pragma once

#include <string>

namespace cggibbs {

enum class Paint { bold, yellow, red };
std::string coloured(Paint paint, const std::string& text);

}  // namespace cggibbs
