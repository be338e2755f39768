// Mistakes in formulas and data, and what users are told about them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/test_error.hpp"
#include "cggibbs/error.hpp"
#include "models/design.hpp"
#include "models/example_table.hpp"

namespace cggibbs {
namespace {

using example::add;
using example::eight_rows;
using example::na;
using testing::AllOf;
using testing::HasSubstr;
using Text = std::vector<std::string>;
using Numbers = std::vector<double>;

std::string message(const std::string& formula, const Table& table, const DesignOptions& options = {}) {
  return test::error_of([&] { build_design(parse_formula(formula), table, options); });
}

TEST(DesignErrors, UnknownColumns) {
  Table t = eight_rows();
  add(t, "age", Numbers(8, 1.0));
  EXPECT_EQ(
      message("y ~ x + log(agee)", t),
      "eight.csv: unknown column 'agee' in the formula. Did you mean 'age'? Columns: y, x, z, g, h, k, age.");
  EXPECT_THAT(message("yy ~ x", t), HasSubstr("Did you mean 'y'?"));
  EXPECT_THAT(message("y ~ (1 | gg)", t), HasSubstr("'gg'"));
  EXPECT_THAT(message("y ~ . - income", t), HasSubstr("'income' in the formula. Columns:"));
  EXPECT_THAT(message("y ~ x", t, {.weights = "w"}), HasSubstr("unknown column 'w' in `weights`"));
  EXPECT_THAT(message("y ~ x", t, {.trials = "n"}), HasSubstr("in `trials`"));
  EXPECT_THAT(message("y ~ x", t, {.offsets = {"o"}}), HasSubstr("in `offset`"));
}

TEST(DesignErrors, TextWhereNumbersAreNeeded) {
  const Table t = eight_rows();
  EXPECT_EQ(message("y ~ log(g)", t),
            "eight.csv: log(g) needs numbers, but column 'g' holds text, first 'a' in line 2.");
  EXPECT_THAT(message("y ~ x", t, {.weights = "g"}), HasSubstr("`weights` needs numbers"));
  EXPECT_THAT(message("y ~ offset(g)", t), HasSubstr("offset(g) needs numbers"));
  EXPECT_THAT(message("g ~ x", t), HasSubstr("categorical with 3 levels (a, b, c)"));
}

TEST(DesignErrors, MissingValues) {
  Table t = eight_rows();
  add(t, "m", {1, na, 3, na, 5, 6, 7, 8});
  add(t, "t", Text{"a", "b", "", "a", "b", "c", "a", "b"});
  add(t, "nothing", Numbers(8, na));
  add(t, "odd", {1, na, 3, na, 5, na, 7, na});
  add(t, "even", {na, 2, na, 4, na, 6, na, 8});
  add(t, "last", {na, na, na, na, na, na, na, 8});
  EXPECT_EQ(message("y ~ m + t", t),
            "eight.csv: missing values in column 'm' (2, first in row 2), 't' (1, first in row 3). Use "
            "`na=drop` to leave these rows out.");
  EXPECT_THAT(message("y ~ x", t, {.weights = "m"}), HasSubstr("'m' (2, first in row 2)"));
  const DesignOptions drop{.na = MissingValues::drop};
  EXPECT_THAT(message("y ~ nothing", t, drop), HasSubstr("'nothing' is missing in every row"));
  EXPECT_THAT(message("y ~ odd + even", t, drop), HasSubstr("no row is complete"));
  EXPECT_THAT(message("y ~ last", t, drop), HasSubstr("a single row is left after dropping"));
  EXPECT_EQ(message("y ~ m", t, drop), "(no error)");
}

TEST(DesignErrors, TooFewRows) {
  Table none;
  add(none, "y", Numbers{});
  EXPECT_THAT(message("y ~ 1", none), HasSubstr("no rows"));
  Table one;
  add(one, "y", Numbers{1});
  EXPECT_THAT(message("y ~ 1", one), HasSubstr("a single row is left; a model needs at least two"));
  Table alone;
  add(alone, "y", Numbers{1, 2});
  EXPECT_THAT(message("y ~ .", alone), HasSubstr("'.' in 'y ~ .' stands for no column"));
}

TEST(DesignErrors, ValuesOutsideAFunctionsDomain) {
  const Table t = eight_rows();
  EXPECT_THAT(message("y ~ log(z)", t), HasSubstr("log(z) is NaN in row 2, where z = -1."));
  EXPECT_THAT(message("y ~ I(x / z)", t), HasSubstr("I(x/z) is inf in row 4, where x = 3, z = 0."));
  EXPECT_THAT(message("log(z) ~ x", t), HasSubstr("log(z) is NaN in row 2"));
  EXPECT_THAT(message("y ~ offset(log(z))", t), HasSubstr("offset(log(z)) is NaN in row 2"));
  EXPECT_THAT(message("y ~ scale(I(0 * x))", t), HasSubstr("same in every row"));
  Table big = eight_rows();
  add(big, "v", {1e200, 2, 3, 4, 5, 6, 7, 8});
  add(big, "w", {1e200, 2, 3, 4, 5, 6, 7, HUGE_VAL});
  EXPECT_THAT(message("y ~ w", big), HasSubstr("column 'w' is inf in row 8"));
  EXPECT_THAT(message("y ~ v:I(v + 1)", big), HasSubstr("v:I(v+1) overflows in row 1"));
  EXPECT_THAT(message("y ~ (v:I(v + 1) | g)", big), HasSubstr("v:I(v+1) overflows in row 1"));
  EXPECT_THAT(message("y ~ poly(v, 4, raw = TRUE)", big), HasSubstr("overflows in row 1"));
}

TEST(DesignErrors, Levels) {
  Table t = eight_rows();
  add(t, "same", Text(8, "only"));
  EXPECT_THAT(message("y ~ same", t), HasSubstr("'same' has a single level, 'only'"));
  EXPECT_THAT(message("y ~ (1 | same)", t), HasSubstr("groups 'same' have a single level"));
  EXPECT_THAT(message("y ~ C(g, ref = 'd')", t), HasSubstr("'d' is not a level of 'g'. Levels: a, b, c."));
  EXPECT_THAT(message("y ~ C(g) + C(g, ref = 'b')", t), HasSubstr("two different reference levels"));
  EXPECT_THAT(message("C(h, ref = 'w') ~ x", t), HasSubstr("not a level of the response"));
  EXPECT_THAT(message("same ~ x", t), HasSubstr("1 level (only)"));
  EXPECT_THAT(message("y ~ (1 | g) + (x | g)", t), HasSubstr("Intercept varies by 'g' in two"));
}

TEST(DesignErrors, ManyLevelsPointToGroupTerms) {
  Table t = eight_rows();
  EXPECT_THAT(message("y ~ .", t, {.max_levels = 2}),
              AllOf(HasSubstr("'g' has 3 levels, more than 2"), HasSubstr("(1 | g)"), HasSubstr(". - g"),
                    HasSubstr("look at 'a' in line 2")));
  EXPECT_EQ(message("y ~ . - g", t, {.max_levels = 2}), "(no error)");
  EXPECT_EQ(message("y ~ (1 | g)", t, {.max_levels = 2}), "(no error)");
  EXPECT_THAT(message("y ~ (1 | g)", t, {.max_memory = 600}), HasSubstr("the groups 'g' have 3 levels"));
  EXPECT_EQ(message("y ~ (1 | g)", t, {.max_memory = 900}), "(no error)");
  Table wide;
  Numbers y, a, b;
  for (int i = 0; i < 600; ++i) {
    y.push_back(i);
    a.push_back(i % 599);
    b.push_back(i % 598);
  }
  add(wide, "y", y);
  add(wide, "a", a);
  add(wide, "b", b);
  EXPECT_THAT(message("y ~ C(a):C(b)", wide), HasSubstr("more than 200000 columns (at C(a):C(b))"));
}

TEST(DesignErrors, CountsAndWeightsCannotBeNegative) {
  const Table t = eight_rows();
  EXPECT_THAT(message("y ~ x", t, {.weights = "z"}), HasSubstr("`weights` column 'z' is -1 in row 2"));
  Table zero = eight_rows();
  add(zero, "w", std::vector<double>(8, 0.0));
  EXPECT_THAT(message("y ~ x", zero, {.weights = "w"}), HasSubstr("all weights are zero"));
  zero.columns.back().numbers[3] = 1;
  EXPECT_THAT(message("y ~ x", zero, {.weights = "w"}), HasSubstr("a single row is left of positive weight"));
  EXPECT_THAT(message("x ~ y", t, {.trials = "z"}), HasSubstr("`trials` column 'z' is -1 in row 2"));
  EXPECT_THAT(message("cbind(x, z) ~ y", t), HasSubstr("cbind(x,z) is (2, -1) in row 2"));
  EXPECT_THAT(message("cbind(x, y) ~ z", t, {.trials = "k"}), HasSubstr("Leave out `trials`"));
}

TEST(RecipeErrors, NewDataMustFitTheRecipe) {
  const auto recipe = learn_design(parse_formula("y ~ x + g + (1 | g:h)"), eight_rows());
  const auto told = [&](const Table& t) { return test::error_of([&] { apply_design(recipe, t); }); };
  Table t;
  t.source = "new.csv";
  add(t, "x", Numbers{1, 2});
  add(t, "h", Text{"u", "v"});
  EXPECT_THAT(told(t), HasSubstr("new.csv: unknown column 'g'"));
  add(t, "g", Text{"a", "bb"});
  EXPECT_EQ(told(t),
            "new.csv: 'bb:v' in row 2 is a new level of 'g:h'. Did you mean 'b:v'? Known levels: a:u, a:v, "
            "b:u, b:v, c:u, c:v.");
  t.columns[2].text = {"a", "b"};
  t.columns[1].text = {"u", "w"};
  EXPECT_THAT(told(t), HasSubstr("'b:w' in row 2 is a new level of 'g:h'"));
  t.columns[1].text = {"u", "v"};
  EXPECT_EQ(told(t), "(no error)");
  t.columns[0].numbers[1] = na;
  EXPECT_THAT(told(t), HasSubstr("missing values in column 'x'"));
}

}  // namespace
}  // namespace cggibbs
