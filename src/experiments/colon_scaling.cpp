// Seconds per effective sample against d on the colon data: Gibbs and NUTS.
#include <fmt/format.h>

#include "experiments/protocol.hpp"
#include "experiments/rows.hpp"

namespace cggibbs {
namespace {

constexpr std::size_t n = 62, whole = 2000;

std::vector<Cell> cells(bool full) {
  std::vector<std::size_t> ds{whole};
  for (std::size_t d = 2; d <= 1024; d *= full ? 2 : 4) ds.push_back(d);
  std::vector<Cell> all;
  for (std::size_t replicate = 1; replicate <= (full ? 10 : 3); ++replicate)
    for (std::size_t d : ds)
      for (const std::string sampler : {"paper", "auto", "nuts", "stan", "jags"}) {
        if (sampler == "jags" && d > 128) continue;  // quadratic in d
        if (!full && replicate > 1 && (sampler == "stan" || sampler == "jags" || d > 500)) continue;
        all.push_back({"colon", n, d, "normal", sampler, replicate});
      }
  return all;
}

Figure figure(const Rows& rows) {
  const auto panel = [&](const char* title, const Number& y) {
    return Panel{title,
                 {"coefficients d", Axis::Kind::log2},
                 {"processor seconds per ESS", Axis::Kind::log10},
                 series_of(rows, d_of, y),
                 {{static_cast<double>(n), "d = n"}}};
  };
  return {"colon, n = 62, prior N(0, 10²): what an effective sample takes",
          {panel("by the median coordinate", seconds_per_median_ess),
           panel("by the worst coordinate", seconds_per_min_ess)},
          usual_notes(rows)};
}

/// How many times more NUTS needs than the paper's Gibbs.
double ratio(const Rows& rows, const std::string& nuts, std::size_t d, const Number& y) {
  return at_dimension(by_sampler(rows, nuts), d, y) / at_dimension(by_sampler(rows, "paper"), d, y);
}

Verdict verdict(const Rows& rows) {
  // Stan's where it has draws beyond d = n: that is what the paper compared with.
  const auto ends = [&](const std::string& nuts) {
    std::pair<std::size_t, std::size_t> out{0, 0};  // the largest d below n, and of all
    for (std::size_t d : dimensions(rows)) {
      if (std::isnan(ratio(rows, nuts, d, seconds_per_median_ess))) continue;
      (d < n ? out.first : out.second) = d;
    }
    return out;
  };
  const std::string nuts = ends("stan").second > 0 ? "stan" : "nuts";
  const auto [small, large] = ends(nuts);
  if (small == 0 || large == 0)
    return {Verdict::Holds::unknown, "NUTS had no draws within its limit beyond d = n."};
  const double wide = ratio(rows, nuts, large, seconds_per_median_ess);
  const double tall = ratio(rows, nuts, small, seconds_per_median_ess);
  const bool ahead = wide > 1, grows = wide > tall;
  std::string text = fmt::format(
      "At d = {} {} takes {} times the seconds of the paper's Gibbs per median effective sample ({} by the "
      "worst coordinate), "
      "at d = {} {} times",
      large, nuts == "stan" ? "Stan's NUTS" : "our NUTS", told(wide),
      told(ratio(rows, nuts, large, seconds_per_min_ess)), small, told(tall));
  if (const double own = ratio(rows, "auto", whole, seconds_per_median_ess); !std::isnan(own))
    text += fmt::format("; at d = 2000 auto takes {} of what the paper's kernel takes", told(own));
  return {ahead && grows   ? Verdict::Holds::yes
          : ahead || grows ? Verdict::Holds::partly
                           : Verdict::Holds::no,
          text + "."};
}

}  // namespace

const Experiment colon_scaling{
    "colon-scaling",
    "seconds per effective sample against d, colon data, Gibbs and NUTS",
    "Gibbs takes fewer seconds per effective sample than NUTS where d exceeds n, the more so the larger d.",
    cells,
    run_cell,
    figure,
    verdict};

}  // namespace cggibbs
