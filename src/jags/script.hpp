// The commands of a JAGS script.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cggibbs::jags {

enum class Verb {
  model_in,
  model_clear,
  data_in,
  data_clear,
  data_to,
  compile,
  parameters_in,
  parameters_to,
  initialize,
  adapt,
  update,
  monitor_set,
  monitor_clear,
  monitors_to,
  coda,
  samplers_to,
  load,
  unload,
  list_modules,
  list_factories,
  set_factory,
  set_seed,
  cd,
  pwd,
  dir,
  run,
  exit
};

struct Command {
  Verb verb = Verb::exit;
  std::string operand = {};                         ///< file, node, module, number
  std::map<std::string, std::string> options = {};  ///< chain(2) is {"chain", "2"}
  std::size_t line = 0;

  /// A whole number, at least 1, of the operand where `name` is empty; an Error otherwise.
  std::size_t count(const std::string& name, std::size_t otherwise) const;
  std::string option(const std::string& name, const std::string& otherwise) const;
};

/// Commands stand on lines of their own or end with semicolons. Words may be in quotes; # and /* */ are comments; case does not
/// matter. Throws an Error with source:line:column for what JAGS would not understand.
std::vector<Command> parse_script(std::string_view text, const std::string& source);

}  // namespace cggibbs::jags
