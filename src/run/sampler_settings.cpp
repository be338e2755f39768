// Checking what is said about samplers.
#include "run/sampler_settings.hpp"

#include <fmt/format.h>

#include <cggibbs/error.hpp>

#include "base/settings_text.hpp"
#include "samplers/choose/factory.hpp"

namespace cggibbs {
namespace {

void check_positive(const char* name, double value, double most) {
  if (!(value > 0) || !(value < most))
    throw Error(fmt::format("`{}={}` must be a positive number."_settings, name, value));
}

/// The sampler's name may have a metric in it.
MetricKind metric_of(const SampleSettings& s, const std::optional<MetricKind>& named) {
  if (s.metric.empty()) return named.value_or(MetricKind::diag);
  const MetricKind given = parse_metric(s.metric);
  if (named && given != *named)
    throw Error(fmt::format("`sampler={}` and `metric={}` name two metrics. Leave one out."_settings,
                            s.sampler, s.metric));
  return given;
}

HamiltonianSettings hamiltonian_settings(const SampleSettings& s, MetricKind metric) {
  HamiltonianSettings h;
  h.metric = metric;
  if (!(s.target_accept > 0 && s.target_accept < 1))
    throw Error(fmt::format("`target_accept={}` must lie between 0 and 1."_settings, s.target_accept));
  h.target_accept = s.target_accept;
  if (s.max_depth < 1 || s.max_depth > 20)
    throw Error(fmt::format("`max_depth={}` is out of range: it must be 1 to 20."_settings, s.max_depth));
  h.max_depth = s.max_depth;
  check_positive("integration_time", s.integration_time, 1e6);
  h.integration_time = s.integration_time;
  return h;
}

SliceKind slice_kind(SampleSettings::Slice s) {
  switch (s) {
    case SampleSettings::Slice::stepping:
      return SliceKind::stepping;
    case SampleSettings::Slice::doubling:
      return SliceKind::doubling;
  }
  return {};
}

Scan scan_order(SampleSettings::Scan s) {
  switch (s) {
    case SampleSettings::Scan::dugs:
      return Scan::dugs;
    case SampleSettings::Scan::rsgs:
      return Scan::rsgs;
    case SampleSettings::Scan::rpgs:
      return Scan::rpgs;
  }
  return {};
}

}  // namespace

GibbsSettings gibbs_settings(const SampleSettings& s) {
  GibbsSettings g;
  const auto named = set_sampler(s.sampler, g);
  g.assigned = parse_assigned(s.block);
  g.hamiltonian = hamiltonian_settings(s, metric_of(s, named));
  g.slice.kind = slice_kind(s.slice);
  check_positive("width", s.width, 1e100);
  g.width = s.width;
  g.adapt = s.adapt;
  g.scan = scan_order(s.scan);
  g.naive = s.naive;
  return g;
}

}  // namespace cggibbs
