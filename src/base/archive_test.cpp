// Archives give back what was written, and refuse what is damaged.
#include "base/archive.hpp"

#include <gtest/gtest.h>

namespace cggibbs {
namespace {

struct Pair {
  double x;
  int k;
  bool operator==(const Pair&) const = default;
};

TEST(Archive, GivesBackWhatWasWritten) {
  const double number = 0.1;
  const std::string text = "beta[1]";
  const std::vector<Pair> pairs{{1.5, 2}, {-0.0, -7}};
  const std::vector<std::vector<double>> nested{{}, {1, 2, 3}};
  Writer w;
  w(number, text, pairs, nested);
  const auto bytes = std::move(w).take();

  double number_read = 0;
  std::string text_read = "other";
  std::vector<Pair> pairs_read(5);
  std::vector<std::vector<double>> nested_read{{9}};
  Reader r(bytes);
  r(number_read, text_read, pairs_read, nested_read);
  EXPECT_EQ(number_read, number);
  EXPECT_EQ(text_read, text);
  EXPECT_EQ(pairs_read, pairs);
  EXPECT_EQ(nested_read, nested);
  EXPECT_TRUE(r.at_end());
}

TEST(Archive, RefusesToReadPastTheEnd) {
  Writer w;
  w(1.0, std::size_t{1} << 60);  // a length that memory could not hold
  const auto bytes = std::move(w).take();
  double x = 0;
  std::vector<double> many;
  Reader r(bytes);
  r(x);
  EXPECT_THROW(r(many), Error);
  Reader short_one({bytes.data(), 4});
  EXPECT_THROW(short_one(x), Error);
}

TEST(Archive, FillsVectorsOfTheirSizeOnly) {
  const std::vector<double> x{1, 2, 3};
  Writer w;
  w(x);
  const auto bytes = std::move(w).take();
  std::vector<double> same(3), other(4);
  Reader(bytes).fill(same);
  EXPECT_EQ(same, x);
  EXPECT_THROW(Reader(bytes).fill(other), Error);
}

}  // namespace
}  // namespace cggibbs
