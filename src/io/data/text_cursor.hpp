// A place in a text whose line breaks mean little, and errors that say where it is.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

#include "io/file/message.hpp"

namespace cggibbs {

class TextCursor {
 public:
  TextCursor(std::string_view text, const std::string& source) : text_(text), source_(source) {}

  std::size_t at() const { return at_; }
  bool done() const { return at_ >= text_.size(); }
  /// The character here or so many further; 0 behind the end.
  char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
  void advance(std::size_t bytes = 1) { at_ = std::min(at_ + bytes, text_.size()); }
  void go_to(std::size_t at) { at_ = at; }
  std::string_view from(std::size_t start) const { return text_.substr(start, at_ - start); }
  std::string_view rest() const { return text_.substr(at_); }

  /// Over blanks, line breaks where `lines` says so, and comments that # begins.
  void skip_space(bool lines = true) {
    for (; !done(); ++at_) {
      const char c = text_[at_];
      if (c == '#') at_ = std::min(text_.find_first_of("\r\n", at_), text_.size());
      if (done()) return;
      const bool is_line_end = text_[at_] == '\n' || text_[at_] == '\r';
      if (is_line_end ? !lines : (text_[at_] != ' ' && text_[at_] != '\t' && text_[at_] != '\f')) return;
    }
  }
  /// Takes the text if it is what comes after space.
  bool take(std::string_view word) {
    skip_space();
    if (rest().substr(0, word.size()) != word) return false;
    advance(word.size());
    return true;
  }

  const std::string& source() const { return source_; }
  std::size_t line_of(std::size_t at) const {
    std::size_t line = 1;
    for (std::size_t i = 0; i < at; ++i)
      if (text_[i] == '\n' || (text_[i] == '\r' && (i + 1 == text_.size() || text_[i + 1] != '\n'))) ++line;
    return line;
  }
  [[noreturn]] void fail(std::size_t at, const std::string& message) const {
    const std::size_t break_before = at == 0 ? std::string_view::npos : text_.find_last_of("\r\n", at - 1);
    fail_at(source_, line_of(at), at - (break_before == std::string_view::npos ? 0 : break_before + 1) + 1,
            message);
  }
  [[noreturn]] void fail(const std::string& message) const { fail(at_, message); }
  /// What is here, for a message: a few characters, or the end of the file.
  std::string here() const {
    if (done()) return "the end of the file";
    return excerpt(rest().substr(
        0, std::min<std::size_t>(std::max<std::size_t>(rest().find_first_of(" \t\r\n,()"), 1), 20)));
  }

 private:
  std::string_view text_;
  const std::string& source_;
  std::size_t at_ = 0;
};

}  // namespace cggibbs
