#include "automaton/draws.h"

#include <algorithm>
#include <cmath>

namespace gnac::detail {

std::vector<float> initial_values(const RuleShape& shape, std::uint64_t seed) {
  const auto table = rule_table(shape);
  std::vector<float> values;
  values.reserve(table.back().offset + table.back().size());
  Draws draws(seed, Stream::weights);
  for (const Tensor& t : table) {
    const double bound = 1 / std::sqrt(static_cast<double>(t.fan_in));
    for (std::size_t p = 0; p < t.size(); ++p) {
      values.push_back(static_cast<float>(bound * (2 * draws.uniform() - 1)));
    }
  }
  return values;
}

void draw_seeds(float* xi, std::span<const std::int32_t> user, int seed_dim, std::uint64_t seed,
                Stream stream, std::uint32_t part, Team& team) {
  const int per_cell = (seed_dim + 1) / 2;  // each index of the stream gives two normals
  team.for_blocks(std::ssize(user), 4096, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t v = begin; v < end; ++v) {
      float* row = xi + v * seed_dim;
      for (int b = 0; b < per_cell; ++b) {
        const auto index = static_cast<std::uint64_t>(user[v]) * per_cell + b;
        const auto pair = Draws::normal_pair(philox(seed, stream, part, index));
        row[2 * b] = static_cast<float>(pair[0]);
        if (2 * b + 1 < seed_dim) row[2 * b + 1] = static_cast<float>(pair[1]);
      }
    }
  });
}

PairSampler::PairSampler(const Graph& graph) : graph_(graph) {
  const std::int64_t n = graph.nodes;
  const std::int64_t all = n * (n - 1) / 2;
  const std::int64_t edges = std::ssize(graph.edges);
  complement_count_ = all - edges;
  if (complement_count_ > edges) return;  // rejection succeeds at least every other time
  complement_.reserve(complement_count_);
  for (std::int32_t i = 0; i < n; ++i) {
    auto next = graph.neighbor.begin() + graph.offset[i];
    const auto end = graph.neighbor.begin() + graph.offset[i + 1];
    next = std::upper_bound(next, end, i);
    for (std::int32_t j = i + 1; j < n; ++j) {
      if (next != end && *next == j) {
        ++next;
      } else {
        complement_.push_back({i, j});
      }
    }
  }
}

std::vector<Edge> PairSampler::sample(int count, std::uint64_t seed, std::uint32_t epoch) const {
  if (!complement_.empty() && std::ssize(complement_) <= count) return complement_;
  std::vector<Edge> pairs;
  if (none()) return pairs;
  pairs.reserve(count);
  Draws draws(seed, Stream::pairs, epoch);
  while (std::ssize(pairs) < count) {
    if (!complement_.empty()) {
      pairs.push_back(complement_[draws.below(complement_.size())]);
      continue;
    }
    const auto i = static_cast<std::int32_t>(draws.below(graph_.nodes));
    const auto j = static_cast<std::int32_t>(draws.below(graph_.nodes));
    const auto begin = graph_.neighbor.begin() + graph_.offset[i];
    const auto end = graph_.neighbor.begin() + graph_.offset[i + 1];
    if (i != j && !std::binary_search(begin, end, j)) pairs.push_back({i, j});
  }
  return pairs;
}

}  // namespace gnac::detail
