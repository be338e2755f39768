// The elements that a MATLAB version 5 file is made of.
#include "io/matrix/mat5_element.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <cstring>

#include "io/file/memory_limit.hpp"
#include "io/file/message.hpp"

namespace cggibbs {
namespace {

[[noreturn]] void fail_damaged(const std::string& name, const std::string& what) {
  fail_in(name, what + " The file is damaged or cut short: fetch or save it again.");
}

/// zlib's stream, ended whatever happens.
struct Stream {
  z_stream z{};
  bool ready = inflateInit(&z) == Z_OK;
  Stream() = default;
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  ~Stream() {
    if (ready) inflateEnd(&z);
  }
};

}  // namespace

std::uint32_t read_u32(std::string_view bytes, std::size_t at, bool swapped) {
  std::uint32_t value;
  std::memcpy(&value, bytes.data() + at, sizeof value);
  return swapped ? __builtin_bswap32(value) : value;
}

Mat5Element Mat5Elements::next() {
  if (bytes_.size() < 8)
    fail_damaged(name_, fmt::format("{} bytes are left where 8 or more must follow.", bytes_.size()));
  const std::uint32_t first = read_u32(bytes_, 0, swapped_);
  if (first >> 16 != 0) {
    // Small format: size and type share one word, the data are in the other.
    const std::uint32_t size = first >> 16;
    if (size > 4) fail_damaged(name_, fmt::format("a small element claims {} bytes.", size));
    const Mat5Element element{first & 0xffff, bytes_.substr(4, size)};
    bytes_.remove_prefix(8);
    return element;
  }
  const std::size_t size = read_u32(bytes_, 4, swapped_);
  if (size > bytes_.size() - 8)
    fail_damaged(name_,
                 fmt::format("an element claims {} bytes where {} are left.", size, bytes_.size() - 8));
  const Mat5Element element{first, bytes_.substr(8, size)};
  const std::size_t padding = first == mat5::compressed ? 0 : (8 - size % 8) % 8;
  bytes_.remove_prefix(std::min(bytes_.size(), 8 + size + padding));
  return element;
}

std::optional<RawType> raw_type(std::uint32_t element_type) {
  switch (element_type) {
    case 1:
      return RawType::i1;
    case 2:
      return RawType::u1;
    case 3:
      return RawType::i2;
    case 4:
      return RawType::u2;
    case 5:
      return RawType::i4;
    case 6:
      return RawType::u4;
    case 7:
      return RawType::f4;
    case 9:
      return RawType::f8;
    case 12:
      return RawType::i8;
    case 13:
      return RawType::u8;
    default:
      return std::nullopt;
  }
}

std::vector<double> numbers(const Mat5Element& element, bool swapped, const std::string& name) {
  const auto type = raw_type(element.type);
  if (!type)
    fail_damaged(name, fmt::format("an element of type {} stands where numbers must be.", element.type));
  const std::size_t count = element.bytes.size() / size_of(*type);
  require_memory(design_copies * 8 * static_cast<double>(count), name, "this variable");
  std::vector<double> out(count);
  decode_numbers(*type, swapped, element.bytes.data(), count, out.data());
  return out;
}

std::string inflate(std::string_view compressed, std::size_t most, bool swapped, const std::string& name) {
  Stream stream;
  if (!stream.ready) fail_in(name, "cannot be decompressed: no memory.");
  stream.z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(compressed.data()));
  stream.z.avail_in = static_cast<uInt>(compressed.size());  // sizes in the file have 32 bits
  int code = Z_OK;
  const auto fill = [&](char* to, std::size_t size) {
    stream.z.next_out = reinterpret_cast<Bytef*>(to);
    stream.z.avail_out = static_cast<uInt>(size);
    code = ::inflate(&stream.z, Z_SYNC_FLUSH);
    if (code != Z_OK && code != Z_STREAM_END && code != Z_BUF_ERROR)
      fail_damaged(name, fmt::format("compressed data cannot be read ({}).",
                                     stream.z.msg ? stream.z.msg : "unexpected end"));
    return size - stream.z.avail_out;
  };

  char tag[8];
  if (fill(tag, sizeof tag) != sizeof tag) fail_damaged(name, "a compressed element ends at once.");
  const std::string_view tag_view(tag, sizeof tag);
  if (read_u32(tag_view, 0, swapped) != mat5::matrix) return {};
  const std::size_t size = read_u32(tag_view, 4, swapped);
  require_plausible(static_cast<double>(size), static_cast<double>(compressed.size()), name, "a variable");
  require_memory(static_cast<double>(size), name, "a variable");
  std::string out(std::min(size, most), '\0');
  const std::size_t filled = fill(out.data(), out.size());
  if (filled != out.size())
    fail_damaged(name, fmt::format("compressed data end after {} of {} bytes.", filled, out.size()));
  if (out.size() < size) return out;
  // The checksum is compared when the stream's end is reached, which damage may have moved.
  char beyond[4096];
  while (code == Z_OK) fill(beyond, sizeof beyond);
  if (code != Z_STREAM_END) fail_damaged(name, "compressed data end without their checksum.");
  return out;
}

}  // namespace cggibbs
