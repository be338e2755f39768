// Words of line-oriented text, with the position of each for messages.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

#include "io/message.hpp"

namespace cggibbs {

/// Lines end with LF, CRLF or CR; words are separated by spaces and tabs.
class LineScanner {
 public:
  LineScanner(std::string_view text, const std::string& source) : text_(text), source_(source) {}

  /// Moves to the next line; false after the last.
  bool next_line() {
    if (at_ >= text_.size()) return false;
    const std::size_t end = std::min(text_.find_first_of("\r\n", at_), text_.size());
    line_text_ = text_.substr(at_, end - at_);
    at_ = end + (text_.substr(end, 2) == "\r\n" ? 2 : 1);
    ++line_;
    in_line_ = 0;
    return true;
  }

  /// The next word of the line; empty at its end.
  std::string_view word() {
    in_line_ = std::min(line_text_.find_first_not_of(" \t", in_line_), line_text_.size());
    word_at_ = in_line_;
    in_line_ = std::min(line_text_.find_first_of(" \t", in_line_), line_text_.size());
    return line_text_.substr(word_at_, in_line_ - word_at_);
  }

  std::string_view line_text() const { return line_text_; }
  std::size_t line() const { return line_; }
  const std::string& source() const { return source_; }

  /// Drops everything from this character on, for comments.
  void cut_line_at(char c) { line_text_ = line_text_.substr(0, line_text_.find(c)); }

  /// Error at the last word, or at its offset'th byte.
  [[noreturn]] void fail(const std::string& message, std::size_t offset = 0) const {
    fail_at(source_, line_, word_at_ + offset + 1, message);
  }

 private:
  std::string_view text_;
  const std::string& source_;
  std::string_view line_text_;
  std::size_t at_ = 0;
  std::size_t line_ = 0;
  std::size_t in_line_ = 0;
  std::size_t word_at_ = 0;
};

}  // namespace cggibbs
