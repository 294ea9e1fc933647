#include "gnac/certainty.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "gnac/error.h"
#include "gnac/hierarchy.h"
#include "methods/cases.h"
#include "problems/problems.h"

namespace gnac::detail {
namespace {

/// Three groups on a line, and a point far off it.
Points groups_and_a_stranger() {
  Points points = group_points(240, 2, 3, 12, 5);
  points.values.insert(points.values.end(), {-40.0, 60.0});
  ++points.n;
  return points;
}

TEST(ClusterRange, IsTheRunOfNumbersThatAreNearlyAsGood) {
  Model model;
  model.clusters = 43;
  EXPECT_EQ(clusters_text(model), "43") << "K was given";
  model.counts = {{43, 0.80}, {44, 0.79}, {41, 0.785}, {46, 0.78},
                  {60, 0.79}, {50, 0.5},  {38, 0.7}};
  EXPECT_EQ(likely_clusters(model).fewest, 41);
  EXPECT_EQ(likely_clusters(model).most, 46) << "50 lies between 46 and 60 and is worse";
  EXPECT_EQ(clusters_text(model), "43 (41 to 46)");
  model.clusters = 3;
  model.counts = {{3, 0.9}, {4, 0.9}};
  EXPECT_EQ(clusters_text(model), "3") << "the ranking shows single numbers up to 20";
}

TEST(ChosenClusters, AreThoseOfSeparatedGroups) {
  for (const int groups : {2, 3, 5}) {
    const Model model = fit(group_points(80 * groups, 2, groups, 12, 3));
    EXPECT_EQ(model.clusters, groups);
    EXPECT_EQ(model.counts.front().clusters, groups) << "the best comes first";
    EXPECT_TRUE(std::is_sorted(model.counts.begin(), model.counts.end(),
                               [](const auto& a, const auto& b) { return a.score > b.score; }));
    EXPECT_GT(model.confidence.fit, 0.8);
    EXPECT_EQ(doubt_about(model), "");
  }
}

TEST(ChosenClusters, AreOneWhereThereIsOne) {
  for (const int d : {2, 5, 12, 50}) EXPECT_EQ(fit(normal_points(400, d, 11)).clusters, 1) << d;
}

TEST(ChosenClusters, GiveTheLabelsThatAskingForThemGives) {
  const Points points = group_points(300, 2, 4, 6, 8);
  const Model chosen = fit(points);
  const Model asked = fit(points, chosen.clusters);
  EXPECT_EQ(chosen.labels(), asked.labels());
  EXPECT_TRUE(asked.counts.empty());
}

// The number is chosen from an excerpt of many points; the labels are not.
TEST(ChosenClusters, OfManyPointsGiveTheLabelsThatAskingForThemGives) {
  const Points points = group_points(12'000, 2, 4, 9, 8);
  const Model chosen = fit(points);
  EXPECT_EQ(chosen.clusters, 4);
  const Model asked = fit(points, 4);
  EXPECT_EQ(chosen.labels(), asked.labels());
  EXPECT_EQ(chosen.partition.eigenvalues, asked.partition.eigenvalues);
}

TEST(ChosenClusters, StayWithinTheLimitAndTheNumberOfPoints) {
  Options options;
  options.max_clusters = 2;
  EXPECT_LE(fit(group_points(200, 2, 5, 12, 3), kChooseClusters, options).clusters, 2);
  for (const std::int64_t n : {2, 3, 5, 8}) {
    const Model model = fit(normal_points(n, 2, 1));
    EXPECT_GE(model.clusters, 1);
    EXPECT_LE(model.clusters, n);
  }
}

TEST(ChosenClusters, NeedTheUniversalRule) {
  EXPECT_THROW(fit(normal_points(50, 2, 1), kChooseClusters, Options::paper()), Error);
  Options none;
  none.rule = RuleSource::none;
  EXPECT_THROW(fit(normal_points(50, 2, 1), kChooseClusters, none), Error);
}

// Affinities over ten decades, on which a filter for eigenvectors overflowed.
TEST(ChosenClusters, AreFoundWhereEigenvectorsAreHardToFind) {
  EXPECT_NO_THROW(fit(make_problem(1002, 1482).points));
}

TEST(Certainty, MembershipsAreProbabilitiesAndFavourTheLabel) {
  const Model model = fit(group_points(240, 2, 3, 4, 5), 3);
  const std::vector<float> share = memberships(model);
  for (std::int64_t i = 0; i < model.points.n; ++i) {
    const auto row = std::span(share).subspan(static_cast<std::size_t>(3 * i), 3);
    EXPECT_NEAR(std::accumulate(row.begin(), row.end(), 0.0), 1.0, 1e-5);
    EXPECT_EQ(std::max_element(row.begin(), row.end()) - row.begin(), model.labels()[i]);
  }
}

TEST(Certainty, NewPointsHaveMembershipsThatFavourTheirLabel) {
  const Points points = group_points(240, 2, 3, 4, 5);
  const Model model = fit(points, 3);
  const Predictor predictor(model);
  EXPECT_EQ(predictor.memberships(points), memberships(model)) << "fitted points keep theirs";
  const Points more = group_points(90, 2, 3, 4, 6);
  const std::vector<float> share = predictor.memberships(more);
  const std::vector<std::int32_t> labels = predictor.predict(more).labels;
  for (std::int64_t i = 0; i < more.n; ++i) {
    const auto row = std::span(share).subspan(static_cast<std::size_t>(3 * i), 3);
    EXPECT_NEAR(std::accumulate(row.begin(), row.end(), 0.0), 1.0, 1e-5);
    EXPECT_EQ(std::max_element(row.begin(), row.end()) - row.begin(), labels[i]);
  }
}

// Where many clusters meet, several may be above the label's.
TEST(Certainty, TheLabelIsTheMostLikelyClusterOfEveryNewPoint) {
  constexpr int kClusters = 12;
  const Model model = fit(normal_points(600, 3, 5), kClusters);
  const Predictor predictor(model);
  const Points more = normal_points(12'000, 3, 6);
  const std::vector<float> share = predictor.memberships(more);
  const std::vector<std::int32_t> labels = predictor.predict(more).labels;
  for (std::int64_t i = 0; i < more.n; ++i) {
    const auto row = std::span(share).subspan(static_cast<std::size_t>(kClusters * i), kClusters);
    ASSERT_EQ(std::max_element(row.begin(), row.end()) - row.begin(), labels[i]) << i;
    ASSERT_NEAR(std::accumulate(row.begin(), row.end(), 0.0), 1.0, 1e-5);
  }
}

TEST(Certainty, AStrangerIsTheOutlierAndKClustersRemain) {
  const Model model = fit(groups_and_a_stranger(), 3);
  const std::vector<double> score = outlier_scores(model);
  EXPECT_EQ(std::max_element(score.begin(), score.end()) - score.begin(), model.points.n - 1);
  EXPECT_GT(score.back(), kOutlierThreshold);
  const std::vector<std::int32_t> labels = labels_without_outliers(model);
  EXPECT_EQ(labels.back(), -1);
  std::set<std::int32_t> left(labels.begin(), labels.end());
  left.erase(-1);
  EXPECT_EQ(left, (std::set<std::int32_t>{0, 1, 2}));
}

TEST(Certainty, AClusterOfOutliersKeepsAPoint) {
  const Model model = fit(groups_and_a_stranger(), 4, [] {
    Options options;
    options.readout = ReadoutChoice::merging;
    return options;
  }());
  const std::vector<std::int32_t> labels = labels_without_outliers(model);
  std::set<std::int32_t> left(labels.begin(), labels.end());
  left.erase(-1);
  EXPECT_EQ(std::ssize(left), 4);
}

TEST(Certainty, TheHierarchyCutsIntoAnyNumber) {
  const Model model = fit(group_points(120, 2, 3, 12, 5), 3);
  const std::vector<Merge> merges = hierarchy(model);
  ASSERT_EQ(std::ssize(merges), model.points.n - 1);
  EXPECT_EQ(merges.back().size, model.points.n);
  for (const int clusters : {1, 3, 50}) {
    const std::vector<std::int32_t> labels = cut_at_count(merges, clusters);
    EXPECT_EQ(std::ssize(std::set(labels.begin(), labels.end())), clusters);
  }
  EXPECT_EQ(cut_at_count(merges, 3), model.labels());
}

TEST(Certainty, APoorFitSaysWhatToTry) {
  // A cloud without clusters, cut into many.
  const std::string doubt = doubt_about(fit(normal_points(400, 2, 3), 7));
  EXPECT_NE(doubt.find("no clear groups"), std::string::npos) << doubt;
  EXPECT_NE(doubt.find("let the number of clusters be chosen"), std::string::npos) << doubt;
}

TEST(Certainty, GroupsThatAreApartAreNoContinuum) {
  const Model model = fit(group_points(150, 2, 3, 8, 5), 3);
  EXPECT_LT(model.confidence.open, 0.3);
  EXPECT_EQ(doubt_about(model), "");
}

TEST(Certainty, SurvivesTheModelFile) {
  const Model model = fit(group_points(150, 2, 3, 8, 5));
  const Model again = parse_model(model_bytes(model), "model");
  EXPECT_EQ(again.confidence.fit, model.confidence.fit);
  EXPECT_EQ(again.confidence.clusters, model.confidence.clusters);
  EXPECT_EQ(again.confidence.open, model.confidence.open);
  ASSERT_FALSE(model.counts.empty());
  ASSERT_EQ(again.counts.size(), model.counts.size());
  for (std::size_t c = 0; c < model.counts.size(); ++c) {
    EXPECT_EQ(again.counts[c].clusters, model.counts[c].clusters);
    EXPECT_EQ(again.counts[c].score, model.counts[c].score);
  }
  EXPECT_EQ(memberships(again), memberships(model));
  EXPECT_EQ(outlier_scores(again), outlier_scores(model));
}

TEST(Certainty, ARuleOfThePublishedFormHasNone) {
  Options options = Options::paper();
  options.epochs = 2;
  options.burn_in = 0;
  const Model model = fit(normal_points(60, 2, 3), 2, options);
  EXPECT_THROW(memberships(model), Error);
  EXPECT_THROW(hierarchy(model), Error);
  EXPECT_TRUE(model.confidence.clusters.empty());
}

}  // namespace
}  // namespace gnac::detail
