// Feeding online summaries.
#include "run/online_draws.hpp"

#include <algorithm>

#include "base/settings_text.hpp"
#include "run/bill.hpp"
#include "run/parallel.hpp"

namespace cggibbs {

OnlineDraws::OnlineDraws(std::vector<std::string> names, std::vector<std::size_t> selected,
                         std::size_t chains)
    : names_(std::move(names)), selected_(std::move(selected)), chains_(chains) {
  for (auto& c : chains_) c.resize(names_.size());  // no copies: these are kilobytes per quantity
}

void OnlineDraws::append(std::size_t chain, const Draw& draw) {
  if (draw.warmup) return;
  for (std::size_t k = 0; k < selected_.size(); ++k) chains_[chain][k].add(draw.values[selected_[k]]);
}

std::size_t OnlineDraws::draws() const {
  if (names_.empty()) return 0;
  std::uint64_t least = chains_.front()[0].draws();
  for (const auto& c : chains_) least = std::min<std::uint64_t>(least, c[0].draws());
  return static_cast<std::size_t>(least);
}

void OnlineDraws::for_each_quantity(int threads, std::size_t step, const Use& use) const {
  parallel_for((names_.size() + step - 1) / step, threads, [&](std::size_t i) {
    std::vector<OnlineSummary> chains;
    for (const auto& c : chains_) chains.push_back(c[i * step]);
    use(i * step, Quantity(chains));
  });
}

double OnlineDraws::rank_error() const {
  return draws() > TimeSketch::exact_draws ? sketch_error(chains_.size()) : 0;
}

constexpr DrawFormat draws_online{
    .keeps_draws = false,
    .less = "`chains`, or `save=NAMES` to keep fewer parameters"_settings,
    .make = [](const FitSettings& s, OutputFolder*, std::vector<std::string> names,
               std::vector<std::size_t> selected) -> std::unique_ptr<DrawEnd> {
      return std::make_unique<OnlineDraws>(std::move(names), std::move(selected), s.chains);
    },
    .charge =
        [](const FitSettings& s, double quantities, Bill& bill) {
          bill.chain_bytes += static_cast<double>(s.chains) * quantities * sizeof(OnlineSummary);
        }};

}  // namespace cggibbs
