// Pictures of compute graphs: laid out by Graphviz where it is installed.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace cggibbs {

/// Before anything is done: the name must end in .svg, .png, .pdf or .dot, be writable, and be none of the inputs.
void check_graph_file(const std::string& file, const std::vector<std::filesystem::path>& inputs);

/// The picture that `dot` describes, as the ending of the name says; .dot is the description itself. The file is complete or as it was.
void write_graph_file(const std::string& file, const std::string& dot);

}  // namespace cggibbs
