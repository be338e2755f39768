// Finding marked settings in messages and looking them up among the options that the subcommands declare.
#include "cli/flags.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/settings_text.hpp"
#include "cli/commands.hpp"

namespace cggibbs {
namespace {

std::string flag(std::string_view setting) {
  std::string out = "--" + std::string(setting);
  std::replace(out.begin(), out.end(), '_', '-');
  return out;
}

}  // namespace

std::set<std::string> settings_with_flags(const CLI::App& app) {
  std::set<std::string> all;
  for (const auto* command : app.get_subcommands({}))
    for (const auto* option : command->get_options())
      for (std::string name : option->get_lnames()) {
        std::replace(name.begin(), name.end(), '-', '_');
        all.insert(std::move(name));
      }
  return all;
}

std::string with_flags(std::string_view message) {
  static const std::set<std::string> known = [] {
    CLI::App app;
    Action none;
    add_commands(app, none);
    return settings_with_flags(app);
  }();
  std::string out;
  while (true) {
    const auto close = message.find(setting_closes);
    if (close == message.npos) return out + with_backquotes(message);
    const auto open = message.substr(0, close).rfind(setting_opens);  // npos + 1 is 0
    const std::string_view words = message.substr(open + 1, close - open - 1);
    const auto equals = std::min(words.find('='), words.size());
    const std::string_view setting = words.substr(0, equals);
    if (open != message.npos && known.contains(std::string(setting))) {
      out += with_backquotes(message.substr(0, open)) + flag(setting);
      if (equals < words.size()) out += " " + shell_word(std::string(words.substr(equals + 1)));
    } else {
      out += with_backquotes(message.substr(0, close + 1));
    }
    message.remove_prefix(close + 1);
  }
}

nlohmann::json record_with_flags(nlohmann::json record) {
  if (record.is_string()) return with_flags(record.get_ref<const std::string&>());
  if (record.is_structured())
    for (auto& part : record) part = record_with_flags(std::move(part));
  return record;
}

std::string shell_word(const std::string& word) {
  const auto plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./+=:@%,";
  if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
  std::string out = "'";
  for (char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

}  // namespace cggibbs
