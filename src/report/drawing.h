#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "report/palette.h"

// A figure as a list of shapes, in pixels from the upper left corner; and the files it becomes.
namespace gnac::detail {

struct Place {
  double x = 0;
  double y = 0;
};

/// A rectangle. An empty colour means not filled, or no frame.
struct Box {
  Place at;
  double width = 0;
  double height = 0;
  std::string_view fill;
  std::string_view stroke;
};

struct Line {
  std::vector<Place> through;
  std::string_view colour;
  double width = 1;
  bool dashed = false;
};

/// The same mark at many places.
struct Marks {
  std::vector<Place> at;
  std::string_view colour;
  Mark mark = Mark::dot;
  double size = 4;  ///< from side to side
};

enum class Anchor { start, middle, end };

struct Text {
  Place at;  ///< of its base line, at the start, middle or end
  std::string text;
  Anchor anchor = Anchor::start;
  double size = 12;
  bool upwards = false;  ///< rotated to read upwards
};

using Shape = std::variant<Box, Line, Marks, Text>;

/// Shapes, drawn in order on white.
struct Drawing {
  double width = 0;
  double height = 0;
  std::string title;
  std::vector<Shape> shapes;
};

/// An upper bound on the width of a text in the font of the figures.
double text_width(std::string_view text, double size = 12);

/// A drawing with its title centred at the top, wide enough for it.
Drawing open_drawing(double width, double height, std::string title);

/// A complete SVG document.
std::string to_svg(const Drawing& drawing);

/// A picture with two pixels per pixel of the drawing.
std::string to_png(const Drawing& drawing);

}  // namespace gnac::detail
