// Doubles from the raw numbers of binary files.
#include "io/matrix/raw_numbers.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace cggibbs {
namespace {

template <class T>
void decode(bool swapped, const char* from, std::size_t count, double* to) {
  for (std::size_t k = 0; k < count; ++k) {
    char bytes[sizeof(T)];
    std::memcpy(bytes, from + k * sizeof(T), sizeof(T));
    if (swapped) std::reverse(bytes, bytes + sizeof(T));
    T value;
    std::memcpy(&value, bytes, sizeof(T));
    to[k] = static_cast<double>(value);
  }
}

}  // namespace

std::size_t size_of(RawType type) {
  switch (type) {
    case RawType::i1:
    case RawType::u1:
      return 1;
    case RawType::i2:
    case RawType::u2:
      return 2;
    case RawType::i4:
    case RawType::u4:
    case RawType::f4:
      return 4;
    case RawType::i8:
    case RawType::u8:
    case RawType::f8:
      return 8;
  }
  return 0;
}

void decode_numbers(RawType type, bool swapped, const char* from, std::size_t count, double* to) {
  switch (type) {
    case RawType::i1:
      return decode<std::int8_t>(swapped, from, count, to);
    case RawType::u1:
      return decode<std::uint8_t>(swapped, from, count, to);
    case RawType::i2:
      return decode<std::int16_t>(swapped, from, count, to);
    case RawType::u2:
      return decode<std::uint16_t>(swapped, from, count, to);
    case RawType::i4:
      return decode<std::int32_t>(swapped, from, count, to);
    case RawType::u4:
      return decode<std::uint32_t>(swapped, from, count, to);
    case RawType::i8:
      return decode<std::int64_t>(swapped, from, count, to);
    case RawType::u8:
      return decode<std::uint64_t>(swapped, from, count, to);
    case RawType::f4:
      return decode<float>(swapped, from, count, to);
    case RawType::f8:
      return decode<double>(swapped, from, count, to);
  }
}

}  // namespace cggibbs
