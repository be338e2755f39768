// Comparing draws with what is known.
#include "agreement/reference.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "diagnostics/ess.hpp"
#include "diagnostics/mcse.hpp"
#include "diagnostics/rhat.hpp"
#include "run/chain.hpp"

namespace cggibbs::test {
namespace {

using ByChain = std::vector<std::vector<double>>;

std::vector<std::span<const double>> spans(const ByChain& x) {
  return {x.begin(), x.end()};
}

template <class F>
Expected mean_of(const ByChain& x, const F& f) {
  ByChain mapped = x;
  double sum = 0;
  std::size_t count = 0;
  for (auto& chain : mapped)
    for (double& v : chain) {
      v = f(v);
      sum += v;
      ++count;
    }
  const auto views = spans(mapped);
  const double error = degenerate(views) ? 0.0 : mcse_mean(views);
  return {sum / static_cast<double>(count), error};
}

/// The mean of u^2 over outputs, draw by draw.
Expected mean_square_of(const Reference& reference, const ManyDraws& draws) {
  ByChain total;
  double used = 0;
  for (std::size_t o = 0; o < draws.names.size(); ++o) {
    const KnownOutput* known = reference.find(draws.names[o]);
    if (!known) continue;
    used += 1;
    if (total.empty())
      for (const auto& chain : draws.values[o]) total.emplace_back(chain.size(), 0.0);
    for (std::size_t c = 0; c < total.size(); ++c)
      for (std::size_t t = 0; t < total[c].size(); ++t) {
        const double u = known->u(draws.values[o][c][t]);
        total[c][t] += u * u;
      }
  }
  return mean_of(total, [&](double v) { return v / used; });
}

}  // namespace

double KnownOutput::u(double x) const {
  const double u = (x - location) / scale;
  return std::isnan(u) ? 8.0 : std::clamp(u, -8.0, 8.0);
}

const KnownOutput* Reference::find(const std::string& name) const {
  const auto at = std::find_if(outputs.begin(), outputs.end(), [&](const auto& o) { return o.name == name; });
  return at == outputs.end() ? nullptr : &*at;
}

ManyDraws run_chains(const Model& model, const GibbsSettings& settings, const RunLength& length) {
  const Plan plan(model);
  ManyDraws all{model.output_names(), {}};
  all.values.assign(all.names.size(), ByChain(length.chains));
  for (std::size_t c = 0; c < length.chains; ++c) {
    Chain chain(model, plan,
                {.gibbs = settings, .seed = length.seed, .warmup = length.warmup, .thin = length.thin}, c,
                {});
    while (chain.draws() < length.draws)
      if (const Draw* draw = chain.sweep())
        for (std::size_t o = 0; o < draw->values.size(); ++o) all.values[o][c].push_back(draw->values[o]);
  }
  return all;
}

Reference sampled_reference(const ManyDraws& draws) {
  Reference r;
  for (std::size_t o = 0; o < draws.names.size(); ++o) {
    KnownOutput known;
    known.name = draws.names[o];
    std::vector<double> sorted;
    for (const auto& chain : draws.values[o]) sorted.insert(sorted.end(), chain.begin(), chain.end());
    std::sort(sorted.begin(), sorted.end());
    const auto quantile = [&](double p) {
      return sorted[static_cast<std::size_t>(p * static_cast<double>(sorted.size()))];
    };
    known.location = quantile(0.5);
    known.scale = std::max((quantile(0.84) - quantile(0.16)) / 2, 1e-300);
    known.mean = mean_of(draws.values[o], [&](double x) { return known.u(x); });
    known.square = mean_of(draws.values[o], [&](double x) { return known.u(x) * known.u(x); });
    for (const double p : {0.05, 0.5, 0.95}) {
      const double cut = quantile(p);
      known.cuts.push_back(cut);
      known.below.push_back(mean_of(draws.values[o], [&](double x) { return x < cut ? 1.0 : 0.0; }));
    }
    r.outputs.push_back(std::move(known));
  }
  r.mean_square = mean_square_of(r, draws);
  return r;
}

Agreement agreement(const Reference& reference, const ManyDraws& draws) {
  Agreement out;
  const auto compare = [&](Expected seen, Expected expected, const std::string& what) {
    const double error = std::hypot(seen.error, expected.error);
    const double distance = std::abs(seen.value - expected.value);
    const double z = distance <= 1e-9 ? 0.0 : error > 0 ? distance / error : 1e9;
    ++out.compared;
    if (!(z > out.z)) return;
    out.z = z;
    out.what = fmt::format("{}: {:.4g} +- {:.2g}, expected {:.4g} +- {:.2g}", what, seen.value, seen.error,
                           expected.value, expected.error);
  };
  for (std::size_t o = 0; o < draws.names.size(); ++o) {
    const KnownOutput* known = reference.find(draws.names[o]);
    if (!known) continue;
    const ByChain& x = draws.values[o];
    compare(mean_of(x, [&](double v) { return known->u(v); }), known->mean, "mean of " + known->name);
    compare(mean_of(x, [&](double v) { return known->u(v) * known->u(v); }), known->square,
            "square of " + known->name);
    for (std::size_t k = 0; k < known->cuts.size(); ++k)
      compare(mean_of(x, [&](double v) { return v < known->cuts[k] ? 1.0 : 0.0; }), known->below[k],
              fmt::format("share of {} below {:.4g}", known->name, known->cuts[k]));
    const auto views = spans(x);
    const double r = rhat(views), ess = degenerate(views) ? 0.0 : ess_bulk(views);
    if (!(r <= out.rhat)) out.rhat = std::isnan(r) ? 1e9 : r;
    if (!(ess >= out.ess)) {
      out.ess = ess;
      out.slowest = known->name;
    }
  }
  compare(mean_square_of(reference, draws), reference.mean_square, "mean of all squares");
  return out;
}

std::string fault(const Agreement& a) {
  if (a.compared < 3) return "nothing was compared";
  if (!(a.rhat < largest_rhat) || !(a.ess > smallest_ess))
    return fmt::format("{}: R-hat {:.3f}, {:.0f} effective draws of {}; worst z {:.1f}, {}", too_little,
                       a.rhat, a.ess, a.slowest, a.z, a.what);
  if (!(a.z < largest_z)) return fmt::format("{:.1f} standard errors, {}", a.z, a.what);
  return {};
}

}  // namespace cggibbs::test
