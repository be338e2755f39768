// Work in a child process, where a crash, a hang or hunger for memory is an error message here.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

namespace cggibbs {

struct GuardLimits {
  double memory_bytes;  ///< beyond what the process has
  double seconds;       ///< of processor time
};

/// The child's end of a pipe.
class GuardedWriter {
 public:
  explicit GuardedWriter(int descriptor) : descriptor_(descriptor) {}
  void write(const void* from, std::size_t bytes);
  /// Instead of anything else: what `take` throws.
  void fail(const std::string& message);

 private:
  void write_raw(const void* from, std::size_t bytes);

  int descriptor_;
  bool begun_ = false;
};

/// The end that is here.
class GuardedReader {
 public:
  GuardedReader(int descriptor, double seconds) : descriptor_(descriptor), seconds_(seconds) {}
  /// False when the child has ended, or has been silent for too long, before there were so many.
  bool read(void* to, std::size_t bytes);
  bool is_late() const { return late_; }

 private:
  int descriptor_;
  double seconds_;
  bool late_ = false;
};

/// Has `give` write in a child process what `take` reads here. An Error in the child is thrown here; so is one about `source`,
/// saying what happened to `library`, when the child dies, stays silent or takes too much. `take` returns false where a read did.
void run_guarded(const std::string& source, const std::string& library, GuardLimits limits,
                 const std::function<void(GuardedWriter&)>& give,
                 const std::function<bool(GuardedReader&)>& take);

}  // namespace cggibbs
