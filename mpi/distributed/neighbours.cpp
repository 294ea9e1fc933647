#include "distributed/neighbours.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

#include "graph/knn.h"
#include "graph/knn/duplicates.h"
#include "graph/knn/filter.h"
#include "graph/knn/kernels.h"
#include "graph/knn/search.h"
#include "graph/spatial/leaf_tree.h"

namespace gnac::detail {
namespace {

using namespace knn_detail;

constexpr std::int64_t kWave = 1 << 16;  // own points that ask at once
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// The own points, prepared for searches. Candidates are named by id.
struct Index {
  LeafTree tree;  // without surplus duplicates, which are not anyone's neighbours
  std::optional<Filter> filter;
  std::vector<std::int32_t> surplus;   // own points that are not in it
  std::vector<std::int32_t> position;  // by position of the tree: the own point
  std::int64_t searchable() const { return tree.n; }
  const Filter* filter_or_null() const { return filter ? &*filter : nullptr; }
};

Index build_index(const OwnPoints& own, std::int64_t k, Metric metric, Team& team,
                  OwnNeighbours& out) {
  Index index;
  if (own.rows.n == 0) return index;
  // Own points ascend by id, so the first of equals here are those of lowest id.
  Duplicates duplicates = find_duplicates(own.rows, k, team);
  for (const auto& [point, first] : duplicates.surplus) {
    index.surplus.push_back(point);
    for (std::int64_t a = 0; a < k; ++a)
      out.list[point * k + a] = {0, own.id[duplicates.members[first + a]], 0};
  }
  index.tree = build_leaf_tree(own.rows, std::move(duplicates.kept), team);
  if (may_be_filtered(own.rows.d, metric)) index.filter = build_filter(index.tree, team);
  index.position = index.tree.order;
  for (std::int32_t& i : index.tree.order) i = own.id[i];
  return index;
}

void search_own(const Index& index, const Kernels& kernels, int rank, Team& team,
                OwnNeighbours& out) {
  constexpr std::int64_t kSlices = 20;
  const std::int64_t groups = (index.tree.n + kGroup - 1) / kGroup;
  const std::int64_t slice = (groups + kSlices - 1) / kSlices;
  for (std::int64_t first = 0; first < groups; first += slice) {
    const std::int64_t last = std::min(groups, first + slice);
    team.for_each(last - first, [&](std::int64_t item) {
      const std::int64_t begin = (first + item) * kGroup;
      const std::int64_t end = std::min(index.tree.n, begin + kGroup);
      Search search(index.tree, index.filter_or_null(), kernels, out.k,
                    Queries::of_tree(index.tree, begin, end));
      search.run();
      for (std::int64_t p = begin; p < end; ++p) {
        Neighbour* to = out.list.data() + index.position[p] * out.k;
        for (const Candidate& c : search.neighbours(p - begin)) *to++ = {c.squared, c.index, rank};
      }
    });
    team.advance(0.5 * static_cast<double>(last) / static_cast<double>(groups));
  }
}

// Boxes of all ranks' points: d minima, then d maxima; infinitely far away if there are none.
std::vector<double> boxes_of(Comm& comm, const OwnPoints& own) {
  const std::int64_t d = own.rows.d;
  std::vector<double> box(static_cast<std::size_t>(2 * d), kInfinity);
  std::fill(box.begin() + d, box.end(), -kInfinity);
  for (std::int64_t i = 0; i < own.rows.n; ++i) {
    for (std::int64_t c = 0; c < d; ++c) {
      box[c] = std::min(box[c], PointsView(own.rows)(i, c));
      box[d + c] = std::max(box[d + c], PointsView(own.rows)(i, c));
    }
  }
  return gather_everywhere(comm, box);
}

// Whether a point's reach, a separation, touches a box; with room for the rounding of both sides,
// as in Search::of_interest.
bool touches(Metric metric, const double* x, double reach, const double* box, std::int64_t d) {
  const double room = 1 - static_cast<double>(d + 8) * 0x1.0p-52;
  double sum = 0;
  for (std::int64_t c = 0; c < d; ++c) {
    const double out = std::max({box[c] - x[c], x[c] - box[d + c], 0.0});
    sum += metric == Metric::manhattan ? out : out * out;
  }
  return sum * room - 0x1.0p-1000 <= reach;
}

struct Answers {
  Parts<std::int32_t> counts;  // per question
  Parts<Candidate> found;
};

// For every question (x, d² and id of the last neighbour so far), the neighbours that come before.
Answers answer(const Index& index, const Kernels& kernels, const Parts<double>& questions,
               std::int64_t d, std::int64_t k, Team& team) {
  const std::int64_t stride = d + 2;
  const auto asked = std::ssize(questions.values) / stride;
  const std::int64_t groups = (asked + kGroup - 1) / kGroup;
  std::vector<std::int32_t> counts(static_cast<std::size_t>(asked));
  std::vector<std::vector<Candidate>> found(static_cast<std::size_t>(groups));
  if (index.searchable() > 0) {
    team.for_each(groups, [&](std::int64_t g) {
      const std::int64_t begin = g * kGroup;
      const std::int64_t end = std::min(asked, begin + kGroup);
      std::vector<double> rows;
      rows.reserve(static_cast<std::size_t>((end - begin) * d));
      for (std::int64_t q = begin; q < end; ++q) {
        const double* from = questions.values.data() + q * stride;
        rows.insert(rows.end(), from, from + d);
      }
      Search search(index.tree, index.filter_or_null(), kernels, k, {rows.data(), end - begin});
      for (std::int64_t q = begin; q < end; ++q) {
        const double* last = questions.values.data() + q * stride + d;
        if (last[0] < kInfinity)
          search.bound(q - begin, {last[0], static_cast<std::int32_t>(last[1])});
      }
      search.run();
      for (std::int64_t q = begin; q < end; ++q) {
        const auto list = search.neighbours(q - begin);
        counts[q] = static_cast<std::int32_t>(list.size());
        found[g].insert(found[g].end(), list.begin(), list.end());
      }
    });
  }
  Answers out;
  out.counts.values = std::move(counts);
  for (const std::int64_t at : questions.offset) out.counts.offset.push_back(at / stride);
  std::vector<std::int64_t> sizes;
  for (std::size_t r = 0; r + 1 < out.counts.offset.size(); ++r) {
    sizes.push_back(std::accumulate(out.counts.values.begin() + out.counts.offset[r],
                                    out.counts.values.begin() + out.counts.offset[r + 1],
                                    std::int64_t{0}));
  }
  out.found = Parts<Candidate>(sizes);
  auto to = out.found.values.begin();
  for (const auto& list : found) to = std::copy(list.begin(), list.end(), to);
  return out;
}

// Own points in an order in which consecutive ones are close.
std::vector<std::int32_t> asking_order(const Index& index) {
  std::vector<std::int32_t> order = index.position;
  order.insert(order.end(), index.surplus.begin(), index.surplus.end());
  return order;
}

}  // namespace

OwnNeighbours find_neighbours(Comm& comm, const OwnPoints& own, int k, Metric metric, Team& team) {
  const std::int64_t n = own.rows.n;
  const std::int64_t d = own.rows.d;
  OwnNeighbours out;
  out.metric = metric;
  out.k = std::min<std::int64_t>(k, own.n - 1);
  const Neighbour none{kInfinity, std::numeric_limits<std::int32_t>::max(), -1};
  const Kernels kernels = best_kernels(metric);
  Index index;
  agree(comm, [&] {
    out.list.assign(static_cast<std::size_t>(n * out.k), none);
    index = build_index(own, out.k, metric, team, out);
    for (const std::int32_t i : index.surplus) {
      for (std::int64_t a = 0; a < out.k; ++a) out.list[i * out.k + a].owner = comm.rank;
    }
    search_own(index, kernels, comm.rank, team, out);
  });

  const std::vector<double> boxes = boxes_of(comm, own);
  const std::vector<std::int32_t> order = asking_order(index);
  const std::int64_t waves = most(comm, (n + kWave - 1) / kWave);
  for (std::int64_t wave = 0; wave < waves; ++wave) {
    const std::int64_t begin = std::min(n, wave * kWave);
    const std::int64_t end = std::min(n, begin + kWave);
    std::vector<std::vector<std::int32_t>> askers(static_cast<std::size_t>(comm.size));
    std::vector<std::vector<double>> questions(askers.size());
    Parts<double> asked;
    agree(comm, [&] {
      for (int r = 0; r < comm.size; ++r) {
        if (r == comm.rank) continue;
        for (std::int64_t p = begin; p < end; ++p) {
          const std::int32_t i = order[p];
          const Neighbour& last = out.list[(i + 1) * out.k - 1];
          const double* x = PointsView(own.rows).row(i).data();
          if (!touches(metric, x, last.squared, boxes.data() + 2 * d * r, d)) continue;
          askers[r].push_back(i);
          questions[r].insert(questions[r].end(), x, x + d);
          questions[r].push_back(last.squared);
          questions[r].push_back(last.id);
        }
        out.queries += std::ssize(askers[r]);
      }
      asked = Parts<double>::of(questions);
    });
    questions.clear();
    const Parts<double> incoming = exchange(comm, asked);
    Answers answers;
    agree(comm, [&] { answers = answer(index, kernels, incoming, d, out.k, team); });
    const Parts<std::int32_t> counts = exchange(comm, answers.counts);
    const Parts<Candidate> found = exchange(comm, answers.found);
    std::vector<Neighbour> merged;
    for (int r = 0; r < comm.size; ++r) {
      std::int64_t at = found.offset[r];
      for (std::int64_t q = 0; q < std::ssize(askers[r]); ++q) {
        const auto list = std::span(out.list).subspan(
            static_cast<std::size_t>(askers[r][q] * out.k), static_cast<std::size_t>(out.k));
        merged.assign(list.begin(), list.end());
        for (std::int32_t c = 0; c < counts.values[counts.offset[r] + q]; ++c, ++at)
          merged.push_back({found.values[at].squared, found.values[at].index, r});
        std::inplace_merge(merged.begin(), merged.begin() + out.k, merged.end());
        std::copy_n(merged.begin(), out.k, list.begin());
      }
    }
    team.advance(0.5 + 0.4 * static_cast<double>(wave + 1) / static_cast<double>(waves));
  }
  return out;
}

}  // namespace gnac::detail
