// Descriptors and flushing.
#include "cli/streams.hpp"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <iostream>

namespace cggibbs {

void open_closed_streams() {
  for (const int descriptor : {0, 1, 2})
    if (::fcntl(descriptor, F_GETFD) < 0)
      static_cast<void>(::open("/dev/null", O_RDWR));  // gets the lowest free number: this one
}

void outlive_readers() {
  std::signal(SIGPIPE, SIG_IGN);
}

bool reader_is_gone() {
  pollfd output{STDOUT_FILENO, 0, 0};
  return ::poll(&output, 1, 0) > 0 && (output.revents & POLLERR) != 0;
}

bool flush_output() {
  std::cout.flush();
  return std::fflush(stdout) == 0 && std::ferror(stdout) == 0 && std::cout.good();
}

}  // namespace cggibbs
