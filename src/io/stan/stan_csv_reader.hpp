// Reads Stan CSV files, ours and those of others.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cggibbs {

/// One chain without its warm-up.
struct StanCsv {
  std::string source;  ///< file name for messages
  std::map<std::string, std::string>
      config;                      ///< "key = value" comments, without "(Default)"; the first of a key
  std::vector<std::string> names;  ///< parameters, beta[1,2] for beta.1.2
  std::vector<std::string> sampler_names;  ///< lp__, accept_stat__, ...: names ending with "__"
  std::size_t rows = 0;
  std::size_t warmup_rows = 0;         ///< warm-up draws that were in the file and are not in values
  std::vector<double> values;          ///< column-major, rows by names
  std::vector<double> sampler_values;  ///< column-major, rows by sampler_names
  std::optional<double> warmup_seconds, sampling_seconds;

  std::span<const double> column(std::size_t j) const { return std::span(values).subspan(j * rows, rows); }
  std::span<const double> sampler_column(std::size_t j) const {
    return std::span(sampler_values).subspan(j * rows, rows);
  }
};

/// Whether the first lines of a file are those of draws, not of any other table: comments about method or model, or a
/// column of a sampler (lp__).
bool looks_like_stan_csv(std::string_view start);

/// Comments may be anywhere. Warm-up is what precedes "# Adaptation terminated", or, in files without that
/// line that say save_warmup, the first num_warmup / thin rows. A malformed row is an Error with source:line.
StanCsv parse_stan_csv(std::string_view text, const std::string& source);
StanCsv read_stan_csv(const std::filesystem::path& path);

}  // namespace cggibbs
