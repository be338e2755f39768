// Doubles from the raw numbers of binary files.
#pragma once

#include <cstddef>

namespace cggibbs {

enum class RawType { i1, u1, i2, u2, i4, u4, i8, u8, f4, f8 };

std::size_t size_of(RawType type);

/// Decodes count numbers; swapped when the file has the other byte order. from needs no alignment.
void decode_numbers(RawType type, bool swapped, const char* from, std::size_t count, double* to);

}  // namespace cggibbs
