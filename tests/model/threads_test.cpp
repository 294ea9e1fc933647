// "The same answer" of whole fits, at numbers of threads that the machine may not have.
#include <gtest/gtest.h>

#include "methods/cases.h"
#include "model/fit.h"

namespace gnac::detail {
namespace {

/// A model file has points, lists, rule, losses, states, conductances, affinities and labels.
std::string bytes_of(const Points& points, int clusters, const Options& options, int threads) {
  Team team(threads, {}, Team::Size::exact);
  EXPECT_EQ(team.size(), threads);
  return model_bytes(fit_on({.points = points}, clusters, options, team));
}

void expect_same_bytes(const Points& points, int clusters, const Options& options) {
  const std::string one = bytes_of(points, clusters, options, 1);
  for (const int threads : {2, 3, 7})
    EXPECT_TRUE(bytes_of(points, clusters, options, threads) == one) << threads << " threads";
}

TEST(Threads, DoNotChangeAByteOfAFit) {
  const Points points = group_points(4000, 3, 4, 2, 5);
  Options options;
  for (const auto readout :
       {ReadoutChoice::spectral, ReadoutChoice::merging, ReadoutChoice::tree}) {
    options.readout = readout;
    expect_same_bytes(points, 4, options);
  }
  options.neighbor_search = NeighborSearch::approximate;
  expect_same_bytes(points, kChooseClusters, options);
}

// Above 10,000 points the number is chosen from groups of them.
TEST(Threads, DoNotChangeAByteOfAFitThatChoosesTheNumber) {
  expect_same_bytes(group_points(11'000, 2, 4, 9, 8), kChooseClusters, {});
}

TEST(Threads, DoNotChangeAByteOfTraining) {
  Options options = Options::paper();
  options.epochs = 3;
  options.burn_in = 1;
  expect_same_bytes(group_points(4000, 3, 4, 2, 5), 4, options);
}

}  // namespace
}  // namespace gnac::detail
