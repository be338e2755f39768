// Pairs of witnesses, quantity by quantity, and a vote.
#include "run/dispute.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "run/parallel.hpp"

namespace cggibbs {
namespace {

struct Pair {
  std::size_t a, b;
  std::vector<std::pair<std::size_t, std::size_t>> shared;  ///< positions of quantities that both have
};

std::vector<Pair> all_pairs(const std::vector<Witness>& witnesses) {
  std::vector<Pair> pairs;
  for (std::size_t b = 0; b < witnesses.size(); ++b) {
    std::map<std::string, std::size_t> at;
    for (std::size_t k = 0; k < witnesses[b].quantities.size(); ++k) at[witnesses[b].quantities[k]] = k;
    for (std::size_t a = 0; a < b; ++a) {
      Pair pair{a, b, {}};
      for (std::size_t k = 0; k < witnesses[a].quantities.size(); ++k)
        if (const auto found = at.find(witnesses[a].quantities[k]); found != at.end())
          pair.shared.emplace_back(k, found->second);
      pairs.push_back(std::move(pair));
    }
  }
  return pairs;
}

}  // namespace

std::vector<Dispute> find_disputes(const std::vector<Witness>& witnesses, int threads) {
  const std::vector<Pair> pairs = all_pairs(witnesses);
  std::size_t tests = 0;
  for (const auto& p : pairs) tests += p.shared.size();
  std::vector<Dispute> out;
  for (const auto& p : pairs) {
    const Witness &a = witnesses[p.a], &b = witnesses[p.b];
    std::vector<Contrast> found(p.shared.size());
    parallel_for(found.size(), threads, [&](std::size_t i) {
      found[i] =
          contrast(a.draws(p.shared[i].first), b.draws(p.shared[i].second), {a.least_ess, b.least_ess});
    });
    const auto worst = std::min_element(found.begin(), found.end(),
                                        [](const Contrast& x, const Contrast& y) { return x.p < y.p; });
    if (worst == found.end() || !(worst->p * static_cast<double>(tests) < false_alarms)) continue;
    const std::size_t k = p.shared[static_cast<std::size_t>(worst - found.begin())].first;
    out.push_back({p.a, p.b, a.sampler, b.sampler, a.quantities[k], *worst});
  }
  return out;
}

std::vector<bool> disbelieved(std::size_t witnesses, const std::vector<Dispute>& disputes) {
  std::vector<bool> out(witnesses, false);
  for (const auto& d : disputes) {
    if (d.sampler_a == "slice") out[d.b] = true;
    if (d.sampler_b == "slice") out[d.a] = true;
  }
  const auto open = [&](const Dispute& d) { return !out[d.a] && !out[d.b]; };
  for (;;) {
    std::vector<std::size_t> against(witnesses, 0);
    for (const auto& d : disputes)
      if (open(d)) ++against[d.a], ++against[d.b];
    std::optional<std::size_t> guilty;
    for (std::size_t i = 0; i < witnesses && !guilty; ++i) {
      bool most = against[i] >= 2;
      for (const auto& d : disputes)
        if (open(d) && (d.a == i || d.b == i)) most = most && against[i] > against[d.a == i ? d.b : d.a];
      if (most) guilty = i;
    }
    if (!guilty) return out;
    out[*guilty] = true;
  }
}

std::string in_words(const Dispute& d) {
  const Contrast& c = d.contrast;
  return fmt::format("{} has {} {:.4g} +- {:.2g} by {} and {:.4g} +- {:.2g} by {}", d.quantity, c.what, c.a,
                     c.error_a, d.sampler_a, c.b, c.error_b, d.sampler_b);
}

nlohmann::json dispute_record(const Dispute& d) {
  const Contrast& c = d.contrast;
  const auto side = [](const std::string& sampler, double value, double error) {
    return nlohmann::json{{"sampler", sampler}, {"value", value}, {"error", error}};
  };
  return {{"quantity", d.quantity},
          {"what", c.what},
          {"a", side(d.sampler_a, c.a, c.error_a)},
          {"b", side(d.sampler_b, c.b, c.error_b)},
          {"p", c.p}};
}

}  // namespace cggibbs
