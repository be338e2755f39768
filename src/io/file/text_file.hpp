// A whole file as bytes, or an error that says why it could not be read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace cggibbs {

/// All bytes of a file. Pipes are read to their end; directories and devices are refused.
/// A missing file names the nearest file in the same directory.
std::string read_text_file(const std::string& path);

/// The first bytes of a file, at most so many.
std::string read_file_start(const std::string& path, std::size_t most);

/// The bytes of a file from first to last, some at a time; the same errors.
class TextStream {
 public:
  explicit TextStream(const std::string& path);
  ~TextStream();
  std::uint64_t size() const;  ///< 0 for pipes
  /// At most so many further bytes; 0 only at the end.
  std::size_t read_some(char* to, std::size_t most);

 private:
  class File;
  std::unique_ptr<File> file_;
};

/// All bytes, piece by piece, for files that need not be held in memory.
void for_each_chunk(const std::string& path, const std::function<void(std::string_view)>& use);

/// Bytes in a regular file that can be opened for reading; the errors of read_text_file otherwise, and one
/// for pipes, which formats with an index at the end cannot be read from.
std::uint64_t regular_file_size(const std::string& path);

}  // namespace cggibbs
