#include "metrics/agreement.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "gnac/error.h"
#include "metrics/assignment.h"

namespace gnac::detail {
namespace {

using Labels = std::vector<std::int32_t>;

const Labels kReference{0, 0, 0, 1, 1, 1, 2, 2, 2, 2};
const Labels kPredicted{0, 0, 1, 1, 1, 1, 2, 2, 0, 3};

// Counts by hand: of 45 pairs, 12 are together in the reference, 10 in the prediction, 5 in both.
TEST(Agreement, PairIndicesOfASmallCaseByHand) {
  const auto t = contingency(kReference, kPredicted);
  const double expected = 12.0 * 10.0 / 45.0;
  EXPECT_DOUBLE_EQ(adjusted_rand(t), (5 - expected) / (11 - expected));
  EXPECT_DOUBLE_EQ(fowlkes_mallows(t), 5 / std::sqrt(12.0 * 10.0));
}

TEST(Agreement, MatchingIndicesOfASmallCaseByHand) {
  const auto t = contingency(kReference, kPredicted);
  EXPECT_DOUBLE_EQ(purity(t), (2 + 3 + 2 + 1) / 10.0);
  EXPECT_DOUBLE_EQ(normalised_clustering_accuracy(t), (2.0 / 3 + 1 + 0.5 - 1) / 2);
}

// Values of scikit-learn 1.2 for the same labels.
TEST(Agreement, InformationIndicesOfASmallCase) {
  const auto t = contingency(kReference, kPredicted);
  EXPECT_NEAR(mutual_information(t), 0.6730116670092566, 1e-14);
  EXPECT_NEAR(expected_mutual_information(t), 0.41459506626254344, 1e-14);
  EXPECT_NEAR(adjusted_mutual_information(t), 0.33570100265157893, 1e-13);
  EXPECT_NEAR(normalised_mutual_information(t), 0.568241032922968, 1e-14);
  EXPECT_NEAR(homogeneity(t), 0.6180656462921543, 1e-14);
  EXPECT_NEAR(completeness(t), 0.5258502518682331, 1e-14);
}

TEST(Agreement, AdjustedInformationOfManyPoints) {
  Labels a;
  Labels b;
  for (std::int64_t i = 0; i < 100000; ++i) {
    a.push_back(static_cast<std::int32_t>(i * 7919 % 100003 % 13));
    b.push_back(i % 3 == 0 ? a.back() : static_cast<std::int32_t>(i * 104729 % 100019 % 29));
  }
  EXPECT_NEAR(adjusted_mutual_information(contingency(a, b)), 0.17116410044934346, 1e-9);
}

Labels labelling(int n, int k) {
  return *rc::gen::container<Labels>(static_cast<std::size_t>(n), rc::gen::inRange(0, k));
}

TEST(Agreement, ExpectationEqualsTheMeanOverAllPermutations) {
  EXPECT_TRUE(rc::check([] {
    const int n = *rc::gen::inRange(2, 7);
    const Labels a = labelling(n, 3);
    Labels b = labelling(n, 4);
    double sum = 0;
    double count = 0;
    std::vector<int> order(static_cast<std::size_t>(n));
    std::iota(order.begin(), order.end(), 0);
    do {
      Labels shuffled;
      for (const int i : order) shuffled.push_back(b[i]);
      sum += mutual_information(contingency(a, shuffled));
      count += 1;
    } while (std::next_permutation(order.begin(), order.end()));
    RC_ASSERT(std::abs(expected_mutual_information(contingency(a, b)) - sum / count) < 1e-12);
  }));
}

TEST(Agreement, IdentitiesHoldForAnyLabels) {
  EXPECT_TRUE(rc::check([] {
    const int n = *rc::gen::inRange(1, 60);
    const Labels a = labelling(n, *rc::gen::inRange(1, 8));
    const Labels b = labelling(n, *rc::gen::inRange(1, 8));
    const auto t = contingency(a, b);
    const auto swapped = contingency(b, a);
    RC_ASSERT(std::abs(v_measure(t) - normalised_mutual_information(t)) < 1e-12);
    RC_ASSERT(std::abs(homogeneity(t) - completeness(swapped)) < 1e-12);
    for (const auto metric : {adjusted_rand, adjusted_mutual_information, fowlkes_mallows,
                              normalised_mutual_information}) {
      RC_ASSERT(std::abs(metric(t) - metric(swapped)) < 1e-9);
    }
    Labels renamed;
    for (const auto label : b) renamed.push_back(7 - 3 * label);
    const auto other = contingency(a, renamed);
    for (const auto metric : {adjusted_rand, adjusted_mutual_information, fowlkes_mallows, purity,
                              normalised_clustering_accuracy, v_measure}) {
      RC_ASSERT(std::abs(metric(t) - metric(other)) < 1e-9);
      RC_ASSERT(std::isfinite(metric(t)) && metric(t) <= 1 + 1e-9);
      RC_ASSERT(std::abs(metric(contingency(a, a)) - 1) < 1e-9);
    }
    if (t.columns.size() <= t.rows.size()) RC_ASSERT(normalised_clustering_accuracy(t) >= -1e-12);
  }));
}

TEST(Agreement, OneClusterForAllIsWorthNothing) {
  const Labels one(kReference.size(), 5);
  const auto t = contingency(kReference, one);
  EXPECT_EQ(adjusted_rand(t), 0);
  EXPECT_NEAR(adjusted_mutual_information(t), 0, 1e-12);
  EXPECT_EQ(normalised_mutual_information(t), 0);
  EXPECT_NEAR(normalised_clustering_accuracy(t), 0, 1e-15) << "missing clusters count as empty";
}

TEST(Agreement, AccuracyLeavesSurplusClustersUnmatched) {
  const Labels reference{0, 0, 0, 0, 1, 1, 1, 1};
  const Labels predicted{0, 0, 0, 1, 2, 2, 3, 3};
  EXPECT_DOUBLE_EQ(normalised_clustering_accuracy(contingency(reference, predicted)), 0.25);
}

TEST(Agreement, AssignmentEqualsBruteForce) {
  EXPECT_TRUE(rc::check([] {
    const auto rows = *rc::gen::inRange<std::size_t>(1, 6);
    const auto columns = *rc::gen::inRange<std::size_t>(rows, 7);
    const auto raw =
        *rc::gen::container<std::vector<int>>(rows * columns, rc::gen::inRange(-20, 20));
    const std::vector<double> value(raw.begin(), raw.end());
    std::vector<std::size_t> order(columns);
    std::iota(order.begin(), order.end(), std::size_t{0});
    double best = -1e300;
    do {
      double sum = 0;
      for (std::size_t r = 0; r < rows; ++r) sum += value[r * columns + order[r]];
      best = std::max(best, sum);
    } while (std::next_permutation(order.begin(), order.end()));
    RC_ASSERT(largest_assignment(value, rows, columns) == best);
  }));
}

TEST(Agreement, LengthsMustAgree) {
  EXPECT_THROW(contingency(Labels{0, 1}, Labels{0}), Error);
  EXPECT_THROW(contingency(Labels{}, Labels{}), Error);
}

}  // namespace
}  // namespace gnac::detail
