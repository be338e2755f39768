// Columns that double their room.
#include "run/memory_draws.hpp"

#include <algorithm>
#include <numeric>

#include "base/settings_text.hpp"
#include "run/bill.hpp"
#include "run/parallel.hpp"

namespace cggibbs {

MemoryDraws::MemoryDraws(std::vector<std::string> names, std::vector<std::size_t> selected,
                         std::size_t chains, std::size_t room)
    : names_(std::move(names)), selected_(std::move(selected)), chains_(chains) {
  for (auto& c : chains_) make_room(c, room);
}

void MemoryDraws::make_room(PerChain& c, std::size_t room) const {
  std::vector<double> values(selected_.size() * room);
  const std::size_t draws = c.log_density.size();
  for (std::size_t k = 0; k < selected_.size(); ++k)
    std::copy_n(c.values.begin() + static_cast<std::ptrdiff_t>(k * c.room), draws,
                values.begin() + static_cast<std::ptrdiff_t>(k * room));
  c.values = std::move(values);
  c.room = room;
  c.log_density.reserve(room);
  c.seconds.reserve(room);
}

void MemoryDraws::append(std::size_t chain, const Draw& draw) {
  if (draw.warmup) return;
  PerChain& c = chains_[chain];
  const std::size_t at = c.log_density.size();
  if (at == c.room) make_room(c, std::max<std::size_t>(2 * c.room, 1024));
  for (std::size_t k = 0; k < selected_.size(); ++k) c.values[k * c.room + at] = draw.values[selected_[k]];
  c.log_density.push_back(draw.log_density);
  c.seconds.push_back(draw.seconds);
}

std::size_t MemoryDraws::draws() const {
  std::size_t least = chains_.front().log_density.size();
  for (const auto& c : chains_) least = std::min(least, c.log_density.size());
  return least;
}

std::span<const double> MemoryDraws::values(std::size_t chain, std::size_t quantity) const {
  const PerChain& c = chains_[chain];
  return std::span<const double>(c.values).subspan(quantity * c.room, draws());
}

void MemoryDraws::for_each_quantity(int threads, std::size_t step, const Use& use) const {
  parallel_for((names_.size() + step - 1) / step, threads, [&](std::size_t i) {
    std::vector<std::span<const double>> x;
    for (std::size_t c = 0; c < chains_.size(); ++c) x.push_back(values(c, i * step));
    use(i * step, Quantity(x));
  });
}

std::vector<std::size_t> all_outputs(std::size_t count) {
  std::vector<std::size_t> all(count);
  std::iota(all.begin(), all.end(), std::size_t{0});
  return all;
}

constexpr DrawFormat draws_in_memory{
    .keeps_draws = true,
    .less = "`chains` or `draws`, or hide() parameters that are not wanted"_settings,
    .make = [](const FitSettings& s, OutputFolder*, std::vector<std::string> names,
               std::vector<std::size_t> selected) -> std::unique_ptr<DrawEnd> {
      return std::make_unique<MemoryDraws>(std::move(names), std::move(selected), s.chains, s.draws);
    },
    .charge =
        [](const FitSettings& s, double quantities, Bill& bill) {
          // Each draw with its log density, and the time at which it was made.
          bill.chain_bytes +=
              static_cast<double>(s.chains) * 8 * (quantities + 2) * static_cast<double>(s.draws);
        }};

}  // namespace cggibbs
