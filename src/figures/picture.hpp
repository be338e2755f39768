// What a picture consists of, in points of the page: drawn once, written as SVG and as PNG.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace cggibbs {

/// x to the right, y downwards.
struct Point {
  double x = 0, y = 0;
};

using Colour = std::uint32_t;  ///< 0xRRGGBB

struct Polyline {
  std::vector<Point> points;
  Colour colour = 0;
  double width = 1;
  bool dashed = false;
};

struct Rectangle {
  Point corner;
  double width = 0, height = 0;
  Colour colour = 0;
  double opacity = 1;
};

struct Circle {
  Point centre;
  double radius = 0;
  Colour colour = 0;
  bool filled = true;
};

enum class Anchor { start, middle, end };

struct Text {
  Point at;  ///< on the base line
  std::string words;
  double size = 11;
  Anchor anchor = Anchor::start;
  bool upwards = false;  ///< turned by 90 degrees
  bool bold = false;
  Colour colour = 0x222222;
};

using Mark = std::variant<Polyline, Rectangle, Circle, Text>;

struct Picture {
  double width = 0, height = 0;
  std::vector<Mark> marks = {};  ///< later ones cover earlier ones
};

/// How files by svg_text begin, and hardly any other does.
inline constexpr std::string_view svg_begin =
    "<svg xmlns=\"http://www.w3.org/2000/svg\" data-program=\"cggibbs\"";
std::string svg_text(const Picture& picture);

/// A PNG file, two pixels per point. Throws an Error when cairo, which is loaded for this, is not there.
std::string png_bytes(const Picture& picture);

}  // namespace cggibbs
