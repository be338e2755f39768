// Parsing with a limit on depth.
#include "run/parse_json.hpp"

#include <fmt/format.h>

#include <cggibbs/error.hpp>
#include <nlohmann/json.hpp>
#include <string>

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
    const std::string what = e.what();  // "[json.exception.parse_error.101] parse error at ..."
    const auto words = what.find("] ");
    throw Error(
        fmt::format("{}: not a JSON file ({}).", source, words == what.npos ? what : what.substr(words + 2)));
  }
}

}  // namespace cggibbs
