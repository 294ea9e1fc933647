#include "report/chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "report/svg.h"

namespace gnac {
namespace {

constexpr double kWidth = 760;
constexpr double kRowHeight = 22;
constexpr double kLetter = 7;  // pixels, on average and rounded up, in the font of svg_open()

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

std::string line_at(double x1, double y1, double x2, double y2, std::string_view style) {
  return fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" {}/>\n", x1, y1,
                     x2, y2, style);
}

constexpr std::string_view kGrid = "stroke=\"#dddddd\"";

std::string x_grid(const Axis& axis, double top, double bottom, std::string_view label) {
  std::string out;
  for (const double tick : axis_ticks(axis.low, axis.high, axis.logarithmic)) {
    const double x = axis.place(tick);
    out += line_at(x, top, x, bottom, kGrid) +
           svg_text(x, bottom + 16, "middle", fmt::format("{:g}", tick));
  }
  return out + svg_text((axis.begin + axis.end) / 2, bottom + 36, "middle", label);
}

std::string y_grid(const Axis& axis, double left, double right, std::string_view label) {
  std::string out;
  for (const double tick : axis_ticks(axis.low, axis.high, axis.logarithmic)) {
    const double y = axis.place(tick);
    out += line_at(left, y, right, y, kGrid) +
           svg_text(left - 6, y + 4, "end", fmt::format("{:g}", tick));
  }
  const double middle = (axis.begin + axis.end) / 2;
  return out + fmt::format(
                   "<text x=\"16\" y=\"{0:.1f}\" text-anchor=\"middle\" "
                   "transform=\"rotate(-90 16 {0:.1f})\">{1}</text>\n",
                   middle, svg_escaped(label));
}

std::string draw_series(const Series& series, const Axis& x, const Axis& y) {
  std::string path;
  std::string dots;
  bool drawing = false;
  for (std::size_t i = 0; i < series.y.size(); ++i) {
    const bool shown = std::isfinite(series.y[i]) && !(y.logarithmic && series.y[i] <= 0);
    if (shown) {
      const double px = x.place(series.x[i]);
      const double py = y.place(series.y[i]);
      path += fmt::format("{}{:.1f} {:.1f}", drawing ? "L" : "M", px, py);
      if (!series.dashed) {
        dots += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\" fill=\"{}\"/>\n", px, py,
                            palette_colour(series.colour));
      }
    }
    drawing = shown;
  }
  return fmt::format("<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\"{}/>\n", path,
                     palette_colour(series.colour),
                     series.dashed ? " stroke-dasharray=\"5 4\"" : "") +
         dots;
}

std::string legend(const std::vector<Series>& series, double left) {
  std::string out;
  double y = 50;
  for (const Series& s : series) {
    out += line_at(left, y - 4, left + 24, y - 4,
                   fmt::format("stroke=\"{}\" stroke-width=\"2\"{}", palette_colour(s.colour),
                               s.dashed ? " stroke-dasharray=\"5 4\"" : "")) +
           svg_text(left + 30, y, "start", s.name);
    y += 18;
  }
  return out;
}

/// How wide the chart must be for the names of a legend that begins at `left`.
double width_with_legend(const std::vector<Series>& series, double left) {
  std::size_t longest = 0;
  for (const Series& s : series) longest = std::max(longest, s.name.size());
  return std::max(kWidth, left + 36 + kLetter * static_cast<double>(longest));
}

}  // namespace

std::string to_svg(const LineChart& chart) {
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
  std::string out = svg_open(width_with_legend(chart.series, right + 16), bottom + 50, chart.title);
  out += x_grid(x, top, bottom, chart.x_label) + y_grid(y, left, right, chart.y_label);
  for (const Series& s : chart.series) out += draw_series(s, x, y);
  return out + legend(chart.series, right + 16) + "</svg>\n";
}

std::string to_svg(const BarChart& chart) {
  const double left = 190;
  const double right = kWidth - 90;
  const double top = 36;
  const double bottom = top + kRowHeight * static_cast<double>(chart.bars.size()) + 6;
  std::vector<double> values{0};
  for (const Bar& bar : chart.bars) {
    for (const double v : {bar.value, bar.low, bar.high, bar.marker}) values.push_back(v);
  }
  const Axis x = make_axis(values, false, left, right);
  std::string out =
      svg_open(kWidth, bottom + 68, chart.title) + x_grid(x, top, bottom, chart.x_label);
  double y = top + 4;
  for (const Bar& bar : chart.bars) {
    const double middle = y + kRowHeight / 2 - 2;
    out += svg_text(left - 8, middle + 4, "end", bar.name);
    if (std::isfinite(bar.value)) {
      const double from = std::min(x.place(0), x.place(bar.value));
      const double to = std::max(x.place(0), x.place(bar.value));
      out += fmt::format(
          "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\"/>\n",
          from, y + 1, to - from, kRowHeight - 6, palette_colour(5));
      out += svg_text(right + 8, middle + 4, "start", fmt::format("{:.4f}", bar.value));
    }
    if (std::isfinite(bar.low) && std::isfinite(bar.high)) {
      out += line_at(x.place(bar.low), middle, x.place(bar.high), middle,
                     "stroke=\"#000000\" stroke-width=\"1.5\"");
    }
    if (std::isfinite(bar.marker)) {
      out += line_at(x.place(bar.marker), y, x.place(bar.marker), y + kRowHeight - 4,
                     fmt::format("stroke=\"{}\" stroke-width=\"3\"", palette_colour(1)));
    }
    y += kRowHeight;
  }
  if (!chart.marker_label.empty()) {
    out += line_at(left, bottom + 50, left, bottom + 62,
                   fmt::format("stroke=\"{}\" stroke-width=\"3\"", palette_colour(1))) +
           svg_text(left + 8, bottom + 60, "start", chart.marker_label);
  }
  return out + "</svg>\n";
}

}  // namespace gnac
