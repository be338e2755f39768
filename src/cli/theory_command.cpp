// cggibbs theory: what is known exactly of Gibbs sampling on a Gaussian target.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cggibbs/error.hpp>
#include <cmath>
#include <cstdio>
#include <memory>

#include "base/counted.hpp"
#include "base/visible.hpp"
#include "cli/checks.hpp"
#include "cli/commands.hpp"
#include "cli/covariance_file.hpp"
#include "cli/output_file.hpp"
#include "cli/table.hpp"
#include "cli/tell.hpp"
#include "figures/figure.hpp"
#include "figures/picture.hpp"
#include "io/file/atomic_file.hpp"
#include "theory/gaussian_distance.hpp"
#include "theory/scan_rates.hpp"
#include "theory/sweep_ess.hpp"

namespace cggibbs {
namespace {

struct TheoryOptions {
  std::string file, x_name = "X", mean, start, output, plot;
  bool precision = false;
  std::int64_t sweeps = 100;
};

struct LawAt {
  std::int64_t t;
  GaussianDistance distance;
};

/// All up to 10, then about as many per decade as asked.
std::vector<std::int64_t> times_up_to(std::int64_t last, double per_decade) {
  std::vector<std::int64_t> out;
  for (std::int64_t t = 1; t < last;
       t = std::max(t + 1, static_cast<std::int64_t>(
                               std::llround(static_cast<double>(t) * std::pow(10, 1 / per_decade)))))
    out.push_back(t);
  out.push_back(last);
  return out;
}

/// Where the chain starts, seen from the target's mean.
Eigen::VectorXd start_offset(const TheoryOptions& o, const CovarianceFile& file) {
  const Eigen::Index d = file.given.size();
  Eigen::VectorXd mean = Eigen::VectorXd::Zero(d);
  if (!o.mean.empty()) mean = parse_vector(o.mean, d, "--mean");
  if (o.start.empty()) return file.covariance().diagonal().cwiseSqrt();
  return parse_vector(o.start, d, "--start") - mean;
}

std::vector<LawAt> laws(std::int64_t sweeps, const WhitenedSweep& sweep, const Eigen::VectorXd& offset) {
  SweepLaw law(sweep, offset);
  std::vector<LawAt> out;
  for (std::int64_t t : times_up_to(sweeps, offset.size() > 100 ? 4 : 20)) {
    law.advance(t - law.sweeps());
    out.push_back({t, gaussian_distance(law.relative(), law.factor())});
  }
  return out;
}

std::string rate_line(const char* scan, const std::string& rate, double value, double ess,
                      const std::string& what) {
  const std::string halves =
      value > 0 && value < 1 ? fmt::format("{:.3g}", std::log(0.5) / std::log(value)) : std::string("-");
  return fmt::format("{:<25}  {:>9}  {:>9}  {:>8.3g}  {}\n", scan, rate, halves, ess, what);
}

std::string rates_text(const ScanRates& r, const SweepEss& ess) {
  const auto digits = [](double rate) { return fmt::format("{:.6g}", rate); };
  std::string out =
      fmt::format("{:<25}  {:>9}  {:>9}  {:>8}\n", "per sweep, or d updates", "rate", "halves in", "ESS");
  out += rate_line("DUGS, fixed order", digits(r.dugs.value), r.dugs.value, ess.least,
                   "spectral radius of B; ESS of the worst linear function, exact");
  out += rate_line("RSGS, random coordinates", digits(r.rsgs), r.rsgs, reversible_ess(r.rsgs),
                   "ESS of any function is at least this");
  const bool exact = r.rpgs.permutations == 0;
  out +=
      rate_line("RPGS, fresh random order", exact ? digits(r.rpgs.rate) : fmt::format("{:.4g}", r.rpgs.rate),
                r.rpgs.rate, reversible_ess(r.rpgs.rate),
                exact ? "of means, over all orders; ESS of linear functions is at least this"
                      : fmt::format("of means, from {} random orders: standard error {:.1g}",
                                    r.rpgs.permutations, r.rpgs.error));
  return out + rate_line("bound exp(-1/kappa_r)", digits(r.bound), r.bound, reversible_ess(r.bound), "");
}

std::string bound_text(const ScanRates& r) {
  std::string out =
      r.kappa_r.upper <= r.kappa_r.lower * 1.0005
          ? fmt::format("kappa_r = {:.4g}.", r.kappa_r.upper)
          : fmt::format("kappa_r is between {:.4g} and {:.4g} (proven).", r.kappa_r.lower, r.kappa_r.upper);
  out += " The bound holds for RSGS always.";
  const bool below = r.dugs.value <= r.bound * (1 + 1e-9);
  if (r.sign.holds)
    return out + " For DUGS its condition holds: the precision has no positive entry off the diagonal.\n";
  if (r.sign.after_flips)
    return out + fmt::format(
                     " For DUGS its condition holds once {} {} the sign: then the precision has no "
                     "positive entry off the diagonal.\n",
                     counted(r.sign.flips.size(), "coordinate"),
                     r.sign.flips.size() == 1 ? "changes" : "change");
  return out + fmt::format(
                   " For DUGS its condition fails: {} above the diagonal of the precision {} positive, "
                   "and changing signs cannot mend that. Here DUGS is {} the bound.\n",
                   r.sign.positive == 1 ? "one entry" : fmt::format("{} entries", r.sign.positive),
                   r.sign.positive == 1 ? "is" : "are", below ? "within" : "slower than");
}

std::string law_table(const std::vector<LawAt>& all, double rho) {
  std::vector<std::vector<std::string>> rows;
  double next = 0;
  for (const auto& [t, g] : all) {
    if (static_cast<double>(t) < next && t != all.back().t) continue;
    next = 1.6 * static_cast<double>(t);
    rows.push_back({fmt::format("{}", t), fmt::format("{:.3g}", g.kl), fmt::format("{:.3g}", g.chi2),
                    fmt::format("{:.3g}", g.tv_lower), fmt::format("{:.3g}", g.tv_upper),
                    fmt::format("{:.3g}", g.w2),
                    fmt::format("{:.3g}", std::pow(rho, static_cast<double>(t)))});
  }
  return text_table({"sweeps", "KL", "chi^2", "TV from", "TV to", "W2", "rho^t"}, rows, terminal_style());
}

constexpr const char* law_columns = "sweeps,kl,chi2,tv_lower,tv_upper,w2\n";

std::string law_csv(const std::vector<LawAt>& all) {
  std::string out = law_columns;
  for (const auto& [t, g] : all)
    out += fmt::format("{},{},{},{},{},{}\n", t, g.kl, g.chi2, g.tv_lower, g.tv_upper, g.w2);
  return out;
}

Figure law_figure(const std::vector<LawAt>& all, const ScanRates& r) {
  Panel p{"", {"sweeps t", Axis::Kind::linear}, {"distance", Axis::Kind::log10}};
  constexpr double least = 1e-6;
  const auto add = [&](const char* name, bool dashed, auto value) {
    Series s{name, palette(p.series.size())};
    s.dashed = dashed;
    s.dots = false;
    for (const LawAt& at : all)
      if (const double y = value(at); y >= least && std::isfinite(y))
        s.seen.push_back({static_cast<double>(at.t), {y}});
    p.series.push_back(s);
  };
  add("TV, at most", false, [](const LawAt& at) { return at.distance.tv_upper; });
  add("TV, at least", false, [](const LawAt& at) { return at.distance.tv_lower; });
  add("W2", false, [](const LawAt& at) { return at.distance.w2; });
  add("rho(B)^t", true, [&](const LawAt& at) { return std::pow(r.dugs.value, at.t); });
  add("exp(-t/kappa_r)", true, [&](const LawAt& at) { return std::pow(r.bound, at.t); });
  Figure f{"Distance from the target after t sweeps", {p}};
  f.columns = 1;
  f.panel_width = 560;
  return f;
}

int run_theory(const TheoryOptions& o) {
  (void)in_range(o.sweeps, 1, 1'000'000'000, "--sweeps");
  check_output_files({{"--output", o.output, law_columns}, {"--plot", o.plot, svg_begin}},
                     {o.file, o.mean, o.start});
  const CovarianceFile file = read_covariance_file(o.file, o.precision, o.x_name);
  const Eigen::Index d = file.given.size();
  constexpr Eigen::Index most = 5000, most_for_laws = 1000;
  if (d > most)
    throw Error(fmt::format("{}: {} coordinates are too many for this (at most {}).", o.file, d, most));
  if (d > most_for_laws && !(o.output.empty() && o.plot.empty()))
    throw Error(
        fmt::format("--output and --plot need at most {} coordinates: {} has {}.", most_for_laws, o.file, d));
  const Eigen::VectorXd offset = start_offset(o, file);
  const Eigen::MatrixXd precision = file.precision();
  const ScanRates rates = scan_rates(precision, {.gap = d > 150 ? 0.005 : 1e-5});
  const WhitenedSweep sweep = whitened_sweep(precision);
  std::fputs(fmt::format("{}: Gaussian target, {} matrix, {}\n\n", visible(o.file),
                         o.precision ? "precision" : "covariance", counted(file.names.size(), "coordinate"))
                 .c_str(),
             stdout);
  std::fputs(rates_text(rates, sweep_ess(sweep)).c_str(), stdout);
  std::fputs(
      ("(ESS: effective draws per sweep of a chain that has converged)\n\n" + bound_text(rates)).c_str(),
      stdout);
  if (!rates.dugs.accurate)
    tell_warning(stderr,
                 "many eigenvalues of the sweep are nearly as large as the largest: rho(B) is approximate.");
  if (d > most_for_laws) {
    tell_note(stderr, fmt::format("laws after t sweeps are computed up to {} coordinates.", most_for_laws));
    return 0;
  }
  const auto all = laws(o.sweeps, sweep, offset);
  std::fputs(fmt::format("\nDUGS from {}: distance of its law from the target\n",
                         o.start.empty() ? "one standard deviation above the mean in every coordinate"
                                         : "--start " + visible(o.start))
                 .c_str(),
             stdout);
  std::fputs(law_table(all, rates.dugs.value).c_str(), stdout);
  if (!o.output.empty()) write_text_atomically(o.output, law_csv(all));
  if (!o.plot.empty()) write_text_atomically(o.plot, svg_text(draw(law_figure(all, rates))));
  return 0;
}

}  // namespace

void add_theory_command(CLI::App& app, Action& action) {
  auto* command = app.add_subcommand(
      "theory", "Rates, laws and bounds of Gibbs sampling on a Gaussian with a given covariance");
  auto o = std::make_shared<TheoryOptions>();
  command->add_option("inputs", o->file, "covariance matrix (.csv .mtx .npz .mat)")
      ->required()
      ->type_name("FILE");
  command->add_flag("--precision", o->precision, "the file holds the inverse of the covariance");
  command->add_option("--x", o->x_name, "name of the matrix inside a .mat or .npz file (default X)");
  command->add_option("--mean", o->mean, "of the target: numbers with commas, or a file (default 0)");
  command->add_option(
      "--start", o->start,
      "of the chain: numbers with commas, one for all, or a file\n(default: one standard deviation "
      "above the mean)");
  command->add_option("--sweeps", o->sweeps, "how far laws are followed (default 100)");
  command->add_option("-o,--output", o->output, "CSV file: distances against sweeps");
  command->add_option("--plot", o->plot, "SVG file of them");
  command->footer(R"(
Examples:
  cggibbs theory covariance.csv
  cggibbs theory precision.csv --precision --start 0,0,5 --sweeps 1000 -o law.csv --plot law.svg

What it computes and why: docs/theory.md.)");
  command->callback([o, &action] { action = [o] { return run_theory(*o); }; });
}

}  // namespace cggibbs
