// Choosing where draws go, then the files that a run leaves.
#include "run/fit.hpp"

#include <algorithm>
#include <cggibbs/error.hpp>
#include <chrono>

#include "io/table/summary_csv.hpp"
#include "run/bill.hpp"
#include "run/output_folder.hpp"
#include "run/select_outputs.hpp"

namespace cggibbs {
namespace {

std::unique_ptr<DrawEnd> make_end(const Model& model, const FitSettings& s, OutputFolder* folder) {
  const auto all = model.output_names();
  auto selected = select_outputs(all, s.save);
  std::vector<std::string> names;
  for (std::size_t i : selected) names.push_back(all[i]);
  return s.format->make(s, folder, std::move(names), std::move(selected));
}

SummaryCsvRow row(const std::string& name, const Summary& s, double factor) {
  return {name,           factor * s.mean, factor * s.median, factor * s.sd, factor * s.mad, factor * s.q5,
          factor * s.q95, s.rhat,          s.ess_bulk,        s.ess_tail,    factor * s.low, factor * s.high};
}

void write_summaries(OutputFolder& folder, const std::vector<Rescaled>& original, double interval,
                     FitResult& r) {
  write_summary_csv(
      folder.staged("summary.csv"), r.names.size(),
      [&](std::size_t i) { return row(r.names[i], r.summaries[i], 1); }, interval);
  r.files.push_back(folder.path() / "summary.csv");
  if (original.empty()) return;
  std::vector<std::pair<const Rescaled*, const Summary*>> saved;
  for (const auto& o : original) {
    const auto found = std::find(r.names.begin(), r.names.end(), o.column);
    if (found != r.names.end())
      saved.emplace_back(&o, &r.summaries[static_cast<std::size_t>(found - r.names.begin())]);
  }
  write_summary_csv(
      folder.staged("summary-original.csv"), saved.size(),
      [&](std::size_t i) {
        const auto& [o, summary] = saved[i];
        return row(o->name, *summary, o->factor);
      },
      interval);
  r.files.push_back(folder.path() / "summary-original.csv");
}

/// What goes wrong here must not take the summaries with it.
void write_files(DrawEnd& end, OutputFolder* folder, const std::vector<Rescaled>& original, double interval,
                 FitResult& r) {
  try {
    r.files = end.finish(r.seconds);
    if (folder) write_summaries(*folder, original, interval, r);
  } catch (const Error& e) {
    r.trouble = e.marked();
  }
}

}  // namespace

FitResult fit(const Model& model, const FitSettings& s, OutputFolder* folder,
              const std::vector<Rescaled>& original, const std::atomic<bool>& interrupt,
              const RunCallbacks& callbacks) {
  const auto begin = std::chrono::steady_clock::now();
  if (s.check_resources) check_bill(make_bill(model, s), s);
  const auto end = make_end(model, s, folder);
  RunResult done = run(model, Plan(model), s, *end, interrupt, callbacks);
  if (done.draws == 0) {  // interrupted in warmup: nothing to write or to say
    end->discard();
    if (!done.trouble.empty()) throw Error(done.trouble);
    FitResult nothing;
    static_cast<RunResult&>(nothing) = std::move(done);
    nothing.names = end->names();
    return nothing;
  }
  FitResult r = summarize_run(std::move(done), *end, s);
  if (r.trouble.empty()) write_files(*end, folder, original, s.interval, r);
  r.wall_seconds =
      s.seconds_before + std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return r;
}

}  // namespace cggibbs
