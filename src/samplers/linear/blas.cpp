// Loading OpenBLAS and sharing its buffers.
#include "samplers/linear/blas.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <cggibbs/error.hpp>
#include <cmath>
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <thread>
#include <vector>

#include "base/address_space.hpp"
#include "base/settings_text.hpp"

namespace cggibbs {
namespace {

constexpr double mebi = 1024 * 1024;
constexpr double library_bytes = 48 * mebi, buffer_bytes = 128 * mebi;

void require_address_space(double free) {
  if (free >= library_bytes + buffer_bytes) return;
  throw Error(fmt::format(
      "OpenBLAS, which block samplers use, needs {:.0f} MB of address space, but the limit of this "
      "process (ulimit -v) leaves {:.0f} MB. Raise the limit, or use `sampler=slice`."_settings,
      (library_bytes + buffer_bytes) / 1e6, free / 1e6));
}

void* open_library(bool limited) {
  // Its threads take address space too, and their number is read from the environment, once.
  constexpr const char* threads = "OPENBLAS_NUM_THREADS";
  if (limited && !std::getenv(threads)) setenv(threads, "1", 1);
  for (const char* name : {"libopenblas.so.0", "libopenblas.so"})
    if (void* library = dlopen(name, RTLD_NOW | RTLD_LOCAL)) return library;
  throw Error(
      fmt::format("OpenBLAS, which block samplers use, cannot be loaded ({}). Install it (Debian: "
                  "libopenblas0), or use `sampler=slice`."_settings,
                  dlerror()));
}

template <class F>
void find(void* library, const char* name, F& function) {
  function = reinterpret_cast<F>(dlsym(library, name));
  if (!function)
    throw Error(fmt::format("the installed OpenBLAS has no function {}. Install another one.", name));
}

struct Loaded {
  BlasTable table{};
  bool limited;
  std::mutex mutex = {};
  std::condition_variable freed = {};
  std::size_t free_buffers = 0;  ///< where limited

  Loaded() : limited(std::isfinite(free_address_space())) {
    if (limited) require_address_space(free_address_space());
    void* const library = open_library(limited);
    find(library, "cblas_dsyrk", table.dsyrk);
    find(library, "cblas_dgemm", table.dgemm);
    find(library, "cblas_dgemv", table.dgemv);
    find(library, "cblas_dtrmv", table.dtrmv);
    find(library, "cblas_dtrsv", table.dtrsv);
    find(library, "dsyevd_", table.dsyevd);
    find(library, "dgeqrf_", table.dgeqrf);
    find(library, "dorgqr_", table.dorgqr);
    find(library, "dgeqp3_", table.dgeqp3);
    find(library, "dtrtri_", table.dtrtri);
    find(library, "dpstrf_", table.dpstrf);
    find(library, "dpotrf_", table.dpotrf);
    find(library, "openblas_get_num_threads", table.get_num_threads);
    find(library, "openblas_set_num_threads", table.set_num_threads);
    if (limited) reserve(library);
  }

  /// As many buffers as there may be calls at a time, within half of what is left; OpenBLAS keeps them.
  void reserve(void* library) {
    void* (*take)(int) = nullptr;
    void (*give_back)(void*) = nullptr;
    find(library, "blas_memory_alloc", take);
    find(library, "blas_memory_free", give_back);
    const double free = free_address_space();
    if (free < buffer_bytes) require_address_space(free);
    const double wanted = std::max(1U, std::thread::hardware_concurrency());
    free_buffers = static_cast<std::size_t>(std::clamp(std::floor(0.5 * free / buffer_bytes), 1.0, wanted));
    std::vector<void*> held;
    for (std::size_t k = 0; k < free_buffers; ++k) held.push_back(take(0));
    for (void* buffer : held) give_back(buffer);
  }
};

Loaded& loaded() {
  static Loaded it;  // a load that throws is tried again
  return it;
}

}  // namespace

BlasCall::BlasCall(const BlasTable& table) : table_(table) {
  Loaded& l = loaded();
  if (!l.limited) return;
  std::unique_lock lock(l.mutex);
  l.freed.wait(lock, [&] { return l.free_buffers > 0; });
  --l.free_buffers;
}

BlasCall::~BlasCall() {
  Loaded& l = loaded();
  if (!l.limited) return;
  {
    const std::lock_guard lock(l.mutex);
    ++l.free_buffers;
  }
  l.freed.notify_one();
}

BlasCall blas() {
  return BlasCall(loaded().table);
}

}  // namespace cggibbs
