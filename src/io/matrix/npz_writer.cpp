// Stored (not compressed) .npy entries in a zip archive, dated 1980 so that equal data give equal files.
#include "io/matrix/npz_writer.hpp"

#include <fmt/format.h>
#include <zip.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "cggibbs/error.hpp"
#include "io/file/atomic_file.hpp"

namespace cggibbs {
namespace {

/// magic, version 1.0, header length, header padded to 64 bytes.
std::string npy_header(const std::string& type, const std::string& shape) {
  std::string text = fmt::format("{{'descr': '{}', 'fortran_order': True, 'shape': {}, }}", type, shape);
  const std::size_t start = 10;
  text.append(63 - (start + text.size()) % 64, ' ');
  text += '\n';
  std::string out("\x93NUMPY\x01\x00", 8);
  out += static_cast<char>(text.size() & 0xFF);
  out += static_cast<char>(text.size() >> 8);
  return out + text;
}

template <class T>
std::string npy(const std::string& shape, std::span<const T> values) {
  std::string out = npy_header(std::is_same_v<T, double> ? "<f8" : "<i8", shape);
  const std::size_t head = out.size();
  out.resize(head + values.size_bytes());
  if (!values.empty()) std::memcpy(out.data() + head, values.data(), values.size_bytes());
  return out;
}

template <class T>
std::string npy_vector(std::span<const T> values) {
  return npy<T>(fmt::format("({},)", values.size()), values);
}

std::string npy_vector(const std::vector<std::int64_t>& values) {
  return npy_vector(std::span<const std::int64_t>(values));
}

/// An archive in memory: its bytes then go to the disk like every other file of ours.
class ZipBuffer {
 public:
  ZipBuffer() {
    zip_error_t error;
    zip_error_init(&error);
    source_ = zip_source_buffer_create(nullptr, 0, 0, &error);
    zip_ = source_ ? zip_open_from_source(source_, ZIP_TRUNCATE, &error) : nullptr;
    if (zip_) zip_source_keep(source_);
    zip_error_fini(&error);
    if (!zip_) throw std::bad_alloc();
  }
  ~ZipBuffer() {
    if (zip_) zip_discard(zip_);
    zip_source_free(source_);
  }
  ZipBuffer(const ZipBuffer&) = delete;
  ZipBuffer& operator=(const ZipBuffer&) = delete;

  /// bytes must live until finish().
  void add(const std::string& name, const std::string& bytes) {
    zip_source_t* entry = zip_source_buffer(zip_, bytes.data(), bytes.size(), 0);
    const auto index = entry ? zip_file_add(zip_, name.c_str(), entry, ZIP_FL_OVERWRITE) : -1;
    if (index < 0) throw std::bad_alloc();
    zip_set_file_compression(zip_, static_cast<zip_uint64_t>(index), ZIP_CM_STORE, 0);
    zip_file_set_dostime(zip_, static_cast<zip_uint64_t>(index), 0, (1 << 5) | 1, 0);
  }

  std::string finish() {
    if (zip_close(zip_) != 0) throw std::bad_alloc();
    zip_ = nullptr;
    zip_source_open(source_);
    zip_source_seek(source_, 0, SEEK_END);
    std::string bytes(static_cast<std::size_t>(zip_source_tell(source_)), '\0');
    zip_source_seek(source_, 0, SEEK_SET);
    zip_source_read(source_, bytes.data(), bytes.size());
    zip_source_close(source_);
    return bytes;
  }

 private:
  zip_source_t* source_ = nullptr;
  zip_t* zip_ = nullptr;
};

}  // namespace

void write_npz(const std::filesystem::path& path, const Matrix& x, std::span<const double> y) {
  std::vector<std::pair<std::string, std::string>> entries;
  if (const auto* d = std::get_if<DenseMatrix>(&x)) {
    entries.emplace_back("X.npy", npy<double>(fmt::format("({}, {})", d->rows, d->cols), d->values));
  } else {
    const auto& s = std::get<SparseMatrix>(x);
    entries.emplace_back("indices.npy", npy_vector(std::vector<std::int64_t>(s.row.begin(), s.row.end())));
    entries.emplace_back("indptr.npy", npy_vector(std::vector<std::int64_t>(s.start.begin(), s.start.end())));
    entries.emplace_back("format.npy", npy_header("|S3", "()") + "csc");
    entries.emplace_back("shape.npy",
                         npy_vector(std::vector<std::int64_t>{static_cast<std::int64_t>(s.rows),
                                                              static_cast<std::int64_t>(s.cols)}));
    entries.emplace_back("data.npy", npy_vector<double>(s.values));
  }
  entries.emplace_back("y.npy", npy_vector(y));
  ZipBuffer zip;
  for (const auto& [name, bytes] : entries) zip.add(name, bytes);
  write_text_atomically(path, zip.finish());
}

}  // namespace cggibbs
