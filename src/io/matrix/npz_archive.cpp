// The arrays inside an .npz archive, read through libzip.
#include "io/matrix/npz_archive.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "io/file/memory_limit.hpp"
#include "io/file/message.hpp"
#include "io/file/text_file.hpp"

namespace cggibbs {
namespace {

[[noreturn]] void fail_not_npz(const std::string& source, zip_error_t& error) {
  const std::string reason = zip_error_strerror(&error);
  zip_error_fini(&error);
  fail_in(source,
          fmt::format("is not a complete .npz archive ({}). Save it again with numpy.savez.", reason));
}

bool ends_with(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

}  // namespace

NpzArray::NpzArray(zip_t* zip, std::uint64_t index, double file_bytes, std::string name)
    : name_(std::move(name)), file_bytes_(file_bytes) {
  zip_stat_t info;
  zip_stat_init(&info);
  constexpr zip_uint64_t needed = ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE | ZIP_STAT_COMP_METHOD;
  if (zip_stat_index(zip, index, 0, &info) != 0 || (info.valid & needed) != needed)
    fail_in(name_, "the archive does not say how large this array is. Save it again with numpy.savez.");
  if (info.comp_method != ZIP_CM_STORE && info.comp_method != ZIP_CM_DEFLATE)
    fail_in(name_, fmt::format("is compressed by method {}, but NumPy uses only deflate. Save it again with "
                               "numpy.savez_compressed.",
                               info.comp_method));
  file_.reset(zip_fopen_index(zip, index, 0));
  if (!file_) fail_in(name_, fmt::format("cannot be opened: {}.", zip_strerror(zip)));

  start_.resize(std::min<std::uint64_t>(info.size, longest_npy_header));
  const zip_int64_t got = zip_fread(file_.get(), start_.data(), start_.size());
  if (got < 0)
    fail_in(name_, fmt::format("cannot be read ({}). The file is damaged.", zip_file_strerror(file_.get())));
  start_.resize(static_cast<std::size_t>(got));
  header_ = parse_npy_header(start_, name_);
  start_at_ = header_.data_offset;
  content_bytes_ = static_cast<double>(info.size) - static_cast<double>(header_.data_offset);
}

void NpzArray::require_readable() const {
  if (!header_.type) {
    const bool object = header_.dtype.find('O') != std::string::npos;
    fail_in(name_, fmt::format("has dtype {}{}. Convert it to numbers, for example with .astype(float).",
                               excerpt(header_.dtype), object ? " (Python objects)" : ""));
  }
  const double needed = header_.count() * static_cast<double>(size_of(*header_.type));
  if (needed != content_bytes_)
    fail_in(name_, fmt::format("holds {:.0f} bytes, but its shape needs {:.0f}. The file is damaged.",
                               content_bytes_, needed));
  require_plausible(needed, file_bytes_, name_, "this array");
  require_memory(design_copies * 8 * header_.count(), name_, "this array");
}

void NpzArray::read_bytes(char* to, std::size_t count) {
  const std::size_t ready = std::min(count, start_.size() - start_at_);
  std::memcpy(to, start_.data() + start_at_, ready);
  start_at_ += ready;
  for (std::size_t filled = ready; filled < count;) {
    const zip_int64_t got = zip_fread(file_.get(), to + filled, count - filled);
    if (got <= 0)
      fail_in(name_, fmt::format("ends early ({}). The file is damaged.",
                                 got < 0 ? zip_file_strerror(file_.get()) : "no more data"));
    filled += static_cast<std::size_t>(got);
  }
}

void NpzArray::read(double* to, std::size_t count) {
  const std::size_t size = size_of(*header_.type);
  char buffer[65536];
  for (std::size_t done = 0; done < count;) {
    const std::size_t some = std::min(count - done, sizeof buffer / size);
    read_bytes(buffer, some * size);
    decode_numbers(*header_.type, header_.swapped, buffer, some, to + done);
    done += some;
  }
}

void NpzArray::finish() {
  // libzip compares the checksum when a read reaches the end of the entry.
  char extra;
  const zip_int64_t got = start_at_ < start_.size() ? 1 : zip_fread(file_.get(), &extra, 1);
  if (got != 0)
    fail_in(name_, fmt::format("is damaged ({}). Fetch or save the file again.",
                               got < 0 ? zip_file_strerror(file_.get()) : "longer than it says"));
}

std::string NpzArray::read_string() {
  const std::string_view dtype = header_.dtype;
  const std::size_t kind = dtype.find_first_of("SU");
  if (kind == std::string_view::npos || header_.count() != 1 || content_bytes_ > 256)
    fail_in(name_, fmt::format("has dtype {}, but must be a short string.", excerpt(dtype)));
  std::string bytes(static_cast<std::size_t>(content_bytes_), '\0');
  read_bytes(bytes.data(), bytes.size());
  // U is UTF-32: for the ASCII words expected here, dropping the zero bytes is decoding.
  bytes.erase(std::remove(bytes.begin(), bytes.end(), '\0'), bytes.end());
  return bytes;
}

NpzArchive::NpzArchive(zip_t* zip, double file_bytes, std::string source)
    : zip_(zip), file_bytes_(file_bytes), source_(std::move(source)) {
  const zip_int64_t count = zip_get_num_entries(zip, 0);
  for (zip_int64_t k = 0; k < count; ++k) {
    const auto index = static_cast<std::uint64_t>(k);
    const char* name = zip_get_name(zip, index, ZIP_FL_ENC_RAW);
    if (!name || !ends_with(name, ".npy")) continue;
    variables_.emplace_back(name, std::strlen(name) - 4);
    entries_.push_back(index);
  }
}

NpzArchive NpzArchive::from_file(const std::string& path) {
  const auto bytes = static_cast<double>(regular_file_size(path));
  int code = 0;
  zip_t* zip = zip_open(path.c_str(), ZIP_RDONLY, &code);
  if (!zip) {
    zip_error_t error;
    zip_error_init_with_code(&error, code);
    fail_not_npz(path, error);
  }
  return NpzArchive(zip, bytes, path);
}

NpzArchive NpzArchive::from_memory(std::string_view bytes, const std::string& source) {
  zip_error_t error;
  zip_error_init(&error);
  zip_source_t* from = zip_source_buffer_create(bytes.data(), bytes.size(), 0, &error);
  zip_t* zip = from ? zip_open_from_source(from, ZIP_RDONLY, &error) : nullptr;
  if (!zip) {
    if (from) zip_source_free(from);
    fail_not_npz(source, error);
  }
  zip_error_fini(&error);
  return NpzArchive(zip, static_cast<double>(bytes.size()), source);
}

bool NpzArchive::has(const std::string& variable) const {
  return std::find(variables_.begin(), variables_.end(), variable) != variables_.end();
}

NpzArray NpzArchive::open(const std::string& variable) {
  const auto found = std::find(variables_.begin(), variables_.end(), variable);
  if (found == variables_.end())
    fail_in(source_, fmt::format("has no array {}, which a sparse matrix needs. The file has {}.",
                                 excerpt(variable), name_list(variables_)));
  const std::uint64_t index = entries_[static_cast<std::size_t>(found - variables_.begin())];
  return NpzArray(zip_.get(), index, file_bytes_, source_ + ": array " + excerpt(variable));
}

}  // namespace cggibbs
