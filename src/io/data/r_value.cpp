// Values in R's notation, by recursive descent.
#include "io/data/r_value.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <utility>

#include "base/ascii.hpp"
#include "io/file/memory_limit.hpp"
#include "io/file/number.hpp"

namespace cggibbs {
namespace {

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double na = std::numeric_limits<double>::quiet_NaN();
constexpr int deepest_brackets = 32;

bool is_word_letter(char c) {
  return is_ascii_letter(c) || c == '.' || c == '_' || (c & 0x80) != 0;
}
bool is_quote(char c) {
  return c == '"' || c == '\'' || c == '`';
}

/// The word of letters, digits, dots and underscores that stands here.
std::string_view bare_word(TextCursor& cursor) {
  const std::size_t start = cursor.at();
  while (is_word_letter(cursor.peek()) || is_digit(cursor.peek())) cursor.advance();
  return cursor.from(start);
}

std::string quoted(TextCursor& cursor) {
  const std::size_t start = cursor.at();
  const char quote = cursor.peek();
  std::string out;
  for (cursor.advance(); cursor.peek() != quote; cursor.advance()) {
    if (cursor.peek() == '\\') cursor.advance();
    if (cursor.done()) cursor.fail(start, "this quote does not end.");
    out += cursor.peek();
  }
  cursor.advance();
  return out;
}

double plain_number(TextCursor& cursor) {
  const std::size_t start = cursor.at();
  while (is_digit(cursor.peek()) || cursor.peek() == '.') cursor.advance();
  if (cursor.peek() == 'e' || cursor.peek() == 'E') {
    cursor.advance();
    if (cursor.peek() == '+' || cursor.peek() == '-') cursor.advance();
    while (is_digit(cursor.peek())) cursor.advance();
  }
  const ParsedNumber number = parse_number(cursor.from(start));
  if (number.kind != NumberKind::finite)
    cursor.fail(start, fmt::format("{} is not a number that a double holds.", excerpt(cursor.from(start))));
  if (cursor.peek() == 'L') cursor.advance();
  if (is_word_letter(cursor.peek()) || is_quote(cursor.peek()))
    cursor.fail(fmt::format("expected a comma or a bracket behind the number, found {}.", cursor.here()));
  return number.value;
}

bool starts_number(const TextCursor& cursor) {
  return is_digit(cursor.peek()) || (cursor.peek() == '.' && is_digit(cursor.peek(1)));
}

/// What a word without brackets stands for; NaN with `known` unset for words that stand for nothing.
double constant(std::string_view word, bool& known) {
  known = true;
  if (word == "NA" || word == "NaN" || word == "NA_real_" || word == "NA_integer_") return na;
  if (word == "Inf") return inf;
  if (word == "TRUE" || word == "T") return 1;
  if (word == "FALSE" || word == "F") return 0;
  known = false;
  return na;
}

class Values {
 public:
  explicit Values(TextCursor& cursor) : c_(cursor) {}

  RValue value() {
    if (++depth_ > deepest_brackets)
      c_.fail(fmt::format("brackets are nested more than {} deep.", deepest_brackets));
    c_.skip_space();
    RValue out;
    if (is_quote(c_.peek()) && c_.peek() != '`') {
      quoted(c_);
      out.is_text = true;
    } else if (starts_number(c_) || c_.peek() == '-' || c_.peek() == '+') {
      out = number_or_range();
    } else if (is_word_letter(c_.peek())) {
      out = word();
    } else {
      c_.fail(fmt::format("expected a number, c(...) or structure(...), found {}.", c_.here()));
    }
    --depth_;
    return out;
  }

 private:
  RValue number_or_range() {
    const std::size_t start = c_.at();
    const double first = parse_r_number(c_);
    const std::size_t behind = c_.at();
    if (!c_.take(":")) {
      c_.go_to(behind);
      return {{{}, {first}}};
    }
    c_.skip_space();
    const double last = parse_r_number(c_);
    if (!std::isfinite(first) || !std::isfinite(last)) c_.fail(start, "a range needs two finite numbers.");
    const double count = std::floor(std::abs(last - first) + 1e-10) + 1;
    require_memory(2 * sizeof(double) * count, c_.source(), fmt::format("a range of {:.6g} numbers", count));
    RValue out{{{static_cast<std::size_t>(count)}, {}}};
    out.array.values.reserve(out.array.shape[0]);
    for (std::size_t i = 0; i < out.array.shape[0]; ++i)
      out.array.values.push_back(first + (last < first ? -1.0 : 1.0) * static_cast<double>(i));
    return out;
  }

  RValue word() {
    const std::size_t start = c_.at();
    const std::string_view name = bare_word(c_);
    const std::size_t behind = c_.at();
    if (!c_.take("(")) {
      c_.go_to(behind);
      if (name == "NULL") return {{{0}, {}}};
      bool known = false;
      const double value = constant(name, known);
      if (!known)
        c_.fail(start,
                fmt::format("{} is no number: expected one, NA, c(...) or structure(...).", excerpt(name)));
      return {{{}, {value}}};
    }
    if (name == "c") return combined();
    if (name == "structure") return structure(start);
    if (name == "numeric" || name == "integer" || name == "double" || name == "logical") return zeros(start);
    if (name == "as.integer" || name == "as.numeric" || name == "as.double") {
      RValue inner = value();
      close();
      return inner;
    }
    c_.fail(start, fmt::format("{}(...) is not read from data files. Write the numbers themselves: in R, "
                               "dump(\"x\", \"data.R\").",
                               excerpt(name)));
  }

  RValue combined() {
    RValue out{{{0}, {}}};
    bool has_numbers = false;
    if (!c_.take(")")) {
      do {
        skip_element_name();
        const RValue element = value();
        (element.is_text ? out.is_text : has_numbers) = true;
        out.array.values.insert(out.array.values.end(), element.array.values.begin(),
                                element.array.values.end());
      } while (c_.take(","));
      close();
    }
    if (out.is_text && has_numbers) c_.fail("c(...) has both numbers and text.");
    out.array.shape[0] = out.array.values.size();
    return out;
  }

  /// c(a = 1, b = 2): names of elements have no use here.
  void skip_element_name() {
    c_.skip_space();
    const std::size_t start = c_.at();
    if (starts_number(c_)) return;
    if (is_quote(c_.peek()))
      quoted(c_);
    else
      bare_word(c_);
    if (c_.at() > start && c_.take("=")) return;
    c_.go_to(start);
  }

  RValue zeros(std::size_t start) {
    double n = 0;
    if (!c_.take(")")) {
      c_.skip_space();
      n = parse_r_number(c_);
      close();
    }
    if (!(n >= 0) || n != std::floor(n)) c_.fail(start, "a number of elements is a whole number.");
    require_memory(2 * sizeof(double) * n, c_.source(), fmt::format("{:.6g} zeros", n));
    const auto size = static_cast<std::size_t>(n);
    return {{{size}, std::vector<double>(size)}};
  }

  RValue structure(std::size_t start) {
    RValue out;
    bool has_data = false;
    std::vector<double> dim;
    bool has_dim = false, called_data = false;
    do {
      c_.skip_space();
      const std::size_t at = c_.at();
      const std::string name = argument_name();
      if (name.empty() || name == ".Data") {
        if (has_data) c_.fail(at, "structure(...) has two sets of values.");
        out = value();
        has_data = true;
        called_data = name == ".Data";
      } else if (name == ".Dim" || name == "dim") {
        dim = value().array.values;
        has_dim = true;
      } else {
        skip_attribute();
      }
    } while (c_.take(","));
    close();
    if (!has_data) c_.fail(start, "structure(...) has no values: expected structure(c(...), .Dim = c(...)).");
    if (has_dim) shape(out.array, dim, start);
    out.named_data = called_data && has_dim;
    return out;
  }

  void shape(NamedArray& array, const std::vector<double>& dim, std::size_t start) {
    array.shape.clear();
    double size = 1;
    for (const double n : dim) {
      if (!(n >= 0) || n != std::floor(n) || n > 1e15)
        c_.fail(start, fmt::format(".Dim has {}, and extents are whole numbers.", n));
      array.shape.push_back(static_cast<std::size_t>(n));
      size *= n;
    }
    if (size != static_cast<double>(array.values.size()))
      c_.fail(start,
              fmt::format(".Dim asks for {:.0f} values, and there are {}.", size, array.values.size()));
  }

  /// NAME = before a value; empty, and nothing taken, where there is none.
  std::string argument_name() {
    c_.skip_space();
    const std::size_t start = c_.at();
    if (!is_word_letter(c_.peek()) && !is_quote(c_.peek())) return {};
    std::string name = is_quote(c_.peek()) ? quoted(c_) : std::string(bare_word(c_));
    if (c_.take("=")) return name;
    c_.go_to(start);
    return {};
  }

  /// Names, levels, classes: any value, also list(...).
  void skip_attribute() {
    c_.skip_space();
    const std::size_t start = c_.at();
    if (bare_word(c_) == "list" && c_.take("(")) {
      if (++depth_ > deepest_brackets)
        c_.fail(fmt::format("brackets are nested more than {} deep.", deepest_brackets));
      if (!c_.take(")")) {
        do {
          argument_name();
          skip_attribute();
        } while (c_.take(","));
        close();
      }
      --depth_;
      return;
    }
    c_.go_to(start);
    value();
  }

  void close() {
    if (!c_.take(")")) c_.fail(fmt::format("expected a comma or ')', found {}.", c_.here()));
  }

  TextCursor& c_;
  int depth_ = 0;
};

}  // namespace

double parse_r_number(TextCursor& cursor) {
  double sign = 1;
  while (cursor.peek() == '-' || cursor.peek() == '+') {
    if (cursor.peek() == '-') sign = -sign;
    cursor.advance();
    cursor.skip_space();
  }
  if (starts_number(cursor)) return sign * plain_number(cursor);
  const std::size_t start = cursor.at();
  bool known = false;
  const double value = constant(bare_word(cursor), known);
  if (!known) {
    cursor.go_to(start);
    cursor.fail(fmt::format("expected a number or NA, found {}.", cursor.here()));
  }
  return sign * value;
}

std::string parse_r_name(TextCursor& cursor) {
  cursor.skip_space();
  if (is_quote(cursor.peek())) return quoted(cursor);
  if (!is_word_letter(cursor.peek())) return {};
  return std::string(bare_word(cursor));
}

RValue parse_r_value(TextCursor& cursor) {
  return Values(cursor).value();
}

}  // namespace cggibbs
