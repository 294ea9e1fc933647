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

/// The same points once a panel, side by side, e.g. as several methods partition them.
struct PanelPicture {
  std::string title;  ///< one line
  std::vector<double> x;
  std::vector<double> y;
  std::vector<Panel> panels;
};

/// Both axes have one scale; below the panels stands which look is which label. A single panel is
/// large. Above 4000 points only as many, evenly chosen, are drawn.
Drawing draw(const PanelPicture& picture);

}  // namespace gnac::detail
