// Names have commas of their own: poly(x1,2)[1], b[1,2], cor(Intercept,x|g).
#include "cli/list_option.hpp"

#include <fmt/format.h>

#include <cggibbs/error.hpp>

namespace cggibbs {

std::vector<std::string> split_list(std::string_view text) {
  std::vector<std::string> out{""};
  int depth = 0;
  char quote = 0;
  for (const char c : text) {
    if (quote != 0) {
      if (c == quote) quote = 0;
      if (c != '"') out.back() += c;
      continue;
    }
    if (c == '"' || c == '`') quote = c;
    if (c == '(' || c == '[') ++depth;
    if ((c == ')' || c == ']') && depth > 0) --depth;
    if (c == ',' && depth == 0)
      out.emplace_back();
    else if (c != '"')
      out.back() += c;
  }
  return out;
}

CLI::Option* add_list_option(CLI::App& app, const std::string& name, std::vector<std::string>& out,
                             const std::string& description) {
  const auto add = [&out, name](const std::vector<std::string>& given) {
    for (const auto& text : given)
      for (auto& word : split_list(text)) {
        if (word.empty()) throw Error(fmt::format("{} {}: between commas there is nothing.", name, text));
        out.push_back(std::move(word));
      }
  };
  return app.add_option_function<std::vector<std::string>>(name, add, description)->allow_extra_args(false);
}

}  // namespace cggibbs
