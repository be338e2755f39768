// A short name for a file's exact bytes.
#include "io/file/fingerprint.hpp"

#include <fmt/format.h>

#include <cstdint>

#include "io/file/text_file.hpp"

namespace cggibbs {
namespace {

/// Fowler, Noll and Vo's parameters for 64 bits.
constexpr std::uint64_t offset_basis = 0xcbf29ce484222325;
constexpr std::uint64_t prime = 0x100000001b3;

std::uint64_t extend(std::uint64_t hash, std::string_view bytes) {
  for (const char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * prime;
  return hash;
}

}  // namespace

std::string fingerprint(std::string_view bytes) {
  return fmt::format("{:016x}", extend(offset_basis, bytes));
}

std::string fingerprint_file(const std::string& path) {
  regular_file_size(path);
  std::uint64_t hash = offset_basis;
  for_each_chunk(path, [&](std::string_view bytes) { hash = extend(hash, bytes); });
  return fmt::format("{:016x}", hash);
}

}  // namespace cggibbs
