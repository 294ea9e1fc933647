#include "trace.h"

#include <nlohmann/json.hpp>

#include "gnac/version.h"

namespace gnac::mpi {

std::string trace_json(const DistributedFit& fit, int clusters, const Options& options,
                       int threads) {
  using Json = nlohmann::ordered_json;
  Json ranks = Json::array();
  for (const RankFacts& rank : fit.ranks) {
    Json stages;
    for (const StageFacts& s : rank.stages)
      stages[s.name] = {{"seconds", s.seconds},
                        {"cpu", s.cpu_seconds},
                        {"sent", s.bytes_sent},
                        {"peak_bytes", s.peak_bytes}};
    ranks.push_back({{"points", rank.points},
                     {"ghosts", rank.ghosts},
                     {"edges", rank.edges},
                     {"queries", rank.queries},
                     {"peak_bytes", rank.peak_bytes},
                     {"stages", stages}});
  }
  const Json json = {
      {"version", version()},
      {"command", "gnac-mpi fit"},
      {"n", fit.n},
      {"d", fit.d},
      {"k", clusters},
      {"scale", to_string(options.scale)},
      {"metric", to_string(options.metric)},
      {"neighbors", fit.neighbors},
      {"threads", threads},
      {"graph", {{"edges", fit.edges}, {"components", fit.components}}},
      {"readout",
       {{"eigenvalues", fit.eigenvalues},
        {"residual", fit.residual},
        {"products", fit.products},
        {"preconditioned", fit.preconditioned}}},
      {"ranks", ranks}};
  return json.dump(1) + "\n";
}

}  // namespace gnac::mpi
