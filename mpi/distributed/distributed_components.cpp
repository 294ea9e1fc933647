#include "distributed/distributed_components.h"

#include <algorithm>

#include "distributed/halo.h"

namespace gnac::detail {

LocalComponents distributed_components(Comm& comm, const LocalGraph& local) {
  const Graph& graph = local.graph;
  // Each connected piece on this rank is named by the lowest id known in it; names spread over
  // ghosts until they no longer change.
  std::vector<std::int32_t> name(static_cast<std::size_t>(graph.components),
                                 std::numeric_limits<std::int32_t>::max());
  for (std::int64_t v = 0; v < graph.nodes; ++v) {
    std::int32_t& own = name[graph.component[v]];
    own = std::min(own, local.id[v]);
  }
  HaloExchange<std::int32_t> halo(local.halo, 1);
  for (std::int64_t changed = 1; changed > 0;) {
    changed = 0;
    halo.run(
        comm, [&](std::int32_t v, std::int32_t* out) { *out = name[graph.component[v]]; },
        [&](std::int32_t v, const std::int32_t* in) {
          std::int32_t& own = name[graph.component[v]];
          if (*in >= own) return;
          own = *in;
          ++changed;
        });
    changed = sum(comm, changed);
  }
  std::vector<std::int32_t> firsts;  // own points that name a component
  for (const std::int32_t v : local.node) {
    if (name[graph.component[v]] == local.id[v]) firsts.push_back(local.id[v]);
  }
  firsts = gather_everywhere(comm, firsts);
  std::sort(firsts.begin(), firsts.end());
  LocalComponents out;
  out.count = static_cast<std::int32_t>(firsts.size());
  out.of.resize(static_cast<std::size_t>(graph.nodes));
  out.size.assign(firsts.size(), 0);
  for (std::int64_t v = 0; v < graph.nodes; ++v) {
    const auto at = std::lower_bound(firsts.begin(), firsts.end(), name[graph.component[v]]);
    out.of[v] = static_cast<std::int32_t>(at - firsts.begin());
    if (local.own[v] != 0) ++out.size[out.of[v]];
  }
  sum(comm, out.size);
  return out;
}

}  // namespace gnac::detail
