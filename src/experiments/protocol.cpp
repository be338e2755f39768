// Rounds of chains through the one way to run them.
#include "experiments/protocol.hpp"

#include <algorithm>
#include <cmath>

#include "diagnostics/ess.hpp"
#include "diagnostics/ess_paper.hpp"
#include "diagnostics/order.hpp"
#include "experiments/contestants.hpp"
#include "experiments/peers.hpp"
#include "models/glm.hpp"
#include "models/matrix_design.hpp"
#include "run/memory_draws.hpp"
#include "run/sampler_settings.hpp"
#include "run/select_outputs.hpp"

namespace cggibbs {
namespace {

/// The paper stops there, too.
constexpr std::size_t most_sweeps = 5'000'000;
/// Numbers kept per cell: 400 MB.
constexpr std::size_t most_values = 50'000'000;

class Rounds {
 public:
  Rounds(const Cell& cell, const Lab& lab)
      : lab_(lab), p_(prepare_cell(cell, lab)), plan_(*p_.model), names_(p_.model->output_names()) {
    row_.cell = cell;
    row_.detail = p_.sampler == contestant(cell.sampler).settings.sampler ? "" : p_.sampler;
    selected_ = coordinates_of(names_, lab.limits.coordinates);
    row_.coordinates = selected_.size();
  }

  Row until_enough() {
    std::size_t length = lab_.limits.first;
    while (true) {
      round(length, length, true);
      if (row_.ess_min >= enough_ess) {
        row_.status = Row::Status::done;
        return row_;
      }
      const auto per_sweep = whole_cost_ / static_cast<double>(std::max<std::size_t>(row_.all_sweeps, 1));
      const double room = std::min(static_cast<double>(most_sweeps), limit_ / per_sweep);
      const std::size_t factor = growth(row_.ess_min, room / static_cast<double>(2 * length));
      row_.status = Row::Status::censored;
      if (lab_.interrupt || cut_ || factor < 2) return row_;
      length *= factor;
    }
  }

  Row sweeps(std::size_t count) {
    limit_ *= 2;  // there is one round only
    round(0, count, false);
    row_.status = cut_ ? Row::Status::censored : Row::Status::done;
    return row_;
  }

 private:
  void round(std::size_t warmup, std::size_t draws, bool with_ess) {
    FitSettings s = p_.settings;
    s.chain.warmup = warmup;
    while (draws / s.chain.thin * selected_.size() > most_values) s.chain.thin *= 2;
    s.draws = draws / s.chain.thin;
    cut_ = false;
    s.enough = [this](const Chain& c) {
      if (cost(c.warmup_work()) + cost(c.sampling_work()) > limit_) cut_ = true;
      return cut_;
    };
    std::vector<std::string> names;
    for (std::size_t i : selected_) names.push_back(names_[i]);
    MemoryDraws kept(std::move(names), selected_, 1, 0);
    const RunResult r = run(*p_.model, plan_, s, kept, lab_.interrupt);
    row_.all_sweeps = r.sweeps;
    row_.draws = r.draws;
    row_.thin = s.chain.thin;
    row_.warmup_seconds = r.warmup_seconds;
    row_.seconds = r.sampling_seconds;
    row_.cost = cost(r.sampling_work);
    whole_cost_ = cost(r.warmup_work) + row_.cost;
    if (!with_ess) return;
    std::vector<std::span<const double>> values;
    for (std::size_t k = 0; k < selected_.size(); ++k) values.push_back(kept.values(0, k));
    measure_ess(values, row_);
  }

  const Lab& lab_;
  double limit_ = lab_.limits.cost;
  Prepared p_;
  Plan plan_;
  std::vector<std::string> names_;
  std::vector<std::size_t> selected_;
  Row row_;
  double whole_cost_ = 0;
  bool cut_ = false;  ///< the last round, by the limit
};

void range(const std::vector<double>& v, double& least, double& middle) {
  least = v.empty() ? nan : *std::min_element(v.begin(), v.end());
  middle = median_of(v);
}

}  // namespace

Prepared prepare_cell(const Cell& cell, const Lab& lab) {
  const Contestant& by = contestant(cell.sampler);
  GlmSettings glm;
  glm.family = Family::bernoulli;
  glm.prior = parse_prior_table(cell.prior == "normal" ? "normal(0,10)" : cell.prior, "prior");
  glm.paper_defaults = true;
  glm.merge_rows = by.any_form;
  glm.decorrelate = by.any_form ? Decorrelate::automatic : Decorrelate::off;
  FitSettings s;
  s.chain.gibbs = gibbs_settings(by.settings);
  s.chain.seed = named_seed(lab.seed, cell.key());
  s.chain.warmup = lab.limits.first;
  s.draws = lab.limits.first;
  s.chains = 1;
  s.threads = 1;
  Prepared p = prepare(build_glm(glm, matrix_design(lab.data.of(cell, lab.seed), Family::bernoulli, true)),
                       std::move(s), by.settings.sampler);
  settle(p, [&] { return !lab.interrupt; });
  return p;
}

std::vector<std::size_t> coordinates_of(const std::vector<std::string>& names, std::size_t most) {
  const auto all = select_outputs(names, {"Intercept", "x*"});
  const std::size_t count = std::min(most, all.size());
  std::vector<std::size_t> some;
  for (std::size_t k = 0; k < count; ++k) some.push_back(all[k * all.size() / count]);
  return some;
}

std::size_t growth(double ess_min, double most) {
  std::size_t factor = 2;
  while (factor < 16 && static_cast<double>(factor) * ess_min < enough_ess) factor *= 2;
  while (factor > 1 && static_cast<double>(factor) > most) factor /= 2;
  return factor;
}

void measure_ess(std::span<const std::span<const double>> coordinates, Row& row) {
  std::vector<double> all_lags, paper;
  for (const auto values : coordinates) {
    const std::span<const double> one[] = {values};
    const auto squares = map_draws(one, [](double v) { return v * v; });
    for (const Chains x : {Chains(one), Chains(squares)}) {
      if (const double e = ess_bulk(x); !std::isnan(e)) all_lags.push_back(e);
      if (const double e = ess_paper(x); !std::isnan(e)) paper.push_back(e);
    }
  }
  range(all_lags, row.ess_min, row.ess_median);
  range(paper, row.ess_paper_min, row.ess_paper_median);
}

Rows run_cell(const Cell& cell, const Lab& lab) {
  const bool ours = *contestant(cell.sampler).peer == '\0';
  Row row;
  if (!ours)
    row = run_peer(cell, lab);
  else if (cell.sweeps > 0)
    row = Rounds(cell, lab).sweeps(cell.sweeps);
  else
    row = Rounds(cell, lab).until_enough();
  row.stand_in = lab.data.is_stand_in(cell.data);
  return {row};
}

}  // namespace cggibbs
