// Sizes checked before anything of that size is allocated.
#include "io/file/memory_limit.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "base/address_space.hpp"
#include "base/settings_text.hpp"
#include "io/file/message.hpp"

namespace cggibbs {
namespace {

constexpr double gib = 1024.0 * 1024.0 * 1024.0;
constexpr double unlimited = std::numeric_limits<double>::infinity();
thread_local double budget = unlimited;

double physical_memory() {
  return static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
}

/// Rounded up to two digits: "1.3GB".
std::string enough(double bytes) {
  const double unit = bytes < 1e9 ? 1e6 : 1e9;
  const double digit = std::pow(10, std::floor(std::log10(bytes / unit)) - 1);
  return fmt::format("{:.6g}{}", std::ceil(bytes / unit / digit) * digit, bytes < 1e9 ? "MB" : "GB");
}

}  // namespace

MemoryBudget::MemoryBudget(double asked, double file_bytes) : before_(budget) {
  constexpr double floor = 256e6;
  budget = asked > 0 ? asked : std::max(floor, 10 * file_bytes);
}

MemoryBudget::~MemoryBudget() {
  budget = before_;
}

double MemoryBudget::bytes() {
  return budget;
}

void require_memory(double bytes, const std::string& source, const std::string& what) {
  // The guarded child that reads has the budget for its address space: physical memory is the machine's.
  const double machine = std::min(physical_memory(), bytes > budget ? unlimited : free_address_space());
  if (bytes > machine)
    fail_in(source,
            fmt::format("needs {:.3g} GiB of memory for {}, but this machine has {:.3g} GiB. Use fewer rows "
                        "or columns, or a sparse format.",
                        bytes / gib, what, machine / gib));
  if (bytes > budget)
    fail_in(source,
            fmt::format("needs {:.3g} GiB of memory for {}, more than such a file may take ({:.3g} GiB: ten "
                        "times its size, or what was allowed). If that is what you expect of it, allow it: "
                        "`max_memory={}`."_settings,
                        bytes / gib, what, budget / gib, enough(bytes)));
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

void require_plausible_shape(double rows, double cols, const std::string& source) {
  constexpr double column_bytes = 600;  // name, prior, value and work space of a coefficient
  constexpr double usual = 4e9;         // of a pipe, whose size nobody knows
  const double needed = column_bytes * cols;
  if (needed > (budget == unlimited ? usual : budget))
    fail_in(source,
            fmt::format("claims {:.0f} columns, for which a fit needs {:.3g} GiB of memory. Check the column "
                        "numbers; if they are right, allow it: `max_memory={}`."_settings,
                        cols, needed / gib, enough(needed)));
  if (rows > static_cast<double>(std::numeric_limits<std::uint32_t>::max()))
    fail_in(source, fmt::format("claims {:.0f} rows, more than the 4294967295 that can be indexed.", rows));
}

}  // namespace cggibbs
