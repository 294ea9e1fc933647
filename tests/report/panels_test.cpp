#include "report/panels.h"

#include <gtest/gtest.h>

namespace gnac {
namespace {

std::size_t occurrences(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

TEST(Panels, EveryPanelShowsEveryPointOnceAndOnePathAColour) {
  PanelPicture picture;
  picture.title = "a & b";
  picture.x = {0, 1, 2, 3};
  picture.y = {0, 5, 1, 2};
  picture.panels = {
      {"first", "ARI 1", {0, 0, 1, 1}}, {"second", "", {0, 1, 2, 0}}, {"none", "failed", {}}};
  const std::string svg = to_svg(picture);
  EXPECT_EQ(occurrences(svg, "h0"), 8U);
  EXPECT_EQ(occurrences(svg, "<path"), 5U);
  EXPECT_EQ(occurrences(svg, "<g "), 3U);
  for (const char* part : {"a &amp; b", ">first<", ">ARI 1<", ">failed<"})
    EXPECT_EQ(occurrences(svg, part) > 0, true) << part;
}

TEST(Panels, OneScaleForBothAxesAndUpIsUp) {
  PanelPicture picture;
  picture.x = {0, 10};
  picture.y = {0, 5};
  picture.panels = {{"", "", {0, 1}}};
  const std::string svg = to_svg(picture);
  // 168 pixels for the wider axis, 84 for the other, both in the middle of 180.
  EXPECT_NE(svg.find("M6.0 132.0h0"), std::string::npos) << svg;
  EXPECT_NE(svg.find("M174.0 48.0h0"), std::string::npos) << svg;
}

TEST(Panels, ManyPointsAreThinnedAndNoneOrEqualOnesAreFine) {
  PanelPicture picture;
  picture.x.assign(100000, 1.0);
  picture.y.assign(100000, 2.0);
  picture.panels = {{"", "", std::vector<std::int32_t>(100000, 0)}};
  const std::string svg = to_svg(picture);
  EXPECT_EQ(occurrences(svg, "h0"), 4000U);
  EXPECT_EQ(occurrences(svg, "nan"), 0U);
  EXPECT_EQ(occurrences(to_svg(PanelPicture{}), "nan"), 0U);
}

}  // namespace
}  // namespace gnac
