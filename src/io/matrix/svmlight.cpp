// Sparse data in svmlight (libsvm) text.
#include "io/matrix/svmlight.hpp"

#include <fmt/format.h>

#include <charconv>
#include <limits>
#include <utility>

#include "base/settings_text.hpp"
#include "io/file/line_scanner.hpp"
#include "io/file/memory_limit.hpp"
#include "io/file/number.hpp"
#include "io/file/text_file.hpp"
#include "io/matrix/sparse_build.hpp"

namespace cggibbs {
namespace {

double finite_label(std::string_view word, const LineScanner& line) {
  const ParsedNumber label = parse_number(word);
  if (label.kind == NumberKind::finite) return label.value;
  if (word.find(',') != std::string_view::npos)
    line.fail(
        fmt::format("label {} has several values. Only one label per line can be read.", excerpt(word)));
  line.fail(
      fmt::format("label {} is not a finite number. Each line must start with the response, as in "
                  "'1 3:0.5 7:2'.",
                  excerpt(word)));
}

struct Feature {
  std::uint32_t index = 0;  ///< as written
  double value = 0;
};

Feature parse_feature(std::string_view word, std::size_t colon, const LineScanner& line) {
  Feature feature;
  const std::string_view index = word.substr(0, colon), value = word.substr(colon + 1);
  const char* end = index.data() + index.size();
  const auto [stop, code] = std::from_chars(index.data(), end, feature.index);
  if (code == std::errc::result_out_of_range || feature.index == std::numeric_limits<std::uint32_t>::max())
    line.fail(fmt::format("feature number {} is too large.", excerpt(index)));
  if (code != std::errc{} || stop != end)
    line.fail(fmt::format("feature number {} is not a whole number.", excerpt(index)));
  const ParsedNumber number = parse_number(value);
  if (number.kind != NumberKind::finite)
    line.fail(
        fmt::format("value {} of feature {} is not a finite number. Correct it, or leave the feature out if "
                    "it is zero.",
                    excerpt(value), feature.index),
        colon + 1);
  feature.value = number.value;
  return feature;
}

MatrixData parse_lines(LineScanner& line, bool zero_based) {
  const std::string& source = line.source();
  const std::uint32_t base = zero_based ? 0 : 1;
  Triplets entries;
  std::vector<double> y;
  std::uint32_t cols = 0;
  while (line.next_line()) {
    line.cut_line_at('#');
    std::string_view word = line.word();
    if (word.empty()) continue;
    const auto i = static_cast<std::uint32_t>(y.size());
    y.push_back(finite_label(word, line));
    bool first = true;
    std::uint32_t previous = 0;
    while (!(word = line.word()).empty()) {
      const std::size_t colon = word.find(':');
      if (colon == std::string_view::npos)
        line.fail(fmt::format("{} is not of the form index:value.", excerpt(word)));
      if (word.substr(0, colon) == "qid") continue;
      const Feature feature = parse_feature(word, colon, line);
      if (feature.index < base)
        line.fail(
            "feature number 0, but numbers count from 1. If this file counts from 0, use `zero_based`."_settings);
      if (!first && feature.index <= previous)
        line.fail(fmt::format("feature {} comes after feature {}. Feature numbers must ascend within a line.",
                              feature.index, previous));
      first = false;
      previous = feature.index;
      const std::uint32_t j = feature.index - base;
      cols = std::max(cols, j + 1);
      entries.add(i, j, feature.value);
    }
  }
  if (y.empty()) fail_in(source, "the file has no lines of data. Each line is 'label index:value ...'.");
  require_plausible_shape(static_cast<double>(y.size()), cols, source);
  const std::size_t n = y.size();
  return join(from_triplets(n, cols, std::move(entries)), std::move(y), source);
}

}  // namespace

MatrixData parse_svmlight(std::string_view text, const std::string& source, bool zero_based) {
  LineScanner line(text, source);
  return parse_lines(line, zero_based);
}

MatrixData parse_svmlight_file(const std::string& path, bool zero_based) {
  TextStream text(path);
  LineScanner line([&](char* to, std::size_t most) { return text.read_some(to, most); }, path);
  return parse_lines(line, zero_based);
}

}  // namespace cggibbs
