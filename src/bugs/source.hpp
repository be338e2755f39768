// The text of a program, places in it, and errors that point at them.
#pragma once

#include <cggibbs/error.hpp>
#include <cstdint>
#include <string>
#include <string_view>

namespace cggibbs::bugs {

struct Source {
  std::string text;
  std::string file = "model";  ///< what messages call it
};

/// Bytes begin..end of the text.
struct Span {
  std::uint32_t begin = 0, end = 0;
};

/// "model.bug:7:12: what is wrong", and for people the line with a caret under the place.
class SourceError : public Error {
 public:
  SourceError(const Source& source, Span at, const std::string& message);
  /// Two lines without a newline at the end.
  const std::string& excerpt() const { return excerpt_; }

 private:
  std::string excerpt_;
};

/// Where a span begins: lines and columns count from 1, columns in characters.
struct Place {
  std::size_t line, column;
};
Place place_of(const Source& source, Span at);
/// "model.bug:7:12"
std::string place_text(const Source& source, Span at);
/// The text of a span on one line.
std::string text_of(const Source& source, Span at);

}  // namespace cggibbs::bugs
