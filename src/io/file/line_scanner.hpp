// Words of line-oriented text, with the position of each for messages.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "io/file/message.hpp"

namespace cggibbs {

/// Lines end with LF, CRLF or CR; words are separated by spaces and tabs.
class LineScanner {
 public:
  /// Puts at most so many further bytes of the text in place and returns their number: 0 at its end.
  using More = std::function<std::size_t(char*, std::size_t)>;

  LineScanner(std::string_view text, const std::string& source) : text_(text), source_(source) {}
  /// Text that is fetched as lines are asked for: of all lines only the current one is sure to be held.
  LineScanner(More more, const std::string& source) : source_(source), more_(std::move(more)) {}
  LineScanner(LineScanner&&) = delete;

  /// Moves to the next line; false after the last.
  bool next_line() {
    if (at_ >= text_.size() && !fetch()) return false;
    const std::size_t end = find_line_end();
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
  /// Of the text up to the end of the current line.
  std::size_t bytes() const { return std::min(at_, text_.size()) + dropped_; }
  const std::string& source() const { return source_; }

  /// Drops everything from this character on, for comments.
  void cut_line_at(char c) { line_text_ = line_text_.substr(0, line_text_.find(c)); }

  /// Error at the last word, or at its offset'th byte.
  [[noreturn]] void fail(const std::string& message, std::size_t offset = 0) const {
    fail_at(source_, line_, word_at_ + offset + 1, message);
  }

 private:
  std::size_t find_line_end() {
    std::size_t seen = 0;
    for (;;) {
      const std::size_t end = std::min(text_.find_first_of("\r\n", at_ + seen), text_.size());
      // After a CR that ends what is here an LF may follow.
      if (end < text_.size() && (text_[end] == '\n' || end + 1 < text_.size())) return end;
      seen = end - at_;
      if (!fetch()) return at_ + seen;
    }
  }

  /// More text behind the current line, in place of the lines before it. False at the end of the text.
  bool fetch() {
    constexpr std::size_t piece = std::size_t{1} << 20;
    if (!more_) return false;
    dropped_ += std::min(at_, buffer_.size());
    buffer_.erase(0, at_);
    at_ = 0;
    const std::size_t had = buffer_.size();
    buffer_.resize(had + piece);
    const std::size_t got = more_(buffer_.data() + had, piece);
    buffer_.resize(had + got);
    text_ = buffer_;
    if (got == 0) more_ = nullptr;
    return got > 0;
  }

  std::string_view text_;
  const std::string& source_;
  More more_;
  std::string buffer_;
  std::size_t dropped_ = 0;  ///< bytes that were in buffer_
  std::string_view line_text_;
  std::size_t at_ = 0;
  std::size_t line_ = 0;
  std::size_t in_line_ = 0;
  std::size_t word_at_ = 0;
};

}  // namespace cggibbs
