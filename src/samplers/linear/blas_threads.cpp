// Counts who needs one thread.
#include "samplers/linear/blas_threads.hpp"

#include <cblas.h>

#include <cstddef>
#include <mutex>

namespace cggibbs {
namespace {

std::mutex mutex;
std::size_t holders = 0;
int before = 1;

}  // namespace

OneBlasThread::OneBlasThread() {
  const std::lock_guard lock(mutex);
  if (holders++ > 0) return;
  before = openblas_get_num_threads();
  openblas_set_num_threads(1);
}

OneBlasThread::~OneBlasThread() {
  const std::lock_guard lock(mutex);
  if (--holders > 0) return;
  // A host that has asked for another number meanwhile keeps what it asked for.
  if (openblas_get_num_threads() == 1) openblas_set_num_threads(before);
}

}  // namespace cggibbs
