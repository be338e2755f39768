// run.json: what was run, on what, and how it went.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "run/fit.hpp"

namespace cggibbs {

/// What the front end wants to be recorded.
nlohmann::json problem_record(const Problem& problem);

nlohmann::json run_record(const FitResult& result, const FitSettings& settings,
                          const nlohmann::json& configuration, const std::string& data_file,
                          const std::vector<std::string>& warnings);

/// As written to files: whatever names are in it, this does not fail.
std::string record_text(const nlohmann::json& record);

}  // namespace cggibbs
