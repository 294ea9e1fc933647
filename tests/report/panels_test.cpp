#include "report/panels.h"

#include <gtest/gtest.h>

#include <set>

namespace gnac::detail {
namespace {

std::size_t occurrences(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

/// Where the marks of a picture are, without those of the legend, which are larger.
std::vector<Place> marks_in(const Drawing& drawing) {
  std::vector<Place> found;
  for (const Shape& shape : drawing.shapes) {
    const Marks* marks = std::get_if<Marks>(&shape);
    if (marks != nullptr && marks->size != 7)
      found.insert(found.end(), marks->at.begin(), marks->at.end());
  }
  return found;
}

TEST(Panels, EveryPanelShowsEveryPointOnce) {
  PanelPicture picture;
  picture.title = "a & b";
  picture.x = {0, 1, 2, 3};
  picture.y = {0, 5, 1, 2};
  picture.panels = {
      {"first", "ARI 1", {0, 0, 1, 1}}, {"second", "", {0, 1, 2, -1}}, {"none", "failed", {}}};
  const Drawing drawing = draw(picture);
  EXPECT_EQ(marks_in(drawing).size(), 8U);
  for (const Place& at : marks_in(drawing)) {
    EXPECT_GT(at.x, 0);
    EXPECT_LT(at.x, drawing.width);
    EXPECT_GT(at.y, 0);
    EXPECT_LT(at.y, drawing.height);
  }
  const std::string svg = to_svg(drawing);
  for (const char* part : {"a &amp; b", ">first<", ">ARI 1<", ">failed<", ">noise<", ">2<"})
    EXPECT_EQ(occurrences(svg, part) > 0, true) << part;
}

TEST(Panels, OneScaleForBothAxesAndUpIsUp) {
  PanelPicture picture;
  picture.x = {0, 10};
  picture.y = {0, 5};
  picture.panels = {{"", "", {0, 0}}};
  const std::vector<Place> at = marks_in(draw(picture));
  ASSERT_EQ(at.size(), 2U);
  EXPECT_NEAR(at[1].x - at[0].x, 2 * (at[0].y - at[1].y), 1e-9);
  EXPECT_GT(at[0].y, at[1].y);
}

TEST(Panels, FortyClustersDifferAndNoiseIsGrey) {
  std::set<std::pair<std::string_view, Mark>> looks;
  for (int label = 0; label < 40; ++label)
    looks.emplace(cluster_look(label).colour, cluster_look(label).mark);
  EXPECT_EQ(looks.size(), 40U);
  std::set<std::string_view> colours;  // marks are hard to tell apart where points are small
  for (int label = 0; label < 16; ++label) colours.insert(cluster_look(label).colour);
  EXPECT_EQ(colours.size(), 16U);
  const std::string_view grey = cluster_look(-1).colour;
  EXPECT_EQ(grey.substr(1, 2), grey.substr(3, 2));
  EXPECT_EQ(grey.substr(1, 2), grey.substr(5, 2));
  EXPECT_EQ(looks.contains({grey, Mark::dot}), false);
}

TEST(Panels, LongTitlesFit) {
  PanelPicture picture;
  picture.title = std::string(200, 'm');
  picture.panels = {{std::string(80, 'm'), "", {}}, {"b", "", {}}};
  const Drawing drawing = draw(picture);
  EXPECT_GE(drawing.width, text_width(picture.title, 14));
  for (const Shape& shape : drawing.shapes) {
    const Text* text = std::get_if<Text>(&shape);
    if (text == nullptr || text->text.size() != 80) continue;
    EXPECT_LE(text_width(text->text, text->size), 181);
  }
}

TEST(Panels, PngIsOne) {
  PanelPicture picture;
  for (int i = 0; i < 45; ++i) {
    picture.x.push_back(i);
    picture.y.push_back(i % 7);
  }
  picture.panels = {{"all looks", "", {}}};
  for (int i = 0; i < 45; ++i) picture.panels[0].labels.push_back(i - 1);
  const std::string png = to_png(draw(picture));
  EXPECT_TRUE(png.starts_with("\x89PNG\r\n"));
  EXPECT_NE(png.find("IEND"), std::string::npos);
  EXPECT_EQ(png, to_png(draw(picture)));
}

TEST(Panels, ManyPointsAreThinnedAndNoneOrEqualOnesAreFine) {
  PanelPicture picture;
  picture.x.assign(100000, 1.0);
  picture.y.assign(100000, 2.0);
  picture.panels = {{"", "", std::vector<std::int32_t>(100000, 0)}};
  const std::string svg = to_svg(draw(picture));
  EXPECT_EQ(marks_in(draw(picture)).size(), 4000U);
  EXPECT_EQ(occurrences(svg, "nan"), 0U);
  EXPECT_EQ(occurrences(to_svg(draw(PanelPicture{})), "nan"), 0U);
}

}  // namespace
}  // namespace gnac::detail
