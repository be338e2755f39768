// The arrays inside an .npz archive, read through libzip.
#pragma once

#include <zip.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "io/matrix/npy.hpp"

namespace cggibbs {

namespace detail {
struct CloseZip {
  void operator()(zip_t* zip) const { zip_discard(zip); }
};
struct CloseZipEntry {
  void operator()(zip_file_t* file) const { zip_fclose(file); }
};
}  // namespace detail

/// One array, read from front to back.
class NpzArray {
 public:
  NpzArray(zip_t* zip, std::uint64_t index, double file_bytes, std::string name);

  const NpyHeader& header() const { return header_; }
  const std::string& name() const { return name_; }  ///< file and variable, for messages

  /// Throws unless the array holds real numbers, as many bytes as its shape needs, and fits in memory.
  void require_readable() const;
  /// The next count elements; call require_readable() first.
  void read(double* to, std::size_t count);
  /// Checks that the array ends here and that its checksum agrees.
  void finish();
  /// A short 0-dimensional array of bytes (S) or characters (U).
  std::string read_string();

 private:
  void read_bytes(char* to, std::size_t count);

  std::string name_;
  double file_bytes_;
  std::unique_ptr<zip_file_t, detail::CloseZipEntry> file_;
  std::string start_;  ///< bytes already read: the header and some data
  std::size_t start_at_ = 0;
  double content_bytes_ = 0;  ///< after the header
  NpyHeader header_;
};

class NpzArchive {
 public:
  static NpzArchive from_file(const std::string& path);
  /// bytes must outlive the archive.
  static NpzArchive from_memory(std::string_view bytes, const std::string& source);

  const std::string& source() const { return source_; }
  double file_bytes() const { return file_bytes_; }
  /// Entry names without ".npy", in archive order.
  const std::vector<std::string>& variables() const { return variables_; }
  bool has(const std::string& variable) const;
  NpzArray open(const std::string& variable);

 private:
  NpzArchive(zip_t* zip, double file_bytes, std::string source);

  std::unique_ptr<zip_t, detail::CloseZip> zip_;
  double file_bytes_ = 0;
  std::string source_;
  std::vector<std::string> variables_;
  std::vector<std::uint64_t> entries_;
};

}  // namespace cggibbs
