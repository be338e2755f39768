// Counts who needs one thread.
#include "samplers/linear/blas_threads.hpp"

#include <cstddef>
#include <mutex>

#include "samplers/linear/blas.hpp"

namespace cggibbs {
namespace {

std::mutex mutex;
std::size_t holders = 0;
int before = 1;

}  // namespace

OneBlasThread::OneBlasThread() {
  const std::lock_guard lock(mutex);
  if (holders == 0) {
    before = blas()->get_num_threads();
    blas()->set_num_threads(1);
  }
  ++holders;
}

OneBlasThread::~OneBlasThread() {
  const std::lock_guard lock(mutex);
  if (--holders > 0) return;
  // A host that has asked for another number meanwhile keeps what it asked for.
  if (blas()->get_num_threads() == 1) blas()->set_num_threads(before);
}

}  // namespace cggibbs
