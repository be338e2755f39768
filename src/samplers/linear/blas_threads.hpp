// One BLAS thread for as long as somebody needs it, and then again as many as the host had.
#pragma once

namespace cggibbs {

/// Parallelism is ours, never a library's: sums keep their order for any number of cores. But the number of BLAS threads belongs
/// to the process, and that may be R or Python. The first of these objects notes it and asks for one; when the last is gone, the
/// number is put back. Any thread may make them.
class OneBlasThread {
 public:
  OneBlasThread();
  OneBlasThread(const OneBlasThread&) : OneBlasThread() {}
  OneBlasThread& operator=(const OneBlasThread&) { return *this; }
  ~OneBlasThread();
};

}  // namespace cggibbs
