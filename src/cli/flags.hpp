// Messages of the library name settings in backquotes; the command line tells them as its options.
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

/// `prior` becomes --prior and `prior=normal(0,1)` --prior 'normal(0,1)'; words in backquotes that are no option stay.
std::string with_flags(std::string_view message);
/// The same for every text of a record.
nlohmann::json record_with_flags(nlohmann::json record);

/// As a word of a shell command, in quotes where it needs them.
std::string shell_word(const std::string& word);

}  // namespace cggibbs
