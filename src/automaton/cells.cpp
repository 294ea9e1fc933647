#include "automaton/cells.h"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <utility>

#include "graph/order.h"

namespace gnac::detail {

EdgeBlock Cells::block(std::int64_t b) const {
  const std::int64_t begin = b * kBlock;
  const auto count = static_cast<int>(std::min<std::int64_t>(kBlock, edge_count - begin));
  return {first.data() + begin, second.data() + begin, count};
}

namespace {

Cells begin_layout(const Graph& graph, const RuleShape& shape, std::span<const char> late = {}) {
  Cells cells;
  cells.n = graph.nodes;
  cells.edge_count = std::ssize(graph.edges);
  cells.features = shape.features;
  cells.edge_features = shape.edge_features;
  cells.hidden = shape.hidden;
  cells.domain = shape.domain;
  cells.row = padded(shape.hidden + shape.domain);
  cells.user = locality_order(graph);
  if (!late.empty()) {
    const auto first_late = std::stable_partition(
        cells.user.begin(), cells.user.end(), [&](std::int32_t node) { return late[node] == 0; });
    cells.late_cells = cells.user.end() - first_late;
  }
  cells.cell.resize(cells.n);
  for (std::int64_t v = 0; v < cells.n; ++v)
    cells.cell[cells.user[v]] = static_cast<std::int32_t>(v);
  return cells;
}

// A cell's own edges are those to cells of a larger number: they follow each other, ascending. Late
// cells have the largest numbers, so of a cell's own edges the late ones are the last.
void lay_out_edges(Cells& cells, const Graph& graph, Team& team) {
  const std::int64_t on_time = cells.n - cells.late_cells;
  std::vector<std::int64_t> begin_of(static_cast<std::size_t>(cells.n) + 1);
  std::vector<std::int64_t> late_of(static_cast<std::size_t>(cells.n) + 1);
  const auto for_own = [&](std::int64_t v, auto&& fn) {
    const std::int32_t node = cells.user[v];
    for (std::int64_t at = graph.offset[node]; at < graph.offset[node + 1]; ++at) {
      if (const std::int32_t to = cells.cell[graph.neighbor[at]]; to > v) fn(to, at);
    }
  };
  team.for_blocks(cells.n, 1024, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t v = begin; v < end; ++v)
      for_own(v,
              [&](std::int32_t to, std::int64_t) { ++(to < on_time ? begin_of : late_of)[v + 1]; });
  });
  std::partial_sum(begin_of.begin(), begin_of.end(), begin_of.begin());
  late_of[0] = begin_of.back();
  std::partial_sum(late_of.begin(), late_of.end(), late_of.begin());
  assert(late_of.back() == cells.edge_count);
  cells.late_edges = cells.edge_count - begin_of.back();
  cells.first.resize(cells.edge_count);
  cells.second.resize(cells.edge_count);
  cells.user_edge.resize(cells.edge_count);
  team.for_blocks(cells.n, 1024, [&](std::int64_t begin, std::int64_t end) {
    std::vector<std::pair<std::int32_t, std::int32_t>> own;  // second end, user's edge
    for (std::int64_t v = begin; v < end; ++v) {
      own.clear();
      for_own(v,
              [&](std::int32_t to, std::int64_t at) { own.emplace_back(to, graph.edge_of[at]); });
      std::sort(own.begin(), own.end());
      std::int64_t next = begin_of[v];
      std::int64_t next_late = late_of[v];
      for (const auto& [to, edge] : own) {
        const std::int64_t e = to < on_time ? next++ : next_late++;
        cells.first[e] = static_cast<std::int32_t>(v);
        cells.second[e] = to;
        cells.user_edge[e] = edge;
      }
    }
  });
}

// Entries of a cell ascend by neighbour: first the edges where it is the second end, then its own
// run.
void lay_out_adjacency(Cells& cells) {
  cells.offset.assign(cells.n + 1, 0);
  for (std::int64_t e = 0; e < cells.edge_count; ++e) {
    ++cells.offset[cells.first[e] + 1];
    ++cells.offset[cells.second[e] + 1];
  }
  std::partial_sum(cells.offset.begin(), cells.offset.end(), cells.offset.begin());
  cells.neighbor.resize(2 * cells.edge_count);
  cells.edge.resize(2 * cells.edge_count);
  std::vector<std::int64_t> next(cells.offset.begin(), cells.offset.end() - 1);
  const auto put = [&](std::int32_t at, std::int32_t other, std::int64_t e) {
    cells.neighbor[next[at]] = other;
    cells.edge[next[at]++] = static_cast<std::int32_t>(e);
  };
  for (std::int64_t e = 0; e < cells.edge_count; ++e) put(cells.second[e], cells.first[e], e);
  for (std::int64_t e = 0; e < cells.edge_count; ++e) put(cells.first[e], cells.second[e], e);
}

// Entries of a cell ascend by the user's number of the neighbour: any part of the graph that has
// all its neighbours can then sum in the same order.
void lay_out_adjacency_as_given(Cells& cells, const Graph& graph, Team& team) {
  std::vector<std::int32_t> place(static_cast<std::size_t>(cells.edge_count));  // of a user's edge
  for (std::int64_t e = 0; e < cells.edge_count; ++e)
    place[cells.user_edge[e]] = static_cast<std::int32_t>(e);
  cells.offset.assign(cells.n + 1, 0);
  for (std::int64_t v = 0; v < cells.n; ++v)
    cells.offset[v + 1] = cells.offset[v] + graph.degree(cells.user[v]);
  cells.neighbor.resize(2 * cells.edge_count);
  cells.edge.resize(2 * cells.edge_count);
  team.for_blocks(cells.n, 1024, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t v = begin; v < end; ++v) {
      std::int64_t from = graph.offset[cells.user[v]];
      for (std::int64_t to = cells.offset[v]; to < cells.offset[v + 1]; ++to, ++from) {
        cells.neighbor[to] = cells.cell[graph.neighbor[from]];
        cells.edge[to] = place[graph.edge_of[from]];
      }
    }
  });
}

// Row r becomes what was row from[r]: in place, along the cycles of that permutation.
void permute_rows(std::vector<float>& values, int columns, const std::vector<std::int32_t>& from) {
  std::vector<bool> done(from.size());
  std::vector<float> kept(static_cast<std::size_t>(columns));
  const auto row = [&](std::int64_t r) { return values.data() + r * columns; };
  for (std::int64_t start = 0; start < std::ssize(from); ++start) {
    if (done[start]) continue;
    std::copy_n(row(start), columns, kept.data());
    std::int64_t to = start;
    for (; from[to] != start; to = from[to]) {
      std::copy_n(row(from[to]), columns, row(to));
      done[to] = true;
    }
    std::copy_n(kept.data(), columns, row(to));
    done[to] = true;
  }
}

void standardise(float* rows, std::int64_t count, int columns, const Standardisation& by,
                 Team& team) {
  if (by.mean.empty()) return;
  team.for_blocks(count, 4096, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t r = begin; r < end; ++r) {
      float* row = rows + r * columns;
      for (int c = 0; c < columns; ++c) row[c] = (row[c] - by.mean[c]) / by.deviation[c];
    }
  });
}

}  // namespace

Cells lay_out(const Graph& graph, PointsView points, const RuleShape& shape, Team& team) {
  Cells cells = begin_layout(graph, shape);
  cells.x.resize(cells.n * points.d);
  team.for_blocks(cells.n, 1024, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t v = begin; v < end; ++v) {
      const auto from = points.row(cells.user[v]);
      for (std::int64_t c = 0; c < points.d; ++c) {
        cells.x[v * points.d + c] = static_cast<float>(from[c]);
      }
    }
  });
  lay_out_edges(cells, graph, team);
  cells.geometry.resize(3 * cells.edge_count);
  cells.weight.resize(cells.edge_count);
  for (std::int64_t e = 0; e < cells.edge_count; ++e) {
    cells.weight[e] = graph.weight[cells.user_edge[e]];
    for (int c = 0; c < 3; ++c) {
      cells.geometry[3 * e + c] = graph.geometry[cells.user_edge[e]][c];
    }
  }
  lay_out_adjacency(cells);
  return cells;
}

Cells lay_out(const Graph& graph, FeatureView features, const Rule& rule, Team& team) {
  return lay_out(graph, std::vector<float>(features.cell.begin(), features.cell.end()),
                 std::vector<float>(features.edge.begin(), features.edge.end()), rule, team);
}

Cells lay_out(const Graph& graph, std::vector<float> cell_features,
              std::vector<float> edge_features, const Rule& rule, Team& team,
              std::span<const char> late) {
  assert(rule.shape.form == RuleForm::universal);
  assert(std::ssize(cell_features) == graph.nodes * rule.shape.features);
  assert(edge_features.size() == graph.edges.size() * rule.shape.edge_features);
  Cells cells = begin_layout(graph, rule.shape, late);
  lay_out_edges(cells, graph, team);
  cells.geometry = std::move(edge_features);
  permute_rows(cells.geometry, cells.edge_features, cells.user_edge);
  standardise(cells.geometry.data(), cells.edge_count, cells.edge_features, rule.edge, team);
  permute_rows(cell_features, cells.features, cells.user);
  standardise(cell_features.data(), cells.n, cells.features, rule.cell, team);
  cells.x.assign(cell_features.begin(), cell_features.end());
  lay_out_adjacency_as_given(cells, graph, team);
  return cells;
}

ScatterPlan plan_scatter(const Cells& cells, int blocks_per_lane, int regions) {
  ScatterPlan plan;
  const std::int64_t blocks = cells.edge_blocks();
  const std::int64_t most = static_cast<std::int64_t>(kLanes) * blocks_per_lane;
  const std::int64_t rounds = std::max<std::int64_t>(1, (blocks + most - 1) / most);
  plan.entry.resize(2 * cells.edge_count);
  struct Touch {
    std::int32_t cell;
    std::uint32_t entry;
  };
  std::vector<Touch> touches;
  std::int64_t entries = 0;
  for (std::int64_t r = 0; r < rounds; ++r) {
    ScatterPlan::Round round;
    round.blocks_begin = std::ssize(plan.block);
    touches.clear();
    std::uint32_t slot = 0;
    for (int q = 0; q < regions; ++q) {
      const std::int64_t first = blocks * q / regions;
      const std::int64_t size = blocks * (q + 1) / regions - first;
      for (std::int64_t b = size * r / rounds; b < size * (r + 1) / rounds; ++b) {
        plan.block.push_back(static_cast<std::int32_t>(first + b));
        const EdgeBlock edges = cells.block(first + b);
        for (std::uint32_t e = 0; e < static_cast<std::uint32_t>(edges.count); ++e) {
          touches.push_back({edges.i[e], (slot + e) * 2});
          touches.push_back({edges.j[e], (slot + e) * 2 + 1});
        }
        slot += kBlock;
      }
    }
    round.blocks_end = std::ssize(plan.block);
    plan.slots = std::max<std::int64_t>(plan.slots, slot);
    std::sort(touches.begin(), touches.end(), [](const Touch& a, const Touch& b) {
      return a.cell != b.cell ? a.cell < b.cell : a.entry < b.entry;
    });
    round.cells_begin = std::ssize(plan.cell);
    plan.entries_begin.push_back(entries);
    for (std::size_t t = 0; t < touches.size(); ++t) {
      if (t == 0 || touches[t].cell != touches[t - 1].cell) {
        plan.cell.push_back(touches[t].cell);
        plan.start.push_back(static_cast<std::int32_t>(t));
      }
      plan.entry[entries + t] = touches[t].entry;
    }
    plan.start.push_back(static_cast<std::int32_t>(touches.size()));
    round.cells_end = std::ssize(plan.cell);
    entries += std::ssize(touches);
    plan.rounds.push_back(round);
  }
  return plan;
}

}  // namespace gnac::detail
