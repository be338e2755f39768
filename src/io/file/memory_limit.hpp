// Sizes checked before anything of that size is allocated.
#pragma once

#include <string>

namespace cggibbs {

/// Throws unless this machine's memory could hold the bytes; what completes "... for <what>".
/// Sizes are doubles so that products of hostile dimensions cannot overflow.
void require_memory(double bytes, const std::string& source, const std::string& what);

/// Throws when a file of file_bytes cannot hold claimed_bytes of content even at deflate's best ratio.
void require_plausible(double claimed_bytes, double file_bytes, const std::string& source,
                       const std::string& what);

/// Throws when a sparse matrix has more columns than a file of that size plausibly describes (a million, plus
/// one per byte of content), or more rows than row indices can count.
void require_plausible_shape(double rows, double cols, double content_bytes, const std::string& source);

}  // namespace cggibbs
