// Messages of the library mark the settings that they name; the command line tells them as its options.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <set>
#include <string>
#include <string_view>

namespace CLI {
class App;
}

namespace cggibbs {

/// The long options of all subcommands as settings are called: "target_accept" for --target-accept.
std::set<std::string> settings_with_flags(const CLI::App& app);

/// "`prior`"_settings becomes --prior and "`prior=normal(0,1)`"_settings --prior 'normal(0,1)'; words that are no option, and all
/// that stands in backquotes otherwise, stay.
std::string with_flags(std::string_view message);
/// The same for every text of a record.
nlohmann::json record_with_flags(nlohmann::json record);

/// As a word of a shell command, in quotes where it needs them.
std::string shell_word(const std::string& word);

}  // namespace cggibbs
