// Ends of lines, also where text arrives in pieces.
#include "io/file/line_scanner.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace cggibbs {
namespace {

using testing::ElementsAre;

const std::string source = "t";

std::vector<std::string> lines(LineScanner& scanner) {
  std::vector<std::string> out;
  while (scanner.next_line()) out.emplace_back(scanner.line_text());
  return out;
}

TEST(LineScanner, EndsLinesAtLfCrlfAndCr) {
  LineScanner scanner(std::string_view("a b\n\r\nc\rd"), source);
  EXPECT_THAT(lines(scanner), ElementsAre("a b", "", "c", "d"));
}

TEST(LineScanner, TextFetchedInPiecesHasTheSameLines) {
  for (const std::string text :
       {"", "a", "a\n", "\r\n\r\na b\r\n", "a\r", "one\r\ntwo\nthree\rfour\r\n\n\nfive"})
    for (const std::size_t piece : {1u, 2u, 3u, 100u}) {
      LineScanner whole(std::string_view(text), source);
      std::size_t at = 0;
      LineScanner pieces(
          [&](char* to, std::size_t most) {
            const std::size_t count = std::min({piece, most, text.size() - at});
            text.copy(to, count, at);
            at += count;
            return count;
          },
          source);
      EXPECT_EQ(lines(pieces), lines(whole)) << text << " by " << piece;
      EXPECT_EQ(pieces.bytes(), text.size());
    }
}

}  // namespace
}  // namespace cggibbs
