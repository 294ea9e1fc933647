#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "report/drawing.h"

namespace gnac::detail {

/// One way to colour the points of a picture.
struct Panel {
  std::string title;                 ///< above it
  std::string note;                  ///< below it
  std::vector<std::int32_t> labels;  ///< per point, -1 for noise; empty: no points are shown
};

/// The same points in several panels side by side, e.g. as different methods partition them.
struct PanelPicture {
  std::string title;  ///< one line
  std::vector<double> x;
  std::vector<double> y;
  std::vector<Panel> panels;
};

/// Both axes have the same scale; a legend below the panels shows the labels. A single panel is
/// large. If there are more than 4000 points, an even sample of 4000 is drawn.
Drawing draw(const PanelPicture& picture);

}  // namespace gnac::detail
