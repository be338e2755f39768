// A lock that is a file which names its holder, for file systems without flock.
#pragma once

#include <filesystem>
#include <string>

namespace cggibbs {

/// "process PID on HOST since TIME".
std::string lock_holder();

/// Creates the file with lock_holder() in it; one whose holder was a process of this machine that has ended gives way. Returns an
/// empty text, or who holds the lock.
std::string take_lock_file(const std::filesystem::path& path);

}  // namespace cggibbs
