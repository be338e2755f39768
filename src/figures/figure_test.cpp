// Figures as text: words, boxes, ticks, the same bytes each time.
#include "figures/figure.hpp"

#include <gtest/gtest.h>

#include <exception>

#include "base/special.hpp"
#include "figures/scale.hpp"

namespace cggibbs {
namespace {

Figure example() {
  Panel p{"a <b>", {"d", Axis::Kind::log2}, {"seconds", Axis::Kind::log10}};
  p.series.push_back({"one & two", palette(0), {{2, {0.1, 0.2, 0.3, 5.0}}, {8, {1.0}, true}}});
  p.series.push_back({"not to be shown", palette(1), {{4, {-1.0, nan, inf}}}});
  p.at_x.push_back({4, "d = n"});
  return {"title", {p}, {"a note"}};
}

std::size_t count(const std::string& text, const std::string& what) {
  std::size_t n = 0;
  for (auto at = text.find(what); at != text.npos; at = text.find(what, at + 1)) ++n;
  return n;
}

TEST(Figure, WordsAreEscapedAndAllThere) {
  const std::string svg = svg_text(draw(example()));
  for (const char* words : {"one &amp; two", "a &lt;b&gt;", "d = n", "a note", "title", "seconds"})
    EXPECT_NE(svg.find(words), svg.npos) << words;
  EXPECT_EQ(svg.find("nan"), svg.npos);
  EXPECT_EQ(svg.find("inf"), svg.npos);
}

TEST(Figure, SeveralValuesAreABoxAndOneIsADot) {
  const Picture p = draw(example());
  std::size_t boxes = 0, hollow = 0;
  for (const auto& m : p.marks) {
    if (const auto* r = std::get_if<Rectangle>(&m)) boxes += r->opacity < 1 ? 1 : 0;
    if (const auto* c = std::get_if<Circle>(&m)) hollow += c->filled ? 0 : 1;
  }
  EXPECT_EQ(boxes, 1U);
  EXPECT_EQ(hollow, 2U);  // the open dot, and the outlier 5
}

TEST(Figure, TheSameFigureIsTheSameText) {
  EXPECT_EQ(svg_text(draw(example())), svg_text(draw(example())));
}

TEST(Figure, AnEmptyFigureIsDrawn) {
  const std::string svg = svg_text(draw(Figure{"nothing", {Panel{"p", {"x"}, {"y"}}}}));
  EXPECT_EQ(count(svg, "<svg"), 1U);
  EXPECT_EQ(svg.find("nan"), svg.npos);
}

TEST(Figure, PngIsWrittenWhereCairoIs) {
  try {
    EXPECT_EQ(png_bytes(draw(example())).substr(0, 8), "\x89PNG\r\n\x1a\n");
  } catch (const std::exception& e) {
    GTEST_SKIP() << e.what();
  }
}

TEST(Scale, PowersOfTwoAndTen) {
  const Axis two{"d", Axis::Kind::log2}, ten{"s", Axis::Kind::log10};
  Scale d(two), s(ten);
  d.cover(2);
  d.cover(4096);
  s.cover(1e-5);
  s.cover(100);
  d.place(0, 100);
  s.place(100, 0);
  EXPECT_NEAR(d(2) + d(4096), 100, 1e-9);
  EXPECT_GT(s(1e-5), s(100));  // upwards on the page
  std::string labels;
  for (const auto& t : d.ticks(7)) labels += t.label + " ";
  EXPECT_EQ(labels, "4 16 64 256 1024 4096 ");
  labels.clear();
  for (const auto& t : s.ticks(6)) labels += t.label + " ";
  EXPECT_EQ(labels, "10⁻⁴ 0.01 1 100 ");
}

TEST(Scale, TwoPowersOfTenHaveTicksBetween) {
  const Axis ten{"s", Axis::Kind::log10};
  const auto labels = [&](double low, double high) {
    Scale s(ten);
    s.cover(low);
    s.cover(high);
    s.place(0, 1);
    std::string all;
    for (const auto& t : s.ticks(6)) all += t.label + " ";
    return all;
  };
  EXPECT_EQ(labels(1.2, 70), "1 3 10 30 ");
  EXPECT_EQ(labels(1.2e-5, 7e-4), "10⁻⁵ 3·10⁻⁵ 10⁻⁴ 3·10⁻⁴ ");
}

TEST(Figure, LabelsOfDashedLinesMakeRoom) {
  Figure f = example();
  const auto height = [](const Figure& figure) {
    for (const auto& m : draw(figure).marks)
      if (const auto* t = std::get_if<Text>(&m); t && t->words == "d = n") return t->at.y;
    return nan;
  };
  const double free = height(f);
  f.panels[0].series.push_back({"in the way", palette(2), {{4.2, {5.0}}}});
  EXPECT_GT(height(f), free + 50);
}

TEST(Scale, ShortRangesHaveRoundNumbers) {
  const Axis ten{"s", Axis::Kind::log10};
  Scale s(ten);
  s.cover(3);
  s.cover(8);
  s.place(0, 1);
  EXPECT_GE(s.ticks(6).size(), 3U);
  for (const auto& t : s.ticks(6)) EXPECT_EQ(t.at, std::round(t.at));
}

}  // namespace
}  // namespace cggibbs
