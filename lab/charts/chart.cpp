#include "charts/chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace gnac::detail {
namespace {

constexpr std::array<std::string_view, 8> kPalette{"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                                   "#e69f00", "#56b4e9", "#000000", "#f0e442"};
constexpr std::array<std::string_view, 8> kMuted{"#332288", "#117733", "#999933", "#882255",
                                                 "#aa4499", "#44aa99", "#ddcc77", "#661100"};
constexpr std::string_view kMarkerColour = "#000000";  // not used by any bar

constexpr double kWidth = 760;
constexpr double kRowHeight = 22;

/// A range of values laid along a range of pixels.
struct Axis {
  double low = 0;
  double high = 1;
  bool logarithmic = false;
  double begin = 0;  ///< pixel of `low`
  double end = 1;    ///< pixel of `high`

  double place(double value) const {
    const auto flat = [&](double v) { return logarithmic ? std::log(v) : v; };
    return begin + (end - begin) * (flat(value) - flat(low)) / (flat(high) - flat(low));
  }
};

/// The values that can be shown, with a little room on linear axes.
Axis make_axis(const std::vector<double>& values, bool logarithmic, double begin, double end) {
  Axis axis{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity(),
            logarithmic, begin, end};
  for (const double v : values) {
    if (!std::isfinite(v) || (logarithmic && v <= 0)) continue;
    axis.low = std::min(axis.low, v);
    axis.high = std::max(axis.high, v);
  }
  if (axis.low > axis.high) {
    axis.low = logarithmic ? 1 : 0;
    axis.high = logarithmic ? 10 : 1;
  }
  const double room = logarithmic ? 0 : 0.04 * (axis.high - axis.low);
  axis.low -= room;
  axis.high += room;
  if (axis.low == axis.high) {
    axis.low -= logarithmic ? axis.low / 2 : 0.5;
    axis.high += logarithmic ? axis.high : 0.5;
  }
  return axis;
}

constexpr std::string_view kGrid = "#dddddd";

Line straight(Place from, Place to, std::string_view colour, double width = 1) {
  return {{from, to}, colour, width};
}

void add_x_grid(Drawing& drawing, const Axis& axis, double top, double bottom,
                const std::string& label) {
  for (const double tick : axis_ticks(axis.low, axis.high, axis.logarithmic)) {
    const double x = axis.place(tick);
    drawing.shapes.emplace_back(straight({x, top}, {x, bottom}, kGrid));
    drawing.shapes.emplace_back(Text{{x, bottom + 16}, fmt::format("{:g}", tick), Anchor::middle});
  }
  drawing.shapes.emplace_back(
      Text{{(axis.begin + axis.end) / 2, bottom + 36}, label, Anchor::middle});
}

void add_y_grid(Drawing& drawing, const Axis& axis, double left, double right,
                const std::string& label) {
  for (const double tick : axis_ticks(axis.low, axis.high, axis.logarithmic)) {
    const double y = axis.place(tick);
    drawing.shapes.emplace_back(straight({left, y}, {right, y}, kGrid));
    drawing.shapes.emplace_back(Text{{left - 6, y + 4}, fmt::format("{:g}", tick), Anchor::end});
  }
  drawing.shapes.emplace_back(
      Text{{16, (axis.begin + axis.end) / 2}, label, Anchor::middle, 12, true});
}

/// The line, in pieces where values are missing, and a dot for each value that is ours.
void add_series(Drawing& drawing, const Series& series, const Axis& x, const Axis& y) {
  const std::string_view colour = series_colour(series.colour);
  Marks dots{{}, colour, Mark::dot, 6};
  Line piece{{}, colour, 2, series.dashed};
  const auto end_piece = [&] {
    if (!piece.through.empty()) drawing.shapes.emplace_back(piece);
    piece.through.clear();
  };
  for (std::size_t i = 0; i < series.y.size(); ++i) {
    if (!std::isfinite(series.y[i]) || (y.logarithmic && series.y[i] <= 0)) {
      end_piece();
      continue;
    }
    piece.through.push_back({x.place(series.x[i]), y.place(series.y[i])});
    if (!series.dashed) dots.at.push_back(piece.through.back());
  }
  end_piece();
  if (!dots.at.empty()) drawing.shapes.emplace_back(std::move(dots));
}

void add_legend(Drawing& drawing, const std::vector<Series>& series, double left) {
  double y = 50;
  for (const Series& s : series) {
    drawing.shapes.emplace_back(
        Line{{{left, y - 4}, {left + 24, y - 4}}, series_colour(s.colour), 2, s.dashed});
    drawing.shapes.emplace_back(Text{{left + 30, y}, s.name});
    y += 18;
  }
}

/// How wide the chart must be for the names of a legend that begins at `left`.
double width_with_legend(const std::vector<Series>& series, double left) {
  double longest = 0;
  for (const Series& s : series) longest = std::max(longest, text_width(s.name));
  return std::max(kWidth, left + 36 + longest);
}

}  // namespace

std::string_view series_colour(int index) {
  const auto at = static_cast<std::size_t>(index) % (kPalette.size() + kMuted.size());
  return at < kPalette.size() ? kPalette[at] : kMuted[at - kPalette.size()];
}

Drawing draw(const LineChart& chart) {
  const double left = 64;
  const double right = 570;
  const double top = 36;
  const double bottom = std::max(380.0, 60 + 18.0 * static_cast<double>(chart.series.size()));
  std::vector<double> xs;
  std::vector<double> ys;
  for (const Series& s : chart.series) {
    xs.insert(xs.end(), s.x.begin(), s.x.end());
    ys.insert(ys.end(), s.y.begin(), s.y.end());
  }
  const Axis x = make_axis(xs, chart.log_x, left, right);
  const Axis y = make_axis(ys, chart.log_y, bottom, top);
  Drawing drawing =
      open_drawing(width_with_legend(chart.series, right + 16), bottom + 50, chart.title);
  add_x_grid(drawing, x, top, bottom, chart.x_label);
  add_y_grid(drawing, y, left, right, chart.y_label);
  for (const Series& s : chart.series) add_series(drawing, s, x, y);
  add_legend(drawing, chart.series, right + 16);
  return drawing;
}

Drawing draw(const BarChart& chart) {
  double left = 190;
  for (const Bar& bar : chart.bars) left = std::max(left, text_width(bar.name) + 16);
  const double right = left + 480;
  const double top = 36;
  const double bottom = top + kRowHeight * static_cast<double>(chart.bars.size()) + 6;
  std::vector<double> values{0};
  for (const Bar& bar : chart.bars) {
    for (const double v : {bar.value, bar.low, bar.high, bar.marker}) values.push_back(v);
  }
  const Axis x = make_axis(values, false, left, right);
  Drawing drawing = open_drawing(right + 90, bottom + 68, chart.title);
  add_x_grid(drawing, x, top, bottom, chart.x_label);
  double y = top + 4;
  for (const Bar& bar : chart.bars) {
    const double middle = y + kRowHeight / 2 - 2;
    drawing.shapes.emplace_back(Text{{left - 8, middle + 4}, bar.name, Anchor::end});
    if (std::isfinite(bar.value)) {
      const double from = std::min(x.place(0), x.place(bar.value));
      const double to = std::max(x.place(0), x.place(bar.value));
      drawing.shapes.emplace_back(
          Box{{from, y + 1}, to - from, kRowHeight - 6, series_colour(bar.colour), ""});
      drawing.shapes.emplace_back(Text{{right + 8, middle + 4}, fmt::format("{:.4f}", bar.value)});
    }
    if (std::isfinite(bar.low) && std::isfinite(bar.high)) {
      drawing.shapes.emplace_back(
          straight({x.place(bar.low), middle}, {x.place(bar.high), middle}, "#000000", 1.5));
    }
    if (std::isfinite(bar.marker)) {
      const double at = x.place(bar.marker);
      drawing.shapes.emplace_back(straight({at, y}, {at, y + kRowHeight - 4}, kMarkerColour, 3));
    }
    y += kRowHeight;
  }
  if (!chart.marker_label.empty()) {
    drawing.shapes.emplace_back(
        straight({left, bottom + 50}, {left, bottom + 62}, kMarkerColour, 3));
    drawing.shapes.emplace_back(Text{{left + 8, bottom + 60}, chart.marker_label});
  }
  return drawing;
}

}  // namespace gnac::detail
