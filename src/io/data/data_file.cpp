// Choosing the reader of a data file.
#include "io/data/data_file.hpp"

#include <algorithm>
#include <filesystem>

#include "io/data/data_csv.hpp"
#include "io/data/data_json.hpp"
#include "io/data/r_dump.hpp"
#include "io/file/memory_limit.hpp"
#include "io/file/text_file.hpp"

namespace cggibbs {

DataFile read_data_file(const std::string& path) {
  std::string ending = std::filesystem::path(path).extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  if (ending == ".csv" || ending == ".tsv" || ending == ".tab") return read_data_csv(path);
  const std::string text = read_text_file(path);
  const MemoryBudget budget(0, static_cast<double>(text.size()));
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  const bool json = ending == ".json" || (first != std::string::npos && text[first] == '{');
  return json ? parse_data_json(text, path) : parse_r_dump(text, path);
}

}  // namespace cggibbs
