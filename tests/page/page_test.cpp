#include "gnac/page.h"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "gnac/error.h"
#include "methods/cases.h"
#include "page/document.h"
#include "page/edges.h"
#include "page/pack.h"
#include "page/partitions.h"
#include "page/quantise.h"
#include "readout/principal.h"

namespace gnac::detail {
namespace {

Points two_groups(std::int64_t n) {
  Points points{std::vector<double>(static_cast<std::size_t>(2 * n)), n, 2};
  for (std::int64_t i = 0; i < n; ++i) {
    points.values[2 * i] = std::sin(static_cast<double>(7 * i)) + (i % 2 == 0 ? 0 : 10);
    points.values[2 * i + 1] = std::cos(static_cast<double>(3 * i * i));
  }
  return points;
}

nlohmann::json facts_of(const std::string& html) {
  const std::string open = "id=\"facts\">";
  const auto begin = html.find(open) + open.size();
  return nlohmann::json::parse(html.substr(begin, html.find("</script>", begin) - begin));
}

TEST(Page, SaysWhatTheModelIs) {
  const Points points = two_groups(60);
  const nlohmann::json facts =
      facts_of(page_html(fit(points, 2), {.title = "two", .columns = {"a", "b"}}));
  EXPECT_EQ(facts["n"], 60);
  EXPECT_EQ(facts["k"], 2);
  EXPECT_EQ(facts["title"], "two");
  EXPECT_EQ(facts["columns"][1]["name"], "b");
  EXPECT_EQ(facts["counts"].size(), 20U);
  EXPECT_EQ(facts["views"][0]["name"], "points") << "two columns are shown as they are";
  EXPECT_EQ(facts["steps"]["at"].size(), 9U);
}

std::string element_of(const std::string& html, const std::string& array) {
  const auto begin = html.find("data-array=\"" + array + "\"");
  return begin == std::string::npos ? "" : html.substr(begin, html.find('\n', begin) - begin);
}

Points wide_groups(std::int64_t n) {
  Points points{{}, n, 5};
  for (std::int64_t i = 0; i < n; ++i) {
    for (int c = 0; c < 5; ++c)
      points.values.push_back(std::sin(static_cast<double>((7 + c) * i)) + (i % 2 == 0 ? 0 : 10));
  }
  return points;
}

TEST(Page, OpensOnTheMapWhereColumnsAreMany) {
  const Model model = fit(wide_groups(60), 2);
  const std::string html = page_html(model);
  const nlohmann::json facts = facts_of(html);
  EXPECT_EQ(facts["views"][0]["name"], "map");
  EXPECT_EQ(facts["views"][1]["name"], "points");
  EXPECT_FALSE(element_of(html, "view-map").empty());
  const Points more = wide_groups(3);
  const PageNewcomers newcomers{.points = more, .labels = {0, 1, 0}};
  EXPECT_FALSE(element_of(page_html(model, {.newcomers = newcomers}), "new-map").empty());
  const EdgeList ring = ring_edges(30);
  const Model graph = fit({.points = {nullptr, 30, 0}, .edges = &ring}, 2);
  EXPECT_EQ(facts_of(page_html(graph))["views"][0]["name"], "map") << "a graph has no columns";
}

TEST(Page, CarriesTheTableAsItWasWritten) {
  const Points points = two_groups(40);
  const Model model = fit(points, 2);
  std::vector<std::int32_t> labels = model.labels();
  labels[3] = -1;
  const PageExtras extras{
      .labels = labels,
      .texts = std::vector<std::string>(40, "words"),
      .cells = {{"price", std::vector<std::string>(40, "$1,200")}},
      .rows = {2,  3,  4,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22,
               23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42},
      .filled = {{7, "x1"}}};
  const std::string html = page_html(model, extras);
  for (const char* array : {"flagged", "texts", "cells", "rows", "stories"})
    EXPECT_FALSE(element_of(html, array).empty()) << array;
  EXPECT_EQ(facts_of(html)["columns"][1]["filled"], nlohmann::json({7}));
  EXPECT_EQ(facts_of(html)["firstRow"], 2);
  EXPECT_EQ(element_of(page_html(model, {.labels = model.labels()}), "flagged"), "");
  EXPECT_THROW(page_html(model, {.labels = {0}}), Error);
  EXPECT_THROW(page_html(model, {.texts = {"one"}}), Error);
  EXPECT_THROW(page_html(model, {.rows = {1}}), Error);
  EXPECT_THROW(page_html(model, {.cells = {{"short", {"1"}}}}), Error);
}

// Cells, columns and texts of a large table must not make the page as large as the table.
TEST(Page, LeavesOutCellsThatTakeTooMuchRoom) {
  const Model model = fit(two_groups(400), 2);
  const std::vector<std::string> long_cells(400, std::string(10'000, 'x'));
  EXPECT_EQ(element_of(page_html(model, {.cells = {{"essay", long_cells}}}), "cells"), "");
}

// More points than a block has, so that two threads have work in every loop.
TEST(Page, IsTheSameAtAnyNumberOfThreads) {
  if (processors() < 2) GTEST_SKIP() << "there is one processor, so there is one thread";
  for (const Points& points : {two_groups(9000), wide_groups(9000)}) {
    Options options;
    options.threads = 1;
    const std::string one = page_html(fit(points, 2, options));
    options.threads = 2;
    EXPECT_EQ(one, page_html(fit(points, 2, options)));
  }
}

TEST(Page, HostileTextIsNoMarkup) {
  const Points points = two_groups(40);
  const std::string evil = "</script><script>alert(1)</script>{{script}}{{data}}";
  const std::string html = page_html(fit(points, 2), {.title = evil,
                                                      .columns = {evil, "\xff not UTF-8 <b>"},
                                                      .ids = std::vector<std::string>(40, evil)});
  EXPECT_EQ(html.find("<script>alert"), std::string::npos);
  EXPECT_EQ(html.find("<b>"), std::string::npos);
  EXPECT_EQ(facts_of(html)["title"], evil);
}

TEST(Page, RefusesExtrasThatDoNotFit) {
  const Model model = fit(two_groups(40), 2);
  EXPECT_THROW(page_html(model, {.columns = {"only one"}}), Error);
  EXPECT_THROW(page_html(model, {.ids = {"a", "b"}}), Error);
  EXPECT_THROW(page_html(model, {.reference = {1, 2, 3}}), Error);
  // These were read beyond their end.
  const Points fewer = two_groups(10);
  EXPECT_THROW(page_html(model, {.points = fewer}), Error);
  EXPECT_THROW(page_html(model, {.labels = std::vector<std::int32_t>(40, 2)}), Error);
  EXPECT_THROW(page_html(model, {.filled = {{40, "x0"}}}), Error);
  EXPECT_THROW(page_html(model, {.newcomers = {.points = fewer}}), Error);
  EXPECT_THROW(page_html(model, {.newcomers = {.points = fewer,
                                               .labels = std::vector<std::int32_t>(10, 2)}}),
               Error);
}

TEST(Page, ComparisonRefusesLabelsOfOtherPoints) {
  const Points points = two_groups(10);
  for (const std::int32_t label : {-1, 10}) {
    const std::vector<PagePartition> outside{{"wrong", "", std::vector<std::int32_t>(10, label)}};
    EXPECT_THROW(comparison_page_html(points, outside), Error);
  }
  const std::vector<PagePartition> partitions{{"short", "", {0, 1}}};
  EXPECT_THROW(comparison_page_html(points, partitions), Error);
}

TEST(Page, EveryNumberOfClustersHasTheLabelsOfAFit) {
  const Points points = two_groups(400);
  Team team(2);
  for (const ReadoutChoice readout : {ReadoutChoice::agreement, ReadoutChoice::spectral}) {
    const Options options{.readout = readout};
    const Model model = fit(points, 3, options);
    const PagePartitions found = page_partitions(model, points, team);
    ASSERT_EQ(found.clusters.size(), 20U);
    EXPECT_EQ(found.colours[2], model.labels());
    for (std::size_t k = 0; k < found.clusters.size(); ++k) {
      EXPECT_EQ(found.labels[k], fit(points, found.clusters[k], options).labels())
          << found.clusters[k];
      EXPECT_FALSE(found.quick[k]);
    }
  }
}

// What would take long is cut by one view, and marked.
TEST(Page, BeyondTwentyClustersCutsAreQuick) {
  const Model model = fit(two_groups(400), 24);
  Team team(2);
  const PagePartitions found = page_partitions(model, {}, team);
  ASSERT_EQ(found.clusters.size(), 24U);
  for (std::size_t k = 0; k < 24; ++k) {
    EXPECT_EQ(found.quick[k], found.clusters[k] > 20 && found.clusters[k] < 24);
    const std::set<std::int32_t> distinct(found.labels[k].begin(), found.labels[k].end());
    EXPECT_EQ(std::ssize(distinct), found.clusters[k]);
  }
}

TEST(Page, LargeGraphsAreCutInGroups) {
  const Points points = two_groups(20'500);
  Team team(2);
  const Model model = fit(points, 3);
  const PagePartitions found = page_partitions(model, {}, team);
  ASSERT_EQ(found.clusters.size(), 20U);
  EXPECT_GT(found.groups, 1000);
  for (std::size_t k = 0; k < found.clusters.size(); ++k) {
    EXPECT_EQ(found.quick[k], found.clusters[k] != 1 && found.clusters[k] != 3);
    const std::set<std::int32_t> distinct(found.labels[k].begin(), found.labels[k].end());
    EXPECT_EQ(std::ssize(distinct), found.clusters[k]);
  }
  EXPECT_EQ(found.labels[2], model.labels());
  EXPECT_EQ(facts_of(page_html(model))["quick"][3], true);
}

TEST(Page, NewcomersStandAmongThePoints) {
  const Points points = two_groups(60);
  const Model model = fit(points, 2);
  const std::vector<double> values{0.5, 0.5, 40, 0};  // the second is far from all fitted points
  const PageNewcomers newcomers{.points = {values.data(), 2, 2}, .labels = {0, 1}};
  const std::string html = page_html(model, {.newcomers = newcomers});
  EXPECT_EQ(facts_of(html)["newcomers"], 2);
  EXPECT_FALSE(element_of(html, "new-points").empty());
  EXPECT_EQ(element_of(page_html(model), "new-points"), "");
  EXPECT_THROW(page_html(model, {.newcomers = {.points = newcomers.points, .labels = {0}}}), Error);
}

TEST(Page, ANumberBeyondTheSliderStandsAlone) {
  const Model model = fit(two_groups(90), 80);
  Team team(1);
  const PagePartitions found = page_partitions(model, {}, team);
  EXPECT_EQ(found.clusters.back(), 80);
  EXPECT_EQ(found.clusters[19], 20);
  EXPECT_EQ(found.labels.back(), model.labels());
}

// Hundreds of clusters: the slider ends, the model's own number stays, and has its score.
TEST(Page, ManyClustersLeaveThePageUsable) {
  Points points{{}, 2400, 2};
  for (int i = 0; i < 2400; ++i) {
    points.values.push_back(100 * (i % 20) + std::sin(7.0 * i));
    points.values.push_back(100 * (i / 20 % 15) + std::cos(3.0 * i));
  }
  Model model = fit(points, 300);
  model.counts = {{.clusters = 300, .score = 0.9}, {.clusters = 40, .score = 0.5}};
  Team team(1);
  const PagePartitions found = page_partitions(model, {}, team);
  EXPECT_LE(found.clusters.size(), 61U);
  EXPECT_EQ(found.clusters.back(), 300);
  const nlohmann::json facts = facts_of(page_html(model));
  ASSERT_EQ(facts["scores"].size(), facts["counts"].size());
  EXPECT_EQ(facts["scores"].back(), 0.9);
  EXPECT_TRUE(facts["scores"][0].is_null());
}

TEST(Page, ColoursFollowTheLargestOverlap) {
  EXPECT_EQ(follow_colours({0, 0, 1, 1, 2}, {5, 5, 3, 3, 3}), (std::vector{5, 5, 3, 3, 0}));
  EXPECT_EQ(follow_colours({0, 1, 2}, {0, 0, 0}), (std::vector{0, 1, 2}));
}

TEST(Page, EdgesAreAllThereWhereTheyFit) {
  const Model model = fit(two_groups(60), 2);
  const PageEdges edges = page_edges(model, {});
  ASSERT_EQ(edges.chosen.size(), model.graph.edges.size());
  std::size_t e = 0;
  for (std::int32_t i = 0; i < 60; ++i) {
    std::int32_t j = i;
    for (std::int32_t q = 0; q < edges.count[i]; ++q, ++e) {
      j += edges.step[e];
      EXPECT_EQ(model.graph.edges[e], (Edge{i, j}));
    }
  }
}

TEST(Page, Base64) {
  EXPECT_EQ(base64(""), "");
  EXPECT_EQ(base64("f"), "Zg==");
  EXPECT_EQ(base64("fo"), "Zm8=");
  EXPECT_EQ(base64("foobar"), "Zm9vYmFy");
}

TEST(Page, CodesCoverTheRange) {
  EXPECT_EQ(quantised<std::uint8_t>(-2, {-2, 3}), 0);
  EXPECT_EQ(quantised<std::uint8_t>(3, {-2, 3}), 255);
  EXPECT_EQ(quantised<std::uint8_t>(7, {7, 7}), 0);
  EXPECT_EQ(quantised<std::uint16_t>(0, {-1.7e308, 1.7e308}), 32768);
}

TEST(Page, PrincipalComponentsOfAnEllipsoid) {
  std::vector<double> rows;
  for (int i = 0; i < 3000; ++i) {
    const double a = std::sin(i * 1.7), b = std::sin(i * 0.9 + 1), c = std::sin(i * 2.3 + 2);
    rows.insert(rows.end(), {a * 0.1, b * 5 + 3, c * 2, a * 0.05});
  }
  const Principal axes = principal(std::span<const double>(rows), 3000, 4);
  ASSERT_EQ(axes.count(), 3);
  EXPECT_NEAR(axes.direction[1], 1, 1e-2);
  EXPECT_NEAR(axes.direction[4 + 2], 1, 1e-2);
  EXPECT_NEAR(axes.mean[1], 3, 0.1);
  EXPECT_GT(axes.share[0], 0.8);
}

}  // namespace
}  // namespace gnac::detail
