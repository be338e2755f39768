// Progress on a terminal, as plain lines, or as JSON for programs.
#pragma once

#include <string>

#include "run/fit.hpp"

namespace cggibbs {

enum class DisplayKind { bar, plain, json, none };
/// auto becomes bar; a bar becomes plain lines where there is no terminal.
DisplayKind parse_display(const std::string& text, bool quiet, bool terminal);

/// Seconds left, from separate rates of warmup and sampling; negative when unknown.
double seconds_left(const Progress& p);

/// All chains in one line of so many characters at most: what matters less is left out where it does not fit.
std::string progress_line(const Progress& p, const LiveDiagnostics& live, std::size_t width);

class Display {
 public:
  explicit Display(DisplayKind kind) : kind_(kind) {}
  /// Before there are chains.
  void show_choosing(double seconds);
  void show(const Progress& p, const LiveDiagnostics& live);
  /// Runs of an experiment that are done.
  void show_cells(const std::string& what, std::size_t done, std::size_t total, double seconds);
  /// Of a number that is closed in on.
  void show_bounds(const std::string& what, double lower, double upper, double seconds);
  /// Leaves the terminal on a fresh line.
  void close();

 private:
  void show_bar(const Progress& p, const LiveDiagnostics& live);
  void draw(const std::string& line);
  void show_plain(const Progress& p, const LiveDiagnostics& live);
  void show_json(const Progress& p, const LiveDiagnostics& live);

  DisplayKind kind_;
  bool drawn_ = false;  ///< a line that the next one replaces
  bool said_choosing_ = false;
  double last_ = -1e9;     ///< seconds of the last output
  double last_share_ = 0;  ///< of the run at the last plain line
};

}  // namespace cggibbs
