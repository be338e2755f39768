// Pictures of small models: what is drawn, how it looks, and what is left out.
#include "run/model_dot.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cggibbs/model.hpp>
#include <cggibbs/sample.hpp>

#include "graph/var_access.hpp"
#include "io/file/run_program.hpp"
#include "run/parameter_kernels.hpp"

namespace cggibbs {
namespace {

using testing::HasSubstr;
using testing::Not;

/// y ~ bernoulli_logit(a + X b), b ~ normal(0, tau)
std::shared_ptr<const Model> regression(const std::string& name = "b") {
  ModelBuilder m;
  const Var a = m.real("a"), b = m.real(name, 3), tau = m.positive("tau");
  m.factor("normal", {a, 0, 10});
  m.factor("gamma", {tau, 2, 3});
  m.factor("normal", {b, 0, tau});
  const Var eta = a + linear(DenseMatrix{4, 3, {1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3}}, b);
  m.factor("bernoulli_logit", {std::vector<double>{0, 1, 1, 0}, eta});
  m.monitor("odds", exp(a));
  return m.build();
}

std::string dot_of(const Model& model) {
  return model_dot(model, {.title = "small", .kernels = parameter_kernels(model, {}, 100)});
}

/// The whole statement of the node whose label begins so.
std::string statement(const std::string& dot, const std::string& label) {
  const auto at = dot.find("label=<" + label);
  if (at == std::string::npos) return "";
  const auto start = dot.rfind('\n', at) + 1;
  return dot.substr(start, dot.find('\n', at) - start);
}

TEST(ModelDot, ArraysAreNodesWithSizesAndKernels) {
  const std::string dot = dot_of(*regression());
  const std::string b = statement(dot, "<b>b [3]</b>");
  EXPECT_THAT(b, HasSubstr("shape=ellipse"));
  EXPECT_THAT(b, HasSubstr("slice"));
  EXPECT_THAT(dot, Not(HasSubstr("b[1]")));
  EXPECT_THAT(statement(dot, "data [4]"), HasSubstr("shape=box"));
}

TEST(ModelDot, CachedSumsStandOut) {
  const std::string dot = dot_of(*regression());
  EXPECT_THAT(statement(dot, "Σ [4]"), HasSubstr("penwidth=2.4"));
  EXPECT_THAT(statement(dot, "Σ [4]"), HasSubstr("linear: 2 terms"));
  EXPECT_THAT(statement(dot, "normal [3]"), HasSubstr("Σ sufficient statistics"));
  EXPECT_THAT(statement(dot, "bernoulli_logit [4]"), Not(HasSubstr("sufficient")));
}

TEST(ModelDot, ConstantsStandInLabelsAndRecordedQuantitiesAreDashed) {
  const std::string dot = dot_of(*regression());
  EXPECT_THAT(statement(dot, "normal<"), HasSubstr("mu = 0, sigma = 10"));
  EXPECT_THAT(statement(dot, "gamma"), HasSubstr("shape = 2, rate = 3"));
  EXPECT_THAT(statement(dot, "odds"), HasSubstr("dashed"));
}

TEST(ModelDot, ArrowsGoFromWhatIsReadAndToWhatIsDrawn) {
  const std::string dot = dot_of(*regression());
  const auto id = [&](const std::string& label) {
    const std::string s = statement(dot, label);
    return s.substr(2, s.find(' ', 2) - 2);
  };
  EXPECT_THAT(dot, HasSubstr(id("<b>tau</b>") + " -> " + id("normal [3]")));
  EXPECT_THAT(dot, HasSubstr(id("normal [3]") + " -> " + id("<b>b [3]</b>")));
  EXPECT_THAT(dot, HasSubstr(id("<b>b [3]</b>") + " -> " + id("Σ [4]")));
  EXPECT_THAT(dot, HasSubstr(id("Σ [4]") + " -> " + id("bernoulli_logit [4]") + " [penwidth"));
  EXPECT_THAT(dot, HasSubstr(id("bernoulli_logit [4]") + " -> " + id("data [4]")));
}

TEST(ModelDot, WhatIsDrawnForwardSaysFromWhat) {
  ModelBuilder m;
  const Var mu = m.real("mu"), next = m.real("next");
  VarAccess::node(next).as<ParameterNode>()->whole = true;
  m.factor("normal", {mu, 0, 1});
  m.factor("normal", {0.4, mu, 0.5});
  m.factor("student_t", {next, 5, mu, 0.3});
  const auto model = m.build();
  const std::string dot = dot_of(*model), drawn = statement(dot, "<b>next</b>");
  EXPECT_THAT(drawn, AllOf(HasSubstr("dashed"), HasSubstr("drawn from student_t")));
  const auto id = [](const std::string& s) { return s.substr(2, s.find(' ', 2) - 2); };
  EXPECT_THAT(dot, HasSubstr(id(statement(dot, "<b>mu</b>")) + " -> " + id(drawn) + ";"));
  EXPECT_THAT(dot, HasSubstr("no data speak of it"));
  EXPECT_THAT(dot_of(*regression()), Not(HasSubstr("no data speak of it")));
  EXPECT_THAT(explain(*model), HasSubstr("next                         1  from student_t"));
}

TEST(ModelDot, OddNamesAreEscaped) {
  const std::string dot = dot_of(*regression("<b&\"\\\x1b é"));
  EXPECT_THAT(dot, HasSubstr("&lt;b&amp;&quot;"));
  EXPECT_THAT(dot, Not(HasSubstr("\x1b")));
  EXPECT_THAT(dot, HasSubstr("é"));
  if (const auto drawn = run_program({"dot", "-Tsvg"}, dot, 20)) {
    EXPECT_EQ(drawn->failure, "");
    EXPECT_THAT(drawn->output, HasSubstr("</svg>"));
  }
}

TEST(ModelDot, OfTooManyArraysTheLargestAreDrawn) {
  ModelBuilder m;
  for (int i = 0; i < 100; ++i) {
    const Var x = m.real("x" + std::to_string(i), i == 57 ? 9 : 1);
    m.factor("normal", {x, 0, 1});
  }
  const auto model = m.build();
  std::size_t left_out = 0;
  const std::string dot = model_dot(*model, {.most_boxes = 20}, &left_out);
  EXPECT_EQ(left_out, 180U);
  EXPECT_THAT(dot, HasSubstr("x57 [9]"));
  EXPECT_THAT(dot, HasSubstr("180 of the smallest arrays and factors are not shown"));
  EXPECT_LT(std::count(dot.begin(), dot.end(), '\n'), 80);
}

TEST(ParameterKernels, SayWhatASweepDoes) {
  ModelBuilder m;
  const Var mu = m.real("mu"), x = m.real("x"), rate = m.positive("rate");
  const Var k = m.integer("k", 1, 0, 3), many = m.integer("many", 1, 0, 300), c = m.count("c", {1});
  m.factor("normal", {mu, 0, 1});
  m.factor("cauchy", {x, 0, 1});
  m.factor("gamma", {rate, 2, 3});
  m.factor("poisson", {std::vector<double>{1, 4}, rate});
  m.factor("binomial", {k, 0.3, 3});
  m.factor("binomial", {many, 0.3, 300});
  m.factor("poisson", {c, 2});
  const auto model = m.build();
  EXPECT_THAT(parameter_kernels(*model, {}, 100),
              testing::ElementsAre("exact normal draw", "slice", "exact gamma draw", "exact",
                                   "discrete slice", "discrete slice"));
}

}  // namespace
}  // namespace cggibbs
