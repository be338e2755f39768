// Graphviz's own program draws: linked, its libraries would take 10 ms and several megabytes of every start of ours.
#include "cli/graph_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cggibbs/error.hpp>

#include "cli/output_file.hpp"
#include "io/file/atomic_file.hpp"
#include "io/file/run_program.hpp"

namespace cggibbs {
namespace {

/// "svg"
std::string kind_of(const std::string& file) {
  std::string kind = std::filesystem::path(file).extension().string();
  std::transform(kind.begin(), kind.end(), kind.begin(), [](unsigned char c) { return std::tolower(c); });
  return kind.empty() ? kind : kind.substr(1);
}

}  // namespace

void check_graph_file(const std::string& file, const std::vector<std::filesystem::path>& inputs) {
  const std::string kind = kind_of(file);
  if (kind != "svg" && kind != "png" && kind != "pdf" && kind != "dot")
    throw Error(fmt::format(
        "--plot {}: the name says what kind of picture it is. Use one that ends in .svg, .png, .pdf or .dot.",
        file));
  check_output_files({{"--plot", file, ""}}, inputs);
}

void write_graph_file(const std::string& file, const std::string& dot) {
  const std::string kind = kind_of(file);
  if (kind == "dot") return write_text_atomically(file, dot);
  constexpr double seconds = 60;
  std::vector<std::string> command{"dot", "-T" + kind};
  if (kind == "png") command.emplace_back("-Gdpi=200");
  const auto drawn = run_program(command, dot, seconds);
  if (!drawn)
    throw Error(
        fmt::format("{}: drawing needs Graphviz's program 'dot', which is not there. Install the package "
                    "graphviz, or write a file that ends in .dot and draw it elsewhere.",
                    file));
  if (!drawn->failure.empty() || drawn->output.empty())
    throw Error(fmt::format(
        "{}: Graphviz's program 'dot' did not draw it: {}. A file that ends in .dot has the graph as text.",
        file, drawn->failure.empty() ? "it wrote nothing" : drawn->failure));
  write_text_atomically(file, drawn->output);
}

}  // namespace cggibbs
