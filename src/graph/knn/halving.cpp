#include "graph/knn/halving.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>
#include <span>
#include <tuple>
#include <utility>

#include "graph/knn.h"
#include "support/random.h"

namespace gnac::detail::knn_detail {
namespace {

// The sample: the first points of one group of this many, within limits. Points of a group have
// much the same neighbours, so many groups say more than many points of each.
constexpr std::int64_t kOneOf = 16;
constexpr std::int64_t kFewestTaken = 32;
constexpr std::int64_t kMostTaken = 128;
constexpr std::int64_t kOfEach = 16;

constexpr double kSpare = 0.003;            // recall beyond what is asked for: a sample may flatter
constexpr std::int64_t kTogether = 1024;    // points that are compared pair by pair, at most,
constexpr std::int64_t kListsTogether = 4;  // or this many times the length of the lists

constexpr double kMostApart = 1;      // rests are at right angles
constexpr double kLostRests = 0.003;  // share of the sample's neighbours that may be ruled out by c

struct Range {
  std::int64_t begin = 0;
  std::int64_t end = 0;
  std::int64_t size() const { return end - begin; }
};

double product(const double* a, const double* b, std::int64_t d) {
  double sum[4]{};
  std::int64_t c = 0;
  for (; c + 4 <= d; c += 4) {
    for (std::int64_t l = 0; l < 4; ++l) sum[l] += a[c + l] * b[c + l];
  }
  for (; c < d; ++c) sum[0] += a[c] * b[c];
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

// Positions in an order in which each of the ranges holds points that fell together.
struct Division {
  std::vector<std::int32_t> order;
  std::vector<Range> ranges;
};

class Divider {
 public:
  Divider(const LeafTree& tree, std::int64_t together)
      : tree_(tree), together_(together), keys_(static_cast<std::size_t>(tree.n)) {}

  void run(std::uint32_t round, Team& team, Division& out) {
    round_ = round;
    out.order.resize(static_cast<std::size_t>(tree_.n));
    std::iota(out.order.begin(), out.order.end(), 0);
    out.ranges = {{0, tree_.n}};
    if (round == 0) {  // the tree itself has divided them
      out.ranges.clear();
      for (std::int64_t begin = 0; begin < tree_.n; begin += together_)
        out.ranges.push_back({begin, std::min(tree_.n, begin + together_)});
      return;
    }
    // Large ranges one level after the other, a thread for each; then each range to its end, while
    // its rows are in the cache.
    while (out.ranges.front().size() > std::max(kWide, together_)) {
      std::vector<Range> halves(2 * out.ranges.size());
      team.for_each(std::ssize(out.ranges), [&](std::int64_t item) {
        std::tie(halves[2 * item], halves[2 * item + 1]) = halve(out.ranges[item], out.order);
      });
      out.ranges = std::move(halves);
    }
    std::vector<std::vector<Range>> small(out.ranges.size());
    team.for_each(std::ssize(small),
                  [&](std::int64_t item) { finish(out.ranges[item], out.order, small[item]); });
    out.ranges.clear();
    for (const auto& ranges : small)
      out.ranges.insert(out.ranges.end(), ranges.begin(), ranges.end());
  }

 private:
  static constexpr std::int64_t kWide = 1 << 15;
  static constexpr std::int64_t kAhead = 16;  // rows on the way from memory

  std::pair<Range, Range> halve(Range range, std::vector<std::int32_t>& order) {
    const auto [begin, end] = range;
    const std::span inside(order.data() + begin, order.data() + end);
    // Along the line through two of the points; a range is the only one of its size that begins
    // there.
    Draws draws(static_cast<std::uint64_t>(range.size()) << 32 | static_cast<std::uint64_t>(begin),
                Stream::neighbours, round_);
    const auto drawn = [&] { return tree_.row(inside[draws.below(inside.size())]); };
    const double* from = drawn();
    const double* to = drawn();
    std::vector<double> direction(static_cast<std::size_t>(tree_.d));
    for (std::int64_t c = 0; c < tree_.d; ++c) direction[c] = to[c] - from[c];
    const double start = product(from, direction.data(), tree_.d);
    for (std::int64_t p = begin; p < end; ++p) {
      __builtin_prefetch(tree_.row(order[std::min(p + kAhead, end - 1)]));
      const double along = product(tree_.row(order[p]), direction.data(), tree_.d);
      keys_[p] = {static_cast<float>(along - start), order[p]};
    }
    const std::int64_t middle = begin + (range.size() + 1) / 2;
    std::nth_element(keys_.begin() + begin, keys_.begin() + middle, keys_.begin() + end);
    for (std::int64_t p = begin; p < end; ++p) order[p] = keys_[p].second;
    return {{begin, middle}, {middle, end}};
  }

  void finish(Range range, std::vector<std::int32_t>& order, std::vector<Range>& out) {
    if (range.size() <= together_) {
      out.push_back(range);
      return;
    }
    const auto [left, right] = halve(range, order);
    finish(left, order, out);
    finish(right, order, out);
  }

  const LeafTree& tree_;
  std::int64_t together_;
  std::uint32_t round_ = 0;
  std::vector<std::pair<float, std::int32_t>> keys_;
};

// All pairs of some points, which are compared as a search compares a leaf.
class Together {
 public:
  Together(const OwnSearches& own, double apart, std::span<std::int32_t> positions,
           FoundLists& lists)
      : own_(own), apart_(apart), positions_(positions), lists_(lists) {
    std::sort(positions.begin(), positions.end());  // close in memory
    tree_.n = std::ssize(positions);
    tree_.d = own.tree.d;
    tree_.rows.resize(static_cast<std::size_t>(tree_.n * tree_.d));
    tree_.order.resize(positions.size());
    const auto entries = positions.size() * static_cast<std::size_t>(own.k);
    near_ = {own.k, std::vector<double>(entries), std::vector<std::int32_t>(entries)};
    for (std::int64_t p = 0; p < tree_.n; ++p) {
      std::copy_n(own.tree.row(positions[p]), tree_.d, tree_.rows.begin() + p * tree_.d);
      tree_.order[p] = own.tree.order[positions[p]];
      near_.copy(p, lists, positions[p]);
    }
    // Around their own centre, near which single precision tells close points apart.
    std::vector<double> centre(static_cast<std::size_t>(tree_.d), 0.0);
    for (std::int64_t p = 0; p < tree_.n; ++p) {
      for (std::int64_t c = 0; c < tree_.d; ++c) centre[c] += tree_.row(p)[c];
    }
    for (double& c : centre) c /= static_cast<double>(tree_.n);
    Team alone(1);
    filter_ = measure_filter({tree_.rows.data(), tree_.n, tree_.d}, std::move(centre), alone);
    fill_leaves(filter_, tree_, alone);
    queries_.resize(static_cast<std::size_t>(kFilterRows * tree_.d));
  }

  void run() {
    for (std::int64_t q = 0; q < tree_.n; q += kFilterRows) {
      first_ = q;
      count_ = std::min<std::int64_t>(kFilterRows, tree_.n - q);
      for (std::int64_t r = 0; r < count_; ++r) {
        float* row = queries_.data() + r * tree_.d;
        norm_[r] = filter_.query(tree_.row(q + r), row);
        if (own_.whole != nullptr) keep_rests_apart(tree_.row(q + r), row, r);
        reach_to(r);
      }
      // The nearest positions first, so that the others are measured against good neighbours.
      const std::int64_t own = q / kLeafWidth, leaves = tree_.leaves();
      for (std::int64_t leaf = 0; leaf < leaves; ++leaf) scan((own + leaf) % leaves);
      compare_pending();
    }
    for (std::int64_t p = 0; p < tree_.n; ++p) lists_.copy(positions_[p], near_, p);
  }

 private:
  static constexpr std::int64_t kAtOnce = 8;

  struct Pair {
    std::int64_t query = 0;  // of the rows at hand
    std::int64_t p = 0;
  };

  std::int64_t place(std::int64_t r) const { return (first_ + r) * own_.k; }
  double farthest(std::int64_t r) const { return near_.squared[place(r) + own_.k - 1]; }

  // A reduction's last column is the length s of the rest of a row, and (s - s')² what two rests
  // are apart at least; they are (s - s')² + 2c·s·s' apart if the cosine between them is 1 - c. The
  // filter sees s less its centre.
  void keep_rests_apart(const double* point, float* row, std::int64_t r) {
    const std::int64_t last = tree_.d - 1;
    const double twice = 2 * apart_ * point[last] * filter_.scale;
    row[last] += static_cast<float>(twice);
    closer_[r] = static_cast<float>(twice * filter_.centre[last] * filter_.scale);
  }

  void reach_to(std::int64_t r) {
    const double reach = widened(own_.whole, farthest(r));
    limit_[r] = filter_.resolves(norm_[r], reach) ? filter_.limit(norm_[r], reach) - closer_[r]
                                                  : std::numeric_limits<float>::infinity();
  }

  void scan(std::int64_t leaf) {
    const float* row[kFilterRows];
    float limit[kFilterRows];
    std::uint32_t survivors[kFilterRows];
    for (std::int64_t r = 0; r < kFilterRows; ++r) {
      const std::int64_t q = std::min(r, count_ - 1);
      row[r] = queries_.data() + q * tree_.d;
      limit[r] = limit_[q];
    }
    own_.kernels.filter(row, limit, filter_.leaf(leaf), filter_.norm(leaf), tree_.d, survivors);
    const std::int64_t size = tree_.leaf_size(leaf);
    for (std::int64_t r = 0; r < count_; ++r) {
      for (std::uint32_t bits = survivors[r]; bits != 0; bits &= bits - 1) {
        const std::int64_t inside = std::countr_zero(bits);
        const std::int64_t p = leaf * kLeafWidth + inside;
        if (inside < size && p != first_ + r && may_be_near(r, p)) pending_.push_back({r, p});
      }
    }
    if (std::ssize(pending_) >= kAtOnce) compare_pending();
  }

  void compare_pending() {
    if (pending_.empty()) return;
    squares_.resize(pending_.size());
    if (own_.whole == nullptr) {
      squared_distances(
          std::ssize(pending_), tree_.d,
          [&](std::int64_t a) { return tree_.row(first_ + pending_[a].query); },
          [&](std::int64_t a) { return tree_.row(pending_[a].p); }, squares_.data());
    } else {
      pairs_.clear();
      for (const Pair& pair : pending_)
        pairs_.push_back({positions_[first_ + pair.query], positions_[pair.p]});
      own_.whole->squared(pairs_, squares_.data());
    }
    for (std::size_t a = 0; a < pending_.size(); ++a)
      offer(pending_[a].query, {squares_[a], tree_.order[pending_[a].p]});
    pending_.clear();
  }

  // Points that met before are in the list already, or were not near enough.
  bool may_be_near(std::int64_t r, std::int64_t p) const {
    const std::int32_t point = tree_.order[p];
    const std::int32_t* known = near_.index.data() + place(r);
    bool met = false;
    for (std::int64_t a = 0; a < own_.k; ++a) met |= known[a] == point;
    if (met) return false;
    return own_.whole == nullptr ||
           own_.whole->may_be_within(positions_[first_ + r], positions_[p], farthest(r));
  }

  void offer(std::int64_t r, const Candidate& candidate) {
    double* squared = near_.squared.data() + place(r);
    std::int32_t* index = near_.index.data() + place(r);
    std::int64_t at = own_.k;
    while (at > 0 && candidate < Candidate{squared[at - 1], index[at - 1]}) --at;
    if (at == own_.k) return;
    std::move_backward(squared + at, squared + own_.k - 1, squared + own_.k);
    std::move_backward(index + at, index + own_.k - 1, index + own_.k);
    squared[at] = candidate.squared;
    index[at] = candidate.index;
    reach_to(r);
  }

  const OwnSearches& own_;
  double apart_;
  std::span<const std::int32_t> positions_;
  FoundLists& lists_;
  LeafTree tree_;    // leaves alone
  FoundLists near_;  // of the points in them
  Filter filter_;
  std::int64_t first_ = 0;
  std::int64_t count_ = 0;
  std::vector<float> queries_;  // -2â of each row at hand
  double norm_[kFilterRows] = {};
  float limit_[kFilterRows] = {};
  float closer_[kFilterRows] = {};  // off the limit, if there are rests
  std::vector<Pair> pending_;
  std::vector<WholeRows::Pair> pairs_;
  std::vector<double> squares_;
};

// By point, if there is a reduction.
std::vector<std::int32_t> positions_of(const OwnSearches& own) {
  if (own.whole == nullptr) return {};
  std::vector<std::int32_t> position(static_cast<std::size_t>(own.whole->points.n));
  for (std::int64_t p = 0; p < own.tree.n; ++p)
    position[own.tree.order[p]] = static_cast<std::int32_t>(p);
  return position;
}

// The largest c with which |y - y'|² + (s - s')² + 2c·s·s' is within `reach` for two rows (y, s) of
// a reduction.
double most_apart(const LeafTree& tree, std::int64_t p, std::int64_t q, double reach) {
  const double rests = tree.row(p)[tree.d - 1] * tree.row(q)[tree.d - 1];
  const double left = reach - squared_distance(tree.row(p), tree.row(q), tree.d);
  return rests > 0 ? std::min(left / (2 * rests), kMostApart) : kMostApart;
}

}  // namespace

SearchSample::SearchSample(const OwnSearches& own, Team& team) : own_(own) {
  const std::int64_t taken =
      std::min(own.groups(), std::clamp(own.groups() / kOneOf, kFewestTaken, kMostTaken));
  for (std::int64_t a = 0; a < taken; ++a) taken_.push_back(own.groups() * a / taken);
  last_.resize(static_cast<std::size_t>(taken * kOfEach));
  std::vector<double> work(taken_.size());
  std::vector<double> apart(own.whole == nullptr ? 0 : last_.size() * own.k, kMostApart);
  const std::vector<std::int32_t> position = positions_of(own);
  team.for_each(taken, [&](std::int64_t item) {
    const std::int64_t begin = own.begin(taken_[item]), end = sample_end(taken_[item]);
    Search search = own.search(begin, end);
    search.run();
    work[item] = search.work();
    for (std::int64_t q = 0; q < end - begin; ++q) {
      const auto found = search.neighbours(q);
      const auto at = static_cast<std::size_t>(item * kOfEach + q);
      last_[at] = found.back();
      if (own.whole == nullptr) continue;
      for (std::int64_t a = 0; a < own.k; ++a)
        apart[at * own.k + a] =
            most_apart(own.tree, begin + q, position[found[a].index], found.back().squared);
    }
  });
  std::int64_t asked = 0;
  for (const std::int64_t g : taken_) asked += sample_end(g) - own.begin(g);
  if (!apart.empty()) {
    const auto few =
        apart.begin() + static_cast<std::int64_t>(kLostRests * static_cast<double>(apart.size()));
    std::nth_element(apart.begin(), few, apart.end());
    apart_ = std::max(*few, 0.0);
  }
  work_ = std::accumulate(work.begin(), work.end(), 0.0) / static_cast<double>(asked) *
          static_cast<double>(own.tree.n);
}

std::int64_t SearchSample::sample_end(std::int64_t g) const {
  return std::min(own_.end(g), own_.begin(g) + kOfEach);
}

double SearchSample::recall(const FoundLists& lists) const {
  std::int64_t right = 0, asked = 0;
  for (std::size_t item = 0; item < taken_.size(); ++item) {
    const std::int64_t begin = own_.begin(taken_[item]), end = sample_end(taken_[item]);
    for (std::int64_t p = begin; p < end; ++p) {
      const Candidate& last = last_[static_cast<std::int64_t>(item) * kOfEach + p - begin];
      // Only real points are found, so one at or before the true last neighbour is a true one.
      for (const Candidate& c : lists.of(p)) right += last < c ? 0 : 1;
    }
    asked += (end - begin) * own_.k;
  }
  return static_cast<double>(right) / static_cast<double>(asked);
}

std::optional<Halved> search_halves(const OwnSearches& own, const SearchSample& sample, Team& team,
                                    const std::function<void(double)>& progress) {
  constexpr double kGoal = kLeastRecall + kSpare;
  const LeafTree& tree = own.tree;
  const std::int64_t together = std::max(kTogether, kListsTogether * own.k);
  Halved out;
  const auto entries = static_cast<std::size_t>(tree.n * own.k);
  out.lists = {own.k, std::vector<double>(entries, Candidate().squared),
               std::vector<std::int32_t>(entries, Candidate().index)};
  out.recall = 0;
  Divider divider(tree, together);
  Division division;
  double work = 0;
  for (std::uint32_t round = 0; out.recall < kGoal; ++round) {
    divider.run(round, team, division);
    work += static_cast<double>(tree.n * tree.d * division.ranges.front().size());
    if (work > sample.work()) return std::nullopt;
    team.for_each(std::ssize(division.ranges), [&](std::int64_t item) {
      const Range& range = division.ranges[item];
      Together(own, sample.apart(),
               std::span(division.order)
                   .subspan(static_cast<std::size_t>(range.begin),
                            static_cast<std::size_t>(range.size())),
               out.lists)
          .run();
    });
    out.recall = sample.recall(out.lists);
    progress(std::min(out.recall / kGoal, 1.0));
  }
  return out;
}

}  // namespace gnac::detail::knn_detail
