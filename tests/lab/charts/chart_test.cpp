#include "charts/chart.h"

#include <gtest/gtest.h>

#include <limits>

namespace gnac::detail {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

std::size_t occurrences(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

TEST(Chart, TicksAreRoundAndInside) {
  EXPECT_EQ(axis_ticks(0, 1, false),
            (std::vector<double>{0, 0.2, 0.4, 0.6000000000000001, 0.8, 1}));
  EXPECT_EQ(axis_ticks(1000, 100000, true),
            (std::vector<double>{1000, 2000, 5000, 10000, 20000, 50000, 100000}));
  EXPECT_EQ(axis_ticks(1, 1e6, true).size(), 7U);
  EXPECT_EQ(axis_ticks(3, 3, false), std::vector<double>{3});
}

TEST(Chart, LinesBreakWhereAValueIsMissing) {
  LineChart chart;
  chart.title = "a < b & c";
  chart.series = {{"ours", {0, 1, 2, 3, 4}, {1, 2, kNan, 3, 4}, 0, false},
                  {"published", {0, 4}, {1, 4}, 0, true}};
  const std::string svg = to_svg(draw(chart));
  EXPECT_EQ(occurrences(svg, "h0"), 4U) << "a dot a value";
  EXPECT_EQ(occurrences(svg, "stroke-width=\"2\""), 5U)
      << "two pieces of the first line, one of the second, and the legend";
  EXPECT_NE(svg.find("a &lt; b &amp; c"), std::string::npos);
  EXPECT_EQ(occurrences(svg, "nan"), 0U);
}

TEST(Chart, LongNamesMakeItWider) {
  LineChart chart;
  chart.series = {{"short", {0, 1}, {1, 2}, 0, false}};
  EXPECT_NE(to_svg(draw(chart)).find("width=\"760\""), std::string::npos);
  chart.series.push_back({std::string(40, 'm'), {0, 1}, {1, 2}, 1, false});
  const std::string svg = to_svg(draw(chart));
  EXPECT_GT(std::stod(svg.substr(svg.find("width=\"") + 7)), 860);
}

TEST(Chart, LongNamesOfBarsAreNotClipped) {
  BarChart chart;
  chart.bars = {{std::string(60, 'm'), 1.0}};
  const Drawing drawing = draw(chart);
  int names = 0;
  for (const Shape& shape : drawing.shapes) {
    const Text* text = std::get_if<Text>(&shape);
    if (text == nullptr || text->anchor != Anchor::end) continue;
    names += text->text.find("mmm") != std::string::npos ? 1 : 0;
    EXPECT_GE(text->at.x - text_width(text->text), 0) << text->text;
  }
  EXPECT_EQ(names, 1);
}

TEST(Chart, AnEmptyOrConstantChartIsStillAChart) {
  LineChart line;
  line.log_x = line.log_y = true;
  EXPECT_EQ(occurrences(to_svg(draw(line)), "nan"), 0U);
  line.series = {{"one", {5}, {5}, 0, false}};
  EXPECT_EQ(occurrences(to_svg(draw(line)), "nan"), 0U);
  EXPECT_EQ(occurrences(to_svg(draw(BarChart{})), "nan"), 0U);
}

TEST(Chart, BarsShowIntervalAndMarkerWhereTheyExist) {
  BarChart chart;
  chart.marker_label = "published";
  chart.bars = {{"a", 0.5, 0.4, 0.6, 0.55}, {"b", -0.1}, {"c", kNan}};
  const std::string svg = to_svg(draw(chart));
  EXPECT_EQ(occurrences(svg, "<rect"), 3U) << "the background and two bars";
  EXPECT_EQ(occurrences(svg, "stroke-width=\"1.5\""), 1U);
  EXPECT_EQ(occurrences(svg, "stroke-width=\"3\""), 2U) << "one marker and the legend";
  EXPECT_EQ(occurrences(svg, "nan"), 0U);
}

TEST(Axis, HasFewTicksWhateverTheRange) {
  const double most = std::numeric_limits<double>::max();
  for (const bool logarithmic : {false, true}) {
    for (const double low : {-most, -1.0, 0.0, 5e-324, 1e-300, 1.0, 1e18}) {
      for (const double high : {5e-324, 1e-300, 1.0, 1e18 + 128, most})
        EXPECT_LE(axis_ticks(low, high, logarithmic).size(), 700U) << low << " to " << high;
    }
  }
}

}  // namespace
}  // namespace gnac::detail
