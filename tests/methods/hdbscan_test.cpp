#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>

#include "gnac/error.h"
#include "gnac/model.h"
#include "methods/cases.h"
#include "methods/hdbscan/density_tree.h"
#include "methods/method.h"

namespace gnac::detail {
namespace {

using Rows = std::vector<std::int32_t>;

/// Mutual reachability of all pairs, from its definition.
std::vector<std::vector<double>> reachability(const Points& p, int samples) {
  const auto n = static_cast<std::size_t>(p.n);
  std::vector<std::vector<double>> d(n, std::vector<double>(n));
  std::vector<double> core(n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j)
      d[i][j] = euclidean(p, static_cast<std::int64_t>(i), static_cast<std::int64_t>(j));
    std::vector<double> sorted = d[i];
    std::ranges::sort(sorted);
    core[i] = sorted[std::min<std::size_t>(samples, n) - 1];
  }
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j)
      d[i][j] = i == j ? 0 : std::max({d[i][j], core[i], core[j]});
  }
  return d;
}

/// The definition: what is left of `rows` when all pairs at `distance` or farther are cut.
struct PlainHdbscan {
  std::vector<std::vector<double>> reach;
  std::size_t least;
  double smallest;

  std::vector<Rows> pieces(const Rows& rows, double distance) const {
    std::vector<Rows> found;
    Rows left = rows;
    while (!left.empty()) {
      Rows piece{left.front()};
      left.erase(left.begin());
      for (std::size_t at = 0; at < piece.size(); ++at) {
        const auto near = [&](std::int32_t j) { return reach[piece[at]][j] < distance; };
        std::ranges::copy_if(left, std::back_inserter(piece), near);
        std::erase_if(left, near);
      }
      found.push_back(piece);
    }
    return found;
  }

  /// The largest distance at which these connected rows come apart.
  double weakest(const Rows& rows) const {
    std::vector<double> levels;
    for (const auto i : rows) {
      for (const auto j : rows) {
        if (i != j) levels.push_back(reach[i][j]);
      }
    }
    std::ranges::sort(levels, std::greater<>());
    for (const double level : levels) {
      if (pieces(rows, level).size() > 1) return level;
    }
    return 0;
  }

  /// The best total stability within this cluster, and its clusters.
  std::pair<double, std::vector<Rows>> best(const Rows& all, double birth, bool whole) const {
    double own = 0;
    Rows rows = all;
    std::pair<double, std::vector<Rows>> below{0, {}};
    while (true) {
      const double level = weakest(rows);
      const double density = 1 / std::max(level, smallest);
      std::vector<Rows> large;
      for (const Rows& piece : pieces(rows, level)) {
        if (piece.size() >= least) large.push_back(piece);
      }
      std::size_t stay = large.size() == 1 ? large[0].size() : 0;
      own += static_cast<double>(rows.size() - stay) * (density - birth);
      if (large.size() != 1) {
        for (const Rows& piece : large) {
          const auto child = best(piece, density, false);
          below.first += child.first;
          below.second.insert(below.second.end(), child.second.begin(), child.second.end());
        }
        break;
      }
      rows = large[0];
    }
    if (whole || own < below.first) return below;
    return {own, {all}};
  }
};

Labels plain_labels(const Points& p, int samples, int least) {
  const auto reach = reachability(p, samples);
  double smallest = 0;
  for (const auto& row : reach) {
    for (const double r : row) smallest = r > 0 && (smallest == 0 || r < smallest) ? r : smallest;
  }
  Rows all(static_cast<std::size_t>(p.n));
  std::iota(all.begin(), all.end(), 0);
  const PlainHdbscan plain{reach, static_cast<std::size_t>(least), smallest == 0 ? 1 : smallest};
  Labels labels(all.size(), -1);
  std::int32_t next = 0;
  for (const Rows& cluster : plain.best(all, 0, true).second) {
    for (const auto i : cluster) labels[i] = next;
    ++next;
  }
  return labels;
}

/// By first appearance, -1 as it is.
Labels ordered(const Labels& labels) {
  std::map<std::int32_t, std::int32_t> name{{-1, -1}};
  Labels result;
  for (const auto label : labels) {
    const auto [found, is_new] = name.emplace(label, static_cast<std::int32_t>(name.size()) - 1);
    result.push_back(found->second);
  }
  return result;
}

TEST(Hdbscan, EqualsItsDefinition) {
  EXPECT_TRUE(rc::check([] {
    const auto n = *rc::gen::inRange<std::int64_t>(4, 40);
    const auto seed = *rc::gen::inRange<std::uint64_t>(0, 1000000);
    const int groups = *rc::gen::inRange(1, 4);
    const int least = *rc::gen::inRange(2, 6);
    const int samples = *rc::gen::inRange(1, 6);
    const double grid = *rc::gen::element(0.0, 0.0, 0.5);
    Points p = group_points(n, 2, groups, 4, seed);
    if (grid > 0) {  // ties and duplicates
      for (double& v : p.values) v = std::round(v / grid) * grid;
    }
    Team team(1);
    const auto edges = reachability_mst(p, samples, team);
    const Labels found = most_stable(density_tree(edges, n, least));
    RC_ASSERT(ordered(found) == ordered(plain_labels(p, samples, least)));
  }));
}

TEST(Hdbscan, TheOrderOfTheRowsDoesNotMatter) {
  const Points p = group_points(300, 2, 3, 5, 4);
  Points reversed = p;
  for (std::int64_t i = 0; i < p.n; ++i)
    std::ranges::copy(p.row(p.n - 1 - i), reversed.values.begin() + i * p.d);
  Team team(2);
  const MethodRun one = run_method("hdbscan", p, kChooseClusters, {}, 7, team);
  MethodRun other = run_method("hdbscan", reversed, kChooseClusters, {}, 7, team);
  std::ranges::reverse(other.labels);
  EXPECT_EQ(canonical(one.labels), canonical(other.labels));
  EXPECT_EQ(one.noise.size(), other.noise.size());
}

TEST(Hdbscan, PointsFarFromAllClustersAreNoiseUnlessTheyAreJoined) {
  Points p = group_points(100, 2, 2, 30, 6);
  p.values.insert(p.values.end(), {-60, 0, 90, 60});
  p.n += 2;
  Team team(1);
  MethodOptions options;
  const MethodRun marked = run_method("hdbscan", p, kChooseClusters, options, 7, team);
  EXPECT_EQ(std::ranges::max(marked.labels), 1);
  ASSERT_GE(marked.noise.size(), 2U);
  EXPECT_EQ(std::vector(marked.noise.end() - 2, marked.noise.end()),
            (std::vector<std::int64_t>{100, 101}));
  EXPECT_EQ(marked.labels[100], 0);  // the group about 0 is nearest
  EXPECT_EQ(marked.labels[101], 1);  // the group about 30
  options.hdbscan.noise = Noise::join;
  const MethodRun joined = run_method("hdbscan", p, kChooseClusters, options, 7, team);
  EXPECT_TRUE(joined.noise.empty());
  EXPECT_EQ(joined.labels, marked.labels);
}

TEST(Hdbscan, OneCloudIsOneCluster) {
  Team team(1);
  const Points same{.values = std::vector<double>(60, 2.5), .n = 30, .d = 2};
  EXPECT_EQ(std::ranges::max(run_method("hdbscan", same, kChooseClusters, {}, 7, team).labels), 0);
  Points line{.values = {}, .n = 40, .d = 1};  // evenly spaced: nothing is denser
  for (int i = 0; i < 40; ++i) line.values.push_back(i);
  EXPECT_EQ(std::ranges::max(run_method("hdbscan", line, kChooseClusters, {}, 7, team).labels), 0);
}

TEST(ChosenCount, OfKMeansAndOfMixturesIsThatOfClearGroups) {
  const Points p = group_points(1500, 3, 5, 12, 3);  // more than the silhouette looks at
  Team team(2);
  for (const char* name : {"kmeans", "gmm", "hdbscan", "gnac"}) {
    const MethodRun run = run_method(name, p, kChooseClusters, {}, 7, team);
    EXPECT_EQ(std::ranges::max(run.labels), 4) << name;
  }
  MethodOptions few;
  few.kmeans.max_clusters = few.gmm.max_clusters = 3;
  for (const char* name : {"kmeans", "gmm"})
    EXPECT_LE(std::ranges::max(run_method(name, p, kChooseClusters, few, 7, team).labels), 2);
  const Points cloud = normal_points(300, 2, 5);
  EXPECT_EQ(std::ranges::max(run_method("gmm", cloud, kChooseClusters, {}, 7, team).labels), 0);
}

TEST(ChosenCount, IsRefusedByMethodsThatNeedOneOrFindTheirOwn) {
  const Points p = normal_points(20, 2, 1);
  Team team(1);
  const auto message = [&](const char* name, int clusters) -> std::string {
    try {
      run_method(name, p, clusters, {}, 7, team);
    } catch (const Error& e) {
      return e.what();
    }
    return "no error";
  };
  EXPECT_EQ(message("ward", kChooseClusters),
            "ward needs the number of clusters; gnac, universal, kmeans, gmm and hdbscan can "
            "choose one");
  EXPECT_EQ(message("hdbscan", 3),
            "hdbscan finds the number of clusters itself, so it cannot be given; leave it out");
}

TEST(ChosenCount, IsTheSameAtAnyNumberOfThreads) {
  const Points p = group_points(1200, 2, 4, 6, 8);
  for (const char* name : {"kmeans", "gmm", "hdbscan"}) {
    Team one(1);
    const MethodRun expected = run_method(name, p, kChooseClusters, {}, 7, one);
    Team three(3, {}, Team::Size::exact);
    const MethodRun found = run_method(name, p, kChooseClusters, {}, 7, three);
    EXPECT_EQ(found.labels, expected.labels) << name;
    EXPECT_EQ(found.noise, expected.noise) << name;
  }
}

TEST(ChosenCount, HoldsOnOddCases) {
  Team team(1);
  const Points two{.values = {1, 1}, .n = 2, .d = 1};
  for (const char* name : {"kmeans", "gmm", "hdbscan", "gnac"}) {
    EXPECT_NO_THROW(run_method(name, two, kChooseClusters, {}, 7, team)) << name;
    EXPECT_NO_THROW(run_method(name, normal_points(6, 9, 4), kChooseClusters, {}, 7, team)) << name;
  }
}

}  // namespace
}  // namespace gnac::detail
