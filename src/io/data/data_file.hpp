// Data and initial values of models from the files that BUGS, JAGS, Stan and spreadsheets have.
#pragma once

#include <string>
#include <vector>

#include "base/named_arrays.hpp"

namespace cggibbs {

struct DataFile {
  NamedArrays arrays;
  std::vector<std::string> notes;  ///< how the file was understood, where there was a choice
};

/// By its name: .json is JSON, .csv .tsv .tab a table, anything else an R dump or a BUGS list, unless it begins as JSON does.
DataFile read_data_file(const std::string& path);

}  // namespace cggibbs
