// Names and first lines of what runs write.
#include "run/run_files.hpp"

#include <algorithm>
#include <string>

#include "io/file/atomic_file.hpp"
#include "io/file/posix_file.hpp"
#include "io/table/summary_csv.hpp"

namespace cggibbs {
namespace fs = std::filesystem;
namespace {

bool is_numbered(std::string_view name, std::string_view ending) {
  constexpr std::string_view begin = "chain-";
  if (!name.starts_with(begin) || !name.ends_with(ending) || name.size() <= begin.size() + ending.size())
    return false;
  const auto number = name.substr(begin.size(), name.size() - begin.size() - ending.size());
  return std::all_of(number.begin(), number.end(), [](char c) { return c >= '0' && c <= '9'; });
}

std::string head(const fs::path& path) {
  const PosixFile file(path, PosixFile::Mode::read);
  std::string text(std::min<std::uint64_t>(file.size(), 4096), '\0');
  file.read_at(0, text);
  return text;
}

}  // namespace

bool is_chain_file(std::string_view name) {
  return is_numbered(name, ".csv");
}

bool is_run_file(std::string_view name) {
  return name == "summary.csv" || name == "summary-original.csv" || name == "run.json" || is_chain_file(name);
}

bool is_leftover(std::string_view name) {
  constexpr std::string_view partial = ".partial";
  if (!name.ends_with(partial)) return false;
  name.remove_suffix(partial.size());
  return is_run_file(name) || is_numbered(name, ".draws") || is_leftover(name);
}

bool written_by_a_run(const fs::path& path) {
  if (!fs::is_regular_file(fs::symlink_status(path))) return false;
  const std::string text = head(path);
  const std::string name = path.filename().string();
  if (is_chain_file(name))
    return text.starts_with("# stan_version_major") && text.find("\n# written_by = cggibbs ") != text.npos;
  if (name == "run.json")
    return text.starts_with("{\n  \"accept\"") && read_text(path).find("\"cggibbs\": ") != text.npos;
  // Other programs write tables with the same columns.
  return is_summary_csv(text) && written_by_a_run(path.parent_path() / "run.json");
}

}  // namespace cggibbs
