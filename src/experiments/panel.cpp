// The panel of data sets under two priors: seconds per 100 effective samples, Gibbs against NUTS; and the ratio against d/n.
#include <fmt/format.h>

#include <algorithm>

#include "experiments/protocol.hpp"
#include "experiments/rows.hpp"

namespace cggibbs {
namespace {

constexpr const char* priors[] = {"normal", "horseshoe"};
/// Columns of a quick run, so that NUTS has draws within its limit; and rows up to which Stan has.
constexpr std::size_t quick_columns = 512, quick_stan_rows = 250;

std::vector<Cell> cells(bool full) {
  std::vector<Cell> all;
  for (std::size_t replicate = 1; replicate <= (full ? 30 : 1); ++replicate)
    for (const char* prior : priors)
      for (const auto& set : panel())
        for (const std::string sampler : {"paper", "auto", "nuts", "stan"}) {
          if (!full && sampler == "stan" && set.n > quick_stan_rows) continue;
          all.push_back(
              {set.name, set.n, full ? set.d : std::min(set.d, quick_columns), prior, sampler, replicate});
        }
  return all;
}

std::string marked(const Rows& rows, const std::string& set) {
  const bool simulated =
      std::any_of(rows.begin(), rows.end(), [&](const Row& r) { return r.cell.data == set && r.stand_in; });
  return simulated ? set + "*" : set;
}

double place_of(const Row& r) {
  const auto sets = panel();
  const auto found =
      std::find_if(sets.begin(), sets.end(), [&](const auto& s) { return s.name == r.cell.data; });
  return static_cast<double>(found - sets.begin());
}

/// Quick runs take the first 512 columns at most.
void note_columns(const Rows& rows, Figure& f) {
  const bool cut =
      std::any_of(rows.begin(), rows.end(), [](const Row& r) { return r.cell.d < panel_set(r.cell.data).d; });
  if (cut)
    f.notes.push_back(
        fmt::format("A quick run: at most {} columns of each data set, at random.", quick_columns));
}

Figure figure(const Rows& rows) {
  Figure f{"Panel: processor seconds per 100 effective samples", {}, usual_notes(rows), 2, 470, 330};
  for (const char* prior : priors)
    for (const bool worst : {false, true}) {
      const Rows own = chosen(rows, [&](const Row& r) { return r.cell.prior == prior; });
      Panel p{fmt::format("{} prior, {} coordinate", prior, worst ? "worst" : "median"),
              {"", Axis::Kind::linear},
              {"seconds per 100 ESS", Axis::Kind::log10}};
      for (const auto& set : panel()) p.x.categories.push_back(marked(rows, set.name));
      p.series = series_of(own, place_of, [&](const Row& r) {
        return 100 * (worst ? seconds_per_min_ess(r) : seconds_per_median_ess(r));
      });
      for (auto& s : p.series) s.joined = false;
      f.panels.push_back(std::move(p));
    }
  note_columns(rows, f);
  return f;
}

/// One data set under one prior: seconds of NUTS over those of the paper's Gibbs, replicates' medians.
struct Duel {
  std::string data, prior;
  double d_over_n = 0, zeros = 0;
  double median = nan, worst = nan;
  bool stan = false;    ///< Stan's NUTS, or else ours
  bool silent = false;  ///< NUTS had no draws within its limit, Gibbs had
};

std::vector<Duel> duels(const Rows& rows) {
  std::vector<Duel> all;
  for (const char* prior : priors)
    for (const auto& set : panel()) {
      const Rows own =
          chosen(rows, [&](const Row& r) { return r.cell.prior == prior && r.cell.data == set.name; });
      if (own.empty()) continue;
      const std::size_t columns = own.front().cell.d;
      const auto seconds = [&](const char* sampler, const Number& y) {
        return at_dimension(by_sampler(own, sampler), columns, y);
      };
      Duel d{set.name, prior, static_cast<double>(columns) / static_cast<double>(set.n), set.zeros};
      d.stan = !std::isnan(seconds("stan", seconds_per_median_ess));
      const char* nuts = d.stan ? "stan" : "nuts";
      d.median = seconds(nuts, seconds_per_median_ess) / seconds("paper", seconds_per_median_ess);
      d.worst = seconds(nuts, seconds_per_min_ess) / seconds("paper", seconds_per_min_ess);
      d.silent = std::isnan(seconds(nuts, seconds_per_median_ess)) &&
                 !std::isnan(seconds("paper", seconds_per_median_ess));
      all.push_back(d);
    }
  return all;
}

Verdict panel_verdict(const Rows& rows) {
  std::size_t ahead = 0, met = 0, silent = 0, worst_ahead_sparse = 0, sparse_met = 0;
  double most = 0;
  std::string most_on;
  for (const auto& d : duels(rows)) {
    if (d.prior != "normal") continue;
    silent += d.silent ? 1 : 0;
    if (std::isnan(d.median)) continue;
    ++met;
    ahead += d.median > 1 ? 1 : 0;
    if (d.zeros > sparse_above) {
      ++sparse_met;
      worst_ahead_sparse += d.worst < 1 ? 1 : 0;
    }
    if (d.median > most) {
      most = d.median;
      most_on = d.data;
    }
  }
  if (met == 0) return {Verdict::Holds::unknown, "NUTS had no draws within its limit on any data set."};
  std::string text = fmt::format(
      "Normal prior, by the median coordinate: the paper's Gibbs is ahead of NUTS on {} of {} data sets "
      "where both have effective "
      "samples, by up to {} times ({})",
      ahead, met, told(most), most_on);
  if (silent > 0) text += fmt::format("; on {} more NUTS had no draws within its limit", silent);
  if (sparse_met > 0)
    text += fmt::format("; by the worst coordinate NUTS is ahead on {} of {} sparse sets", worst_ahead_sparse,
                        sparse_met);
  return {static_cast<double>(ahead) >= 0.9 * static_cast<double>(met) ? Verdict::Holds::yes
          : 2 * ahead > met                                            ? Verdict::Holds::partly
                                                                       : Verdict::Holds::no,
          text + "."};
}

Figure ratio_figure(const Rows& rows) {
  const auto all = duels(rows);
  Figure f{"Seconds of NUTS over seconds of the paper's Gibbs, per effective sample", {}, usual_notes(rows)};
  for (const bool worst : {false, true}) {
    Panel p{worst ? "by the worst coordinate" : "by the median coordinate",
            {"d / n", Axis::Kind::log10},
            {"ratio: above 1 Gibbs is ahead", Axis::Kind::log10}};
    for (std::size_t k = 0; k < 2; ++k) {
      Series s{fmt::format("{} prior", priors[k]), palette(k)};
      s.joined = false;
      for (const auto& d : all)
        if (d.prior == priors[k]) s.seen.push_back({d.d_over_n, {worst ? d.worst : d.median}, !d.stan});
      p.series.push_back(std::move(s));
    }
    p.at_y.push_back({1, "equal"});
    f.panels.push_back(std::move(p));
  }
  note_columns(rows, f);
  f.notes.emplace_back(
      "Full dots: Stan's NUTS; hollow: our own NUTS, where Stan did not run or had no draws.");
  return f;
}

Verdict ratio_verdict(const Rows& rows) {
  std::vector<std::pair<double, double>> points;
  for (const auto& d : duels(rows))
    if (d.prior == "normal" && std::isfinite(d.median)) points.emplace_back(d.d_over_n, d.median);
  const double slope = log_slope(points);
  if (points.size() < 3 || std::isnan(slope))
    return {Verdict::Holds::unknown,
            "Fewer than three data sets where both samplers have effective samples."};
  return {slope > 0 ? Verdict::Holds::yes : Verdict::Holds::no,
          fmt::format(
              "Over {} data sets with the normal prior the ratio goes as (d/n)^{:.2f} (median coordinate).",
              points.size(), slope)};
}

}  // namespace

const Experiment panel_race{"panel",
                            "seconds per 100 effective samples, Gibbs against NUTS, 12 data sets, two priors",
                            "Gibbs is ahead on 11 of 12 data sets, by up to 300 times; by the worst "
                            "coordinate NUTS is ahead on sparse ones.",
                            cells,
                            run_cell,
                            figure,
                            panel_verdict};

const Experiment ratio_dn{
    "ratio-dn",
    "how far Gibbs is ahead of NUTS on the panel, against d/n (shares the panel's runs)",
    "The advantage of Gibbs grows with d/n.",
    cells,
    run_cell,
    ratio_figure,
    ratio_verdict};

}  // namespace cggibbs
