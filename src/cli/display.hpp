// Progress on a terminal, as plain lines, or as JSON for programs.
#pragma once

#include <string>

#include "run/fit.hpp"

namespace cggibbs {

enum class DisplayKind { bar, plain, json, none };
/// auto becomes bar on a terminal and plain lines otherwise.
DisplayKind parse_display(const std::string& text, bool quiet);

/// Seconds left, from separate rates of warmup and sampling; negative when unknown.
double seconds_left(const Progress& p);

class Display {
 public:
  explicit Display(DisplayKind kind) : kind_(kind) {}
  /// Before there are chains.
  void show_choosing(double seconds);
  void show(const Progress& p, const LiveDiagnostics& live);
  /// Leaves the terminal on a fresh line.
  void close();

 private:
  void show_bar(const Progress& p, const LiveDiagnostics& live);
  void show_plain(const Progress& p, const LiveDiagnostics& live);
  void show_json(const Progress& p, const LiveDiagnostics& live);

  DisplayKind kind_;
  std::size_t lines_ = 0;  ///< drawn by the last bar
  bool said_choosing_ = false;
  double last_ = -1e9;     ///< seconds of the last output
  double last_share_ = 0;  ///< of the run at the last plain line
};

}  // namespace cggibbs
