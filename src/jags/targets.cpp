// Files of scripts are known by their first lines.
#include "jags/targets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cggibbs/error.hpp>
#include <regex>
#include <string>
#include <system_error>

#include "io/file/text_file.hpp"

namespace cggibbs::jags {
namespace {

namespace fs = std::filesystem;

/// What files of a kind begin with.
constexpr const char* dump = "`.*` <-";
constexpr const char* samplers = "[0-9]+\t[^\t]+\t.*";
constexpr const char* coda_index = "[^ ]+ [0-9]+ [0-9]+";
constexpr const char* coda_chain = "[0-9]+ +[^ ]+";
constexpr const char* coda_table = "[^ ]+ [^ ]+";

class Targets {
 public:
  void read(const fs::path& path) {
    if (!holds(written_, path)) read_.push_back(path);
  }
  void write(const fs::path& path, const char* begin) {
    if (holds(written_, path)) return;
    if (holds(read_, path))
      throw Error(
          fmt::format("{}: this would overwrite what the script has read. Use another name.", path.string()));
    if (fs::is_regular_file(status(path)) && fs::file_size(path) > 0 && !begins(path, begin))
      throw Error(
          fmt::format("{}: there is a file of this name, and no script has written it. Use another name, or "
                      "remove the file.",
                      path.string()));
    written_.push_back(path);
  }

 private:
  static fs::file_status status(const fs::path& path) {
    std::error_code ignored;
    return fs::status(path, ignored);
  }
  static bool holds(const std::vector<fs::path>& paths, const fs::path& path) {
    return std::any_of(paths.begin(), paths.end(), [&](const auto& p) {
      std::error_code ignored;
      return p == path || fs::equivalent(p, path, ignored);
    });
  }
  static bool begins(const fs::path& path, const char* begin) {
    constexpr std::size_t longest = 4096;
    const std::string text = read_file_start(path.string(), longest);
    return std::regex_match(text.substr(0, text.find('\n')), std::regex(begin));
  }

  std::vector<fs::path> read_, written_;
};

void add_coda(const std::string& stem, std::size_t chains, Targets& targets) {
  for (const char* name : {"index.txt", "index0.txt"}) targets.write(stem + name, coda_index);
  for (std::size_t c = 0; c <= chains; ++c) {
    targets.write(fmt::format("{}chain{}.txt", stem, c), coda_chain);
    targets.write(fmt::format("{}table{}.txt", stem, c), coda_table);
  }
}

}  // namespace

std::string coda_stem(const Command& c, const fs::path& directory) {
  const std::string stem = c.option("stem", "CODA");
  // A path, whose last part may be empty: then names begin with "index", "chain" and "table".
  return stem.starts_with('/') ? stem : (directory / "").string() + stem;
}

void check_targets(const std::vector<Step>& steps, fs::path directory) {
  Targets targets;
  std::size_t chains = 1;
  for (const auto& [command, source] : steps) {
    const fs::path path = (directory / command.operand).lexically_normal();
    try {
      switch (command.verb) {
        case Verb::cd:
          directory = path;
          break;
        case Verb::compile:
          chains = command.count("nchains", 1);
          break;
        case Verb::model_in:
        case Verb::data_in:
        case Verb::parameters_in:
          targets.read(path);
          break;
        case Verb::data_to:
        case Verb::parameters_to:
        case Verb::monitors_to:
          targets.write(path, dump);
          break;
        case Verb::samplers_to:
          targets.write(path, samplers);
          break;
        case Verb::coda:
          add_coda(coda_stem(command, directory), chains, targets);
          break;
        default:
          break;
      }
    } catch (const Error& e) {
      throw Error(fmt::format("{}:{}: {}", source, command.line, e.marked()));
    }
  }
}

}  // namespace cggibbs::jags
