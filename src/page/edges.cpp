#include "page/edges.h"

#include <algorithm>
#include <numeric>

#include "page/quantise.h"

namespace gnac::detail {
namespace {

constexpr std::size_t kMostEdges = 300000;
constexpr std::int64_t kMostPointsOnTheWay = 10000;  // a byte per edge and step
constexpr CodeRange kUnit{0, 1};

std::vector<std::int32_t> choose(const Model& model) {
  const Graph& graph = model.graph;
  std::vector<std::int32_t> order(graph.edges.size());
  std::iota(order.begin(), order.end(), 0);
  if (order.size() <= kMostEdges) return order;
  const auto& labels = model.labels();
  const auto& affinity = model.partition.affinity;
  const auto joins = [&](std::int32_t e) {
    return labels[graph.edges[e].i] == labels[graph.edges[e].j];
  };
  const auto before = [&](std::int32_t a, std::int32_t b) {
    if (joins(a) != joins(b)) return joins(b);
    return affinity[a] != affinity[b] ? affinity[a] < affinity[b] : a < b;
  };
  std::nth_element(order.begin(), order.begin() + kMostEdges, order.end(), before);
  order.resize(kMostEdges);
  std::sort(order.begin(), order.end());
  return order;
}

}  // namespace

PageEdges page_edges(const Model& model, const Rollout& rollout) {
  const Graph& graph = model.graph;
  PageEdges out;
  out.chosen = choose(model);
  out.count.assign(static_cast<std::size_t>(graph.nodes), 0);
  std::int32_t from = -1;
  std::int32_t last = 0;
  for (const std::int32_t e : out.chosen) {
    const auto [i, j] = graph.edges[e];
    if (i != from) last = from = i;
    out.step.push_back(j - last);
    last = j;
    ++out.count[i];
    out.affinity.push_back(quantised<std::uint8_t>(model.partition.affinity[e], kUnit));
    if (!model.evolution.conductance.empty()) {
      out.conductance.push_back(
          quantised<std::uint8_t>(static_cast<double>(model.evolution.conductance[e]), kUnit));
    }
  }
  if (graph.nodes > kMostPointsOnTheWay) return out;
  for (const auto& alpha : rollout.conductance) {
    for (const std::int32_t e : out.chosen) {
      out.on_the_way.push_back(quantised<std::uint8_t>(static_cast<double>(alpha[e]), kUnit));
    }
  }
  return out;
}

}  // namespace gnac::detail
