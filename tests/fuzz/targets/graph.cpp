#include <algorithm>

#include "gnac/stages.h"
#include "io/graph_file.h"
#include "targets.h"

void gnac::detail::fuzz::fuzz_graph(std::string_view bytes) {
  constexpr std::int64_t kNodes = 12;
  const EdgeList list = parse_graph(bytes, "input", bytes.empty() ? 0 : kNodes);
  require(list.nodes == kNodes && list.from.size() == list.to.size(), "ends do not pair up");
  require(list.distance.empty() || list.distance.size() == list.from.size(),
          "distances are not one per edge");
  Points places{std::vector<double>(kNodes * 2), kNodes, 2};
  for (std::int64_t i = 0; i < kNodes; ++i) places.values[2 * i] = static_cast<double>(i % 7);
  Options options = Options::paper();
  options.threads = 1;
  const Graph built = graph_from_edges(list, places, options);
  require(std::ranges::all_of(built.edges,
                              [](const Edge& e) { return e.i >= 0 && e.i < e.j && e.j < kNodes; }),
          "an edge has no such end");
}
