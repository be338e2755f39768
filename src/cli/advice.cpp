// Judging a run by R-hat, effective sample size, drift and acceptance.
#include "cli/advice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/tolerance.hpp"
#include "cli/table.hpp"

namespace cggibbs {

std::string result_table(const FitResult& r, std::size_t top) {
  const std::size_t n = r.names.size();
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::string note;
  if (top > 0 && n > top) {
    // The first parameter (the intercept) stays; the rest by how far they are from zero.
    const auto strength = [&](std::size_t i) { return i == 0 ? inf : effect_size(r.summaries[i]); };
    std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return strength(a) > strength(b); });
    order.resize(top);
    note = fmt::format("({} of {} parameters, by |median|/mad; --top N shows more, summary.csv has all)\n",
                       top, n);
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
  if (!s.output.empty()) out += fmt::format("files in {}\n", s.output.string());
  return out;
}

namespace {

void diagnose_trajectories(const FitResult& r, std::vector<std::string>& out) {
  std::uint64_t updates = 0, divergences = 0, saturated = 0;
  double lowest = inf, shortest = inf, longest = 0;
  for (const auto& t : r.hamiltonian) {
    shortest = std::min(shortest, t.step_size);
    longest = std::max(longest, t.step_size);
    updates += t.updates;
    divergences += t.divergences;
    saturated += t.saturated;
    lowest = std::fmin(lowest, t.ebfmi_value());
  }
  if (divergences > 0)
    out.push_back(
        fmt::format("{} of {} trajectories diverged: part of the posterior is too curved for the step size "
                    "and may be missing from "
                    "the draws. Use --target-accept 0.95 (or 0.99), tighter priors, or --sampler slice, "
                    "which needs no step size.",
                    divergences, updates));
  if (static_cast<double>(saturated) > 0.01 * static_cast<double>(updates))
    out.push_back(fmt::format(
        "{} of {} trees stopped at the largest depth before turning round: draws are right but costly for "
        "what they tell. Use --metric dense or low_rank, --standardize zscore, or a larger --max-depth.",
        saturated, updates));
  if (longest > 3 * shortest)
    out.push_back(
        fmt::format("chains learned unequal step sizes ({:.2g} to {:.2g}): they were in different places in "
                    "warmup. Run a "
                    "longer --warmup, or look for separate modes in chain-*.csv.",
                    shortest, longest));
  if (lowest < 0.3)
    out.push_back(
        fmt::format("E-BFMI is {:.2f} in the worst chain (below 0.3): momenta move the energy too slowly to "
                    "explore the tails. "
                    "Run a longer --warmup, use priors with lighter tails, or --sampler slice.",
                    lowest));
}

}  // namespace

std::vector<std::string> diagnose(const FitResult& r) {
  std::vector<std::string> out;
  const auto name = [&](std::size_t i) { return r.names[i]; };
  if (r.draws < 4) {
    out.push_back("too few draws for diagnostics. Ask for at least 100 per chain.");
    return out;
  }
  const std::size_t high = static_cast<std::size_t>(
      std::count_if(r.summaries.begin(), r.summaries.end(), [](const Summary& s) { return s.rhat > 1.01; }));
  if (high > 0)
    out.push_back(fmt::format(
        "R-hat is above 1.01 for {} of {} parameters (worst {:.3f} for {}): the chains do not agree yet. Run "
        "longer (--warmup, --draws), or --until rhat=1.01.",
        high, r.names.size(), r.max_rhat, name(r.worst.max_rhat_index)));
  const double enough = 100.0 * static_cast<double>(r.chains);
  const std::size_t low =
      static_cast<std::size_t>(std::count_if(r.summaries.begin(), r.summaries.end(), [&](const Summary& s) {
        return std::fmin(s.ess_bulk, s.ess_tail) < enough;
      }));
  if (low > 0)
    out.push_back(fmt::format(
        "the effective sample size is below {:.0f} for {} of {} parameters (worst {:.0f} for {}): their "
        "intervals are rough. Use more --draws, or --until ess={:.0f}.",
        enough, low, r.names.size(), r.worst.min_ess, name(r.worst.min_ess_index), enough));
  if (r.drift > tol::cached_sum)
    out.push_back(
        fmt::format("cached sums drifted by {:.1e} between refreshes (tolerance {:.0e}). Please report this "
                    "with the data's "
                    "scale; --standardize zscore avoids it.",
                    r.drift, tol::cached_sum));
  if (r.block_drift > tol::block_predictor)
    out.push_back(fmt::format(
        "a block of coefficients lost digits: its predictor was off by {:.1e} (tolerance {:.0e}). Compare "
        "with "
        "--sampler slice, and please report this with the data's scale; --standardize zscore may avoid it.",
        r.block_drift, tol::block_predictor));
  diagnose_trajectories(r, out);
  if (r.accept < 0.1)
    out.push_back(
        fmt::format("only {:.0f}% of proposals were accepted. Use --sampler slice, or a longer --warmup.",
                    100 * r.accept));
  return out;
}

}  // namespace cggibbs
