// Design matrices of formulas and tables.
#include "models/design.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "models/example_table.hpp"

namespace cggibbs {
namespace {

using example::add;
using example::eight_rows;
using example::na;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using Text = std::vector<std::string>;
using Numbers = std::vector<double>;

Design built(const std::string& formula, const Table& table, const DesignOptions& options = {}) {
  return build_design(parse_formula(formula), table, options);
}

Numbers column(const Design& d, const std::string& name) {
  for (std::size_t j = 0; j < d.names.size(); ++j) {
    if (d.names[j] != name) continue;
    if (const auto* dense = std::get_if<DenseMatrix>(&d.x))
      return {dense->col(j).begin(), dense->col(j).end()};
    const auto& sparse = std::get<SparseMatrix>(d.x);
    Numbers out(sparse.rows, 0.0);
    for (std::size_t k = 0; k < sparse.col_rows(j).size(); ++k)
      out[sparse.col_rows(j)[k]] = sparse.col_values(j)[k];
    return out;
  }
  ADD_FAILURE() << "no column " << name;
  return {};
}

TEST(Design, HoldsResponseNamesAndRows) {
  const Design d = built("log(y) ~ x + g", eight_rows());
  EXPECT_EQ(d.rows, 8u);
  EXPECT_EQ(d.response_name, "log(y)");
  EXPECT_DOUBLE_EQ(d.y[1], std::log(2.0));
  EXPECT_TRUE(d.intercept);
  EXPECT_THAT(d.names, ElementsAre("x", "g[b]", "g[c]"));
  EXPECT_THAT(d.kept_rows, ElementsAre(0, 1, 2, 3, 4, 5, 6, 7));
  EXPECT_EQ(d.rows_dropped, 0u);
  EXPECT_THAT(d.trials, IsEmpty());
  EXPECT_THAT(d.offset, IsEmpty());
  EXPECT_THAT(d.weights, IsEmpty());
  EXPECT_THAT(d.warnings, IsEmpty());
}

TEST(Design, TextResponseIsZeroOneWithTheSecondLevelAsOne) {
  const Design d = built("h ~ x", eight_rows());
  EXPECT_THAT(d.response_levels, ElementsAre("u", "v"));
  EXPECT_THAT(d.y, ElementsAre(0, 1, 0, 1, 0, 1, 1, 0));
  EXPECT_THAT(built("C(h, ref = 'v') ~ x", eight_rows()).response_levels, ElementsAre("v", "u"));
}

TEST(Design, CbindGivesSuccessesAndTrials) {
  Table t = eight_rows();
  add(t, "n", {10, 10, 10, 10, 10, 10, 10, 20});
  const Design d = built("cbind(x, n - x) ~ z", t);
  EXPECT_EQ(d.response_name, "cbind(x,n-x)");
  EXPECT_EQ(d.y[7], 9);
  EXPECT_EQ(d.trials[7], 20);
  const Design same = built("x ~ z", t, {.trials = "n"});
  EXPECT_EQ(same.y, d.y);
  EXPECT_EQ(same.trials, d.trials);
}

TEST(Design, OffsetsAddUpAndWeightsAreKept) {
  const Design d =
      built("y ~ z + offset(log(x)) + offset(2 * k)", eight_rows(), {.weights = "k", .offsets = {"x"}});
  EXPECT_DOUBLE_EQ(d.offset[1], std::log(2.0) + 18 + 2);
  EXPECT_EQ(d.weights[4], 100);
  EXPECT_THAT(d.names, ElementsAre("z"));
}

TEST(Design, DotLeavesOutColumnsWithAnotherPart) {
  const Design d = built("y ~ . + (1 | g) + offset(z)", eight_rows(), {.weights = "k"});
  EXPECT_THAT(d.names, ElementsAre("x", "h[v]"));
  EXPECT_THAT(built("y ~ . - g - h", eight_rows()).names, ElementsAre("x", "z", "k"));
}

TEST(Design, ScaleAndCenterUseTheMomentsOfR) {
  const Design d = built("y ~ scale(x) + center(x) + I(2 * scale(log(x)))", eight_rows());
  EXPECT_THAT(d.names, ElementsAre("scale(x)", "center(x)", "I(2*scale(log(x)))"));
  EXPECT_NEAR(column(d, "scale(x)")[0], (1 - 4.625) / 2.669269563007828, 1e-14);
  EXPECT_EQ(column(d, "center(x)")[0], 1 - 4.625);
}

TEST(Design, ManyDummyColumnsAreSparse) {
  Table t;
  Text g;
  Numbers y;
  for (int i = 0; i < 400; ++i) {
    g.push_back("level" + std::to_string(i % 40));
    y.push_back(i);
  }
  add(t, "y", y);
  add(t, "g", g);
  const Design d = built("y ~ g", t);
  ASSERT_TRUE(std::holds_alternative<SparseMatrix>(d.x));
  const auto& x = std::get<SparseMatrix>(d.x);
  EXPECT_EQ(x.cols, 39u);
  EXPECT_EQ(x.entries(), 390u);
  EXPECT_EQ(x.start.size(), 40u);
  EXPECT_EQ(x.col_rows(0)[1], 41u);
  EXPECT_TRUE(std::holds_alternative<DenseMatrix>(built("y ~ x", eight_rows()).x));
}

TEST(Design, GroupTermsIndexSortedLevels) {
  const Design d = built("y ~ x + (1 + z | g) + (0 + C(k) || h) + (1 | g:h)", eight_rows());
  ASSERT_EQ(d.groups.size(), 3u);
  EXPECT_EQ(d.groups[0].group, "g");
  EXPECT_THAT(d.groups[0].levels, ElementsAre("a", "b", "c"));
  EXPECT_THAT(d.groups[0].index, ElementsAre(0, 1, 2, 0, 1, 2, 0, 1));
  EXPECT_THAT(d.groups[0].effects, ElementsAre("Intercept", "z"));
  EXPECT_THAT(d.groups[0].values[0], IsEmpty());
  EXPECT_THAT(d.groups[0].values[1], ElementsAre(0.5, -1, 2, 0, 1, -2, 3, 1));
  EXPECT_TRUE(d.groups[0].correlated);
  EXPECT_THAT(d.groups[1].effects, ElementsAre("C(k)[9]", "C(k)[10]", "C(k)[100]"));
  EXPECT_THAT(d.groups[1].values[0], ElementsAre(0, 1, 0, 1, 0, 0, 1, 0));
  EXPECT_EQ(d.groups[2].group, "g:h");
  EXPECT_THAT(d.groups[2].levels, ElementsAre("a:u", "a:v", "b:u", "b:v", "c:u", "c:v"));
  EXPECT_THAT(d.groups[2].index, ElementsAre(0, 3, 4, 1, 2, 5, 1, 2));
}

TEST(Design, NumericGroupsSortByNumber) {
  const Design d = built("y ~ 1 + (1 | k)", eight_rows());
  EXPECT_THAT(d.groups[0].levels, ElementsAre("9", "10", "100"));
  EXPECT_EQ(cols(d.x), 0u);
  EXPECT_EQ(rows(d.x), 8u);
}

TEST(Design, NestedGroupsBecomeTwoTerms) {
  const Design d = built("y ~ 1 + (1 | g/h)", eight_rows());
  ASSERT_EQ(d.groups.size(), 2u);
  EXPECT_EQ(d.groups[0].group, "g");
  EXPECT_EQ(d.groups[1].group, "g:h");
}

TEST(Design, MissingRowsCanBeDropped) {
  Table t = eight_rows();
  t.columns[1].numbers[2] = na;
  t.columns[1].missing[2] = true;
  t.columns[3].missing[5] = true;
  const Design d = built("y ~ scale(x) + g", t, {.na = MissingValues::drop});
  EXPECT_EQ(d.rows, 6u);
  EXPECT_EQ(d.rows_dropped, 2u);
  EXPECT_THAT(d.kept_rows, ElementsAre(0, 1, 3, 4, 6, 7));
  EXPECT_THAT(d.names, ElementsAre("scale(x)", "g[b]"));  // level c is gone with its rows
  EXPECT_EQ(d.y[2], 4.5);
  EXPECT_EQ(built("y ~ z", t).rows, 8u);  // columns that are not used may have gaps
}

TEST(Design, RowsOfWeightZeroAreLeftOutWhateverTheyHold) {
  // Rows 3 and 6 are the only ones of level c; row 3 also lacks a number.
  Table t = eight_rows();
  add(t, "w", Numbers{1, 2, 0, 1, 1, 0, 1, 1});
  t.columns[1].numbers[2] = na;
  t.columns[1].missing[2] = true;
  const Design d = built("y ~ scale(x) + g + (1 | h)", t, {.weights = "w"});
  Table rest = eight_rows();
  add(rest, "w", Numbers{1, 2, 9, 1, 1, 9, 1, 1});
  for (const std::size_t row : {5, 2})
    for (auto& c : rest.columns) {
      const auto at = static_cast<std::ptrdiff_t>(row);
      c.missing.erase(c.missing.begin() + at);
      if (c.numeric) c.numbers.erase(c.numbers.begin() + at);
      if (!c.numeric) c.text.erase(c.text.begin() + at);
    }
  rest.rows = 6;
  const Design without = built("y ~ scale(x) + g + (1 | h)", rest, {.weights = "w"});
  EXPECT_EQ(d.names, without.names);
  EXPECT_EQ(d.y, without.y);
  EXPECT_EQ(d.weights, without.weights);
  for (const auto& name : d.names) EXPECT_EQ(column(d, name), column(without, name));
  EXPECT_EQ(d.groups[0].index, without.groups[0].index);
  EXPECT_EQ(d.rows_without_weight, 2u);
  EXPECT_EQ(d.rows_dropped, 0u);
  EXPECT_THAT(d.kept_rows, ElementsAre(0, 1, 3, 4, 6, 7));
}

TEST(Recipe, CodesNewDataAsTheOld) {
  const auto recipe = learn_design(
      parse_formula("y ~ scale(x) + poly(z, 2) + C(k) + g:x + offset(z) + (1 + x | h)"), eight_rows());
  Table t;
  add(t, "x", Numbers{9});
  add(t, "z", Numbers{2});
  add(t, "g", Text{"b"});
  add(t, "h", Text{"v"});
  add(t, "k", Numbers{100});
  const Design d = apply_design(recipe, t);
  const Design old = build_design(parse_formula("y ~ scale(x) + poly(z, 2)"), eight_rows());
  EXPECT_THAT(d.names, ElementsAre("scale(x)", "poly(z,2)[1]", "poly(z,2)[2]", "C(k)[10]", "C(k)[100]",
                                   "g[a]:x", "g[b]:x", "g[c]:x"));
  EXPECT_NEAR(column(d, "scale(x)")[0], column(old, "scale(x)")[7], 1e-14);
  EXPECT_NEAR(column(d, "poly(z,2)[2]")[0], column(old, "poly(z,2)[2]")[2], 1e-14);
  EXPECT_EQ(column(d, "C(k)[100]")[0], 1);
  EXPECT_EQ(column(d, "g[b]:x")[0], 9);
  EXPECT_EQ(column(d, "g[a]:x")[0], 0);
  EXPECT_THAT(d.offset, ElementsAre(2));
  EXPECT_THAT(d.groups[0].index, ElementsAre(1));
  EXPECT_THAT(d.groups[0].levels, ElementsAre("u", "v"));
  EXPECT_THAT(d.y, IsEmpty());
}

TEST(Recipe, GivesTheSameDesignOnItsOwnData) {
  const Table t = eight_rows();
  const auto learned = learn_and_build(parse_formula("log(y) ~ g*poly(x, 2) + scale(z) + (x | h)"), t);
  const Design again = apply_design(learned.recipe, t);
  EXPECT_EQ(again.names, learned.design.names);
  EXPECT_EQ(again.y, learned.design.y);
  for (const auto& name : again.names) EXPECT_EQ(column(again, name), column(learned.design, name));
}

TEST(Recipe, RemembersWhichColumnsWereDropped) {
  Table t = eight_rows();
  add(t, "one", Numbers(8, 3.0));
  const auto learned = learn_and_build(parse_formula("y ~ one + x"), t);
  EXPECT_THAT(learned.design.names, ElementsAre("x"));
  EXPECT_THAT(learned.design.warnings,
              ElementsAre("dropped, the same value in every row, as the intercept: one"));
  t.columns.back().numbers[3] = 5;
  EXPECT_THAT(apply_design(learned.recipe, t).names, ElementsAre("x"));
}

TEST(Recipe, NumbersThatWereTextLevelsAreRecognized) {
  Table t;
  add(t, "y", {1, 2, 3});
  add(t, "g", Text{"1", "2", "x"});
  const auto recipe = learn_design(parse_formula("y ~ g"), t);
  Table fresh;
  add(fresh, "g", Numbers{2, 1});
  EXPECT_THAT(column(apply_design(recipe, fresh), "g[2]"), ElementsAre(1, 0));
}

TEST(DesignWarnings, TellOfWhatTheDataCannotSeparate) {
  Table t = eight_rows();
  add(t, "twin", {1, 2, 4, 3, 5, 7, 6, 9});
  add(t, "zero", Numbers(8, 0.0));
  EXPECT_THAT(built("y ~ x + twin", t).warnings, ElementsAre(HasSubstr("x and twin")));
  EXPECT_THAT(built("y ~ 0 + zero + x", t).warnings, ElementsAre(HasSubstr("zero in every row: zero")));
  EXPECT_THAT(built("y ~ g:h", t).warnings, ElementsAre(HasSubstr("add up to the intercept")));
  EXPECT_THAT(built("y ~ 0 + g:h", t).warnings, IsEmpty());
  EXPECT_THAT(built("y ~ y + x", t).warnings, ElementsAre(HasSubstr("dropped there")));
  EXPECT_THAT(built("y ~ y + x", t).names, ElementsAre("x"));
  EXPECT_THAT(built("y ~ log(y) + x", t).warnings,
              ElementsAre(HasSubstr("'y' is also on the right side (log(y))")));
  EXPECT_THAT(built("y ~ 0", t).warnings, ElementsAre(HasSubstr("no predictor")));
  EXPECT_THAT(built("y ~ C(x)", t).warnings, ElementsAre(HasSubstr("its own level of 'x'")));
}

TEST(DesignWarnings, CellsThatNeverOccurAreDropped) {
  Table t;
  add(t, "y", {1, 2, 3, 4});
  add(t, "a", Text{"p", "p", "q", "r"});
  add(t, "b", Text{"s", "t", "s", "s"});
  const Design d = built("y ~ a*b", t);
  EXPECT_THAT(d.names, ElementsAre("a[q]", "a[r]", "b[t]"));
  EXPECT_THAT(d.warnings, ElementsAre("dropped, zero in every row: a[q]:b[t], a[r]:b[t]"));
}

}  // namespace
}  // namespace cggibbs
