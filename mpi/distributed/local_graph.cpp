#include "distributed/local_graph.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "distributed/id_map.h"
#include "gnac/error.h"
#include "graph/adjacency.h"
#include "graph/edge_geometry.h"
#include "graph/knn.h"
#include "support/free_memory.h"

namespace gnac::detail {
namespace {

constexpr std::int64_t kBlock = 1024;

using Ghost = std::pair<std::int32_t, std::int32_t>;  // id, owner

void sort_unique(std::vector<Ghost>& ghosts) {
  std::sort(ghosts.begin(), ghosts.end());
  ghosts.erase(std::unique(ghosts.begin(), ghosts.end()), ghosts.end());
}

// The points of other ranks with an edge to an own one: neighbours, and points that have an own
// point as neighbour, which their ranks report.
std::vector<Ghost> find_ghosts(Comm& comm, const OwnPoints& own, const OwnNeighbours& found) {
  std::vector<std::vector<std::int32_t>> outgoing(static_cast<std::size_t>(comm.size));
  std::vector<Ghost> ghosts;
  for (std::int64_t i = 0; i < own.rows.n; ++i) {
    for (std::int64_t e = i * found.k; e < (i + 1) * found.k; ++e) {
      const Neighbour& to = found.list[e];
      if (to.owner == comm.rank) continue;
      ghosts.emplace_back(to.id, to.owner);
      auto& ids = outgoing[to.owner];
      if (ids.empty() || ids.back() != own.id[i]) ids.push_back(own.id[i]);
    }
  }
  sort_unique(ghosts);
  const Parts<std::int32_t> received = exchange(comm, Parts<std::int32_t>::of(outgoing));
  for (int r = 0; r < comm.size; ++r) {
    for (std::int64_t p = received.offset[r]; p < received.offset[r + 1]; ++p)
      ghosts.emplace_back(received.values[p], r);
  }
  sort_unique(ghosts);
  return ghosts;
}

void number_nodes(const Comm& comm, const OwnPoints& own, const std::vector<Ghost>& ghosts,
                  LocalGraph& local) {
  std::size_t g = 0;
  const auto add = [&](std::int32_t id, int owner) {
    local.id.push_back(id);
    local.owner.push_back(owner);
    local.own.push_back(owner == comm.rank ? 1 : 0);
  };
  for (const std::int32_t id : own.id) {
    for (; g < ghosts.size() && ghosts[g].first < id; ++g) add(ghosts[g].first, ghosts[g].second);
    local.node.push_back(static_cast<std::int32_t>(local.id.size()));
    add(id, comm.rank);
  }
  for (; g < ghosts.size(); ++g) add(ghosts[g].first, ghosts[g].second);
}

Halo plan_halo(Comm& comm, const LocalGraph& local, const IdMap& places) {
  std::vector<std::vector<std::int32_t>> wanted(static_cast<std::size_t>(comm.size));
  std::vector<std::vector<std::int32_t>> nodes(wanted.size());
  for (std::size_t v = 0; v < local.id.size(); ++v) {
    if (local.own[v] != 0) continue;
    wanted[local.owner[v]].push_back(local.id[v]);
    nodes[local.owner[v]].push_back(static_cast<std::int32_t>(v));
  }
  Halo halo;
  Parts<std::int32_t> recv = Parts<std::int32_t>::of(nodes);
  halo.recv = std::move(recv.values);
  halo.recv_offset = std::move(recv.offset);
  Parts<std::int32_t> outgoing = exchange(comm, Parts<std::int32_t>::of(wanted));
  for (std::int32_t& id : outgoing.values) id = places.find(id);
  halo.send = std::move(outgoing.values);
  halo.send_offset = std::move(outgoing.offset);
  return halo;
}

struct Lists {
  std::vector<std::int32_t> id;  // nodes×k
  std::vector<double> distance;  // nodes×k
};

Lists lists_of_nodes(Comm& comm, const LocalGraph& local, const OwnNeighbours& found) {
  const std::int64_t k = found.k;
  Lists lists{std::vector<std::int32_t>(local.id.size() * static_cast<std::size_t>(k)),
              std::vector<double>(local.id.size() * static_cast<std::size_t>(k))};
  for (std::size_t i = 0; i < local.node.size(); ++i) {
    for (std::int64_t a = 0; a < k; ++a) {
      const Neighbour& to = found.list[static_cast<std::int64_t>(i) * k + a];
      lists.id[local.node[i] * k + a] = to.id;
      lists.distance[local.node[i] * k + a] = distance_of(found.metric, to.squared);
    }
  }
  HaloExchange<std::int32_t>(local.halo, k).run(comm, lists.id.data());
  HaloExchange<double>(local.halo, k).run(comm, lists.distance.data());
  return lists;
}

// The rows of ids that are not nodes here, from the rank of a ghost that has them in its list:
// there they are nodes. Returns the ids in the order of their rows.
std::vector<std::int32_t> fetch_far(Comm& comm, const Lists& lists, std::int64_t k,
                                    const IdMap& places, LocalGraph& local) {
  std::vector<Ghost> far;  // id, the rank to ask
  for (std::size_t v = 0; v < local.id.size(); ++v) {
    if (local.own[v] != 0) continue;
    for (std::int64_t a = 0; a < k; ++a) {
      const std::int32_t id = lists.id[static_cast<std::int64_t>(v) * k + a];
      if (places.find(id) < 0) far.emplace_back(id, local.owner[v]);
    }
  }
  sort_unique(far);
  far.erase(std::unique(far.begin(), far.end(),
                        [](const Ghost& a, const Ghost& b) { return a.first == b.first; }),
            far.end());
  std::vector<std::vector<std::int32_t>> wanted(static_cast<std::size_t>(comm.size));
  for (const auto& [id, rank] : far) wanted[rank].push_back(id);
  Parts<std::int32_t> to = Parts<std::int32_t>::of(wanted);
  const Parts<std::int32_t> outgoing = exchange(comm, to);
  const std::int64_t d = local.rows.d;
  std::vector<std::int64_t> counts = outgoing.counts();
  for (std::int64_t& c : counts) c *= d;
  Parts<double> answer(counts);
  for (std::size_t p = 0; p < outgoing.values.size(); ++p) {
    const auto row = PointsView(local.rows).row(places.find(outgoing.values[p]));
    std::copy(row.begin(), row.end(), answer.values.begin() + static_cast<std::int64_t>(p) * d);
  }
  const Parts<double> rows = exchange(comm, answer);
  local.rows.values.insert(local.rows.values.end(), rows.values.begin(), rows.values.end());
  local.rows.n += std::ssize(to.values);
  return std::move(to.values);
}

NeighborLists name_nodes(const Lists& lists, std::int64_t k, const IdMap& places,
                         const IdMap& far_places, std::int64_t nodes, Team& team) {
  NeighborLists out;
  out.offset.resize(static_cast<std::size_t>(nodes) + 1);
  for (std::int64_t v = 0; v <= nodes; ++v) out.offset[v] = v * k;
  out.index.resize(lists.id.size());
  out.distance.resize(lists.id.size());
  team.for_blocks(nodes * k, kBlock * 16, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t e = begin; e < end; ++e) {
      const std::int32_t near = places.find(lists.id[e]);
      out.index[e] =
          near >= 0 ? near : static_cast<std::int32_t>(nodes + far_places.find(lists.id[e]));
      out.distance[e] = lists.distance[e];
    }
  });
  return out;
}

// The edges with an own end, of nodes i < j, with distance, Jaccard index and mutual flag.
void add_edges(const LocalGraph& local, Team& team, Graph& graph) {
  struct Entry {
    std::int32_t j;
    double distance;
  };
  const NeighborLists& lists = graph.lists;
  const auto for_entries = [&](const auto& fn) {
    for (std::int32_t v = 0; v < graph.nodes; ++v) {
      for (std::int64_t e = lists.offset[v]; e < lists.offset[v + 1]; ++e) {
        const std::int32_t u = lists.index[e];
        if (u >= graph.nodes || (local.own[v] | local.own[u]) == 0) continue;
        fn(std::min(u, v), std::max(u, v), lists.distance[e]);
      }
    }
  };
  std::vector<std::int64_t> first(static_cast<std::size_t>(graph.nodes) + 1);
  for_entries([&](std::int32_t i, std::int32_t, double) { ++first[i + 1]; });
  std::partial_sum(first.begin(), first.end(), first.begin());
  std::vector<Entry> entries(static_cast<std::size_t>(first.back()));
  std::vector<std::int64_t> next(first.begin(), first.end() - 1);
  for_entries([&](std::int32_t i, std::int32_t j, double d) { entries[next[i]++] = {j, d}; });

  // An edge appears once or, if it is mutual, twice.
  std::vector<std::int64_t> edge(static_cast<std::size_t>(graph.nodes) + 1);
  team.for_blocks(graph.nodes, kBlock, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) {
      const auto from = entries.begin() + first[i];
      const auto to = entries.begin() + first[i + 1];
      std::sort(from, to, [](const Entry& a, const Entry& b) { return a.j < b.j; });
      for (auto e = from; e != to; ++e) edge[i + 1] += e == from || e->j != (e - 1)->j ? 1 : 0;
    }
  });
  std::partial_sum(edge.begin(), edge.end(), edge.begin());
  if (2 * edge.back() > std::numeric_limits<std::int32_t>::max())
    throw Error("a rank would have more than 2^30 edges; use more ranks or fewer neighbours");
  graph.edges.resize(static_cast<std::size_t>(edge.back()));
  graph.distance.resize(graph.edges.size());
  graph.geometry.resize(graph.edges.size());
  const std::int64_t block = std::max(kBlock, graph.nodes / 256);
  team.for_blocks(graph.nodes, block, [&](std::int64_t begin, std::int64_t end) {
    Overlap overlap(local.rows.n);
    for (std::int64_t i = begin; i < end; ++i) {
      overlap.set(lists.indices(i));
      std::int64_t at = edge[i] - 1;
      for (std::int64_t e = first[i]; e < first[i + 1]; ++e) {
        const std::int32_t j = entries[e].j;
        if (e > first[i] && entries[e - 1].j == j) {
          graph.geometry[at][2] = mutual_flag(true);
          continue;
        }
        ++at;
        graph.edges[at] = {static_cast<std::int32_t>(i), j};
        graph.distance[at] = entries[e].distance;
        graph.geometry[at] = {0, overlap.with(lists.indices(j)), mutual_flag(false)};
      }
    }
  });
}

}  // namespace

LocalGraph build_local_graph(Comm& comm, const OwnPoints& own, OwnNeighbours neighbours,
                             Team& team) {
  LocalGraph local;
  number_nodes(comm, own, find_ghosts(comm, own, neighbours), local);
  const IdMap places(local.id);
  local.halo = plan_halo(comm, local, places);
  const auto nodes = std::ssize(local.id);
  const std::int64_t d = own.rows.d;
  local.rows = {std::vector<double>(static_cast<std::size_t>(nodes * d)), nodes, d};
  for (std::int64_t i = 0; i < own.rows.n; ++i) {
    const auto row = PointsView(own.rows).row(i);
    std::copy(row.begin(), row.end(), local.rows.values.begin() + local.node[i] * d);
  }
  HaloExchange<double>(local.halo, d).run(comm, local.rows.values.data());

  const std::int64_t k = neighbours.k;
  const Lists lists = lists_of_nodes(comm, local, neighbours);
  free_memory(neighbours.list);
  const std::vector<std::int32_t> far = fetch_far(comm, lists, k, places, local);
  agree(comm, [&] {
    local.graph.nodes = nodes;
    local.graph.lists = name_nodes(lists, k, places, IdMap(far), nodes, team);
    add_edges(local, team, local.graph);
    fill_adjacency(local.graph);
  });
  return local;
}

}  // namespace gnac::detail
