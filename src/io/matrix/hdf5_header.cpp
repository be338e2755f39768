// Object headers of HDF5 files, walked message by message.
#include "io/matrix/hdf5_header.hpp"

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <string_view>
#include <vector>

#include "io/file/message.hpp"
#include "io/matrix/hdf5_handle.hpp"

namespace cggibbs {
namespace {

/// A little-endian number of the given length; the bytes are there.
std::uint64_t number(std::string_view bytes, std::size_t at, std::size_t length) {
  std::uint64_t out = 0;
  for (std::size_t k = length; k > 0; --k) out = out << 8 | static_cast<unsigned char>(bytes[at + k - 1]);
  return out;
}

/// Version, class, number of dimensions, an address, then four bytes per dimension.
bool sound_layout(std::string_view message) {
  constexpr std::uint64_t chunked = 2, most_dimensions = 33;
  constexpr std::size_t first_dimension = 3 + 8;
  // Versions 1 and 2 are older than MATLAB's use of HDF5; version 4 comes in headers of the second kind.
  if (message.size() < first_dimension || message[0] != 3) return false;
  if (number(message, 1, 1) != chunked) return true;
  const std::uint64_t dimensions = number(message, 2, 1);
  if (dimensions < 2 || dimensions > most_dimensions || first_dimension + 4 * dimensions > message.size())
    return false;
  for (std::size_t k = 0; k < dimensions; ++k)
    if (number(message, first_dimension + 4 * k, 4) == 0) return false;
  return true;
}

/// Version, flags, sizes of name, type and shape; these three, and then as many bytes as type and shape make.
bool sound_attribute(std::string_view message) {
  if (message.size() < 9 || message[0] < 1 || message[0] > 3) return false;
  const auto padded = [&](std::uint64_t size) { return message[0] == 1 ? (size + 7) / 8 * 8 : size; };
  const std::uint64_t type_size = number(message, 4, 2), shape_size = number(message, 6, 2);
  const std::uint64_t type = (message[0] == 3 ? 9 : 8) + padded(number(message, 2, 2));
  const std::uint64_t shape = type + padded(type_size), data = shape + padded(shape_size);
  if (type_size < 8 || shape_size < 4 || data > message.size()) return false;
  const std::uint64_t rank = number(message, shape + 1, 1), dims = shape + (message[shape] == 1 ? 8 : 4);
  if (dims + 8 * rank > data) return false;
  auto bytes = static_cast<double>(number(message, type + 4, 4));
  for (std::uint64_t k = 0; k < rank; ++k) bytes *= static_cast<double>(number(message, dims + 8 * k, 8));
  return bytes <= static_cast<double>(message.size() - data);
}

/// Reads blocks of the file and walks the messages in them.
class HeaderWalk {
 public:
  HeaderWalk(const std::string& path, std::uint64_t base) : file_(path, std::ios::binary), base_(base) {}

  bool sound(std::uint64_t address) {
    const std::string prefix = read(address, 16);
    if (prefix.substr(0, 4) == "OHDR") return true;
    if (prefix.size() < 16 || prefix[0] != 1) return false;
    blocks_ = {{address + 16, number(prefix, 8, 4)}};
    constexpr std::size_t most_blocks = 1000;  // which a header that continues in itself would pass
    for (std::size_t k = 0; k < blocks_.size(); ++k)
      if (k == most_blocks || !sound_block(read(blocks_[k].address, blocks_[k].size))) return false;
    return true;
  }

 private:
  struct Block {
    std::uint64_t address;
    std::uint64_t size;
  };

  /// Shorter than size at the end of the file.
  std::string read(std::uint64_t address, std::uint64_t size) {
    constexpr std::uint64_t most = 1 << 24;
    std::string bytes(std::min(size, most), '\0');
    file_.clear();
    file_.seekg(static_cast<std::streamoff>(base_ + address));
    if (!file_.read(bytes.data(), static_cast<std::streamsize>(bytes.size())))
      bytes.resize(static_cast<std::size_t>(file_.gcount()));
    return bytes;
  }

  bool sound_block(std::string_view bytes) {
    constexpr std::size_t head = 8;  // type, size, flags, reserved
    constexpr std::uint64_t layout = 8, attribute = 12, continuation = 16;
    while (bytes.size() >= head) {
      const std::uint64_t type = number(bytes, 0, 2), size = number(bytes, 2, 2);
      if (head + size > bytes.size()) return false;
      const std::string_view message = bytes.substr(head, size);
      if (type == layout && !sound_layout(message)) return false;
      if (type == attribute && !sound_attribute(message)) return false;
      if (type == continuation) {
        if (size < 16) return false;
        blocks_.push_back({number(message, 0, 8), number(message, 8, 8)});
      }
      bytes.remove_prefix(head + size);
    }
    return true;
  }

  std::ifstream file_;
  std::uint64_t base_;
  std::vector<Block> blocks_;
};

}  // namespace

void require_sound_header(hid_t parent, const std::string& member, const std::string& path,
                          const std::string& name) {
  const Hdf5Handle file(H5Iget_file_id(parent), H5Fclose);
  const Hdf5Handle create(H5Fget_create_plist(file), H5Pclose);
  hsize_t base = 0;
  H5L_info_t link{};
  if (!file || !create || H5Pget_userblock(create, &base) < 0 ||
      H5Lget_info(parent, member.c_str(), &link, H5P_DEFAULT) < 0 || link.type != H5L_TYPE_HARD ||
      !HeaderWalk(path, base).sound(link.u.address))
    fail_in(name, "cannot be read. The file is damaged: fetch or save it again.");
}

}  // namespace cggibbs
