// The time as records have it: 2026-01-31T23:59:59Z.
#pragma once

#include <ctime>
#include <string>

namespace cggibbs {

inline std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

}  // namespace cggibbs
