// Options that take several names: --var a,b --var c.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace cggibbs {

/// At commas, but for those inside brackets of any kind, backquotes and double quotes; the quotes themselves go.
std::vector<std::string> split_list(std::string_view text);

/// An option whose values are such lists, all in `out`.
CLI::Option* add_list_option(CLI::App& app, const std::string& name, std::vector<std::string>& out,
                             const std::string& description);

}  // namespace cggibbs
