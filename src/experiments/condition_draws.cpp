// A chain of auto, whole.
#include "experiments/condition_draws.hpp"

#include "experiments/protocol.hpp"
#include "run/memory_draws.hpp"

namespace cggibbs {

ConditionDraws draw_for_condition(const Cell& cell, const Lab& lab, std::size_t count) {
  Cell by_auto = cell;
  by_auto.sampler = "auto";
  const Prepared p = prepare_cell(by_auto, lab);
  const auto names = p.model->output_names();
  const auto selected = coordinates_of(names, names.size());
  MemoryDraws kept(std::vector<std::string>(selected.size()), selected, 1, 0);
  FitSettings s = p.settings;
  s.chain.warmup = 200;
  s.draws = count;
  const RunResult r = run(*p.model, Plan(*p.model), s, kept, lab.interrupt);
  ConditionDraws out{r.draws, selected.size(), {}};
  for (std::size_t k = 0; k < selected.size(); ++k) {
    const auto values = kept.values(0, k);
    out.values.insert(out.values.end(), values.begin(), values.end());
  }
  return out;
}

}  // namespace cggibbs
