// Data as JSON.
#include "io/data/data_json.hpp"

#include <gtest/gtest.h>

#include <cggibbs/error.hpp>
#include <cmath>
#include <limits>

#include "base/test_error.hpp"
#include "io/data/test_data.hpp"

namespace cggibbs {
namespace {

NamedArray get(const std::string& text, const std::string& name) {
  return test::array_of(parse_data_json(text, "d.json"), name);
}

std::string error(const std::string& text) {
  return test::error_of([&] { parse_data_json(text, "d.json"); });
}

TEST(DataJson, MatricesAreListsOfRows) {
  EXPECT_EQ(get(R"({"N": 2, "m": [[1, 2, 3], [4, 5, 6]]})", "m"), (NamedArray{{2, 3}, {1, 4, 2, 5, 3, 6}}));
  EXPECT_EQ(get(R"({"a": [[[1, 2], [3, 4]], [[5, 6], [7, 8]]]})", "a"),
            (NamedArray{{2, 2, 2}, {1, 5, 3, 7, 2, 6, 4, 8}}));
  EXPECT_EQ(get(R"({"N": 2, "v": [5]})", "N"), (NamedArray{{}, {2}}));
  EXPECT_EQ(get(R"({"N": 2, "v": [5]})", "v"), (NamedArray{{1}, {5}}));
}

TEST(DataJson, ArraysMayBeEmpty) {
  EXPECT_EQ(get(R"({"v": []})", "v"), (NamedArray{{0}, {}}));
  EXPECT_EQ(get(R"({"v": [[], []]})", "v"), (NamedArray{{2, 0}, {}}));
}

TEST(DataJson, ReadsWordsForNumbersThatJsonLacks) {
  const NamedArray x = get(R"({"x": ["NaN", "+inf", "-inf", null, true, 1e-3]})", "x");
  EXPECT_TRUE(std::isnan(x.values[0]) && std::isnan(x.values[3]));
  EXPECT_EQ(x.values[1], std::numeric_limits<double>::infinity());
  EXPECT_EQ(x.values[2], -std::numeric_limits<double>::infinity());
  EXPECT_EQ(x.values[4], 1);
  EXPECT_EQ(x.values[5], 1e-3);
}

TEST(DataJson, ErrorsSayWhereAndWhat) {
  EXPECT_EQ(error("{\"x\": [1,\n[2]]}").substr(0, 11), "d.json:2:2:");
  EXPECT_NE(error("{\"x\": [1, [2]]}").find("'x' is not a rectangular array"), std::string::npos);
  EXPECT_NE(error("{\"x\": [[1, 2], [3]]}").find("1 elements where others have 2"), std::string::npos);
  EXPECT_NE(error("{\"x\": [[1], 3]}").find("not a rectangular"), std::string::npos);
  EXPECT_NE(error("{\"x\": [[], [3]]}").find("not a rectangular"), std::string::npos);
  EXPECT_NE(error("{\"x\": \"a\"}").find("'x' has the text 'a'"), std::string::npos);
  EXPECT_NE(error("{\"x\": {\"1\": 2}}").find("'x' has an object"), std::string::npos);
  EXPECT_NE(error("{\"x\": 1, \"x\": 2}").find("twice"), std::string::npos);
  EXPECT_EQ(error("{\"x\": 1,\n \"y\": }").substr(0, 11), "d.json:2:7:");
  EXPECT_NE(error("").find("not JSON"), std::string::npos);
  EXPECT_NE(error("3").find("expected an object"), std::string::npos);
  EXPECT_NE(error("[1]").find("expected an object"), std::string::npos);
  EXPECT_NE(error("{\"x\": " + std::string(100000, '[')).find("levels of brackets"), std::string::npos);
  EXPECT_NE(error("{\"x\": 1e999}"), "(no error)");
}

}  // namespace
}  // namespace cggibbs
