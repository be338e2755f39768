// Sizes checked before anything of that size is allocated.
#pragma once

#include <string>

namespace cggibbs {

/// What reading one file, and fitting a model to it, may take, while this object lives and in this thread: what was asked for,
/// or (asked = 0) ten times the file, at least 256 MB. Without one there is no such limit.
class MemoryBudget {
 public:
  MemoryBudget(double asked, double file_bytes);
  ~MemoryBudget();
  MemoryBudget(const MemoryBudget&) = delete;
  MemoryBudget& operator=(const MemoryBudget&) = delete;

  /// Infinite without one.
  static double bytes();

 private:
  double before_;
};

/// How often numbers of a design are in memory at most, in the file's reader and in a fit by any sampler.
inline constexpr double design_copies = 5;

/// Throws unless this machine's memory could hold the bytes, and the budget does; what completes "... for <what>".
/// Sizes are doubles so that products of hostile dimensions cannot overflow.
void require_memory(double bytes, const std::string& source, const std::string& what);

/// Throws when a file of file_bytes cannot hold claimed_bytes of content even at deflate's best ratio.
void require_plausible(double claimed_bytes, double file_bytes, const std::string& source,
                       const std::string& what);

/// Throws when the columns of a sparse matrix, empty or not, take more memory as coefficients than there is, or there are more
/// rows than row indices can count.
void require_plausible_shape(double rows, double cols, const std::string& source);

}  // namespace cggibbs
