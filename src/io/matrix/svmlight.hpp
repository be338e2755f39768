// Sparse data in svmlight (libsvm) text.
#pragma once

#include <string>
#include <string_view>

#include "io/matrix/matrix_data.hpp"

namespace cggibbs {

/// Lines `label [qid:q] index:value ... # comment`, indices ascending from 1 (from 0 when zero_based); blank
/// lines and comments are skipped, qid is ignored. There are as many columns as the largest index says.
MatrixData parse_svmlight(std::string_view text, const std::string& source, bool zero_based = false);
/// The same from a file, of which only a piece is held at a time.
MatrixData parse_svmlight_file(const std::string& path, bool zero_based = false);

}  // namespace cggibbs
