#include "gnac/similarities.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "gnac/error.h"

namespace gnac {

EdgeList edges_from_similarities(const EdgeList& edges) {
  if (edges.distance.size() != edges.from.size())
    throw Error("the graph has no similarities; give one for each edge, or leave that wish out");
  if (edges.to.size() != edges.from.size())
    throw Error("the graph has " + std::to_string(edges.from.size()) + " first and " +
                std::to_string(edges.to.size()) + " second ends of edges; give both for each");
  double largest = 0;
  for (const double s : edges.distance) {
    if (!(s >= 0) || !std::isfinite(s))
      throw Error("similarities must be finite numbers, at least 0");
    largest = std::max(largest, s);
  }
  EdgeList out{.nodes = edges.nodes, .from = {}, .to = {}, .distance = {}};
  for (std::size_t e = 0; e < edges.from.size(); ++e) {
    if (edges.distance[e] == 0) continue;
    out.from.push_back(edges.from[e]);
    out.to.push_back(edges.to[e]);
    out.distance.push_back(1 + std::log(largest / edges.distance[e]));
  }
  if (out.from.empty())
    throw Error("every similarity of the graph is 0, so there is no edge in it");
  return out;
}

}  // namespace gnac
