// Rows of numbers in loops of their distribution, rows of events one by one.
#include "graph/factor.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>

#include "distributions/event.hpp"

namespace cggibbs {
namespace {

const double* weights_of(const Factor& factor) {
  return factor.weights.empty() ? nullptr : factor.weights.data();
}

/// The arguments of event i.
void event_views(const Model& model, const double* values, const Factor& factor, std::size_t i,
                 std::span<const double>* views) {
  for (std::size_t k = 0; k < factor.args.size(); ++k) {
    const std::size_t each = factor.event[k];
    const bool shared = model.node(factor.args[k]).size == each;
    views[k] = {model.values(values).of(factor.args[k]) + (shared ? 0 : i * each), each};
  }
}

double sum_events(const Model& model, const double* values, const Factor& factor, const RowSet& rows) {
  std::span<const double> a[max_arguments];
  double total = 0;
  for (std::size_t t = 0; t < rows.count; ++t) {
    const double w = factor.weights.empty() ? 1 : factor.weights[rows[t]];
    if (w == 0) continue;  // drops its row even where the density is zero
    event_views(model, values, factor, rows[t], a);
    total += w * factor.distribution->event->log_density(a);
  }
  return total;
}

/// The terms beside the location are known without a pass over the rows.
bool knows_beside(const Factor& factor, const ArgView* a) {
  if (!factor.beside.known) return false;
  for (std::size_t k = 1; k < factor.args.size(); ++k)
    if (!factor.distribution->beside.reads[k] && static_cast<int>(k) != factor.distribution->location &&
        !is_scalar(a[k]))
      return false;
  return true;
}

/// From the location part, where that keeps enough digits: counts of millions give two large numbers that cancel.
std::optional<double> complete(const Factor& factor, const ArgView* a, double location_part) {
  const double beside = factor.distribution->beside.sum(factor.beside.weight, factor.beside.t.data(), a);
  const double total = location_part + beside;
  if (std::isfinite(total) && std::abs(beside) <= 1e4 * (1 + std::abs(total))) return total;
  return {};
}

double sum_rows(const Factor& factor, const ArgView* a) {
  const Distribution& d = *factor.distribution;
  if (knows_beside(factor, a))
    if (const auto total = complete(factor, a, d.sum_location_part(factor.size, a, weights_of(factor))))
      return *total;
  return d.sum(factor.size, a, weights_of(factor));
}

}  // namespace

void factor_views(const Model& model, const double* values, const Factor& factor, ArgView* views) {
  for (std::size_t k = 0; k < factor.args.size(); ++k) views[k] = model.values(values).view(factor.args[k]);
}

double factor_log_density_by_rows(const Model& model, const double* values, const Factor& factor) {
  if (!factor.event.empty()) return sum_events(model, values, factor, {nullptr, 0, factor.size});
  ArgView a[max_arguments];
  factor_views(model, values, factor, a);
  return factor.distribution->sum(factor.size, a, weights_of(factor)) + factor.constant;
}

double factor_log_density(const Model& model, const double* values, const Factor& factor) {
  if (!factor.event.empty()) return sum_events(model, values, factor, {nullptr, 0, factor.size});
  ArgView a[max_arguments];
  factor_views(model, values, factor, a);
  return sum_rows(factor, a) + factor.constant;
}

double factor_log_density(const Model& model, const double* values, const Factor& factor,
                          double location_part) {
  if (factor.beside.known) {
    ArgView a[max_arguments];
    factor_views(model, values, factor, a);
    if (knows_beside(factor, a))
      if (const auto total = complete(factor, a, location_part)) return *total + factor.constant;
  }
  return factor_log_density_by_rows(model, values, factor);
}

BesideSums find_beside_sums(const std::vector<Node>& nodes, const Factor& factor) {
  BesideSums out;
  const Distribution& d = *factor.distribution;
  if (!factor.event.empty() || !d.beside.sum) return out;
  const DataNode* read[max_arguments] = {};
  for (std::size_t k = 0; k < factor.args.size(); ++k) {
    if (!d.beside.reads[k]) continue;
    read[k] = nodes[factor.args[k]].as<DataNode>();
    if (!read[k]) return out;
  }
  DoubleDouble sums[beside_sums] = {};
  double row[max_arguments] = {};
  for (std::size_t i = 0; i < factor.size; ++i) {
    const double w = factor.weights.empty() ? 1 : factor.weights[i];
    out.weight += w;
    if (w == 0) continue;  // drops its row even where the density is zero
    for (std::size_t k = 0; k < factor.args.size(); ++k)
      if (read[k]) row[k] = read[k]->values[read[k]->values.size() == 1 ? 0 : i];
    d.beside.add(row, w, sums);
  }
  for (int k = 0; k < beside_sums; ++k) out.t[k] = sums[k].value();
  out.known = true;
  return out;
}

double factor_location_part(const Model& model, const double* values, const Factor& factor) {
  if (!factor.event.empty()) return 0;  // nothing asks for it
  ArgView a[max_arguments];
  factor_views(model, values, factor, a);
  return factor.distribution->sum_location_part(factor.size, a, weights_of(factor));
}

double row_log_density(const Model& model, const double* values, const Factor& factor, std::size_t i) {
  if (!factor.event.empty()) {
    std::span<const double> a[max_arguments];
    event_views(model, values, factor, i, a);
    return factor.distribution->event->log_density(a);
  }
  double x[max_arguments];
  for (std::size_t k = 0; k < factor.args.size(); ++k) x[k] = model.values(values).view(factor.args[k])[i];
  return factor.distribution->log_density(x);
}

std::string row_in_words(const Model& model, const double* values, const Factor& factor, std::size_t i) {
  std::vector<std::string> parts;
  for (std::size_t k = 0; k < factor.args.size(); ++k) {
    const auto name = factor.distribution->arguments[k];
    if (factor.event.empty()) {
      parts.push_back(fmt::format("{} = {:.6g}", name, model.values(values).view(factor.args[k])[i]));
      continue;
    }
    std::span<const double> a[max_arguments];
    event_views(model, values, factor, i, a);
    parts.push_back(fmt::format("{} = ({:.6g}{})", name,
                                fmt::join(a[k].first(std::min<std::size_t>(a[k].size(), 9)), ", "),
                                a[k].size() > 9 ? ", ..." : ""));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

double add_factor_slopes(const Model& model, const double* values, const Factor& factor, double* const* out) {
  const Distribution& d = *factor.distribution;
  if (!factor.event.empty()) {
    std::span<const double> a[max_arguments];
    double* to[max_arguments];
    double total = 0;
    for (std::size_t i = 0; i < factor.size; ++i) {
      const double w = factor.weights.empty() ? 1 : factor.weights[i];
      if (w == 0) continue;
      event_views(model, values, factor, i, a);
      for (std::size_t k = 0; k < factor.args.size(); ++k)
        to[k] =
            out[k] == nullptr ? nullptr : out[k] + (a[k].data() - model.values(values).of(factor.args[k]));
      total += w * d.event->log_density(a);
      d.event->add_slopes(a, w, to);
    }
    return total;
  }
  ArgView a[max_arguments];
  factor_views(model, values, factor, a);
  const auto moving = std::count_if(out, out + factor.args.size(), [](double* x) { return x != nullptr; });
  if (moving == 1 && out[d.location] != nullptr)
    return d.add_location_slope(factor.size, a, weights_of(factor), out[d.location]);
  return d.add_slopes(factor.size, a, weights_of(factor), out);
}

void factor_stats(const Model& model, const double* values, const Factor& factor, DoubleDouble* t) {
  ArgView a[max_arguments];
  factor_views(model, values, factor, a);
  // Every addition waits for the one before it: rows take turns in several sums.
  constexpr std::size_t turns = 4;
  DoubleDouble sums[turns][max_stats];
  double elements[max_arguments];
  for (std::size_t i = 0; i < factor.size; ++i) {
    for (int k = 0; k < factor.distribution->stats_elements; ++k) elements[k] = a[k][i];
    factor.distribution->stats(elements, sums[i % turns]);
  }
  for (int s = 0; s < max_stats; ++s) {
    t[s] = sums[0][s];
    for (std::size_t turn = 1; turn < turns; ++turn) t[s] += sums[turn][s];
  }
}

double FactorRows::sum(const Model& model, const double* values, const Factor& factor, const RowSet& rows,
                       bool location) {
  if (!factor.event.empty()) return sum_events(model, values, factor, rows);
  const auto sum = location ? factor.distribution->sum_location_part : factor.distribution->sum;
  ArgView a[max_arguments];
  factor_views(model, values, factor, a);
  const double* weights = weights_of(factor);
  if (!rows.list && rows.count == factor.size && !location) return sum_rows(factor, a) + factor.constant;
  if (!rows.list) {
    for (std::size_t k = 0; k < factor.args.size(); ++k) a[k].data += rows.first * a[k].stride;
    return sum(rows.count, a, weights ? weights + rows.first : nullptr);
  }
  double total = 0;
  double* w = buffers_.data() + max_arguments * block;
  for (std::size_t start = 0; start < rows.count; start += block) {
    const std::size_t n = std::min(block, rows.count - start);
    ArgView b[max_arguments];
    for (std::size_t k = 0; k < factor.args.size(); ++k) {
      b[k] = a[k];
      if (a[k].stride == 0) continue;
      double* buffer = buffers_.data() + k * block;
      for (std::size_t t = 0; t < n; ++t) buffer[t] = a[k].data[rows.list[start + t]];
      b[k].data = buffer;
    }
    if (weights)
      for (std::size_t t = 0; t < n; ++t) w[t] = weights[rows.list[start + t]];
    total += sum(n, b, weights ? w : nullptr);
  }
  return total;
}

}  // namespace cggibbs
