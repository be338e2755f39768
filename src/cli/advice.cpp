// The table of a fit, the figures under it, and its warnings.
#include "cli/advice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "cli/flags.hpp"
#include "cli/table.hpp"
#include "cli/visible.hpp"
#include "run/warnings.hpp"

namespace cggibbs {

std::string result_table(const FitResult& r, const FitSettings& s, std::size_t top) {
  const std::size_t n = r.names.size();
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::string note;
  if (top > 0 && n > top) {
    // The first parameter (the intercept) stays; the rest by how far they are from zero.
    const auto strength = [&](std::size_t i) { return i == 0 ? inf : effect_size(r.summaries[i]); };
    std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return strength(a) > strength(b); });
    order.resize(top);
    note = fmt::format("({} of {} parameters, by |median|/mad; --top N shows more, {})\n", top, n,
                       s.output.empty() ? "-o DIR keeps all" : "summary.csv has all");
  }
  std::vector<std::vector<std::string>> rows;
  for (std::size_t i : order) rows.push_back(summary_cells(r.names[i], r.summaries[i]));
  return text_table(summary_header(), rows) + note;
}

std::string result_footer(const FitResult& r, const FitSettings& s) {
  std::string out = fmt::format(
      "\n{} chains x {} draws (stopped by {}), {:.1f} s: warmup {:.1f} s, sampling {:.1f} s of processor "
      "time\n",
      r.chains, r.draws, r.stopped_by, r.wall_seconds, r.warmup_seconds, r.sampling_seconds);
  const double per = r.sampling_seconds / std::max(r.ess.min, 1e-9) * 100;
  out += fmt::format(
      "ESS {:.0f} min, {:.0f} median (parameters and their squares); {:.3g} s per 100 min ESS; R-hat at most "
      "{:.3f}\n",
      r.ess.min, r.ess.median, per, r.max_rhat);
  if (r.rank_error > 0)
    out += fmt::format(
        "from running statistics: ranks of q5, median and q95 are known to {:.1g}% of the draws (one "
        "standard deviation at "
        "most), ess_bulk to 30%, ess_tail is not\n",
        100 * r.rank_error);
  if (!s.output.empty()) out += fmt::format("files in {}\n", visible(s.output.string()));
  return out;
}

std::vector<std::string> diagnose(const FitResult& r) {
  std::vector<std::string> all = warnings({r.names, r.draws, r.mixing, r.health, r.stopped_by, r.missed});
  for (auto& text : all) text = with_flags(text);
  return all;
}

}  // namespace cggibbs
