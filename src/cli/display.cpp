// Drawing progress to standard error.
#include "cli/display.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cggibbs/error.hpp>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <vector>

#include "cli/terminal.hpp"

namespace cggibbs {
namespace {

struct Totals {
  double done = 0;  ///< sweeps of all chains
  double whole = 0;
  double warmup_done = 0, warmup_whole = 0;
  bool warming = false;
};

Totals totals(const Progress& p) {
  Totals t;
  const auto warmup = static_cast<double>(p.warmup);
  const auto each = warmup + static_cast<double>(p.target_draws * p.thin);
  for (const auto& c : p.chains) {
    const auto sweeps = static_cast<double>(c.sweeps);
    t.done += sweeps;
    t.whole += each;
    t.warmup_done += std::min(sweeps, warmup);
    t.warmup_whole += warmup;
    t.warming = t.warming || c.warming;
  }
  return t;
}

std::string duration(double s) {
  if (s < 0) return "?";
  if (s < 90) return fmt::format("{:.0f} s", s);
  if (s < 5400) return fmt::format("{:.0f} min", s / 60);
  return fmt::format("{:.1f} h", s / 3600);
}

std::string worst(const LiveDiagnostics& live) {
  return fmt::format("worst ESS {:.0f}, R-hat {:.3f}", live.quality.min_ess, live.quality.max_rhat);
}

std::string mixing(const LiveDiagnostics& live) {
  if (live.draws == 0) return "";
  const std::string of =
      live.checked < live.monitored ? fmt::format(", {} of {} quantities", live.checked, live.monitored) : "";
  return fmt::format("  {} (at {} draws{})", worst(live), live.draws, of);
}

/// Sweeps per second of a chain.
double rate(const Progress& p, const Totals& t) {
  return t.done / static_cast<double>(p.chains.size()) / std::max(p.seconds - p.before, 1e-3);
}

/// What a line of the terminal holds without wrapping.
std::size_t line_room() {
  return std::max<std::size_t>(terminal_width(STDERR_FILENO), 2) - 1;
}

}  // namespace

DisplayKind parse_display(const std::string& text, bool quiet, bool terminal) {
  const auto bar = terminal ? DisplayKind::bar : DisplayKind::plain;
  if (quiet || text == "none") return DisplayKind::none;
  if (text == "auto" || text == "bar") return bar;
  if (text == "plain") return DisplayKind::plain;
  if (text == "json") return DisplayKind::json;
  throw Error(fmt::format("--progress: unknown choice '{}'. Use auto, bar, plain, json or none.", text));
}

std::string progress_line(const Progress& p, const LiveDiagnostics& live, std::size_t width) {
  const Totals t = totals(p);
  const double done = t.warming ? t.warmup_done : t.done - t.warmup_done;
  const double whole = t.warming ? t.warmup_whole : t.whole - t.warmup_whole;
  const double share = whole > 0 ? std::min(1.0, done / whole) : 1;
  std::string line = fmt::format("{} {:3.0f}%", t.warming ? "warmup  " : "sampling", 100 * share);
  std::vector<std::string> more{duration(p.seconds), fmt::format("about {} left", duration(seconds_left(p)))};
  if (live.draws > 0) more.push_back(worst(live));
  more.push_back(fmt::format("{:.0f} sweeps/s", rate(p, t)));
  std::string words;
  for (const auto& part : more) {
    const std::string more_words = (words.empty() ? "  " : ", ") + part;
    if (line.size() + words.size() + more_words.size() > width) break;
    words += more_words;
  }
  constexpr std::size_t longest = 24, shortest = 6, frame = 3;
  const std::size_t used = line.size() + words.size() + frame;
  if (used + shortest <= width) {
    const std::size_t length = std::min(longest, width - used);
    const auto filled = static_cast<std::size_t>(share * static_cast<double>(length));
    line += fmt::format(" [{}{}]", std::string(filled, '#'), std::string(length - filled, '.'));
  }
  return (line + words).substr(0, width);
}

double seconds_left(const Progress& p) {
  const Totals t = totals(p);
  const double sampling_done = t.done - t.warmup_done;
  const double warmup_left = t.warmup_whole - t.warmup_done;
  const double sampling_left = t.whole - t.warmup_whole - sampling_done;
  const double warmup_time = (p.sampling_since > 0 ? p.sampling_since : p.seconds) - p.before;
  const double warmup_rate = t.warmup_done / std::max(warmup_time, 1e-9);
  const double sampling_time = p.sampling_since > 0 ? p.seconds - p.sampling_since : 0;
  // Until sampling has a rate of its own, warmup's stands in.
  const double sampling_rate =
      sampling_time > 0.2 && sampling_done > 0 ? sampling_done / sampling_time : warmup_rate;
  const double time_left = std::max(0.0, p.time_limit - p.seconds);
  if (p.open_ended || !(sampling_rate > 0)) return std::isinf(time_left) ? -1 : time_left;
  const double work_left = (warmup_left > 0 ? warmup_left / std::max(warmup_rate, 1e-9) : 0) +
                           std::max(0.0, sampling_left) / sampling_rate;
  return std::min(work_left, time_left);
}

void Display::show_choosing(double seconds) {
  if (seconds < 0.5 || kind_ == DisplayKind::none) return;  // mostly it takes a moment
  if (kind_ == DisplayKind::bar) {
    draw(fmt::format("choosing a sampler, {}", duration(seconds)).substr(0, line_room()));
  } else if (!said_choosing_ && kind_ == DisplayKind::json) {
    const nlohmann::json j{
        {"phase", "choosing a sampler"}, {"seconds", seconds}, {"chains", nlohmann::json::array()}};
    std::fputs((j.dump() + "\n").c_str(), stderr);
  } else if (!said_choosing_) {
    std::fputs("choosing a sampler\n", stderr);
  }
  said_choosing_ = true;
}

void Display::show(const Progress& p, const LiveDiagnostics& live) {
  switch (kind_) {
    case DisplayKind::bar:
      return show_bar(p, live);
    case DisplayKind::plain:
      return show_plain(p, live);
    case DisplayKind::json:
      return show_json(p, live);
    case DisplayKind::none:
      return;
  }
}

void Display::show_bar(const Progress& p, const LiveDiagnostics& live) {
  if (p.seconds - last_ < 0.15) return;
  last_ = p.seconds;
  draw(progress_line(p, live, line_room()));
}

void Display::show_cells(const std::string& what, std::size_t done, std::size_t total, double seconds) {
  const double share = static_cast<double>(done) / static_cast<double>(std::max<std::size_t>(total, 1));
  const bool first = done <= 1;
  if (kind_ == DisplayKind::none) return;
  if (kind_ == DisplayKind::bar) {
    if (!first && seconds - last_ < 0.15) return;
    constexpr double length = 24;
    const auto filled = static_cast<std::size_t>(share * length);
    draw(fmt::format("{} {}/{} runs [{}{}]  {}, about {} left", what, done, total, std::string(filled, '#'),
                     std::string(static_cast<std::size_t>(length) - filled, '.'), duration(seconds),
                     duration(seconds * (1 - share) / share))
             .substr(0, line_room()));
  } else if (kind_ == DisplayKind::json) {
    const nlohmann::json j{{"experiment", what}, {"done", done}, {"total", total}, {"seconds", seconds}};
    std::fputs((j.dump() + "\n").c_str(), stderr);
  } else {
    if (first) last_share_ = 0;
    if (share - last_share_ < 0.1 || done == total) return;
    last_share_ = share;
    std::fputs(fmt::format("{} {}/{} runs, {} elapsed\n", what, done, total, duration(seconds)).c_str(),
               stderr);
  }
  last_ = seconds;
}

void Display::show_bounds(const std::string& what, double lower, double upper, double seconds) {
  const bool bar = kind_ == DisplayKind::bar;
  if (kind_ == DisplayKind::none || seconds < (bar ? 1 : 10) || seconds - last_ < (bar ? 0.3 : 10)) return;
  last_ = seconds;
  if (kind_ == DisplayKind::json) {
    const nlohmann::json j{{"phase", what}, {"lower", lower}, {"upper", upper}, {"seconds", seconds}};
    std::fputs((j.dump() + "\n").c_str(), stderr);
    return;
  }
  const std::string line =
      fmt::format("{} is between {:.4g} and {:.4g}, {}", what, lower, upper, duration(seconds));
  if (bar)
    draw(line.substr(0, line_room()));
  else
    std::fputs((line + "\n").c_str(), stderr);
}

/// One line, whose end is erased: it cannot wrap, nor scroll what stands above it.
void Display::draw(const std::string& line) {
  std::fputs(("\r" + line + "\033[K").c_str(), stderr);
  drawn_ = true;
}

void Display::show_plain(const Progress& p, const LiveDiagnostics& live) {
  const Totals t = totals(p);
  const double share = t.whole > 0 ? t.done / t.whole : 1;
  // Every tenth of the run, but not more than one line a second nor fewer than one a minute.
  if (!((share - last_share_ >= 0.1 && p.seconds - last_ >= 1) || p.seconds - last_ >= 60)) return;
  if (share >= 1) return;
  last_ = p.seconds;
  last_share_ = share;
  std::fputs(fmt::format("{:3.0f}%  {}  {:.0f} sweeps/s per chain, {} elapsed, about {} left{}\n",
                         100 * share, t.warming ? "warmup" : "sampling", rate(p, t), duration(p.seconds),
                         duration(seconds_left(p)), mixing(live))
                 .c_str(),
             stderr);
}

void Display::show_json(const Progress& p, const LiveDiagnostics& live) {
  if (p.seconds - last_ < 0.5) return;
  last_ = p.seconds;
  nlohmann::json j;
  j["seconds"] = p.seconds;
  j["seconds_left"] = seconds_left(p);
  j["warmup"] = p.warmup;
  j["target_draws"] = p.target_draws;
  for (const auto& c : p.chains)
    j["chains"].push_back(
        {{"sweeps", c.sweeps}, {"draws", c.draws}, {"phase", c.warming ? "warmup" : "sampling"}});
  if (live.draws > 0) {
    j["worst_ess"] = live.quality.min_ess;
    if (std::isfinite(live.quality.max_rhat)) j["worst_rhat"] = live.quality.max_rhat;
    j["checked_at_draws"] = live.draws;
    j["checked_quantities"] = live.checked;
  }
  std::fputs((j.dump() + "\n").c_str(), stderr);
}

void Display::close() {
  if (drawn_) std::fputs("\r\033[K", stderr);
  drawn_ = false;
}

}  // namespace cggibbs
