// The header of NumPy's .npy format, versions 1 to 3.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/matrix/raw_numbers.hpp"

namespace cggibbs {

struct NpyHeader {
  std::string dtype;            ///< as written, for example "<f8"
  std::optional<RawType> type;  ///< nothing when the dtype is not a plain real number
  bool swapped = false;         ///< the other byte order than this machine's
  bool fortran_order = false;
  std::vector<std::size_t> shape;
  std::size_t data_offset = 0;

  /// Number of elements as a double, so that it cannot overflow.
  double count() const;
};

/// The longest header we read: far above what NumPy writes for plain arrays.
inline constexpr std::size_t longest_npy_header = 65536;

/// start holds the first bytes of the array, all of them or at least longest_npy_header; name is for
/// messages.
NpyHeader parse_npy_header(std::string_view start, const std::string& name);

}  // namespace cggibbs
