// Starting values from JSON: placed where they belong, or refused with the reason.
#include "run/init_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cggibbs/model.hpp>

#include "io/file/test_files.hpp"

namespace cggibbs {
namespace {

using ::testing::HasSubstr;

/// a (real), s (positive), b (two reals called x, y), k (0 to 3), p (between 0 and 1), c (three that ascend).
std::shared_ptr<const Model> example() {
  ModelBuilder m;
  m.factor("normal", {m.real("a"), 0, 1});
  m.factor("exponential", {m.positive("s"), 1});
  const Var b = m.real("b", 2);
  m.label(b, {"x", "y"});
  m.factor("normal", {b, 0, 1});
  m.factor("binomial", {m.integer("k", 1, 0, 3), 0.5, 3});
  m.factor("beta", {m.unit("p"), 2, 2});
  m.factor("normal", {m.ordered("c", 3), 0, 1});
  return m.build();
}

StartValues read(const std::string& json) {
  const test::TempDir dir;
  return read_start_values(*example(), dir.write("start.json", json));
}
std::string refusal(const std::string& json) {
  return test::error_of([&] { read(json); });
}

TEST(InitFile, PlacesNumbersAndArrays) {
  const auto model = example();
  const StartValues v = read(R"({"a": 0.5, "b": [1, 2], "s": 3})");
  const auto start = start_for(*model, v, 1, 1);
  ASSERT_EQ(start.size(), model->state_size());
  const auto& p = model->parameters();
  EXPECT_EQ(start[model->offset(p[0])], 0.5);
  EXPECT_EQ(start[model->offset(p[1])], 3);
  EXPECT_EQ(start[model->offset(p[2])], 1);
  EXPECT_EQ(start[model->offset(p[2]) + 1], 2);
}

TEST(InitFile, ElementsGoByTheirNamesInTables) {
  const StartValues v = read(R"({"y": 7})");
  ASSERT_EQ(v.value, std::vector<double>{7});
  EXPECT_EQ(v.at[0], example()->offset(example()->parameters()[2]) + 1);
}

TEST(InitFile, NothingGivenIsARandomStart) {
  EXPECT_TRUE(start_for(*example(), read("{}"), 1, 1).empty());
}

TEST(InitFile, WhatIsNotGivenIsRandomAndDiffersByChain) {
  const auto model = example();
  const StartValues v = read(R"({"a": 0.5})");
  EXPECT_EQ(start_for(*model, v, 1, 1), start_for(*model, v, 1, 1));
  EXPECT_NE(start_for(*model, v, 1, 1), start_for(*model, v, 1, 2));
}

TEST(InitFile, MistakesAreNamed) {
  EXPECT_THAT(refusal("{"), HasSubstr("start.json: not a JSON file"));
  EXPECT_THAT(refusal(""), HasSubstr("not a JSON file"));
  EXPECT_THAT(refusal("[1, 2]"), HasSubstr("expected an object like {\"Intercept\": 0}"));
  EXPECT_THAT(refusal(R"({"bb": 1})"), HasSubstr("the model has no parameter 'bb'"));
  EXPECT_THAT(refusal(R"({"a": "one"})"),
              HasSubstr("the starting value of 'a' is \"one\", not a finite number"));
  EXPECT_THAT(refusal(R"({"a": null})"), HasSubstr("not a finite number"));
  EXPECT_THAT(refusal(R"({"a": 1e999})"), HasSubstr("start.json"));
  EXPECT_THAT(refusal(R"({"b": 1})"), HasSubstr("'b' needs an array of 2 numbers"));
  EXPECT_THAT(refusal(R"({"b": [1]})"), HasSubstr("'b' needs an array of 2 numbers"));
  EXPECT_THAT(refusal(R"({"b": [1, true]})"), HasSubstr("not a finite number"));
  EXPECT_THAT(refusal(R"({"s": -1})"), HasSubstr("the starting value -1 of 's' is outside its support"));
  EXPECT_THAT(refusal(R"({"s": 0})"), HasSubstr("outside its support"));
  EXPECT_THAT(refusal(R"({"p": 2})"), HasSubstr("outside its support"));
  EXPECT_THAT(refusal(R"({"p": 1})"), HasSubstr("outside its support"));
  for (const char* c : {R"({"c": [1, 3, 2]})", R"({"c": [1, 2, 2]})", R"({"c[2]": 1})"})
    EXPECT_THAT(refusal(c), HasSubstr("'c' is ordered: give all of its 3 starting values"));
  EXPECT_EQ(read(R"({"c": [-1, 0, 2]})").value, (std::vector<double>{-1, 0, 2}));
  EXPECT_EQ(read(R"({"c[3]": 3, "c[1]": 1, "c[2]": 2})").value.size(), 3u);
  EXPECT_THAT(refusal(R"({"k": 1.5})"), HasSubstr("outside its support"));
  EXPECT_THAT(refusal(R"({"k": 4})"), HasSubstr("outside its support (0 to 3)"));
  EXPECT_THAT(test::error_of([] { read_start_values(*example(), "no/such.json"); }),
              HasSubstr("no/such.json"));
}

TEST(InitFile, DeepNestingIsRefused) {
  constexpr std::size_t depth = 200'000;  // enough for walkers of trees to overflow the stack
  EXPECT_THAT(refusal(R"({"a": )" + std::string(depth, '[') + std::string(depth, ']') + "}"),
              HasSubstr("nested more than 100 deep"));
  EXPECT_THAT(refusal(R"({"a": ")" + std::string(depth, 'x') + "\"}"), testing::SizeIs(testing::Lt(300)));
}

TEST(InitFile, ValuesOfDensityZeroAreRefused) {
  const auto model = example();
  StartValues v = read(R"({"a": 1e200})");  // its square overflows
  EXPECT_THAT(test::error_of([&] { start_for(*model, v, 1, 1); }), HasSubstr("density zero"));
}

}  // namespace
}  // namespace cggibbs
