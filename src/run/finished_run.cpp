// Reading run.json.
#include "run/finished_run.hpp"

#include <fmt/format.h>

#include <cggibbs/error.hpp>
#include <nlohmann/json.hpp>

#include "io/file/atomic_file.hpp"
#include "run/parse_json.hpp"
#include "run/run_files.hpp"

namespace cggibbs {

std::optional<FinishedRun> read_finished_run(const std::filesystem::path& folder) {
  const auto path = folder / "run.json";
  if (!written_by_a_run(path)) return std::nullopt;
  try {
    const auto j = parse_json(read_text(path), path.string());
    FinishedRun run;
    run.chains = j.at("chains").get<std::size_t>();
    run.draws = j.at("draws").get<std::size_t>();
    run.warnings = j.at("warnings").get<std::vector<std::string>>();
    return run;
  } catch (const nlohmann::json::exception& e) {
    throw Error(
        fmt::format("{}: is damaged ({}). Remove it, or run the fit again.", path.string(), e.what()));
  }
}

}  // namespace cggibbs
