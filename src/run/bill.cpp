// Estimating and checking resources.
#include "run/bill.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cggibbs/error.hpp>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "base/address_space.hpp"
#include "base/settings_text.hpp"
#include "io/file/posix_file.hpp"
#include "run/select_outputs.hpp"
#include "samplers/choose/factory.hpp"

namespace cggibbs {
namespace fs = std::filesystem;
namespace {

/// Names, summaries and effective sample sizes of one output.
constexpr double output_bytes = 400;

double free_disk(const fs::path& directory) {
  std::error_code error;
  // The directory may not exist yet: its nearest existing parent has the same disk.
  fs::path at = fs::absolute(directory, error);
  while (!at.empty() && !fs::exists(at, error) && at != at.root_path()) at = at.parent_path();
  const auto space = fs::space(at, error);
  return error ? std::numeric_limits<double>::infinity() : static_cast<double>(space.available);
}

}  // namespace

double available_memory() {
  std::ifstream file("/proc/meminfo");
  std::string key;
  double kib = 0;
  std::string unit;
  while (file >> key >> kib >> unit)
    if (key == "MemAvailable:") return std::min(1024 * kib, free_address_space());
  return free_address_space();
}

Bill make_bill(const Model& model, const FitSettings& s) {
  const auto chains = static_cast<double>(s.chains);
  const auto columns = static_cast<double>(select_outputs(model.output_names(), s.save).size());
  Bill bill;
  bill.model_bytes = static_cast<double>(model.bytes()) + output_bytes * columns;
  // Twice the values (current and proposed), widths and steps of each coordinate.
  const double per_chain = 16.0 * static_cast<double>(model.state_size()) +
                           40.0 * static_cast<double>(model.n_coordinates()) +
                           block_bytes(model, s.chain.gibbs);
  bill.chain_bytes = chains * per_chain;
  s.format->charge(s, columns, bill);
  return bill;
}

void check_bill(const Bill& bill, const FitSettings& s) {
  if (s.max_memory > 0 && bill.memory() > s.max_memory)
    throw Error(fmt::format(
        "the run needs {} of memory, more than `max_memory` allows ({}). Allow more, or use fewer `chains`."_settings,
        bytes_text(bill.memory()), bytes_text(s.max_memory)));
  if (const double free = available_memory(); bill.memory() > free)
    throw Error(fmt::format(
        "the run needs {} of memory but {} are available. Use fewer {}{}.", bytes_text(bill.memory()),
        bytes_text(free), s.format->less,
        s.chain.gibbs.hamiltonian.metric == MetricKind::dense ? ", or `metric=low_rank`"_settings : ""));
  if (bill.disk() == 0) return;
  const fs::path where = s.output.empty() ? scratch_directory() : s.output;
  if (const double free = free_disk(where); bill.disk() > free)
    throw Error(
        fmt::format("the draws need {} on disk but {} has {} free. Use `thin`, `save=NAMES` or "_settings
                    "`summary_only`, or another "_settings
                    "`output` directory."_settings,
                    bytes_text(bill.disk()), where.string(), bytes_text(free)));
}

std::string bytes_text(double bytes) {
  if (bytes < 1e3) return fmt::format("{:.0f} B", bytes);
  if (bytes < 1e6) return fmt::format("{:.0f} kB", bytes / 1e3);
  if (bytes < 1e9) return fmt::format("{:.1f} MB", bytes / 1e6);
  return fmt::format("{:.1f} GB", bytes / 1e9);
}

}  // namespace cggibbs
