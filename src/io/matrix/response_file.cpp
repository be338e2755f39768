// A response kept in a file of its own.
#include "io/matrix/response_file.hpp"

#include <fmt/format.h>

#include "io/file/message.hpp"
#include "io/file/number.hpp"
#include "io/file/text_file.hpp"
#include "io/table/csv_scanner.hpp"

namespace cggibbs {

std::vector<double> parse_response(std::string_view text, const std::string& source) {
  const char delimiter = guess_delimiter(text);
  CsvScanner scanner(csv_content(text, delimiter), delimiter, source);
  std::vector<double> y;
  CsvCell cell;
  for (bool first = true; !scanner.at_end(); first = false) {
    scanner.next(cell);
    if (!cell.last)
      fail_at(source, cell.line, cell.column,
              "this line has more than one value. The response needs a file with one number per line.");
    const ParsedNumber number = parse_number(cell.text);
    if (number.kind == NumberKind::finite)
      y.push_back(number.value);
    else if (!first || number.kind != NumberKind::not_a_number)
      fail_at(source, cell.line, cell.column,
              fmt::format("response {} is not a finite number. Remove that row or fill in a value.",
                          excerpt(cell.text)));
  }
  if (y.empty()) fail_in(source, "has no numbers. The response needs a file with one number per line.");
  return y;
}

std::vector<double> read_response_file(const std::string& path) {
  return parse_response(read_text_file(path), path);
}

}  // namespace cggibbs
