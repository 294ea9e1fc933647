#pragma once

#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "report/drawing.h"

// Charts of the studies.
namespace gnac::detail {

/// Colours of lines and bars, which are labelled: Okabe and Ito's eight colours, then Tol's eight
/// muted ones.
std::string_view series_colour(int index);

/// A line of a chart. NaN values leave a gap.
struct Series {
  std::string name;
  std::vector<double> x;
  std::vector<double> y;
  int colour = 0;       ///< which of the palette; series that belong together share one
  bool dashed = false;  ///< e.g. published values next to measured ones
};

struct LineChart {
  std::string name;   ///< file name without ending
  std::string title;  ///< one line
  std::string x_label;
  std::string y_label;
  bool log_x = false;
  bool log_y = false;
  std::vector<Series> series;
};

struct Bar {
  std::string name;
  double value = 0;
  double low = std::numeric_limits<double>::quiet_NaN();  ///< of an interval, if there is one
  double high = std::numeric_limits<double>::quiet_NaN();
  double marker = std::numeric_limits<double>::quiet_NaN();  ///< e.g. the published value
  int colour = 5;                                            ///< which of the palette
};

/// Horizontal bars from zero, one below the other.
struct BarChart {
  std::string name;
  std::string title;
  std::string x_label;
  std::string marker_label;  ///< what the markers are; empty: there are none
  std::vector<Bar> bars;
};

/// As wide as their names need.
Drawing draw(const LineChart& chart);
Drawing draw(const BarChart& chart);

/// Round values that cover [low, high]: multiples of 1, 2 or 5 times a power of ten, and on a
/// logarithmic axis 1, 2 and 5 times the powers, thinned to the powers if there are many.
std::vector<double> axis_ticks(double low, double high, bool logarithmic);

}  // namespace gnac::detail
