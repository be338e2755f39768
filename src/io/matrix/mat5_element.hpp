// The elements that a MATLAB version 5 file is made of.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/matrix/raw_numbers.hpp"

namespace cggibbs {

/// Element types of the MAT-File Format document, table 1-1, that we tell apart from numbers.
namespace mat5 {
inline constexpr std::uint32_t int8 = 1, int32 = 5, uint32 = 6, matrix = 14, compressed = 15, utf8 = 16;
}

struct Mat5Element {
  std::uint32_t type = 0;
  std::string_view bytes;
};

/// Walks over the elements in some bytes; every size is checked against what is there.
class Mat5Elements {
 public:
  Mat5Elements(std::string_view bytes, bool swapped, const std::string& name)
      : bytes_(bytes), swapped_(swapped), name_(name) {}

  bool at_end() const { return bytes_.empty(); }
  Mat5Element next();

 private:
  std::string_view bytes_;
  bool swapped_;
  const std::string& name_;  ///< for messages
};

std::uint32_t read_u32(std::string_view bytes, std::size_t at, bool swapped);

/// The numeric type of an element, or nothing when it holds no numbers.
std::optional<RawType> raw_type(std::uint32_t element_type);

/// The numbers of an element, converted to double.
std::vector<double> numbers(const Mat5Element& element, bool swapped, const std::string& name);

/// The matrix element inside a compressed one. most stops early: enough for the dimensions and the name.
std::string inflate(std::string_view compressed, std::size_t most, bool swapped, const std::string& name);

}  // namespace cggibbs
