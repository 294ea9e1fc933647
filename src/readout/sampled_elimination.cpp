#include <algorithm>

#include "readout/elimination.h"
#include "support/random.h"

namespace gnac::detail {
namespace {

// One end of an edge, in the list of the node it belongs to. Once the node at the other end is
// eliminated, the weight is 0; the place is reused once its own node is eliminated.
struct HalfEdge {
  double weight = 0;
  std::int32_t to = 0;
  std::int32_t twin = 0;
  std::int32_t next = -1;
};

// The graph that remains, as lists of half-edges; parallel edges are allowed.
class Remaining {
 public:
  explicit Remaining(const Laplacian& l)
      : first_(l.rows(), -1), degree_(l.rows(), 0), edges_(l.neighbor.size()) {
    std::int32_t place = 0;
    for (std::int64_t i = 0; i < l.rows(); ++i) {
      for (auto e = l.offset[i]; e < l.offset[i + 1]; ++e) {
        const std::int32_t j = l.neighbor[e];
        if (j < i) continue;
        const double a = l.value[e] * l.root[i] * l.root[j];
        link(static_cast<std::int32_t>(i), j, a, place, place + 1);
        place += 2;
      }
    }
  }

  // Number of edges at a node, counting parallel ones.
  std::int32_t degree(std::int32_t v) const { return degree_[v]; }

  // Removes v; fn(neighbour, weight) for each of its edges.
  template <class Fn>
  void remove(std::int32_t v, Fn&& fn) {
    for (std::int32_t h = first_[v]; h >= 0;) {
      HalfEdge& half = edges_[h];
      if (half.weight > 0) {
        edges_[half.twin].weight = 0;
        --degree_[half.to];
        fn(half.to, half.weight);
      }
      free_.push_back(h);
      h = half.next;
    }
    first_[v] = -1;
  }

  // Never adds more edges than were removed, so there are free places.
  void add(std::int32_t i, std::int32_t j, double weight) {
    link(i, j, weight, take_place(), take_place());
  }

 private:
  std::int32_t take_place() {
    if (free_.empty()) {
      edges_.emplace_back();
      return static_cast<std::int32_t>(edges_.size() - 1);
    }
    const std::int32_t place = free_.back();
    free_.pop_back();
    return place;
  }

  void link(std::int32_t i, std::int32_t j, double weight, std::int32_t a, std::int32_t b) {
    edges_[a] = {weight, j, b, first_[i]};
    edges_[b] = {weight, i, a, first_[j]};
    first_[i] = a;
    first_[j] = b;
    ++degree_[i];
    ++degree_[j];
  }

  std::vector<std::int32_t> first_;
  std::vector<std::int32_t> degree_;
  std::vector<HalfEdge> edges_;
  std::vector<std::int32_t> free_;
};

// Nodes by degree, smallest first; among equals the one whose degree changed last. Degrees above
// kLargest count as equal.
class DegreeQueue {
 public:
  explicit DegreeQueue(std::int64_t nodes)
      : first_(kLargest + 1, -1), next_(nodes, -1), previous_(nodes, -1), bucket_(nodes, -1) {}

  void place(std::int32_t v, std::int32_t degree) {
    const std::int32_t b = std::min(degree, kLargest);
    if (bucket_[v] == b) return;
    if (bucket_[v] >= 0) unlink(v);
    bucket_[v] = b;
    previous_[v] = -1;
    next_[v] = first_[b];
    if (first_[b] >= 0) previous_[first_[b]] = v;
    first_[b] = v;
    least_ = std::min(least_, b);
  }

  std::int32_t pop() {
    while (first_[least_] < 0) ++least_;
    const std::int32_t v = first_[least_];
    unlink(v);
    return v;
  }

 private:
  static constexpr std::int32_t kLargest = 4096;

  void unlink(std::int32_t v) {
    if (previous_[v] >= 0) {
      next_[previous_[v]] = next_[v];
    } else {
      first_[bucket_[v]] = next_[v];
    }
    if (next_[v] >= 0) previous_[next_[v]] = previous_[v];
  }

  std::int32_t least_ = kLargest;
  std::vector<std::int32_t> first_, next_, previous_, bucket_;
};

struct Neighbour {
  double weight;
  std::int32_t node;
};

// Replaces the clique on `star` (weights w_i·w_j/total) by a sample of it: each neighbour i,
// lightest first, is joined to one heavier j drawn with probability w_j/after_i, where after_i is
// the weight of all heavier ones, by an edge of weight w_i·after_i/total. The expected result is
// the clique.
void add_sampled_clique(const std::vector<Neighbour>& star, double total, Draws& draws,
                        std::vector<double>& after, Remaining& graph) {
  const std::size_t d = star.size();
  after.assign(d, 0.0);
  for (std::size_t i = d; i-- > 1;) after[i - 1] = after[i] + star[i].weight;
  for (std::size_t i = 0; i + 1 < d; ++i) {
    const double mark = draws.uniform() * after[i];  // j with after_j <= mark < after_{j-1}
    std::size_t low = i + 1, high = d - 1;
    while (low < high) {
      const std::size_t middle = (low + high) / 2;
      if (after[middle] <= mark) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    graph.add(star[i].node, star[low].node, star[i].weight * after[i] / total);
  }
}

}  // namespace

Elimination sampled_elimination(const Laplacian& l, std::uint64_t seed, Team& team) {
  const std::int64_t n = l.rows();
  Remaining graph(l);
  DegreeQueue queue(n);
  for (std::int64_t i = n; i-- > 0;) {
    const auto v = static_cast<std::int32_t>(i);
    queue.place(v, graph.degree(v));
  }
  Draws draws(seed, Stream::eigen, ~std::uint32_t{0});  // start vectors use the parts from 0 on
  Elimination g;
  g.column.assign(1, 0);
  g.pivot.reserve(n);
  std::vector<std::int32_t> place(n, -1);  // of a neighbour in `star`
  std::vector<Neighbour> star;
  std::vector<double> after;
  for (std::int64_t k = 0; k < n; ++k) {
    const std::int32_t v = queue.pop();
    star.clear();
    graph.remove(v, [&](std::int32_t u, double weight) {
      if (place[u] < 0) {
        place[u] = static_cast<std::int32_t>(star.size());
        star.push_back({0.0, u});
      }
      star[place[u]].weight += weight;
    });
    std::sort(star.begin(), star.end(), [](const Neighbour& a, const Neighbour& b) {
      return a.weight != b.weight ? a.weight < b.weight : a.node < b.node;
    });
    double total = 0;
    for (const auto& [weight, u] : star) total += weight;
    g.order.push_back(v);
    g.pivot.push_back(total);
    for (const auto& [weight, u] : star) {
      g.step.push_back(u);
      g.multiplier.push_back(weight / total);
      place[u] = -1;
    }
    g.column.push_back(std::ssize(g.step));
    add_sampled_clique(star, total, draws, after, graph);
    for (const auto& [weight, u] : star) queue.place(u, graph.degree(u));
    if (k % 256 == 0) team.for_each(1, [](std::int64_t) {});  // heartbeat
  }
  std::vector<std::int32_t> step_of(n);
  for (std::int64_t k = 0; k < n; ++k) step_of[g.order[k]] = static_cast<std::int32_t>(k);
  for (auto& s : g.step) s = step_of[s];
  return g;
}

}  // namespace gnac::detail
