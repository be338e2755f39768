// Parsing with a limit on depth.
#include "run/parse_json.hpp"

#include <fmt/format.h>

#include <cggibbs/error.hpp>
#include <nlohmann/json.hpp>

namespace cggibbs {

nlohmann::json parse_json(const std::string& text, const std::string& source) {
  constexpr int deepest = 100;
  try {
    return nlohmann::json::parse(text, [&](int depth, nlohmann::json::parse_event_t, nlohmann::json&) {
      if (depth > deepest)
        throw Error(fmt::format("{}: lists and objects are nested more than {} deep.", source, deepest));
      return true;
    });
  } catch (const nlohmann::json::exception& e) {
    throw Error(fmt::format("{}: not a JSON file ({}).", source, e.what()));
  }
}

}  // namespace cggibbs
