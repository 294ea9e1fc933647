#include "graph/scale_free.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "graph/attach.h"
#include "graph/build.h"
#include "graph/nearest.h"
#include "graph/samples.h"
#include "graph/scale_free/kernels.h"
#include "graph/scale_free/leading_shares.h"
#include "io/safetensors.h"
#include "support/simd_target.h"

namespace gnac::detail {
namespace {

using testing::gaussian_points;
using testing::grid_points;

Graph graph_of(PointsView points, int k) {
  Options options;
  options.neighbors = k;
  options.threads = 1;
  return build_graph(points, options);
}

ScaleFree features(PointsView points, int k, int threads = 1,
                   FeatureSet set = FeatureSet::coordinates) {
  Team team(threads, {}, Team::Size::exact);
  return scale_free(graph_of(points, k), points, set, team);
}

// Largest difference; infinite if the sizes differ.
double apart(const std::vector<float>& a, const std::vector<float>& b) {
  if (a.size() != b.size()) return std::numeric_limits<double>::infinity();
  double most = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    most = std::max(most, std::abs(static_cast<double>(a[i]) - b[i]));
  }
  return most;
}

bool sound(const ScaleFree& f) {
  const auto inside = [](float v) { return v >= -6 && v <= 6; };
  return std::all_of(f.cell.begin(), f.cell.end(), inside) &&
         std::all_of(f.edge.begin(), f.edge.end(), inside);
}

Points moved(Points points, double factor, double by) {
  for (double& v : points.values) v = v * factor + by;
  return points;
}

TEST(ScaleFree, EqualsBruteForceInNumpy) {
  const TensorFile golden =
      read_safetensors(std::string(GNAC_TEST_DIR) + "/golden/scale_free.safetensors");
  for (const std::string name : {"plane", "space", "high", "line", "few"}) {
    const TensorData& at = golden.tensors.at(name + ".points");
    const Points points{at.values(), at.shape[0], at.shape[1]};
    const int k = std::stoi(golden.metadata.at(name + ".neighbors"));
    Team team(2);
    const Graph graph = graph_of(points, k);
    const ScaleFree found = scale_free(graph, points, FeatureSet::coordinates, team);
    const auto edges = golden.tensors.at(name + ".edges").values();
    ASSERT_EQ(edges.size(), 2 * graph.edges.size()) << name;
    for (std::size_t e = 0; e < graph.edges.size(); ++e) {
      ASSERT_EQ(graph.edges[e].i, edges[2 * e]) << name;
      ASSERT_EQ(graph.edges[e].j, edges[2 * e + 1]) << name;
    }
    const auto close = [&](const std::vector<float>& a, const std::vector<double>& b,
                           std::size_t width, const char* what) {
      ASSERT_EQ(a.size(), b.size()) << name;
      for (std::size_t v = 0; v < a.size(); ++v) {
        ASSERT_NEAR(a[v], b[v], 2e-6)
            << name << " " << what << " " << v / width << ", feature " << v % width;
      }
    };
    close(found.cell, golden.tensors.at(name + ".cell").values(), 9, "cell");
    close(found.edge, golden.tensors.at(name + ".edge").values(), 13, "edge");
  }
}

TEST(ScaleFree, NamesCountTheColumns) {
  const Points points = gaussian_points(50, 3);
  for (const FeatureSet set : {FeatureSet::coordinates, FeatureSet::graph}) {
    const ScaleFree f = features(points, 7, 1, set);
    EXPECT_EQ(f.cell.size(), 50 * cell_feature_names(set).size());
    EXPECT_EQ(f.edge.size() % edge_feature_names(set).size(), 0u);
  }
  EXPECT_EQ(cell_feature_names(FeatureSet::coordinates).size(), 9u);
  EXPECT_EQ(edge_feature_names(FeatureSet::coordinates).size(), 13u);
}

// The set without coordinates has the same values where it has the same names.
TEST(ScaleFree, GraphSetIsPartOfTheOther) {
  const Points points = gaussian_points(60, 3);
  const ScaleFree all = features(points, 8);
  const ScaleFree part = features(points, 8, 1, FeatureSet::graph);
  const auto columns_equal = [](const auto& names, const auto& part_names,
                                const std::vector<float>& a, const std::vector<float>& b) {
    for (std::size_t p = 0; p < part_names.size(); ++p) {
      const auto c = std::find(names.begin(), names.end(), part_names[p]) - names.begin();
      ASSERT_LT(c, std::ssize(names)) << part_names[p];
      for (std::size_t row = 0; row < b.size() / part_names.size(); ++row) {
        ASSERT_EQ(a[row * names.size() + c], b[row * part_names.size() + p]) << part_names[p];
      }
    }
  };
  columns_equal(cell_feature_names(FeatureSet::coordinates), cell_feature_names(FeatureSet::graph),
                all.cell, part.cell);
  columns_equal(edge_feature_names(FeatureSet::coordinates), edge_feature_names(FeatureSet::graph),
                all.edge, part.edge);
}

TEST(ScaleFree, UnchangedByScalingAndTranslation) {
  EXPECT_TRUE(rc::check([] {
    const auto n = *rc::gen::inRange<std::int64_t>(2, 80);
    const auto d = *rc::gen::inRange<std::int64_t>(1, 8);
    const int k = *rc::gen::inRange(1, 15);
    const bool grid = *rc::gen::arbitrary<bool>();
    const auto seed = *rc::gen::inRange<std::uint64_t>(0, 1000);
    const Points points = grid ? grid_points(n, d, 4, seed) : gaussian_points(n, d, seed);
    const ScaleFree f = features(points, k);
    RC_ASSERT(sound(f));
    const int power = *rc::gen::inRange(-200, 200);
    const ScaleFree scaled = features(moved(points, std::ldexp(1.0, power), 0), k);
    RC_ASSERT(scaled.cell == f.cell);
    RC_ASSERT(scaled.edge == f.edge);
    if (grid) return;  // rounding would break its ties
    const ScaleFree other = features(moved(points, 12.7, 3.1), k);
    RC_ASSERT(apart(other.cell, f.cell) < 1e-5);
    RC_ASSERT(apart(other.edge, f.edge) < 1e-5);
  }));
}

TEST(ScaleFree, UnchangedByRotation) {
  EXPECT_TRUE(rc::check([] {
    const auto n = *rc::gen::inRange<std::int64_t>(3, 80);
    const auto d = *rc::gen::inRange<std::int64_t>(2, 8);
    const int k = *rc::gen::inRange(2, 15);
    const auto seed = *rc::gen::inRange<std::uint64_t>(0, 1000);
    const Points points = gaussian_points(n, d, seed);
    Points turned = points;
    Draws draws(seed, Stream::generator, 1);
    for (std::int64_t a = 0; a < d; ++a) {
      const std::int64_t b = (a + 1) % d;
      const double angle = 6.3 * draws.uniform();
      for (std::int64_t i = 0; i < n; ++i) {
        double* x = turned.values.data() + i * d;
        const double u = x[a];
        x[a] = std::cos(angle) * u - std::sin(angle) * x[b];
        x[b] = std::sin(angle) * u + std::cos(angle) * x[b];
      }
    }
    const ScaleFree f = features(points, k);
    const ScaleFree g = features(turned, k);
    RC_ASSERT(apart(f.cell, g.cell) < 1e-5);
    RC_ASSERT(apart(f.edge, g.edge) < 1e-5);
  }));
}

TEST(ScaleFree, PermutedWithThePoints) {
  EXPECT_TRUE(rc::check([] {
    const auto n = *rc::gen::inRange<std::int64_t>(2, 80);
    const auto d = *rc::gen::inRange<std::int64_t>(1, 20);
    const int k = *rc::gen::inRange(1, 15);
    const auto seed = *rc::gen::inRange<std::uint64_t>(0, 1000);
    const Points points = gaussian_points(n, d, seed);
    std::vector<std::int32_t> order(static_cast<std::size_t>(n));
    std::iota(order.begin(), order.end(), 0);
    Draws draws(seed, Stream::generator, 1);
    for (std::int64_t i = n - 1; i > 0; --i) std::swap(order[i], order[draws.below(i + 1)]);
    Points other{{}, n, d};
    std::vector<std::int32_t> place(static_cast<std::size_t>(n));
    for (std::int64_t i = 0; i < n; ++i) {
      place[order[i]] = static_cast<std::int32_t>(i);
      const auto row = points.row(order[i]);
      other.values.insert(other.values.end(), row.begin(), row.end());
    }
    const Graph graph = graph_of(points, k);
    const Graph second = graph_of(other, k);
    const ScaleFree f = features(points, k);
    const ScaleFree g = features(other, k);
    for (std::int64_t i = 0; i < n; ++i) {
      RC_ASSERT(std::equal(f.cell.begin() + i * 9, f.cell.begin() + (i + 1) * 9,
                           g.cell.begin() + place[i] * 9));
    }
    RC_ASSERT(graph.edges.size() == second.edges.size());
    for (std::size_t e = 0; e < graph.edges.size(); ++e) {
      const auto [i, j] = std::minmax(place[graph.edges[e].i], place[graph.edges[e].j]);
      const auto at = std::lower_bound(second.edges.begin(), second.edges.end(), Edge{i, j}) -
                      second.edges.begin();
      RC_ASSERT(second.edges[at] == (Edge{i, j}));
      RC_ASSERT(std::equal(f.edge.begin() + e * 13, f.edge.begin() + (e + 1) * 13,
                           g.edge.begin() + at * 13));
    }
  }));
}

TEST(ScaleFree, SameBytesAtAnyNumberOfThreads) {
  const Points points = gaussian_points(3000, 5);
  const ScaleFree one = features(points, 12, 1);
  for (const int threads : {2, 3}) {
    const ScaleFree other = features(points, 12, threads);
    EXPECT_EQ(one.cell, other.cell);
    EXPECT_EQ(one.edge, other.edge);
  }
}

// The nodes of a large problem are visited in a special order, which must not affect the result:
// columns of zeros make a problem large without changing distances.
TEST(ScaleFree, SameBytesInAnyWorkingOrder) {
  const Points narrow = gaussian_points(5000, 2);
  Points wide{std::vector<double>(5000 * 256, 0.0), 5000, 256};
  for (std::int64_t i = 0; i < 5000; ++i) {
    wide.values[i * 256] = narrow.values[i * 2];
    wide.values[i * 256 + 1] = narrow.values[i * 2 + 1];
  }
  const ScaleFree a = features(narrow, 5);
  const ScaleFree b = features(wide, 5, 2);
  EXPECT_EQ(a.edge, b.edge);
  EXPECT_LT(apart(a.cell, b.cell), 1e-6);  // shares come from another matrix
}

TEST(ScaleFree, SameBytesOnEveryInstructionSet) {
  const Points points = gaussian_points(700, 11);
  const ScaleFree best = features(points, 9);
  for (const std::string& target : simd_targets()) {
    const SimdTargetScope scope(target);
    ASSERT_EQ(feature_kernels().target, target);
    const ScaleFree other = features(points, 9);
    EXPECT_EQ(best.cell, other.cell) << target;
    EXPECT_EQ(best.edge, other.edge) << target;
  }
}

TEST(ScaleFree, CopesWithDegenerateData) {
  const auto fine = [](const Points& points, int k) {
    const ScaleFree f = features(points, k);
    EXPECT_TRUE(sound(f)) << points.n << " points, " << points.d << " columns, k = " << k;
    return f;
  };
  fine(gaussian_points(2, 3), 5);
  fine(gaussian_points(9, 2), 8);
  fine(gaussian_points(40, 1), 7);
  fine(gaussian_points(60, 100), 12);
  fine(gaussian_points(200, 90), 150);
  fine(grid_points(300, 2, 3), 10);
  fine(Points{std::vector<double>(60, 4.5), 30, 2}, 6);  // all equal
  Points far = Points{std::vector<double>(60, 0.0), 30, 2};
  far.values[7] = 1e140;  // all equal but one
  fine(far, 6);
  Points narrow = gaussian_points(50, 3);
  for (std::int64_t i = 0; i < 50; ++i) narrow.values[i * 3 + 1] = 8;
  Points without{{}, 50, 2};
  for (std::int64_t i = 0; i < 50; ++i) {
    without.values.push_back(narrow.values[i * 3]);
    without.values.push_back(narrow.values[i * 3 + 2]);
  }
  // A constant column carries no information.
  EXPECT_LT(apart(fine(narrow, 9).cell, fine(without, 9).cell), 1e-6);
  EXPECT_LT(apart(fine(narrow, 9).edge, fine(without, 9).edge), 1e-6);
}

EdgeList path_and_hub() {
  // 0-1-2-3-4 named once each, 5 named by nobody and naming nobody, 6 names all others but 5.
  EdgeList list;
  list.nodes = 8;
  const auto add = [&](std::int32_t i, std::int32_t j, double d) {
    list.from.push_back(i);
    list.to.push_back(j);
    list.distance.push_back(d);
  };
  for (std::int32_t i = 0; i < 4; ++i) add(i, i + 1, 1 + i);
  for (const std::int32_t j : {0, 1, 2, 3, 4, 7}) add(6, j, 2.5);
  return list;
}

TEST(ScaleFree, TakesAnyGraphOfTheUser) {
  const Points points = gaussian_points(8, 2);
  const EdgeList list = path_and_hub();
  const Graph graph = graph_from_edges(list, points);
  Team team(2);
  for (const FeatureSet set : {FeatureSet::coordinates, FeatureSet::graph}) {
    const ScaleFree f = scale_free(graph, points, set, team);
    EXPECT_TRUE(sound(f));
    const std::size_t width = cell_feature_names(set).size();
    // The isolated node has no features.
    for (std::size_t c = 0; c < width; ++c) EXPECT_EQ(f.cell[5 * width + c], 0);
  }
  // Without coordinates nothing but the graph is read, and its unit does not matter.
  EdgeList doubled = list;
  for (double& d : doubled.distance) d *= 8;
  const ScaleFree f = scale_free(graph, {}, FeatureSet::graph, team);
  EXPECT_EQ(scale_free(graph_from_edges(doubled, points), {}, FeatureSet::graph, team).edge,
            f.edge);
  // The coordinates have their own unit.
  const Points large = moved(points, 1 << 20, 0);
  EXPECT_EQ(scale_free(graph, points, FeatureSet::coordinates, team).edge,
            scale_free(graph_from_edges(list, large), large, FeatureSet::coordinates, team).edge);
}

TEST(LeadingShares, EqualPrescribedEigenvalues) {
  EXPECT_TRUE(rc::check([] {
    const auto m = *rc::gen::inRange<std::int64_t>(1, 24);
    const auto seed = *rc::gen::inRange<std::uint64_t>(0, 1000);
    Draws draws(seed, Stream::generator);
    std::vector<double> value(static_cast<std::size_t>(m));
    for (double& v : value) v = *rc::gen::arbitrary<bool>() ? draws.uniform() : 0.5;
    // Q·diag·Qᵀ by random reflections of both sides.
    std::vector<double> a(static_cast<std::size_t>(m * m));
    for (std::int64_t i = 0; i < m; ++i) a[i * m + i] = value[i];
    for (int r = 0; r < 4; ++r) {
      std::vector<double> u(static_cast<std::size_t>(m));
      double square = 0;
      for (double& v : u) {
        v = draws.normal();
        square += v * v;
      }
      for (const bool rows : {true, false}) {
        for (std::int64_t i = 0; i < m; ++i) {
          double along = 0;
          for (std::int64_t c = 0; c < m; ++c) along += u[c] * (rows ? a[i * m + c] : a[c * m + i]);
          for (std::int64_t c = 0; c < m; ++c) {
            (rows ? a[i * m + c] : a[c * m + i]) -= 2 * along * u[c] / square;
          }
        }
      }
    }
    const double trace = std::accumulate(value.begin(), value.end(), 0.0);
    std::sort(value.begin(), value.end(), std::greater<>());
    EigenSpace space;
    const auto [first, second] = leading_shares(a, m, space);
    if (trace == 0) return;
    RC_ASSERT(std::abs(first - value[0] / trace) < 1e-9);
    RC_ASSERT(std::abs(second - (m > 1 ? value[1] / trace : 0)) < 1e-9);
  }));
}

// A new point has the features that it has in a graph that contains it, except for what its
// presence would change in the others: their lists and scales stay as fitted.
TEST(AttachedFeatures, AreThoseOfTheGraphThatHoldsThePoint) {
  constexpr int kNeighbours = 6;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const Points all = gaussian_points(120, 3, seed);
    const Points fitted{{all.values.begin(), all.values.end() - 3}, 119, 3};
    const Points one{{all.values.end() - 3, all.values.end()}, 1, 3};
    Team team(2);
    const Graph graph = graph_of(fitted, kNeighbours);
    for (const FeatureSet set : {FeatureSet::coordinates, FeatureSet::graph}) {
      const CellScales scales = cell_scales(graph, fitted, set, team);
      const ScaleFree known = scale_free(graph, fitted, set, team);
      const FittedIndex index = index_fitted(fitted, graph.lists, Metric::euclidean);
      const NeighborLists ties = nearest(one, index, kNeighbours, team);
      const Attachment joined = attach(fitted, graph.lists, one, ties, kNeighbours, team);
      const auto degrees = degrees_if_added(one, index, ties, team);
      const ScaleFree found =
          attached_features({graph, fitted, scales, known}, joined, one, ties, degrees, team);
      const Graph whole = graph_of(all, kNeighbours);
      const ScaleFree exact = scale_free(whole, all, set, team);
      EXPECT_EQ(degrees[0], whole.degree(119));

      const auto width = std::ssize(cell_feature_names(set));
      ASSERT_EQ(std::ssize(found.cell), joined.graph.nodes * width);
      for (std::size_t h = 0; h < joined.hosts.size(); ++h) {
        EXPECT_TRUE(std::equal(found.cell.begin() + h * width, found.cell.begin() + (h + 1) * width,
                               known.cell.begin() + joined.hosts[h] * width));
      }
      const float* cell = found.cell.data() + joined.hosts.size() * width;
      const float* same = exact.cell.data() + 119 * width;
      for (const std::int64_t c : {std::int64_t{0}, std::int64_t{1}, width - 1}) {
        EXPECT_NEAR(cell[c], same[c], 1e-6) << cell_feature_names(set)[c];
      }
      for (std::int64_t c = 2; c < width - 1; ++c) {
        EXPECT_NEAR(cell[c], same[c], c < 5 ? 0.3 : 1e-6) << cell_feature_names(set)[c];
      }
      const auto columns = std::ssize(edge_feature_names(set));
      for (std::size_t e = 0; e < joined.graph.edges.size(); ++e) {
        const Edge edge{joined.hosts[joined.graph.edges[e].i], 119};
        const auto at =
            std::lower_bound(whole.edges.begin(), whole.edges.end(), edge) - whole.edges.begin();
        const float* a = found.edge.data() + e * columns;
        const float* b = exact.edge.data() + at * columns;
        for (const int c : {6, 7, 9}) {  // ranks and mutual
          EXPECT_EQ(a[c], b[c]) << edge_feature_names(set)[c];
        }
        // If the host would not take the point, host and edge are unchanged.
        if (a[9] > 0) continue;
        for (std::int64_t c = 0; c < columns; ++c) {
          EXPECT_NEAR(a[c], b[c], 2e-6) << edge_feature_names(set)[c];
        }
      }
    }
  }
}

}  // namespace
}  // namespace gnac::detail
