// Sizes checked before anything of that size is allocated.
#include "io/file/memory_limit.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdint>
#include <limits>

#include "io/file/message.hpp"

namespace cggibbs {
namespace {

double physical_memory() {
  return static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
}

}  // namespace

void require_memory(double bytes, const std::string& source, const std::string& what) {
  if (bytes <= physical_memory()) return;
  constexpr double gib = 1024.0 * 1024.0 * 1024.0;
  fail_in(source,
          fmt::format("needs {:.3g} GiB of memory for {}, but this machine has {:.3g} GiB. Use fewer rows "
                      "or columns, or a sparse format.",
                      bytes / gib, what, physical_memory() / gib));
}

void require_plausible(double claimed_bytes, double file_bytes, const std::string& source,
                       const std::string& what) {
  // A deflate stream cannot expand more than 1032 times (zlib's technical notes); 1 KiB covers headers.
  constexpr double deflate_best = 1032;
  if (claimed_bytes <= deflate_best * file_bytes + 1024) return;
  fail_in(source,
          fmt::format("claims {:.6g} bytes for {}, which {:.6g} bytes in the file cannot hold. The file is "
                      "damaged or cut short: fetch or save it again.",
                      claimed_bytes, what, file_bytes));
}

void require_plausible_shape(double rows, double cols, double content_bytes, const std::string& source) {
  constexpr double always_allowed = 1e6;
  if (cols > always_allowed + content_bytes)
    fail_in(source,
            fmt::format("claims {:.0f} columns with {:.0f} bytes of content, so nearly all would be empty. "
                        "Check the column numbers.",
                        cols, content_bytes));
  if (rows > static_cast<double>(std::numeric_limits<std::uint32_t>::max()))
    fail_in(source, fmt::format("claims {:.0f} rows, more than the 4294967295 that can be indexed.", rows));
}

}  // namespace cggibbs
