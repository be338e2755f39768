// Formulas as R reads them.
#include "models/formula.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/test_error.hpp"
#include "cggibbs/error.hpp"

namespace cggibbs {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// "1 + a + b + a:b"; without an intercept "0 + ...".
std::string shown(const TermSet& set) {
  std::string out = set.intercept ? "1" : "0";
  for (const auto& term : set.terms) {
    out += " + ";
    for (std::size_t i = 0; i < term.size(); ++i)
      out += (i > 0 ? ":" : "") + variable_name(set.variables[term[i]]);
  }
  return out;
}

ModelTerms expanded(const std::string& formula, const std::vector<std::string>& dot = {}) {
  return expand_terms(parse_formula(formula), dot);
}

std::string fixed(const std::string& formula, const std::vector<std::string>& dot = {}) {
  return shown(expanded(formula, dot).fixed);
}

std::string message(const std::string& formula) {
  return test::error_of([&] { parse_formula(formula); });
}

TEST(Formula, InterceptIsThereUnlessRemoved) {
  EXPECT_EQ(fixed("y ~ x"), "1 + x");
  EXPECT_EQ(fixed("y ~ 1"), "1");
  EXPECT_EQ(fixed("y ~ 0"), "0");
  EXPECT_EQ(fixed("y ~ x - 1"), "0 + x");
  EXPECT_EQ(fixed("y~-1+x"), "0 + x");
  EXPECT_EQ(fixed("y ~ x + 0"), "0 + x");
  EXPECT_EQ(fixed("y ~ 0 + x + 1"), "1 + x");
  EXPECT_EQ(fixed("y ~ x - 0"), "1 + x");
}

TEST(Formula, OperatorsExpandAsInR) {
  EXPECT_EQ(fixed("y ~ a*b"), "1 + a + b + a:b");
  EXPECT_EQ(fixed("y ~ a*b*c"), "1 + a + b + c + a:b + a:c + b:c + a:b:c");
  EXPECT_EQ(fixed("y ~ a*b*c - a:b:c"), "1 + a + b + c + a:b + a:c + b:c");
  EXPECT_EQ(fixed("y ~ (a+b+c)^2"), "1 + a + b + c + a:b + a:c + b:c");
  EXPECT_EQ(fixed("y ~ (a+b)^9"), "1 + a + b + a:b");
  EXPECT_EQ(fixed("y ~ a/b"), "1 + a + a:b");
  EXPECT_EQ(fixed("y ~ (a+b)/c"), "1 + a + b + a:b:c");
  EXPECT_EQ(fixed("y ~ a/(b+c)"), "1 + a + a:b + a:c");
  EXPECT_EQ(fixed("y ~ a/b/c"), "1 + a + a:b + a:b:c");
  EXPECT_EQ(fixed("y ~ a %in% b"), "1 + a:b");
  EXPECT_EQ(fixed("y ~ a:b:a"), "1 + a:b");
  EXPECT_EQ(fixed("y ~ b:a + a"), "1 + a + b:a");
  EXPECT_EQ(fixed("y ~ a + b + a"), "1 + a + b");
  EXPECT_EQ(fixed("y ~ a*b - a"), "1 + b + a:b");
  EXPECT_EQ(fixed("y ~ a - (a + b) + c"), "1 + c");
  EXPECT_EQ(fixed("y ~ a + b:c^2"), "1 + a + b:c");
}

TEST(Formula, DotStandsForOtherColumns) {
  EXPECT_EQ(fixed("y ~ .", {"a", "b"}), "1 + a + b");
  EXPECT_EQ(fixed("y ~ . - a + log(b)", {"a", "b"}), "1 + b + log(b)");
  EXPECT_EQ(fixed("y ~ .^2", {"a", "b"}), "1 + a + b + a:b");
  EXPECT_EQ(fixed("y ~ b + .", {"a", "b"}), "1 + b + a");
}

TEST(Formula, CallsAreNamedAsWrittenWithoutSpaces) {
  EXPECT_EQ(fixed("y ~ log( x ) + I( x ^ 2 - 1 ) + poly(x , 2) + C(g, ref = 'a b')"),
            "1 + log(x) + I(x^2-1) + poly(x,2) + C(g,ref='a b')");
  EXPECT_EQ(fixed("y ~ log(x) + log(x )"), "1 + log(x)");
  EXPECT_EQ(parse_formula("log( y + 1 ) ~ x").response_name, "log(y+1)");
  EXPECT_EQ(parse_formula("cbind(s, n - s) ~ x").response_name, "cbind(s,n-s)");
}

TEST(Formula, BackticksHoldAnyName) {
  EXPECT_EQ(fixed("y ~ `my col` + `a+b`:x"), "1 + my col + a+b:x");
  EXPECT_EQ(fixed("y ~ `.` + größe + _x.1", {"a"}), "1 + . + größe + _x.1");
}

TEST(Formula, GroupTermsKeepTheirOwnIntercept) {
  const auto terms = expanded("y ~ x + (1|g) + (x|h) + (0 + x|a:b) + (1 + x || a/b) + offset(log(n))");
  EXPECT_EQ(shown(terms.fixed), "1 + x");
  ASSERT_EQ(terms.groups.size(), 5u);
  EXPECT_THAT(terms.groups[0].columns, ElementsAre("g"));
  EXPECT_EQ(shown(terms.groups[0].effects), "1");
  EXPECT_EQ(shown(terms.groups[1].effects), "1 + x");
  EXPECT_TRUE(terms.groups[1].correlated);
  EXPECT_THAT(terms.groups[2].columns, ElementsAre("a", "b"));
  EXPECT_EQ(shown(terms.groups[2].effects), "0 + x");
  EXPECT_THAT(terms.groups[3].columns, ElementsAre("a"));
  EXPECT_THAT(terms.groups[4].columns, ElementsAre("a", "b"));
  EXPECT_FALSE(terms.groups[4].correlated);
  ASSERT_EQ(terms.offsets.size(), 1u);
  EXPECT_THAT(columns_of(terms.offsets[0]), ElementsAre("n"));
}

TEST(Formula, PowerOfOneColumnIsWarnedAbout) {
  EXPECT_THAT(expanded("y ~ x + x^2").warnings, ElementsAre(HasSubstr("write I(x^2)")));
  EXPECT_THAT(expanded("y ~ (x + z)^2").warnings, IsEmpty());
}

TEST(FormulaErrors, PointAtThePosition) {
  EXPECT_EQ(
      message("y ~ x + )"),
      "formula: unexpected ')' at position 9 in 'y ~ x + )'. A column, a function or '(' should be here.");
  EXPECT_THAT(message("größe ~ x @ z"), HasSubstr("unexpected '@' at position 11 in"));
  EXPECT_THAT(message("y ~ x +"), HasSubstr("unexpected end at position 8"));
  EXPECT_THAT(message("y ~ (x + z"), HasSubstr("'(' is never closed: it stands at position 5"));
  EXPECT_THAT(message("y ~ log(x"), HasSubstr("log( is never closed"));
  EXPECT_THAT(message("y ~ `x"), HasSubstr("quote ` is never closed"));
  EXPECT_THAT(message("y ~ x z"), HasSubstr("unexpected 'z' at position 7"));
  EXPECT_THAT(message("y ~ 2x"), HasSubstr("backticks"));
  EXPECT_THAT(message("y ~ x ~ z"), HasSubstr("a second '~'"));
  EXPECT_THAT(message(std::string("y ~ x\0", 6)), HasSubstr("control character 0x00"));
}

TEST(FormulaErrors, SayWhatToWriteInstead) {
  EXPECT_EQ(message("y x"), "formula: there is no '~' in 'y x'. Write the response first: 'y ~ x + z'.");
  EXPECT_THAT(message("~ x"), HasSubstr("no response"));
  EXPECT_THAT(message(""), HasSubstr("no '~'"));
  EXPECT_THAT(message("y ~ 2*x"), HasSubstr("I(2 * x)"));
  EXPECT_THAT(message("y ~ x + 3"), HasSubstr("the number 3 is not a term"));
  EXPECT_THAT(message("y ~ lgo(x)"), HasSubstr("unknown function 'lgo' at position 5"));
  EXPECT_THAT(message("y ~ logg(x)"), HasSubstr("Did you mean 'log'?"));
  EXPECT_THAT(message("y ~ x | g"), HasSubstr("(1 | g)"));
  EXPECT_THAT(message("y | trials(n) ~ x"), HasSubstr("cbind(successes, failures)"));
  EXPECT_THAT(message("y ~ x * (1 | g)"), HasSubstr("can only be added"));
  EXPECT_THAT(message("y ~ x - (1 | g)"), HasSubstr("can only be added"));
  EXPECT_THAT(message("y ~ (0 | g)"), HasSubstr("without effects"));
  EXPECT_THAT(message("y ~ (1 | log(g))"), HasSubstr("groups must be columns"));
  EXPECT_THAT(message("y ~ (x | 1)"), HasSubstr("number 1 is not a term"));
  EXPECT_THAT(message("y ~ x:offset(z)"), HasSubstr("offset() can only be added"));
  EXPECT_THAT(message("y ~ cbind(a, b)"), HasSubstr("in the response"));
  EXPECT_THAT(message("y ~ log(a, b)"), HasSubstr("log() takes 1 argument, not 2"));
  EXPECT_THAT(message("y ~ log(a:b)"), HasSubstr("interaction inside a function"));
  EXPECT_THAT(message("y ~ I(x > 3)"), HasSubstr("0/1 column"));
  EXPECT_THAT(message("y ~ log(C(g))"), HasSubstr("cannot be used inside"));
  EXPECT_THAT(message("y ~ poly(x)"), HasSubstr("needs a column and a degree"));
  EXPECT_THAT(message("y ~ poly(x, 2.5)"), HasSubstr("whole number"));
  EXPECT_THAT(message("y ~ poly(x, 2, raw = 1)"), HasSubstr("TRUE or FALSE"));
  EXPECT_THAT(message("y ~ C(g, contr.sum)"), HasSubstr("ref"));
  EXPECT_THAT(message("y ~ C(log(g))"), HasSubstr("name of a column"));
  EXPECT_THAT(message("y ~ (a + b)^1.5"), HasSubstr("whole number"));
  EXPECT_THAT(message("y ~ 'x'"), HasSubstr("backticks"));
  EXPECT_THAT(message("y ~ I(1e999)"), HasSubstr("out of range"));
  EXPECT_THAT(message("1 ~ x"), HasSubstr("names no column"));
}

TEST(FormulaErrors, LongFormulasAreShownInPart) {
  std::string formula = "y ~ a";
  for (int i = 0; i < 200; ++i) formula += " + column" + std::to_string(i);
  const std::string m = message(formula + " + )");
  EXPECT_LT(m.size(), 220u);
  EXPECT_THAT(m, HasSubstr("...6 + column197 + column198 + column199 + )'"));
}

TEST(FormulaErrors, NestingAndExpansionAreBounded) {
  EXPECT_THAT(message("y ~ " + std::string(100'000, '(')), HasSubstr("nested"));
  EXPECT_THAT(message("y ~ " + std::string(100'000, '-')), HasSubstr("unexpected end"));
  std::string powers = "y ~ x", calls = "y ~ ", stars = "y ~ x0", wide = "y ~ (x0";
  for (int i = 0; i < 5'000; ++i) {
    powers += "^2";
    calls += "log(";
    stars += "*x" + std::to_string(i);
    if (i < 60) wide += "+x" + std::to_string(i);
  }
  EXPECT_THAT(message(powers), HasSubstr("nested"));
  EXPECT_THAT(message(calls), HasSubstr("nested"));
  EXPECT_THAT(message(stars), HasSubstr("chained"));
  EXPECT_THAT(message("y ~ a*b*c*d*e*f*g*h*i*j*k*l*m*n*o"), HasSubstr("too many terms (the limit is 10000)"));
  EXPECT_THAT(message(wide + ")^1000000000"), HasSubstr("too many terms"));
}

TEST(Formula, TwentyThousandSummandsAreFine) {
  std::string formula = "y ~ 0";
  for (int i = 0; i < 20'000; ++i) formula += " + gene" + std::to_string(i);
  EXPECT_EQ(expanded(formula).fixed.terms.size(), 20'000u);
}

}  // namespace
}  // namespace cggibbs
