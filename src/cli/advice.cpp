// The table of a fit, the figures under it, and its warnings.
#include "cli/advice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/counted.hpp"
#include "base/visible.hpp"
#include "cli/flags.hpp"
#include "cli/table.hpp"
#include "cli/table_order.hpp"
#include "run/summary_table.hpp"
#include "run/warnings.hpp"

namespace cggibbs {

namespace {

/// What is missing from a table, and where it is.
std::string cut_note(const TableOrder& order, std::size_t all, const FitSettings& s) {
  if (order.cut.empty()) return "";
  const bool effects_only = order.cut == std::vector{Place::last};
  return fmt::format("({} of {} parameters{}, by |median|/mad; --top N shows more, {})\n", order.rows.size(),
                     all, effects_only ? ": all but some effects of groups" : "",
                     s.output.empty() ? "-o DIR keeps all" : "summary.csv has all");
}

}  // namespace

std::string result_table(const FitResult& r, const Prepared& p, std::size_t top) {
  std::vector<double> strength;
  for (const Summary& s : r.summaries) strength.push_back(effect_size(s));
  const TableOrder order = table_order(table_places(p.problem, *p.model, p.settings.save), strength, top);
  const double interval = p.settings.interval;
  std::vector<std::vector<std::string>> rows;
  std::vector<std::size_t> doubtful;
  for (std::size_t i : order.rows) {
    const Summary& s = r.summaries[i];
    if (s.rhat > Mixing::highest_rhat || std::fmin(s.ess_bulk, s.ess_tail) < r.mixing.enough)
      doubtful.push_back(rows.size());
    rows.push_back(summary_cells(r.names[i], s, interval));
  }
  return text_table(summary_header(interval), rows, summary_style(doubtful)) +
         cut_note(order, r.names.size(), p.settings);
}

std::string result_footer(const FitResult& r, const FitSettings& s) {
  const std::string choosing =
      s.pilot_seconds > 1e-3 ? fmt::format("choosing {:.1f} s, then ", s.pilot_seconds) : "";
  std::string out = fmt::format(
      "\n{} x {} (stopped by {}), {:.1f} s: {}warmup {:.1f} s, sampling {:.1f} s of processor "
      "time\n",
      counted(r.chains, "chain"), counted(r.draws, "draw"), r.stopped_by, r.wall_seconds, choosing,
      r.warmup_seconds, r.sampling_seconds);
  const double per = r.sampling_seconds / std::max(r.ess.min, 1e-9) * 100;
  if (r.ess.min > 0 && !std::isnan(r.max_rhat))  // not of a few draws
    out += fmt::format(
        "ESS {:.0f} min, {:.0f} median (parameters and their squares); {:.3g} s per 100 min ESS; R-hat at "
        "most "
        "{:.3f}\n",
        r.ess.min, r.ess.median, per, r.max_rhat);
  if (r.rank_error > 0)
    out += fmt::format(
        "from running statistics: ranks of q5, median and q95 are known to {:.1g}% of the draws (one "
        "standard deviation at "
        "most), ess_bulk to 30%, ess_tail is not\n",
        100 * r.rank_error);
  if (!s.output.empty() && r.trouble.empty()) out += fmt::format("files in {}\n", visible(s.output.string()));
  return out;
}

std::vector<std::string> diagnose(const FitResult& r) {
  std::vector<std::string> all = warnings({r.names, r.draws, r.mixing, r.health, r.stopped_by, r.missed});
  for (auto& text : all) text = with_flags(text);
  return all;
}

}  // namespace cggibbs
