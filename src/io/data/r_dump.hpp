// Data as R's dump() and JAGS write them, and as WinBUGS and OpenBUGS have them.
#pragma once

#include <string>
#include <string_view>

#include "io/data/data_file.hpp"

namespace cggibbs {

/// Assignments (`x <- c(1, NA)`, `"y" = structure(1:6, .Dim = c(2L, 3L))`), lists (`list(N = 2, y = c(1, 2))`) and WinBUGS's
/// tables (`x[] y[]`, rows, `END`), one after the other. The first index runs fastest, but in a list that stands alone, where
/// `structure(.Data = ..., .Dim = ...)` is WinBUGS's, by rows; a note says so.
DataFile parse_r_dump(std::string_view text, const std::string& source);

}  // namespace cggibbs
