// The standard streams as a program should have them, whatever it was started with.
#pragma once

namespace cggibbs {

/// Descriptors 0 to 2 that are closed lead to nowhere from now on: the next file would get their numbers, and with them the
/// text that is meant for a terminal.
void open_closed_streams();

/// A pager or `head` that ends takes no run with it: its files are written to the end.
void outlive_readers();
/// Of a pipe behind standard output.
bool reader_is_gone();

/// Hands on what was printed. False: some of it could not be (the disk behind a pipe or a redirection is full).
bool flush_output();

}  // namespace cggibbs
