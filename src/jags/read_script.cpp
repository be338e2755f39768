// A script with the scripts that it runs.
#include <fmt/format.h>

#include <cggibbs/error.hpp>

#include "io/file/text_file.hpp"
#include "jags/session.hpp"

namespace cggibbs::jags {
namespace {

constexpr int deepest = 20;

/// False when an `exit` was among them: nothing after it is read.
bool add_steps(const std::string& text, const std::string& source, std::filesystem::path& directory,
               int depth, std::vector<Step>& out) {
  for (Command& command : parse_script(text, source)) {
    if (command.verb == Verb::exit) return false;
    if (command.verb == Verb::cd) directory /= command.operand;
    if (command.verb != Verb::run) {
      out.push_back({std::move(command), source});
      continue;
    }
    if (depth == deepest)
      throw Error(
          fmt::format("{}:{}: scripts run each other more than {} deep.", source, command.line, deepest));
    const std::string file = (directory / command.operand).lexically_normal().string();
    if (!add_steps(read_text_file(file), file, directory, depth + 1, out)) return false;
  }
  return true;
}

}  // namespace

std::vector<Step> read_script(const std::string& text, const std::string& source,
                              const std::filesystem::path& directory) {
  std::vector<Step> out;
  std::filesystem::path where = directory;
  add_steps(text, source, where, 0, out);
  return out;
}

}  // namespace cggibbs::jags
