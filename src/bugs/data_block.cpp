// Running the data block in order: every relation finds what it reads known.
#include "bugs/data_block.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/streams.hpp"
#include "bugs/deterministic.hpp"
#include "bugs/draw.hpp"

namespace cggibbs::bugs {
namespace {

class DataBlock {
 public:
  DataBlock(const Evaluator& evaluator, std::vector<Placed> placed, std::uint64_t seed)
      : evaluator_(evaluator), placed_(std::move(placed)), rng_(make_rng(seed, Purpose::data, 0)) {}

  void run() {
    std::vector<std::uint32_t> all;
    for (std::uint32_t i = 0; i < placed_.size(); ++i) all.push_back(i);
    for (const auto& part : order_components(placed_, all, false)) {
      if (part.needs_itself)
        for (const auto& step : order_rows(evaluator_, placed_, part, false)) make(step.relation, step.rows);
      else
        for (const auto r : part.relations) make(r, all_rows(placed_[r].space->rows));
    }
  }

 private:
  void make(std::uint32_t r, const Places& rows) {
    Placed& p = placed_[r];
    if (rows.empty() || p.computed) return;
    if (!p.relation->stochastic)
      compute(evaluator_, p, rows);
    else
      for_even_rows(rows, [&](const Places& even) { draw(evaluator_, p, even, rng_); });
  }

  const Evaluator& evaluator_;
  std::vector<Placed> placed_;
  Rng rng_;
};

}  // namespace

NamedArrays with_data_block(const Source& source, const Program& program, const NamedArrays& data,
                            std::uint64_t seed) {
  if (program.data.relations.empty()) return data;
  Variables variables(data);
  auto placed = place_relations(source, program.data, {}, variables);
  const Evaluator evaluator(source, variables);
  or_undefined(evaluator, [&] { DataBlock(evaluator, std::move(placed), seed).run(); });
  NamedArrays out = data;
  for (const auto& [name, v] : variables)
    if (!v.relations.empty()) out.set(name, {v.shape, v.numbers});
  return out;
}

}  // namespace cggibbs::bugs
