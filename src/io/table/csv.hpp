// Tables from comma-, tab- or semicolon-separated text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/table.hpp"

namespace cggibbs {

struct CsvOptions {
  /// 0 chooses: tab for .tsv and .tab files, otherwise the most frequent of , tab ; in the first line.
  char delimiter = 0;
  /// Also ','. Then the delimiter is a comma only where the first line has neither tab nor semicolon.
  char decimal = '.';
  std::vector<std::string> missing = {};  ///< more spellings of a missing cell
};

/// Reads RFC 4180 text with a header row. Also accepted: CR and CRLF line ends, a UTF-8 byte order mark,
/// blank lines (in a table of one column only the trailing ones are skipped, others are missing cells), and
/// spaces around cells, which are dropped outside quotes. Text that is not UTF-8 is taken for Latin-1.
///
/// Missing cells are empty, NA, NaN (any case), null, "." or "?", quoted or not; they are flagged, not
/// refused. A column is numeric when every present cell is a decimal number (see Column for those where only some are); infinite cells in such a column
/// are refused. A column of missing cells only is numeric. Columns without a name are called V1, V2, ... by
/// their position.
Table read_csv(const std::string& path, const CsvOptions& options = {});

/// The same from memory; source names the text in messages.
Table parse_csv(std::string_view text, const std::string& source, const CsvOptions& options = {});

}  // namespace cggibbs
