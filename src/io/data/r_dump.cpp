// Statements of a dump: assignments, lists, tables.
#include "io/data/r_dump.hpp"

#include <fmt/format.h>

#include <map>
#include <utility>

#include "base/utf8.hpp"
#include "io/data/bugs_table.hpp"
#include "io/data/r_value.hpp"
#include "io/data/row_major.hpp"

namespace cggibbs {
namespace {

class Dump {
 public:
  Dump(std::string_view text, const std::string& source) : c_(text, source) {}

  DataFile parse() {
    for (c_.skip_space(); !c_.done(); c_.skip_space()) {
      if (c_.take(";")) continue;
      statement();
    }
    return std::move(out_);
  }

 private:
  void statement() {
    const std::size_t start = c_.at();
    if (starts_bugs_table(c_)) {
      for (const auto& [name, array] : parse_bugs_table(c_)) add(start, name, array);
      return;
    }
    const bool bare = c_.peek() != '"' && c_.peek() != '\'' && c_.peek() != '`';
    const std::string name = parse_r_name(c_);
    if (name.empty()) c_.fail(fmt::format("expected NAME <- VALUE or list(...), found {}.", c_.here()));
    if (bare && name == "list" && c_.take("(")) {
      list(true);
      return;
    }
    if (!c_.take("<-") && !c_.take("="))
      c_.fail(fmt::format("expected '<-' behind {}, found {}.", excerpt(name), c_.here()));
    const std::size_t behind = c_.at();
    if (parse_r_name(c_) == "list" && c_.take("(")) {
      list(false);
      return;
    }
    c_.go_to(behind);
    named_value(start, name, false);
  }

  void list(bool winbugs) {
    if (c_.take(")")) return;
    do {
      c_.skip_space();
      const std::size_t start = c_.at();
      const std::string name = parse_r_name(c_);
      if (name.empty()) c_.fail(fmt::format("expected NAME = VALUE in list(...), found {}.", c_.here()));
      if (!c_.take("=")) c_.fail(fmt::format("expected '=' behind {}, found {}.", excerpt(name), c_.here()));
      named_value(start, name, winbugs);
    } while (c_.take(","));
    if (!c_.take(")")) c_.fail(fmt::format("expected a comma or ')', found {}.", c_.here()));
  }

  void named_value(std::size_t start, const std::string& name, bool winbugs) {
    RValue value = parse_r_value(c_);
    if (value.is_text) {
      if (name == ".RNG.name") return;
      c_.fail(start, fmt::format("{} is text, and data are numbers: code it as one.", excerpt(name)));
    }
    if (winbugs && value.named_data && value.array.shape.size() > 1) {
      value.array.values = first_index_fastest(std::move(value.array.values), value.array.shape);
      if (!noted_) {
        out_.notes.push_back(
            fmt::format("{}: list(...) with .Data= is WinBUGS's form: its matrices ({}) were read by rows.",
                        c_.source(), printable(name)));
        noted_ = true;
      }
    }
    add(start, name, std::move(value.array));
  }

  void add(std::size_t start, const std::string& name, NamedArray array) {
    const auto [first, is_new] = first_.try_emplace(name, start);
    if (!is_new)
      c_.fail(start,
              fmt::format("{} is there twice, first in line {}.", excerpt(name), c_.line_of(first->second)));
    out_.arrays.add(name, std::move(array));
  }

  TextCursor c_;
  DataFile out_;
  std::map<std::string, std::size_t> first_;  // where each name was
  bool noted_ = false;
};

}  // namespace

DataFile parse_r_dump(std::string_view text, const std::string& source) {
  if (text.substr(0, byte_order_mark.size()) == byte_order_mark) text.remove_prefix(byte_order_mark.size());
  return Dump(text, source).parse();
}

}  // namespace cggibbs
