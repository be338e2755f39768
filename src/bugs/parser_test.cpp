// Programs as they are understood, and errors where they are not.
#include "bugs/parser.hpp"

#include <gtest/gtest.h>

namespace cggibbs::bugs {
namespace {

std::string shown(const Expr& e) {
  std::string args;
  for (const auto& a : e.args) args += (args.empty() ? "" : ",") + shown(a);
  switch (e.kind) {
    case ExprKind::number:
      return std::to_string(static_cast<int>(e.number));
    case ExprKind::missing:
      return "_";
    case ExprKind::reference:
      return e.bracketed ? e.name + "[" + args + "]" : e.name;
    case ExprKind::call:
      return e.name + "(" + args + ")";
  }
  return {};
}

std::string value_of(const std::string& expression) {
  const Program p = parse_program({"model { x <- " + expression + " }"});
  return shown(p.model.relations.at(0).value);
}

std::string error_of(const std::string& text) {
  try {
    parse_program({text, "m.bug"});
  } catch (const SourceError& e) {
    return std::string(e.what()) + "\n" + e.excerpt();
  }
  return "none";
}

TEST(Parser, OperatorsBindAsInR) {
  EXPECT_EQ(value_of("a + b * c"), "+(a,*(b,c))");
  EXPECT_EQ(value_of("a - b - c"), "-(-(a,b),c)");
  EXPECT_EQ(value_of("-a^2"), "[-](^(a,2))");
  EXPECT_EQ(value_of("a^-b^c"), "^(a,[-](^(b,c)))");
  EXPECT_EQ(value_of("1:n-1"), "-(:(1,n),1)");
  EXPECT_EQ(value_of("a * b %*% c"), "*(a,%*%(b,c))");
  EXPECT_EQ(value_of("a > 1 && !b || c == 2"), "||(&&(>(a,1),!(b)),==(c,2))");
  EXPECT_EQ(value_of("(a + b) * c"), "*(+(a,b),c)");
}

TEST(Parser, IndicesMayBeMissing) {
  EXPECT_EQ(value_of("x[,1:2] + y[] + z[i,]"), "+(+(x[_,:(1,2)],y[_]),z[i,_])");
}

TEST(Parser, RelationsKeepTheirLoops) {
  const Program p =
      parse_program({"var a[3], b;\nmodel { # a comment\n for (i in 1:n) { y[i] ~ dnorm(m, 1) T(0,); for (j "
                     "in 1:2) { logit(p[i,j]) "
                     "<- q } }\n m ~ dunif(0, 1) /* and */ }"});
  ASSERT_EQ(p.model.relations.size(), 3U);
  ASSERT_EQ(p.declarations.size(), 2U);
  EXPECT_EQ(p.model.relations[0].restriction, Restriction::truncated);
  EXPECT_TRUE(p.model.relations[0].lower && !p.model.relations[0].upper);
  EXPECT_EQ(p.model.relations[1].link, "logit");
  EXPECT_EQ(p.model.relations[1].loop, 1U);
  EXPECT_EQ(p.model.loops[1].outer, 0U);
  EXPECT_FALSE(p.model.relations[2].loop);
}

TEST(Parser, ErrorsPointAtTheirPlace) {
  EXPECT_EQ(error_of("model {\n  y ~ dnorm(0, \n}"), "m.bug:3:1: expected an expression.\n  }\n  ^");
  EXPECT_EQ(error_of("model { y <- }"),
            "m.bug:1:14: expected an expression.\n  model { y <- }\n               ^");
  EXPECT_NE(error_of("model { exp(y) <- 1 }").find("no link function"), std::string::npos);
  EXPECT_NE(error_of("model { for (i 1:2) { } }").find("expected 'in'"), std::string::npos);
  EXPECT_NE(error_of("").find("no model block"), std::string::npos);
  EXPECT_NE(error_of("model { y <- " + std::string(2000, '(')).find("brackets are open"), std::string::npos);
}

}  // namespace
}  // namespace cggibbs::bugs
