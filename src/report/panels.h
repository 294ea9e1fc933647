#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace gnac {

/// One way to colour the points of a picture.
struct Panel {
  std::string title;  ///< above it
  std::string note;   ///< below it
  std::vector<std::int32_t>
      colour;  ///< per point, which of the palette; empty: no points are shown
};

/// The same points once a panel, side by side, e.g. as several methods partition them.
struct PanelPicture {
  std::string title;  ///< one line
  std::vector<double> x;
  std::vector<double> y;
  std::vector<Panel> panels;
};

/// SVG text that stands alone. Both axes have one scale. Above 4000 points only as many, evenly
/// chosen, are drawn.
std::string to_svg(const PanelPicture& picture);

}  // namespace gnac
