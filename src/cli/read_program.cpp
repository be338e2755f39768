// Reading a BUGS program, its data and its initial values.
#include "cli/read_program.hpp"

#include <fmt/format.h>

#include <cggibbs/error.hpp>

#include "base/utf8.hpp"
#include "bugs/compile.hpp"
#include "cli/checks.hpp"
#include "io/data/data_file.hpp"
#include "io/file/atomic_file.hpp"

namespace cggibbs {

std::vector<std::string> split_monitors(const std::vector<std::string>& lists) {
  std::vector<std::string> out;
  for (const auto& list : lists) {
    std::string word;
    int depth = 0;
    const auto finish = [&] {
      if (word.empty()) throw Error(fmt::format("--monitor '{}' has an empty name.", list));
      out.push_back(word);
      word.clear();
    };
    for (const char c : list) {
      depth += c == '[' ? 1 : c == ']' ? -1 : 0;
      if (c == ',' && depth == 0)
        finish();
      else if (c != ' ')
        word += c;
    }
    finish();
  }
  return out;
}

Problem read_program(const FitOptions& o, std::uint64_t seed) {
  const std::string& file = o.inputs[0];
  bugs::CompileSettings settings;
  std::vector<std::string> notes;
  const auto read = [&](const std::string& path) {
    DataFile data = read_data_file(path);
    notes.insert(notes.end(), data.notes.begin(), data.notes.end());
    return std::move(data.arrays);
  };
  NamedArrays data;
  for (const auto& path : o.program.data)
    for (const auto& [name, array] : read(path))
      if (!data.add(name, array))
        throw Error(fmt::format("{}: '{}' was given by another data file too.", path, name));
  if (!o.program.inits.empty()) settings.inits = read(o.program.inits);
  settings.seed = seed;
  settings.monitor = split_monitors(o.program.monitor);
  settings.merge_rows = parse_choice(o.merge_rows, {"no", "yes"}, "--merge-rows") == 1;
  Problem problem =
      bugs::compile({std::string(without_byte_order_mark(read_text(file))), to_utf8(file)}, data, settings)
          .problem;
  notes.insert(notes.end(), problem.notes.begin(), problem.notes.end());
  problem.notes = std::move(notes);
  return problem;
}

}  // namespace cggibbs
