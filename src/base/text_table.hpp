// Text tables for people.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace cggibbs {

/// Where a table will be seen.
struct TableStyle {
  std::size_t columns = 0;  ///< of the terminal; 0: there is none
  bool colour = false;
  std::vector<std::size_t> doubtful = {};  ///< rows to be seen at once
  std::vector<std::string> spare = {};  ///< columns that go, the first one first, where a line would not fit
};

/// The first column flush left, the others flush right, two spaces between. Long cells of the first column lose their middle:
/// they have 60 characters at most, and on narrower terminals what the others leave, but at least 16. A last line names the columns
/// that had to go.
std::string text_table(std::vector<std::string> header, std::vector<std::vector<std::string>> rows,
                       const TableStyle& style = {});

}  // namespace cggibbs
